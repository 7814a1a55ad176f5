// Deformations of a whole part by formula, for demonstrations of refitting: vertices change every
// frame, triangles stay. To add one: deform_x.c here that defines `const DeformRule deform_x`, and
// X(x) in list.h.
#ifndef SNUG_CORE_MESH_DEFORM_DEFORM_H
#define SNUG_CORE_MESH_DEFORM_DEFORM_H

#include "core/base/angle.h"
#include "core/base/named.h"
#include "core/mesh/mesh.h"

// Coordinates along the part's longest side (u) and across it (v, w), from the centre of its box at
// rest. They are right-handed, so nothing is mirrored.
typedef struct DeformPoint {
    double u, v, w;
} DeformPoint;

typedef struct DeformRule {
    const char *name, *note;
    // half: half the longest side, never 0. amount: -1..1, 0 must leave p as it is.
    DeformPoint (*move)(DeformPoint p, double half, double amount);
} DeformRule;

extern const DeformRule *const deform_rules[];
extern const int deform_rule_count;
static inline int deform_index(const DeformRule *row)
{
    return named_index(deform_rules, deform_rule_count, row);
}

typedef struct Deformation {
    int rule;      // of deform_rules
    double amount; // -1..1; 0: at rest
} Deformation;

// What of the part at rest decides where its points go.
typedef struct DeformFrame {
    Vec3d centre, size; // of its box
    int u;              // the longest side
    double half;        // of it
} DeformFrame;
DeformFrame deform_frame(const Mesh *rest);
DeformFrame deform_frame_of(const Box3d *box);
Vec3d deform_point(const DeformFrame *frame, const Deformation *deformation, Vec3d p);

// A mesh with the same triangles and its own vertices, at rest. NULL when memory is short.
Mesh *deform_mesh_create(const Mesh *rest);

// Moves the vertices of `mesh`, made from `rest` as above, and raises its version: its trees are
// stale until they are refitted. Nobody else may be reading the mesh.
void deform_mesh(Mesh *mesh, const Mesh *rest, const Deformation *deformation);

#endif
