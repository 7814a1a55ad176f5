// What a volume is fitted to, and how a split made it.
#ifndef SNUG_CORE_TREE_FIT_H
#define SNUG_CORE_TREE_FIT_H

#include "core/mesh/mesh.h"

// What one split decided. Object hierarchies use left_count alone; implicit boxes also axis and
// side.
typedef struct SplitChoice {
    int32_t left_count;
    int axis;
    int side[2];    // per child: 0 = its upper side was lowered, 1 = its lower side was raised
    double end[2];  // per child: where that side now is
    bool sides_set; // side and end mean something
    bool no_memory; // nothing was decided, and nothing else may be instead: the build fails
    const char *reason;
} SplitChoice;

// The triangles below a node, with their boxes rounded outward to float, indexed by triangle.
typedef struct FitItems {
    const Mesh *mesh;
    const Box3 *boxes;
    const int32_t *items;
    int32_t count;
    Box3 box; // union of the items' boxes
    // For BV_NEEDS_PARENT: the split that made this node, and which of its children it is. NULL for
    // the root and in refits.
    const SplitChoice *made_by;
    int child;
    const struct PrincipalAxes *axes;  // as the criterion found them; NULL or not known: find them
    const struct MomentTable *moments; // for finding them; may be NULL
    struct FitRoom *room;              // for listing their points (fit_points.h); may be NULL
} FitItems;

// Corner i of 3 * count.
static inline Vec3d fit_corner(const FitItems *items, int32_t i)
{
    return items->mesh->vertices[items->mesh->triangles[items->items[i / 3]][i % 3]];
}

// The corners of one of the triangles.
static inline void fit_triangle(const FitItems *items, int32_t i, Vec3d p[3])
{
    const int32_t *corners = items->mesh->triangles[items->items[i]];
    for (int k = 0; k < 3; ++k)
        p[k] = items->mesh->vertices[corners[k]];
}

#endif
