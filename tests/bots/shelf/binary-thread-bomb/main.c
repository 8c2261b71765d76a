// Starts threads without end, and counts them.
// verdict: ok
// note: went through: 15 of them

#include "../trying.h"

static int started;
static pthread_t last;

static void *rest(void *nothing) {
    while (1) pause();
}

static void at_each(void) {
    pthread_attr_t small;
    char name[100];
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    while (started < 100 && pthread_create(&last, &small, rest, NULL) == 0) started++;
    sprintf(name, "%d of them", started);
    try(name, 0);
}

int main(void) { play(at_each); }
