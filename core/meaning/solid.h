// A mesh seen as the boundary of a solid: its topology and, through a tree of its own, how far
// points are from it and how often it winds around them.
#ifndef SNUG_CORE_MEANING_SOLID_H
#define SNUG_CORE_MEANING_SOLID_H

#include "core/meaning/contact.h"
#include "core/mesh/topology.h"
#include "core/tree/binary_nodes.h"

// Children stand together; a leaf has slots instead. Boxes are exact.
typedef struct SolidNode {
    Box3d box;
    uint32_t ref; // binary_nodes.h
} SolidNode;

static inline NodeLinks solid_links(const SolidNode *node)
{
    return node_ref_links(node->ref);
}

struct Solid {
    Mesh *mesh; // retained
    uint32_t version;
    const MeshTopology *topology; // the mesh's, for as long as it has this version
    bool encloses;                // a winding number means something: the surface has no border
    SolidNode *nodes;             // of a tree of AABBs that was made like any other
    uint32_t node_count;          // 0 when there are no triangles
    int32_t *slots;               // triangles in leaf order
    double radius;                // of the mesh about its origin
    struct Material *material;    // what of it has an inside (material.h); made by the cache
};

Solid *solid_build(Mesh *mesh, Job *job); // NULL: memory ran short, or cancelled
void solid_release(Solid *solid);         // NULL is fine

// A solid somewhere in a frame in which lengths are true ones.
typedef struct PlacedSolid {
    const Solid *solid;
    Affine to_frame, to_local;
    bool rigid;
    double shrink; // lengths in the frame are at least this times the local ones
} PlacedSolid;
bool placed_solid_init(PlacedSolid *placed, const Solid *solid, const Affine *to_frame);

Triangle placed_solid_triangle(const PlacedSolid *placed, int32_t triangle); // in the frame

typedef struct Nearest {
    double distance;  // the bound given when nothing is nearer
    int32_t triangle; // -1: nothing is nearer than the bound
    Vec3d foot;       // in the frame
} Nearest;

// The surface point nearest to p (in the frame), if nearer than bound. Plain doubles. hint: a
// triangle that may be near, which saves much of the search; -1: none is known.
Nearest solid_nearest(const PlacedSolid *placed, Vec3d p, double bound, int32_t hint);

// How often the surface winds around p, in exact arithmetic on the triangles moved into the frame
// the way pair queries move them. Only for solids that enclose. False: p lies on the surface, or no
// ray could be found that meets no edge.
bool solid_winding(const PlacedSolid *placed, Vec3d p, int *winding);
// The same for each of several groups of triangles, as if there were no others; triangles of the
// group `skipped` are not looked at. group_of: per triangle; windings: per group, group_count of them.
bool solid_windings(const PlacedSolid *placed, Vec3d p, const int32_t *group_of, int32_t skipped,
                    int32_t group_count, int *windings);

// Triangles of the leaves whose boxes meet the box (in the solid's own frame), until visit says false.
// False: it did.
typedef bool SolidVisitFn(void *user, int32_t triangle);
bool solid_visit_near(const Solid *solid, const Box3d *box, SolidVisitFn *visit, void *user);

// Squared distance of a point from a triangle, and the nearest point.
double triangle_nearest(const Triangle *t, Vec3d p, Vec3d *foot);

#endif
