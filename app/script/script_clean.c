// Scripts that people send each other: lessons and tasks.
#include "app/script/script.h"
#include "core/base/utf8.h"

#include <stdio.h>

// Line by line: the ends of lines are control characters, too.
static void make_clean(char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        char *line = text + at, *end = memchr(line, '\n', size - at);
        size_t length = end ? (size_t)(end - line) : size - at;
        bool carriage = length > 0 && line[length - 1] == '\r';
        char kept = line[length];
        line[length] = '\0';
        utf8_sanitise(line);
        if (carriage)
            line[length - 1] = '\r';
        line[length] = kept;
        at += length + 1;
    }
}

bool script_parse_clean(Script *script, const char *name, const char *text, size_t size,
                        size_t most, const char *what, ScriptExtra *extra, Error *err)
{
    *script = (Script){0};
    if (size > most)
        return error_set(err, "%.300s: %s has at most %zu bytes", name, what, most);
    if (size > 0 && memchr(text, '\0', size))
        return error_set(err, "%.300s: the file is not text", name);
    char *clean = malloc(size + 1);
    if (!clean)
        return error_set(err, "%.300s: not enough memory for %s", name, what);
    if (size > 0)
        memcpy(clean, text, size);
    clean[size] = '\0';
    make_clean(clean, size);
    bool good = script_parse(script, name, clean, size, extra, err);
    free(clean);
    return good;
}
