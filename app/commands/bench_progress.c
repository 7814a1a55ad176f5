#include "app/commands/bench_progress.h"

#include "core/base/clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    const char *title;
    double began, said;
    bool there; // the line
} progress = {.title = ""};

void bench_progress_begin(const char *title)
{
    bench_progress_clear();
    progress.title = title;
    progress.began = progress.said = clock_seconds();
}

void bench_progress_text(const char *title, double done, double passed, char *text, size_t size)
{
    double left = passed / done * (1 - done);
    int used = snprintf(text, size, "%s%s%.0f %%, ", title, *title ? ": " : "", 100 * done);
    if (used < 0 || (size_t)used >= size)
        return;
    if (left < 100)
        snprintf(text + used, size - (size_t)used, "%.0f s left", left);
    else
        snprintf(text + used, size - (size_t)used, "%.0f min left", left / 60);
}

void bench_progress(double done)
{
    double now = clock_seconds();
    if (!isatty(STDERR_FILENO) || now - progress.said < 0.2 || done <= 0)
        return;
    char text[256];
    bench_progress_text(progress.title, done, now - progress.began, text, sizeof text);
    progress.said = now;
    progress.there = true;
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
}

void bench_progress_clear(void)
{
    if (progress.there)
        fputs("\r\033[K", stderr);
    progress.there = false;
}
