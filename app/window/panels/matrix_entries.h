// What the contact matrix has rows and columns for: groups and wildcards of rules, then the parts.
#ifndef SNUG_APP_WINDOW_PANELS_MATRIX_ENTRIES_H
#define SNUG_APP_WINDOW_PANELS_MATRIX_ENTRIES_H

#include "app/window/panel.h"

typedef struct MatrixEntry {
    const char *pattern; // of rules; of a part NULL
    int32_t part;        // or NO_PART
} MatrixEntry;

typedef struct MatrixEntries {
    MatrixEntry *items;
    size_t count, capacity;
    char *patterns; // what the items' patterns point into
    size_t pattern_bytes, pattern_capacity;
} MatrixEntries;
void matrix_entries_free(MatrixEntries *entries);

// Those whose name holds the text; good as long as the document's rules are. False: memory ran short.
bool matrix_entries_make(MatrixEntries *entries, const App *app, const int32_t *parts, size_t count,
                         const char *filter);
// What people read.
const char *matrix_entry_name(const MatrixEntry *entry, const App *app);
// As rules need it, of at most size bytes; false: it does not fit.
bool matrix_entry_pattern(const MatrixEntry *entry, const App *app, char *out, size_t size);

// What is said about just these two, and what holds for two parts.
typedef struct MatrixCell {
    enum PairRule rule;
    bool said;    // about just these two
    bool meets;   // two parts that are in contact now
    bool counted; // and that counts against the fit
} MatrixCell;
MatrixCell matrix_cell(const App *app, const MatrixEntry *row, const MatrixEntry *column);

#endif
