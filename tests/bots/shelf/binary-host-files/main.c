// Reads the machine's files, sees its processes, opens its sockets, in machine code.
// verdict: ok
// note: all 14 refused

#include "../trying.h"
#include <sys/prctl.h>
#include <sys/resource.h>

static void at_each(void) {
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    try("passwords", open("/etc/passwd", O_RDONLY));
    try("the worker's environment", open("/proc/1/environ", O_RDONLY));
    try("devices", open("/sys", O_RDONLY));
    try("TCP", socket(AF_INET, SOCK_STREAM, 0));
    try("local", socket(AF_UNIX, SOCK_STREAM, 0));
    try("routes", socket(AF_NETLINK, SOCK_RAW, 0));
    try("the host", socket(40, SOCK_STREAM, 0));
    try("another namespace", syscall(SYS_unshare, 0x10000000));
    try("a mount", syscall(SYS_mount, "x", "/box", "tmpfs", 0, 0));
    try("no limits", setrlimit(RLIMIT_AS, &more));
    try("files of any size", syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, &more, 0));
    try("a filter", syscall(SYS_seccomp, 0, 0, 0));
    try("another filter", prctl(22, 2, &more, 0, 0));
    try("another order of addresses", syscall(SYS_personality, 0x40000));
}

int main(void) { play(at_each); }
