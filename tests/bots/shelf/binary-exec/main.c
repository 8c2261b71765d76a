// Becomes another program, or starts one, in machine code.
// verdict: ok
// note: all 11 refused

#include "../trying.h"

static char *words[] = {"x", NULL};

static void at_each(void) {
    try("another", execve("/usr/bin/python3", words, words + 1));
    try("itself", execve("./main", words, words + 1));
    try("itself, as it was", syscall(SYS_execve, "./main", words, 0));
    try("by descriptor", syscall(SYS_execveat, open("./main", O_RDONLY), "", words, 0, AT_EMPTY_PATH));
    try("the loader", execve("/lib64/ld-linux-x86-64.so.2", words, words + 1));
    try("fork", syscall(SYS_fork));
    try("vfork", syscall(SYS_vfork));
    try("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    try("clone in a namespace", syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0));
    try("clone3", syscall(SYS_clone3, words, 64));
    try("ptrace", syscall(SYS_ptrace, 0, 0, 0, 0));
}

int main(void) { play(at_each); }
