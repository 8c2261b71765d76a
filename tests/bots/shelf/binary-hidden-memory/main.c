// Writes to memory and makes it read-only, which no limit counts any more.
// verdict: exhausted
// cpu_s: 3

#include "../trying.h"

static void at_each(void) {
    char *more;
    while ((more = mmap(NULL, 1 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED) {
        memset(more, 1, 1 << 20);
        mprotect(more, 1 << 20, PROT_READ);
    }
    while (1);
}

int main(void) { play(at_each); }
