// Triangles that make up one facet: those of a source polygon, or of one plane, or the two halves
// of a quad that is nearly flat. A tessellated surface is made of such facets however they were
// cut into triangles.
#ifndef SNUG_CORE_MESH_FACETS_H
#define SNUG_CORE_MESH_FACETS_H

#include "core/mesh/topology.h"

#define FACET_FLAT_TURN 1e-5 // what turns by less is one plane

typedef struct Facets {
    const Mesh *mesh;
    const MeshTopology *topology;
    int32_t count;
    int32_t *facet_of;  // per triangle
    int32_t *first;     // per facet, and one more: where its triangles begin in `triangles`
    int32_t *triangles; // all of them, by facet
    Vec3d *normals;     // per facet: unit, or 0 where it has no area
} Facets;

// False: cancelled, or memory is short; *facets is then empty.
bool facets_find(Facets *facets, const Mesh *mesh, const MeshTopology *topology, Job *job);
void facets_free(Facets *facets);

// The side across an edge over which a surface may go on smoothly: of one other triangle, wound the
// same way, and no crease. Otherwise -1.
int32_t facets_smooth_twin(const Mesh *mesh, const MeshTopology *topology, int32_t side);

// How far a surface turns from one unit normal to another: the angle in radians, as long as it is
// small, or rather its chord. Without a call of trigonometry, and exact where it is small.
static inline double facets_turn(Vec3d a, Vec3d b)
{
    return vec3d_distance(a, b);
}

#endif
