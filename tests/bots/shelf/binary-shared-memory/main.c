// Takes memory that it could share, and lets go of all but a page: the rest stays, and is not seen.
// verdict: ok
// note: all 3 refused

#include "../trying.h"

static long take(int how) {
    char *more = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) return -1;
    memset(more, 1, 64 << 20);
    return munmap(more + 4096, (64 << 20) - 4096);
}

static void at_each(void) {
    try("shared", take(MAP_SHARED));
    try("by its newer name", take(MAP_SHARED_VALIDATE));
    try("without backing", take(MAP_SHARED | MAP_NORESERVE));
}

int main(void) { play(at_each); }
