// How much space two parts share: the volume of what is inside both, with a bound of its error.
//
// It is the integral of the product of both winding numbers (columns.h), which is right where both are
// 0 or 1. Whether they are is measured alongside, by the same integrals: w*w - w is nowhere negative
// for whole numbers w and 0 for those two only. What that leaves open is in the error; a part of which
// more is open has no answer here, nor has one that is not closed.
//
// The error holds for the meshes at the placements given, facets taken for the surface.
#ifndef SNUG_CORE_MEANING_COMMON_VOLUME_H
#define SNUG_CORE_MEANING_COMMON_VOLUME_H

#include "core/assembly/assembly.h"

// X(identifier, why there is no number): the first one is that there is one.
#define COMMON_STATE_LIST(X)                                                                       \
    X(UNASKED, "not measured")                                                                     \
    X(KNOWN, "")                                                                                   \
    X(OPEN, "is not closed")                                                                       \
    X(CROWDED, "has edges of more than two faces")                                                 \
    X(TURNED, "has faces that look opposite ways")                                                 \
    X(OVERLAPS, "overlaps itself, or is inside out in places")                                     \
    X(TOO_LARGE, "has too many triangles there")                                                   \
    X(PLACEMENT, "has no usable placement")

#define COMMON_STATE_ENTRY(identifier, why) COMMON_##identifier,
enum CommonState { COMMON_STATE_LIST(COMMON_STATE_ENTRY) COMMON_STATE_COUNT };
#undef COMMON_STATE_ENTRY

typedef struct CommonVolume {
    enum CommonState state;
    bool of_b;            // whom the reason is about
    double volume, error; // in the cube of the assembly's unit: the true one is no further away
} CommonVolume;

#define COMMON_MOST_PAIRS ((size_t)300000000) // of triangles: about a minute of one core

// What no number is given for any more: so much of a part's volume there is not simply inside.
#define COMMON_OVERLAP_SHARE 1e-3

// False: memory ran short, or cancelled.
bool common_volume(const PosedPart *a, const PosedPart *b, Job *job, CommonVolume *out, Error *err);

// "12.5 mm³", "12.5 ± 0.2 mm³" where the error shows in what is written, "unknown: Cover is not closed".
void common_volume_words(const CommonVolume *volume, const char *name_a, const char *name_b,
                         enum LengthUnit unit, char *text, size_t size);
// Only why there is none: "Cover is not closed"; "" where there is one.
void common_volume_why(const CommonVolume *volume, const char *name_a, const char *name_b,
                       char *text, size_t size);

#endif
