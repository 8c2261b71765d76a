// Is a program that needs more memory than there may be before it begins.
// verdict: no-start

#include "../trying.h"

static volatile char much[1600 << 20];

static void at_each(void) { much[tried] = 1; }

int main(void) { play(at_each); }
