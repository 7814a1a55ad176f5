// Bolts in tapped holes, as they are modelled without their threads: a pin in a hole that is narrower
// by what a thread is deep.
#ifndef SNUG_CORE_FEATURE_THREAD_H
#define SNUG_CORE_FEATURE_THREAD_H

#include "core/feature/feature.h"

// ISO 261, coarse, in millimetres; between two rows in proportion, beyond the last one as there.
double thread_coarse_pitch(double diameter);
// The diameter of ISO 261 that crests of this one have, as drawn or as cut to fit (ISO 965: up to 4.5 % less); 0:
// there is none. Millimetres.
double thread_nominal(double diameter);
// The finest pitch of ISO 261 for this nominal diameter that is no finer than the one that a hole was measured to
// have: holes are drilled a little wider than the depth of the thread asks for. At most the coarse one.
double thread_iso_pitch(double nominal, double pitch);
// From the bolt's crests to the hole as it was drilled (ISO 68-1), at one side.
double thread_depth(double pitch);

typedef struct Thread {
    double pin, hole; // radii, in the unit of the placements
    double pitch;     // that the two radii would have, or the coarse one: see below
    double engaged;   // length along the axis
} Thread;

// The pin is as wide as the thread's crests, the hole as it was drilled: narrower by 0.5413 pitches at
// each side. So the pitch follows from the two radii, and must be a quarter (fine) to 1.15
// (coarse) of the coarse one for this diameter: a press fit is far tighter, any other clash wider. Or
// both are as wide as the crests, and that is a diameter of ISO 261: the coarse pitch. Axes are the same within a tenth of that depth, over at least half a pitch, and both surfaces go at least
// half way round. Placements turn, move and scale alike in all directions; millimetres: of their unit.
bool thread_between(const Features *a, const Affine *place_a, const Features *b,
                    const Affine *place_b, double millimetres, Thread *out);
double thread_scale(const Affine *place); // of such a placement; 0: it is none

#endif
