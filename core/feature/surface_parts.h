// A mesh that is being cut into planes and cylinders.
#ifndef SNUG_CORE_FEATURE_SURFACE_PARTS_H
#define SNUG_CORE_FEATURE_SURFACE_PARTS_H

#include "core/base/array.h"
#include "core/feature/feature.h"
#include "core/mesh/topology.h"

typedef struct SurfaceParts {
    const Mesh *mesh;
    const MeshTopology *topology;
    double noise;   // what the rounding of a file moves a corner by at most
    double chord;   // mesh_chord_error
    uint8_t *round; // per triangle: of a cylinder whose facets are no planes of their own
    Job *job;
} SurfaceParts;

// Features that are being found, with their triangles.
typedef struct FeatureDrafts {
    Feature *items; // first and count: of these triangles
    size_t count, capacity;
    int32_t *triangles;
    size_t triangle_count, triangle_capacity;
} FeatureDrafts;

static inline bool drafts_add_triangle(FeatureDrafts *drafts, int32_t triangle)
{
    if (!array_reserve(&drafts->triangles, &drafts->triangle_capacity, drafts->triangle_count + 1,
                       sizeof *drafts->triangles))
        return false;
    drafts->triangles[drafts->triangle_count++] = triangle;
    return true;
}

static inline bool drafts_add(FeatureDrafts *drafts, const Feature *feature)
{
    if (!array_reserve(&drafts->items, &drafts->capacity, drafts->count + 1, sizeof *drafts->items))
        return false;
    drafts->items[drafts->count++] = *feature;
    return true;
}

static inline void drafts_free(FeatureDrafts *drafts)
{
    mem_free(drafts->items);
    mem_free(drafts->triangles);
    *drafts = (FeatureDrafts){0};
}

// Each false: cancelled, or memory is short.
bool planes_find(const SurfaceParts *parts, FeatureDrafts *out);
bool cylinders_find(const SurfaceParts *parts, FeatureDrafts *out); // marks what is round

// Appends them; there is room for two per cylinder.
void circles_find(const SurfaceParts *parts, Features *features);

#endif
