// Pairs of parts where they stand in the report that is shown, for workers that search them anew.
#ifndef SNUG_APP_STAGES_SHOWN_PAIRS_H
#define SNUG_APP_STAGES_SHOWN_PAIRS_H

#include "app/stages/stage.h"

typedef struct ShownPairs {
    CostPair *items; // of which the trees are retained
    size_t count, capacity;
} ShownPairs;

// This part takes part in searches.
bool shown_part_searched(const App *app, int32_t part);
// The pairs that the search compared: `part` with what its box meets, but for ignored ones; only
// with `other`, unless that is NO_PART. False: memory ran short.
bool shown_pairs_find(const App *app, int32_t part, int32_t other, ShownPairs *out);
void shown_pairs_free(ShownPairs *pairs);

// Hierarchies and search are those of the report, or those that the document asks for: while others
// are being built, they differ.
bool shown_search_is(const App *app, int32_t part, const BvhDesc *build, const QueryDesc *query);
bool wanted_search_is(const App *app, const BvhDesc *build, const QueryDesc *query);

#endif
