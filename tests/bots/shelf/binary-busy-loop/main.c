// Computes without end, and blocks every signal there is.
// verdict: late

#include "../trying.h"

static void at_each(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    while (1);
}

int main(void) { play(at_each); }
