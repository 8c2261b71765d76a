// Takes memory that it could share, which counts as nobody's.
// verdict: exhausted
// cpu_s: 3

#include "../trying.h"

static void at_each(void) {
    char *more;
    while ((more = mmap(NULL, 1 << 20, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED)
        memset(more, 1, 1 << 20);
    while (1);
}

int main(void) { play(at_each); }
