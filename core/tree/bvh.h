// A hierarchy of bounding volumes over one mesh: building, walking, measuring. Immutable
// once built (but for refit), shared by retain and release from any thread.
#ifndef SNUG_CORE_TREE_BVH_H
#define SNUG_CORE_TREE_BVH_H

#include "core/tree/bv.h"

struct BuildRecord;
struct Builder;
struct SplitRule;

// Zero is a sensible default: NULL takes the first of each registry, and the criterion that the type
// brings along. params is read only when params_set; otherwise the type's normal values hold.
struct BvhDesc {
    const BvType *type;
    const struct Builder *builder;
    const struct SplitRule *split;
    int32_t leaf_size; // most triangles in a leaf: 0 means the type's, at most BVH_MAX_LEAF
    int32_t arity;     // most children of a node: 2, 4 or 8; 0 means the type's. Levels are skipped
    bool params_set;
    double params[BV_MAX_PARAMS];
};
enum { BVH_MAX_LEAF = 16 };

struct Bvh {
    const BvType *type;
    BvhDesc desc; // with every default filled in
    Mesh *mesh;
    uint32_t mesh_version;
    void *nodes;                // in the type's own layout
    void *build_data;           // of the type's own build function, while it runs
    struct BuildRecord *record; // of who wants to know how it is built, while it is; else NULL
    uint32_t node_count, depth; // depth: levels; 0 for an empty mesh
    int32_t *slots;             // triangles in leaf order
    uint32_t slot_count;
    // Corners of the triangles in leaf order, rounded to floats, and three triangles more that mean
    // nothing: for leaving out pairs by fours (shape/triangle/tri_packet.h). NULL: there are none.
    float (*corners)[3][3];
    struct LeafEdges *edges; // of leaves that list edges, too (leaf_edges.h); NULL: they do not
    double radius;           // of the mesh about its origin: tolerances are relative to it
    Box3d box;               // of the mesh: the broad phase's box
    double build_ms;
    CountRows cuts; // how its nodes were cut, by the criterion's reasons; most frequent first
    void *scratch;  // of refits, kept for the next one: new memory costs as much as the work itself
    size_t scratch_bytes;
    // As built, noted before the first refit: see quality_refit.
    struct {
        bool known;
        double overlap, cost;
    } as_built;
    _Atomic int references;
};

Bvh *bvh_retain(Bvh *bvh);
void bvh_release(Bvh *bvh); // NULL is fine

// Can they be searched for contact with each other? Their volumes must be of one type and of the
// same parameters, which say what a node holds; how the trees were built does not matter.
bool bvh_comparable(const Bvh *a, const Bvh *b, Error *err);

// Every node once, parents first, with its decoded volume. Return false to skip what is below.
typedef bool BvhVisitFn(void *user, NodeId node, int level, NodeLinks links, const void *volume);
bool bvh_visit(const Bvh *bvh, BvhVisitFn *visit, void *user); // false: memory ran short

// The volume of one node. above: the parent of every node, BVH_NO_NODE of the root; read only by types
// whose volumes follow from their parents'. False: memory ran short.
#define BVH_NO_NODE UINT32_MAX
bool bvh_volume(const Bvh *bvh, NodeId node, const NodeId *above, void *volume);

// The triangles below a node of an object hierarchy: the slots between its outermost leaves. Enough
// of FitItems to fit a volume anew: mesh, items and count.
FitItems bvh_items_below(const Bvh *bvh, NodeId node);

// Makes or renews the corners in leaf order. False: memory ran short.
bool bvh_make_corners(Bvh *bvh);

// Memory for a refit, as it was left by the last one. NULL: there is none.
void *bvh_scratch(Bvh *bvh, size_t bytes);
// Called at the end of a type's refit: the tree now belongs to the mesh as it is.
void bvh_refitted(Bvh *bvh);

size_t bvh_bytes(const Bvh *bvh); // of the arrays really allocated for the tree, without the mesh

#endif
