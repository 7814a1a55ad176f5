// How the hierarchy over the primitives was built, and the groups there are after one of its steps.
#ifndef SNUG_APP_STAGES_HYBRID_CONSTRUCTION_H
#define SNUG_APP_STAGES_HYBRID_CONSTRUCTION_H

#include "app/document/primitives.h"
#include "core/hybrid/record.h"

typedef struct HybridConstruction {
    HybridRecord record;
    PrimitiveList *list; // retained
    HybridDesc desc;
    HybridTree tree; // that came of it
    HybridStats stats;
    int64_t at; // the step that the rest is of; -1: before the first
    HybridId *parents;
    // The nodes as a walk finds them that goes from group to group: order[0] is HYBRID_NONE and stands
    // for all of them together.
    HybridId *order;
    uint32_t *place, *size, count;
    int depth;
    HybridId *first, *next; // while places are found: lists of children
} HybridConstruction;

HybridConstruction *hybrid_construction_create(void);  // NULL: memory ran short
void hybrid_construction_free(HybridConstruction *h);  // NULL is fine
bool hybrid_construction_begin(HybridConstruction *h); // after recording; false: memory ran short
void hybrid_construction_go(HybridConstruction *h, uint32_t step);

// Is the node the group or in it, after the step?
bool hybrid_construction_below(const HybridConstruction *h, HybridId node, HybridId group);
// Where to stop next; UINT32_MAX: nowhere. A step that groups a primitive; and one that is not proven to
// be the best, was ended by a limit, or leaves less than a tenth on one side.
uint32_t hybrid_construction_next_leaf(const HybridConstruction *h, uint32_t step);
uint32_t hybrid_construction_next_odd(const HybridConstruction *h, uint32_t step);

// What was done and why, in sentences; and what a candidate would do, in a few words.
void hybrid_construction_say(const HybridConstruction *h, uint32_t step, char *text, size_t size);
void hybrid_candidate_say(const HybridConstruction *h, const HybridStep *step,
                          const HybridCandidate *candidate, char *text, size_t size);

#endif
