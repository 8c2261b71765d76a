/* For bots of the shelf that try something forbidden and play on when it is refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char through[1000];
static int tried;

/* Notes what went through: whatever did not return -1. */
static inline void try(const char *name, long found) {
    tried++;
    if (found == -1) return;
    strcat(through, strlen(through) ? ", " : "went through: ");
    strcat(through, name);
}

/* Answers every question with the first move, what `at_each` notes beside it. */
static void play(void (*at_each)(void)) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *id = strstr(line, "\"id\":\"");
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"ready\"}");
        } else if (id != NULL) {
            id += 6;
            *strchr(id, '"') = 0;
            tried = 0, through[0] = 0;
            at_each();
            if (!through[0]) sprintf(through, "all %d refused", tried);
            printf("{\"id\":\"%s\",\"move\":\"r1\",\"note\":\"%s\"}\n", id, through);
        }
        fflush(stdout);
    }
}
