// The places where parts meet, for being drawn: what is left of the contacts' meaning after the
// fit stage, whose own copy the next run works on.
#ifndef SNUG_APP_STAGES_FIT_PLACES_H
#define SNUG_APP_STAGES_FIT_PLACES_H

#include "core/meaning/contact.h"

typedef struct FitPlace {
    int32_t a, b;         // parts, a < b
    enum PairState state; // of the pair
    // In the frame of a.
    Vec3d at;     // the deepest point, or the middle where nothing is inside
    Vec3d normal; // unit; moves a out of b; 0: none
    double depth; // 0 when nothing is inside; in the assembly's unit
} FitPlace;

typedef struct FitPlaces {
    FitPlace *items; // deepest first
    size_t count;
} FitPlaces;

enum { FIT_MOST_PLACES = 1000 }; // per assembly: more are of no use to anybody

void fit_places_make(FitPlaces *out, const ContactReport *details); // empty without memory
void fit_places_free(FitPlaces *places);

#endif
