// How two connectors come together: whether they do, how far they are from it, and the motion that
// brings one to the other exactly.
#ifndef SNUG_CORE_FEATURE_MATE_H
#define SNUG_CORE_FEATURE_MATE_H

#include "core/feature/connector.h"

enum MateVerdict {
    MATE_FITS,
    MATE_KINDS, // these kinds do not go together
    MATE_WIDE,  // the pin is too wide for the hole, pipes are of different widths
};
const char *mate_verdict_words(enum MateVerdict verdict);

// Both in the world. What is free is kept as it is: the roll of round things, the place in a plane.
typedef struct Mate {
    enum MateVerdict verdict;
    // From where they meet: of the pin's tip from the mouth, or from the axis if it is in already; of the
    // planes of faces that lie over each other.
    double distance;
    double angle; // radians, between the axes as they are and as they must be
    double roll;  // radians that it is turned about its axis to fit: facets in facets, hole on hole
    double play;  // between pin and hole at that roll; negative: they overlap by that much
    Vec3d from;   // where the moving connector is
    Vec3d at;     // where the other one is
    // Rigid: turns and moves what carries the moving connector until they look at each other, on one axis
    // or flat over one plane, no nearer than it is and with room to turn. A pin that is in its hole stays
    // as deep as it is.
    Affine in_line;
    Vec3d home;    // unit: on from there, into the other part
    double travel; // as far as it goes: faces and ends meet, a pin is in, up to shoulder or bottom
    double entry;  // of that, to be in by a quarter of the shorter one; 0 or less: it is in
    bool held;     // something is expected to hold it there
    bool rolls;    // it may turn about the axis
    double radius; // of the thinner one
} Mate;

// slack: how far a pin may be too wide, for what facets cannot tell: the chord errors of both parts.
Mate connector_mate(const Connector *moving, const Connector *fixed, double slack);

// Whether two more pipe ends come together by the motion of a mate, up to rounding: those of a bend that
// closes a loop. Both in the world, `moving` as it is before the motion.
bool mate_joins_too(const Mate *mate, const Connector *moving, const Connector *fixed,
                    double slack);

#endif
