// Which primitives of different parts meet, found through the hierarchy over them: as far as the
// leaves' volumes go (Andersen and Bay 2006: leaves that approximate), or on to the triangles that
// they stand for.
#ifndef SNUG_APP_STAGES_PRIMITIVE_CONTACTS_H
#define SNUG_APP_STAGES_PRIMITIVE_CONTACTS_H

#include "app/stages/primitive_fit.h"

typedef struct PrimitiveContacts {
    bool known;
    uint64_t tests;    // of volumes, on the way down
    int32_t volumes;   // pairs of primitives whose volumes are not separate
    bool went_on;      // triangles were asked:
    int32_t triangles; // pairs of primitives of which triangles meet
} PrimitiveContacts;

// A primitive belongs to the part of its first triangle; those without triangles belong to none and
// are left out. False: cancelled, or memory is short.
bool primitive_contacts(const HybridTree *tree, const PrimitiveList *list, const PosedMesh *parts,
                        int32_t count, bool go_on, Job *job, PrimitiveContacts *out);

#endif
