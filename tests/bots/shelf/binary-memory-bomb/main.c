// Takes all memory, and says that there is no more.
// verdict: exhausted
// cpu_s: 3

#include "../trying.h"

static void at_each(void) {
    char *more;
    while ((more = malloc(1 << 20)) != NULL) memset(more, 1, 1 << 20);
    perror("malloc");
    abort();
}

int main(void) { play(at_each); }
