// Calls the kernel as a 32-bit program does, in machine code.
// verdict: crashed

#include "../trying.h"

static void at_each(void) {
    long found = 11;  // execve there
    __asm__ volatile("int $0x80" : "+a"(found) : "b"("./main"), "c"(0), "d"(0) : "memory");
    try("execve", found < 0 ? -1 : 0);
}

int main(void) { play(at_each); }
