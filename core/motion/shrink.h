// A part made smaller by a hair, so that flush contact becomes a gap: every point of a closed mesh
// moves inwards so far that all faces around it do.
//
// What holds by construction, whatever the offsets are: no point of the surface moves by more than
// `limit`. Let the solid of the shrunk mesh be apart from another solid N. A point x of the old
// surface inside N has moved on a straight line to one outside of N, so N's surface is no further
// from x than the limit. A point y of N's surface inside the old part is outside of the shrunk one:
// the winding number around it has changed on the way, so some point of the surface came through y,
// and y is no deeper than the limit either. Hence: apart when shrunk means depth <= limit.
#ifndef SNUG_CORE_MOTION_SHRINK_H
#define SNUG_CORE_MOTION_SHRINK_H

#include "core/meaning/solid.h"

// What is known of a mesh for shrinking it: made once per mesh and version.
typedef struct Shrinker {
    Mesh *mesh; // retained
    uint32_t version;
    const MeshTopology *topology; // the mesh's
    const Solid *solid;           // of the mesh, the caller's
    const Bvh *tree;              // as well
    Vec3d *normal;                // per triangle, out of the material; 0 for needles
    int32_t *first,
        *faces;    // triangles around the point at vertex v: faces[first[v] .. first[v + 1])
    Vec3d *offset; // per point, for an inset of 1
    uint8_t *mark; // per point: of these offsets
} Shrinker;

// Why a point does not take all faces around it in by what was wanted.
enum ShrinkMark {
    SHRINK_NONE,    // it does
    SHRINK_CLAMPED, // so sharp that it would move by more than four times that
    SHRINK_SADDLE,  // no direction leads inwards from all faces
    SHRINK_THIN,    // walls would go in by more than half of what is between them
    SHRINK_CUT,     // it would move further than the limit
    SHRINK_HELD,    // a face would turn over
    SHRINK_MARKS
};

typedef struct ShrinkDesc {
    double inset;         // how far faces go inwards
    const double *insets; // per triangle instead of that; NULL: all the same
    double limit;         // no point moves further
} ShrinkDesc;

typedef struct Shrunk {
    Mesh *mesh;                   // the same triangles; NULL: nothing was made
    Bvh *tree;                    // of the same kind as the shrinker's
    uint8_t *mark;                // per vertex
    int32_t counts[SHRINK_MARKS]; // points
    double moved;                 // how far a point moved at most
} Shrunk;

enum ShrinkEnd {
    SHRINK_DONE,
    SHRINK_OPEN,     // not a closed surface
    SHRINK_TOO_MUCH, // how thin it is would take too long to find out
    SHRINK_FAILED,   // cancelled, or memory ran short: err says which
};

// solid: of the tree's mesh, with its material, from a cache. Solid and tree stay as long as this.
enum ShrinkEnd shrinker_create(Shrinker *shrinker, const Solid *solid, const Bvh *tree, Job *job,
                               Error *err);
void shrinker_free(Shrinker *shrinker);

// Faces that would turn over get the corners at their shortest side moved alike; where that does not
// help, these move less.
enum ShrinkEnd shrink(const Shrinker *shrinker, const ShrinkDesc *desc, Job *job, Shrunk *out,
                      Error *err);
void shrunk_free(Shrunk *shrunk);

// The linear part of a placement done to a copy of the mesh, so that what is left of the placement
// is a translation: for scaled and mirrored parts, whose lengths are not true ones. Triangles keep
// their numbers and, in a mirror, are turned over: their second and third corners are swapped.
// NULL: the map is singular or not finite, or coordinates leave their range, or memory ran short.
Mesh *mesh_baked(const Mesh *mesh, const Affine *placement, Error *err);
// The same for all of a placement.
Mesh *mesh_placed(const Mesh *mesh, const Affine *placement, Error *err);

#endif
