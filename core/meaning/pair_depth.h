// How deep two parts are in each other, as far as they have an inside.
#ifndef SNUG_CORE_MEANING_PAIR_DEPTH_H
#define SNUG_CORE_MEANING_PAIR_DEPTH_H

#include "core/meaning/depth.h"
#include "core/meaning/material.h"

// A part in a frame in which lengths are true ones.
typedef struct PlacedPart {
    PlacedSolid surface;
    PlacedSolid inside, caps; // only where the material has them
    const Material *material;
    double cap_slack; // in the frame
} PlacedPart;
bool placed_part_init(PlacedPart *placed, const Solid *solid, const Affine *to_frame);

typedef struct Places {
    ContactCluster *places;
    size_t count;
} Places;

// Both ways; fills depth, depth_error and state of *out (touch, within facets, interference, or
// undecided when the samples ran out), and depths of the places. a_to_frame: where witnesses go. False: memory ran
// short, or cancelled.
bool depth_of_pair(const PlacedPart *a, const PlacedPart *b, const Affine *a_to_frame,
                   const ContactList *contacts, const ContactDesc *desc, Places places, Job *job,
                   ContactDetail *out);

// Would a point of the surface be deeper than `tolerance` inside `around` if its large holes were
// closed? Also when that could not be found out.
bool maybe_deep(const Solid *surface, const Affine *to_frame, const Solid *around,
                const Affine *around_to_frame, double tolerance, Job *job, bool *deep);

#endif
