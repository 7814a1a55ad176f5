// Registries: arrays of pointers to rows that each begin with `const char *name, *note`. Lists in
// panels, files and command lines need to know no more of them than that. A registry's list.h is
// expanded in its registry.c and in variants.h, for those who name one variant, and nowhere else:
// so that a new line in it recompiles next to nothing.
#ifndef SNUG_CORE_BASE_NAMED_H
#define SNUG_CORE_BASE_NAMED_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { NAMED_MOST = 64 }; // rows of any registry, for arrays with a place for each
#define NAMED_COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static inline const void *named_row(const void *rows, int i)
{
    const void *row;
    memcpy(&row, (const char *)rows + (size_t)i * sizeof row, sizeof row);
    return row;
}

static inline const char *named_name(const void *rows, int i)
{
    return *(const char *const *)named_row(rows, i);
}

// Where the row stands; 0, the default, for a NULL or one that is in no list.
static inline int named_index(const void *rows, int count, const void *row)
{
    for (int i = 0; i < count; ++i)
        if (named_row(rows, i) == row)
            return i;
    return 0;
}

// As a person types a name. Letter case does not count, and "-" or "_" may stand for a blank: two-tori is Two tori.
static inline bool named_is(const char *name, const char *text)
{
    for (; *name && *text; ++name, ++text) {
        bool blank = *text == '-' || *text == '_';
        if (tolower((unsigned char)*name) != (blank ? ' ' : tolower((unsigned char)*text)) &&
            *name != *text)
            return false;
    }
    return *name == *text;
}

#endif
