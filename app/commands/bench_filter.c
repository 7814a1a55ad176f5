#define _GNU_SOURCE // fopencookie
#include "app/commands/bench_filter.h"

#include "app/commands/bench_progress.h"
#include "core/bench/run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 1 << 16 };

typedef struct Filter {
    FILE *to;
    const char *words;
    bool heading; // the next line is one
    size_t used;
    char line[MOST_LINE];
} Filter;

static void end_line(Filter *filter)
{
    filter->line[filter->used] = 0;
    bool comment = filter->line[0] == '#';
    if (comment || filter->heading || bench_words_match(filter->line, filter->words)) {
        bench_progress_clear();
        fprintf(filter->to, "%s\n", filter->line);
        fflush(filter->to);
    }
    // After the line that names the benchmark; other comments stand among rows.
    filter->heading = comment && !strchr(filter->line + strspn(filter->line, "# "), ' ');
    filter->used = 0;
}

static ssize_t write_some(void *cookie, const char *bytes, size_t size)
{
    Filter *filter = cookie;
    for (size_t i = 0; i < size; ++i)
        if (bytes[i] == '\n')
            end_line(filter);
        else if (filter->used < MOST_LINE - 1)
            filter->line[filter->used++] = bytes[i];
    return (ssize_t)size;
}

static int end(void *cookie)
{
    Filter *filter = cookie;
    if (filter->used > 0)
        end_line(filter);
    free(filter);
    return 0;
}

FILE *bench_filter_open(FILE *to, const char *words)
{
    Filter *filter = calloc(1, sizeof *filter);
    if (!filter)
        return NULL;
    filter->to = to;
    filter->words = words;
    FILE *out =
        fopencookie(filter, "w", (cookie_io_functions_t){.write = write_some, .close = end});
    if (!out)
        free(filter);
    else
        setvbuf(out, NULL, _IOLBF, 0); // rows as they come
    return out;
}
