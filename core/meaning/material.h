// What of a part encloses space. A mesh falls into shells (mesh/shells.h): closed ones are solids.
// A small hole is closed, for inside and outside alone: every cap within the convex hull of its
// border gives the same answer outside of that hull. The rest are sheets, which have no inside and
// are crossed or not.
#ifndef SNUG_CORE_MEANING_MATERIAL_H
#define SNUG_CORE_MEANING_MATERIAL_H

#include "core/meaning/solid.h"
#include "core/mesh/shells.h"

// A point of the material and how far it is from the surface.
typedef struct DeepPoint {
    Vec3d at;
    double depth;
} DeepPoint;

typedef struct DeepPoints {
    DeepPoint *items;
    size_t count, capacity;
} DeepPoints;

struct Material {
    const Solid *inside; // shells with an inside, holes closed; NULL: there are none
    Solid *own;          // the same when it is not the part's surface as it is
    Solid *caps;         // only what closes holes, as a surface of its own; NULL: none
    double cap_slack;    // other caps are no further from ours, nor is what lies between them
    Solid *maybe;        // shells that would have an inside if large holes were closed; NULL: none
    uint8_t *sheets;     // per triangle of the mesh: 1 if it belongs to a sheet; NULL: none does
    _Atomic(DeepPoints *) deep; // made when they are asked for, on any thread
};

// NULL: memory ran short, or cancelled.
Material *material_make(const Solid *surface, Job *job);
void material_free(Material *material); // NULL is fine

// Points well inside, some of every body. NULL: memory ran short.
const DeepPoints *material_deep_points(Material *material);
void deep_points_free(DeepPoints *points); // NULL is fine

// A shell with these loops is closed by closing small holes: one triangle is missing here and
// there, or next to nothing of the surface.
#define MATERIAL_HOLE_SHARE 0.02    // of the shell's area, for holes of any shape
#define MATERIAL_TRIANGLE_SHARE 0.5 // ... for holes of one triangle each

#endif
