// Features of meshes.
#include "core/door/door.h"
#include "core/feature/feature.h"

_Static_assert((int)SNUG_FEATURE_PLANE == (int)FEATURE_PLANE &&
                   (int)SNUG_FEATURE_CYLINDER == (int)FEATURE_CYLINDER &&
                   (int)SNUG_FEATURE_CIRCLE == (int)FEATURE_CIRCLE,
               "features");

struct snug_features {
    Features found;
};

snug_status snug_features_find(const snug_mesh *mesh, snug_job *job, snug_features **out,
                               snug_error *error)
{
    if (!mesh || !out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no %s",
                         mesh ? "place for the features" : "mesh");
    snug_status status = door_job_open(door_job(job), error);
    if (status != SNUG_OK)
        return status;
    snug_features *features = mem_calloc(1, sizeof *features);
    if (!features)
        return door_no_memory(error);
    Error err = {""};
    if (!features_find((const Mesh *)mesh, door_job(job), &features->found, &err)) {
        mem_free(features);
        return door_core_failed(error, &err, SNUG_NO_MEMORY);
    }
    *out = features;
    return SNUG_OK;
}

int32_t snug_features_count(const snug_features *features)
{
    return features ? features->found.count : 0;
}

snug_status snug_features_at(const snug_features *features, int32_t index, snug_feature *out,
                             snug_error *error)
{
    snug_status status = door_ready(out, DOOR_END_OF(snug_feature, triangle_count), error);
    if (status != SNUG_OK)
        return status;
    if (index < 0 || index >= snug_features_count(features))
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no feature %d", index);
    const Feature *f = &features->found.items[index];
    snug_feature own = {.kind = (snug_feature_kind)f->kind,
                        .inward = f->inward,
                        .convex = f->convex,
                        .radius = f->radius,
                        .length = f->length,
                        .arc = f->arc,
                        .facets = f->facets,
                        .residual = f->residual,
                        .cylinder = f->parent,
                        .face = f->face,
                        .triangles = &features->found.triangles[f->first],
                        .triangle_count = f->count};
    door_vector(f->origin, own.origin);
    door_vector(f->axis, own.axis);
    door_vector(f->side, own.side);
    door_give(out, &own, sizeof own);
    return SNUG_OK;
}

int32_t snug_features_of_triangle(const snug_features *features, int32_t triangle)
{
    return features ? features_at(&features->found, triangle) : -1;
}

void snug_features_release(snug_features *features)
{
    if (!features)
        return;
    features_free(&features->found);
    mem_free(features);
}
