#include "app/commands/bench_keep.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

static char said[PATH_MAX + 128]; // made before: a handler may not
static size_t said_length;
static struct sigaction before[SIGNALS];

static void say(int number)
{
    ssize_t written = write(STDERR_FILENO, said, said_length);
    (void)written; // nobody is left to tell
    raise(number); // as it is by default now
}

void bench_keep_begin(const char *path)
{
    snprintf(said, sizeof said, "\nsnug bench: stopped; what was measured so far is in %s\n", path);
    said_length = strlen(said);
    struct sigaction action = {.sa_handler = say, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; ++i) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) // as nohup wants it
            sigaction(signals[i], &action, NULL);
    }
}

void bench_keep_end(void)
{
    for (int i = 0; i < SIGNALS; ++i)
        sigaction(signals[i], &before[i], NULL);
}
