// Dies of a wild pointer.
// verdict: crashed

#include "../trying.h"

static void at_each(void) { *(volatile char *)8 = 1; }

int main(void) { play(at_each); }
