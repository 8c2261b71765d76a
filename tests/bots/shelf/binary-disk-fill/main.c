// Makes and changes files where its own lie, in every way there is.
// verdict: ok
// note: all 26 refused

#include "../trying.h"
#include <sys/uio.h>

static void at_each(void) {
    struct { unsigned long flags, mode, resolve; } how = {O_CREAT | O_WRONLY, 0600, 0};
    try("a file", open("/box/shelf-mark", O_CREAT, 0600));
    try("to write", open("/box/main", O_WRONLY));
    try("to read and write", open("/box/main", O_RDWR));
    try("neither", open("/box/main", O_ACCMODE));
    try("truncating", open("/box/bot.toml", O_TRUNC));
    try("without a name", open("/box", O_TMPFILE | O_RDWR, 0600));
    try("by openat", syscall(SYS_openat, AT_FDCWD, "/box/shelf-mark", O_CREAT | O_RDWR, 0600));
    try("with high bits", syscall(SYS_open, "/box/shelf-mark", O_CREAT | 1L << 40, 0600));
    try("by openat2", syscall(SYS_openat2, AT_FDCWD, "/box/shelf-mark", &how, sizeof how));
    try("by creat", syscall(SYS_creat, "/box/shelf-mark", 0600));
    try("a folder", mkdir("/box/shelf-mark", 0700));
    try("by mkdirat", syscall(SYS_mkdirat, AT_FDCWD, "/box/shelf-mark", 0700));
    try("a node", mknod("/box/shelf-mark", S_IFREG | 0600, 0));
    try("a pipe", mkfifo("/box/shelf-mark", 0600));
    try("a link", symlink("/box/main", "/box/shelf-mark"));
    try("a hard link", link("/box/main", "/box/shelf-mark"));
    try("another name", rename("/box/bot.toml", "/box/shelf-mark"));
    try("unlink", unlink("/box/bot.toml"));
    try("chmod", chmod("/box/bot.toml", 0777));
    try("truncate", truncate("/box/bot.toml", 1 << 20));
    try("fallocate", fallocate(open("/box/bot.toml", O_RDONLY), 0, 0, 1 << 20));
    try("setxattr", syscall(SYS_setxattr, "/box/bot.toml", "user.x", "x", 1, 0));
    try("memfd", syscall(SYS_memfd_create, "shelf-mark", 0));
    try("io_uring", syscall(SYS_io_uring_setup, 1, &how));
    try("shared memory", shm_open("/shelf-mark", O_CREAT | O_RDWR, 0600));
    try("writable memory", (long)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
                                      open("/box/bot.toml", O_RDONLY), 0));
}

int main(void) { play(at_each); }
