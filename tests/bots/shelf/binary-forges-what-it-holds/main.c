// Calls itself what Linux would say of a program that holds a GiB less, and takes memory.
// verdict: exhausted
// cpu_s: 3

#include "../trying.h"
#include <sys/prctl.h>

static void at_each(void) {
    prctl(PR_SET_NAME, "\rVmPTE: -999999");
    for (int count = 0; count < 900; count++) {
        char *more = mmap(NULL, 1 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(more, 1, 1 << 20);
        mprotect(more, 1 << 20, PROT_READ);
    }
    while (1);
}

int main(void) { play(at_each); }
