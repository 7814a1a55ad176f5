// What follows from primitives: the hierarchy over them, and what of their triangles sticks out.
#ifndef SNUG_APP_STAGES_PRIMITIVE_RESULTS_H
#define SNUG_APP_STAGES_PRIMITIVE_RESULTS_H

#include "app/stages/primitive_contacts.h"

// Stays as it is until the next one is complete.
typedef struct HybridShown {
    PrimitiveList *list; // retained: what it was built over; NULL: there is none
    HybridDesc desc;
    HybridTree tree;
    HybridStats stats;
    HybridQuality quality;
    uint32_t number; // of this tree; 0: there is none
    double before;   // cost of the tree there was before; negative: none
} HybridShown;

// Primitives that a worker has made, for the action that takes them into the document.
typedef struct IncomingPrimitives {
    const PrimitiveList *list; // NULL: none
    bool replace;              // those there are; otherwise they are added
} IncomingPrimitives;

typedef struct CoverShown {
    PrimitiveList *list;   // retained: NULL: nothing was looked at
    PrimitiveCover *items; // per primitive of that list
    Affine *placements;    // per part: where they were
    int32_t part_count;
    uint32_t trees_version;     // of their shapes
    PrimitiveContacts contacts; // found through the hierarchy
    uint32_t tree;              // its number
} CoverShown;

// Of all parts as they are shown; meshes are retained. NULL: memory ran short.
struct App;
PosedMesh *posed_meshes_of(const struct App *app);
void posed_meshes_free(PosedMesh *parts, int32_t count);

// Of a primitive as it is now; NULL: not known yet.
static inline const PrimitiveCover *cover_shown_of(const CoverShown *cover,
                                                   const PrimitiveList *list, int32_t index)
{
    return cover->list && cover->list == list && index >= 0 && index < list->set.count
               ? &cover->items[index]
               : NULL;
}

#endif
