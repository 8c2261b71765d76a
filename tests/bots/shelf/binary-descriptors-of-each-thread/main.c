// Gives each thread descriptors of its own, to fill more pipes than one process may have.
// verdict: ok
// note: all 3 refused

#include "../trying.h"
#include <sched.h>

#define DESCRIPTORS_OF_ITS_OWN (CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

static char stack[1 << 16] __attribute__((aligned(16)));

static int wait_for_ever(void *nothing) {
    for (;;) pause();
}

static void at_each(void) {
    try("a thread", clone(wait_for_ever, stack + sizeof stack, DESCRIPTORS_OF_ITS_OWN, NULL));
    try("this one", syscall(SYS_close_range, 3, ~0U, 2));
    try("unshare", syscall(SYS_unshare, CLONE_FILES));
}

int main(void) { play(at_each); }
