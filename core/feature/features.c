#include "core/feature/feature.h"

#include "core/feature/surface_parts.h"
#include "core/mesh/chord_error.h"

#include <assert.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const Feature *x = a, *y = b;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return x->first < y->first ? -1 : 1;
}

// All of one kind, with their triangles after those that are there.
static void append(Features *out, int32_t *used, const FeatureDrafts *drafts, int32_t *index)
{
    for (size_t i = 0; i < drafts->count; ++i) {
        Feature feature = drafts->items[i];
        for (int32_t k = 0; k < feature.count; ++k) {
            int32_t t = drafts->triangles[feature.first + k];
            out->triangles[*used + k] = t;
            index[t] = out->count;
        }
        feature.first = *used;
        *used += feature.count;
        out->items[out->count++] = feature;
    }
}

static bool assemble(const SurfaceParts *parts, FeatureDrafts *planes, FeatureDrafts *cylinders,
                     Features *out)
{
    size_t triangles = (size_t)parts->mesh->triangle_count;
    size_t count = planes->count + 3 * cylinders->count; // each may have two circles
    out->items = array_alloc(count, sizeof *out->items);
    out->triangles =
        array_alloc(planes->triangle_count + cylinders->triangle_count, sizeof *out->triangles);
    out->plane_of = array_alloc(triangles, sizeof *out->plane_of);
    out->cylinder_of = array_alloc(triangles, sizeof *out->cylinder_of);
    if (!out->items || !out->triangles || !out->plane_of || !out->cylinder_of)
        return false;
    for (size_t t = 0; t < triangles; ++t)
        out->plane_of[t] = out->cylinder_of[t] = -1;
    out->triangle_count = (int32_t)triangles;
    if (planes->count > 0)
        qsort(planes->items, planes->count, sizeof *planes->items, by_size);
    if (cylinders->count > 0)
        qsort(cylinders->items, cylinders->count, sizeof *cylinders->items, by_size);
    int32_t used = 0;
    append(out, &used, planes, out->plane_of);
    append(out, &used, cylinders, out->cylinder_of);
    circles_find(parts, out);
    return true;
}

bool features_find(const Mesh *mesh, Job *job, Features *out, Error *err)
{
    assert(mesh && out);
    *out = (Features){0};
    if (mesh->triangle_count == 0)
        return true;
    Job silent = job_part(job, 0);
    Box3d box = mesh_bounds(mesh);
    SurfaceParts parts = {.mesh = mesh,
                          .topology = mesh_topology(mesh, &silent),
                          .noise = FEATURE_NOISE * vec3d_distance(box.lo, box.hi),
                          .round = mem_calloc((size_t)mesh->triangle_count, 1),
                          .job = job};
    FeatureDrafts planes = {0}, cylinders = {0};
    bool ok = parts.topology && parts.round && mesh_chord_error(mesh, &silent, &parts.chord) &&
              cylinders_find(&parts, &cylinders) && planes_find(&parts, &planes) &&
              assemble(&parts, &planes, &cylinders, out);
    mem_free(parts.round);
    drafts_free(&planes);
    drafts_free(&cylinders);
    if (ok)
        return true;
    features_free(out);
    return job_cancelled(job) ? false
                              : error_set(err, "not enough memory to find the features of a part");
}

void features_free(Features *features)
{
    mem_free(features->items);
    mem_free(features->triangles);
    mem_free(features->plane_of);
    mem_free(features->cylinder_of);
    *features = (Features){0};
}

int32_t features_at(const Features *features, int32_t triangle)
{
    assert(features);
    if (triangle < 0 || triangle >= features->triangle_count)
        return -1;
    int32_t cylinder = features->cylinder_of[triangle];
    return cylinder >= 0 ? cylinder : features->plane_of[triangle];
}
