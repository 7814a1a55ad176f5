// How deep one surface reaches into another part.
#ifndef SNUG_CORE_MEANING_DEPTH_H
#define SNUG_CORE_MEANING_DEPTH_H

#include "core/meaning/solid.h"

// Where each triangle of a surface runs through the other part's: segments
// [first[triangle] .. first[triangle + 1]), in the common frame. What no segment separates lies on
// one side.
typedef struct Crossings {
    int32_t *first; // NULL: not known
    Vec3d (*segments)[2];
} Crossings;
// of_b: of b's triangles. An empty one when the listing is not complete. False: memory ran short.
bool crossings_create(Crossings *crossings, const ContactList *contacts, bool of_b,
                      int32_t triangle_count, const Affine *to_frame);
void crossings_free(Crossings *crossings);

typedef struct DepthSearch {
    const PlacedSolid *surface; // its points are looked at
    const PlacedSolid *solid;   // for those inside of it; it encloses
    // Where holes of the solid were closed: what runs through there is not in `crossings`, and
    // closes them up to `cap_slack`. NULL: there are none.
    const PlacedSolid *caps;
    double cap_slack;
    const Crossings *crossings; // of the surface
    bool from_a;                // the surface is part a's
    // What is found goes to the place whose box is nearest; their boxes, depths and deepest points
    // are in the common frame here. depth only grows.
    ContactCluster *places;
    size_t place_count;
    double accuracy; // smallest difference that matters
    double least;    // smaller depths need not be told apart
    // Above 0: all that matters is whether anything is deeper than this; the first such point ends
    // the search.
    double decide;
    int32_t samples; // points that may still be looked at; counted down
    Job *job;
    double error; // out: no place is deeper than its depth plus this; 0 when it was decided
} DepthSearch;

// The largest distance to the solid's surface among the points of the surface inside of it. Branch and bound: answers are certain up to `accuracy` or 1 % unless the
// samples run out, which shows in `error`. False: cancelled or out of memory.
bool depth_search(DepthSearch *search);

#endif
