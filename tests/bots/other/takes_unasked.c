/* Begins with its first question to take a GiB in a thread, which no limit counts. */
#include "../shelf/trying.h"

static void *take(void *nothing) {
    for (int count = 0; count < 1024; count++) {
        char *more = mmap(NULL, 1 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(more, 1, 1 << 20);
        mprotect(more, 1 << 20, PROT_READ);
    }
    return NULL;
}

static void at_each(void) {
    static pthread_t other;
    if (!other) pthread_create(&other, NULL, take, NULL);
}

int main(void) { play(at_each); }
