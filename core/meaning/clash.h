// Clashes: the places of a row of the fit report that a person says something about, with ids that
// survive another export of the same parts.
//
// An id is made of the names of the two parts, in the order of the alphabet and without the number that
// keeps equal names apart, and of the cell of a grid that the place lies in. Neither the order of
// parts nor that of triangles has a part in it. Several places of one pair, and pairs of parts with
// equal names, differ by their places; those that do not even differ by it are numbered.
#ifndef SNUG_CORE_MEANING_CLASH_H
#define SNUG_CORE_MEANING_CLASH_H

#include "core/meaning/contact.h"

typedef struct FitClash {
    uint64_t id;
    int32_t number; // 1; 2, 3 ... for others of the same id
    Vec3d at;       // in the world: what the id was made of
    Box3d where;    // in the world: what to look at
    double depth;   // of this place, in the assembly's unit; 0 where there is none
    double size;    // of the smaller part: clashes that have gone farther are other ones
} FitClash;

typedef struct FitClashes {
    FitClash *items; // deepest first
    size_t count;
} FitClashes;

typedef struct ClashPlace {
    const char *key_a, *key_b;
    Vec3d at;    // in the assembly's unit
    double size; // of the smaller part, likewise
    double metres;
} ClashPlace;
uint64_t clash_id(const ClashPlace *place);
// The name without the " (2)" that assembly_add gives to further parts of one name; its length.
size_t clash_name_length(const char *key);

// Of one pair. An interference has a clash at every place that is deeper than the tolerance, a
// crossing one at every place, everything else one: midway between the boxes of the two parts.
// detail: NULL for parts that are apart. where: of the row. False: memory ran short.
bool clashes_find(const Assembly *assembly, const PosedPart *parts, int32_t a, int32_t b,
                  const ContactDetail *detail, const Box3d *where, FitClashes *out);
// "0123456789abcdef", or "0123456789abcdef-2" for the second of one id.
enum { CLASH_ID_SIZE = 32 };
void clash_id_text(const FitClash *clash, char text[CLASH_ID_SIZE]);

#endif
