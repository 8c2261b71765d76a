/* A bot that plays the first move that is open, in C: it looks for what it needs and reads no JSON.
   Its move is never longer than a line, and a line of ours has no limit, so it grows its buffer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text in quotes that follows this key, where it begins; its length in *size. */
static const char *text_after(const char *line, const char *key, int *size) {
    const char *begin = strstr(line, key);
    if (begin == NULL || (begin = strchr(begin + strlen(key), '"')) == NULL) return NULL;
    const char *end = strchr(++begin, '"');
    if (end == NULL) return NULL;
    *size = (int)(end - begin);
    return begin;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        int id_size, move_size;
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"ready\",\"name\":\"in C\",\"plays\":[\"xxl-pur\"]}");
        } else if (strstr(line, "\"type\":\"move\"")) {
            const char *id = text_after(line, "\"id\":", &id_size);
            const char *move = text_after(line, "\"legal\":[", &move_size);
            if (id == NULL || move == NULL) return 1;
            printf("{\"id\":\"%.*s\",\"move\":\"%.*s\"}\n", id_size, id, move_size, move);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
