// What the contact matrix has rows and columns for: groups and wildcards of rules, groups of the Parts panel, then
// the parts.
#ifndef SNUG_APP_WINDOW_PANELS_MATRIX_ENTRIES_H
#define SNUG_APP_WINDOW_PANELS_MATRIX_ENTRIES_H

#include "app/window/panel.h"

typedef struct MatrixEntry {
    const char *pattern;  // of rules; of a part NULL
    int32_t part;         // or NO_PART
    int32_t first, count; // the parts that it stands for: MatrixEntries.parts[first ...], ascending
} MatrixEntry;

typedef struct MatrixEntries {
    MatrixEntry *items;
    size_t count, capacity;
    size_t several; // so many of them, the first ones, stand for any number of parts
    int32_t *parts;
    size_t part_count, part_capacity;
    char *patterns; // what the items' patterns point into
    size_t pattern_capacity;
} MatrixEntries;
void matrix_entries_free(MatrixEntries *entries);

// Those whose name holds the text, of these parts; good as long as the document's rules and groups are. A group of
// the Parts panel has the pattern that a group of rules of its name would have, and is left out where there is one.
// False: memory ran short.
bool matrix_entries_make(MatrixEntries *entries, const App *app, const int32_t *parts, size_t count,
                         const char *filter);
// A sum over the groups that the parts are in: with another one they are to be made anew.
uint64_t matrix_grouping(const App *app);
bool matrix_entry_has(const MatrixEntries *entries, const MatrixEntry *entry, int32_t part);
// What people read.
const char *matrix_entry_name(const MatrixEntry *entry, const App *app);
// As rules need it, of at most size bytes; false: it does not fit, or no rule can have it.
bool matrix_entry_pattern(const MatrixEntry *entry, const App *app, char *out, size_t size);

#endif
