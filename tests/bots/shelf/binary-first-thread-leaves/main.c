// Has its first thread leave, with which Linux forgets how much memory the others hold.
// verdict: crashed
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

static void *go_on(void *nothing) {
    play(at_each);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, go_on, NULL);
    syscall(SYS_exit, 0);
}
