// Flat outlines made thick: what wrenches and hands are cut from.
#ifndef SNUG_APP_SCENES_KIT_OUTLINE_H
#define SNUG_APP_SCENES_KIT_OUTLINE_H

#include "app/scenes/solid.h"

enum { OUTLINE_MAX = 256 };

// A closed line without holes, in either direction; it does not meet itself.
typedef struct Outline {
    int32_t count;
    Point2 p[OUTLINE_MAX];
} Outline;
void outline_point(Outline *o, double u, double v);
// Both ends included; angles in radians from u towards v.
void outline_arc(Outline *o, double u, double v, double radius, double from, double to,
                 int32_t segments);

// From w = low to w = high, with edges of this size broken on the outside; no part of the outline is narrower
// than two of them. hole: goes straight through, or NULL.
void solid_outline(MeshBuilder *b, SolidFrame frame, const Outline *outline, const Outline *hole,
                   double low, double high, double edge);

#endif
