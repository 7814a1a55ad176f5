// Where a plane cuts a mesh: the outline of the cut, and how it is to be filled.
#ifndef SNUG_CORE_MESH_PLANE_CUT_H
#define SNUG_CORE_MESH_PLANE_CUT_H

#include "core/mesh/mesh.h"

#include <stddef.h>

enum CutFill {
    CUT_OPEN, // lines end somewhere: the mesh has a hole there, and there is no inside
    // All lines close, but faces look both ways: inside is what lies within an odd number of lines.
    CUT_EVEN_ODD,
    CUT_WINDING // inside is what the lines go round
};

typedef struct PlaneCut {
    Vec3d (*segments)[2]; // seen from the tip of the normal, the inside of a solid is left of each
    size_t count, capacity;
    enum CutFill fill;
} PlaneCut;

// Keeps what has dot(normal, p) < offset. Vertices in the plane count as cut away, so every vertex
// is on one of two sides, and the lines of a closed mesh close, whatever the plane touches. Memory
// of an earlier cut is used again. False: no memory.
bool plane_cut(PlaneCut *out, const Mesh *mesh, Vec3d normal, double offset);
void plane_cut_free(PlaneCut *cut);

#endif
