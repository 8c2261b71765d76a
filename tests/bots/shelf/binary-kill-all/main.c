// Sends signals to all it can reach, itself included, in machine code.
// verdict: ok
// note: all 6 refused

#include "../trying.h"

static void at_each(void) {
    try("everybody", kill(-1, SIGKILL));
    try("the first", kill(1, SIGKILL));
    try("its group", kill(0, SIGKILL));
    try("its parent", kill(getppid(), SIGKILL));
    try("a queue", syscall(SYS_rt_sigqueueinfo, 1, SIGKILL, through));
    try("by descriptor", syscall(SYS_pidfd_open, 1, 0));
    syscall(SYS_tgkill, getpid(), getpid(), SIGKILL);  // allowed; the first process is deaf to it
    syscall(SYS_tgkill, getpid(), getpid(), SIGSTOP);
}

int main(void) { play(at_each); }
