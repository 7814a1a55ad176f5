// A cell of the contact matrix: what is said about the pairs of parts that it stands for, and what they do now.
#ifndef SNUG_APP_WINDOW_PANELS_MATRIX_CELL_H
#define SNUG_APP_WINDOW_PANELS_MATRIX_CELL_H

#include "app/window/panels/matrix_entries.h"

typedef struct MatrixRule {
    enum PairRule
        rule;      // that holds for every pair; where they differ, what is said of just these two
    bool said;     // of just these two names or patterns
    bool mixed;    // the pairs have different rules
    bool known;    // all were looked at; false: they are too many
    int64_t pairs; // of two parts
} MatrixRule;
MatrixRule matrix_rule(const App *app, const MatrixEntries *entries, const MatrixEntry *row,
                       const MatrixEntry *column);

// What is known about its pairs as they stand.
typedef struct MatrixContacts {
    size_t of_kind[FIT_KIND_COUNT]; // pairs that meet or are too near
    size_t count;                   // over all kinds
    enum FitKind worst;             // FIT_CHECKING: some are not known, and none is worse
} MatrixContacts;
MatrixContacts matrix_contacts(const App *app, const MatrixEntries *entries, const MatrixEntry *row,
                               const MatrixEntry *column);

// What a click says: intentional, forbidden, ignored, nothing, and so on round.
enum PairRule matrix_next_rule(const MatrixRule *now);
// For the action rules.put; false: no rule can say it.
bool matrix_put_text(const App *app, const MatrixEntry *row, const MatrixEntry *column,
                     enum PairRule rule, char *out, size_t size);

#endif
