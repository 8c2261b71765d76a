// Strews pages over all its address space, so that the kernel needs more to find them than for them.
// verdict: exhausted
// cpu_s: 3

#include "../trying.h"

static void at_each(void) {
    for (long number = 1; number < 60000; number++) {
        char *place = (char *)(number << 30);
        if (mmap(place, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == place) *place = 1;
    }
}

int main(void) { play(at_each); }
