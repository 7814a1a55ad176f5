// What there is to choose from, and from names to rows of the registries.
#include "core/door/door.h"
#include "core/tree/build/build.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"

typedef struct Kind {
    const char *name, *note;
} Kind;

static Kind kind_at(snug_registry registry, int32_t i)
{
    switch (registry) {
    case SNUG_VOLUMES:
        return (Kind){bv_types[i]->name, bv_types[i]->note};
    case SNUG_CRITERIA:
        return (Kind){split_rules[i]->name, split_rules[i]->note};
    case SNUG_BUILDERS:
        return (Kind){builders[i]->name, builders[i]->note};
    case SNUG_DESCENTS:
        return (Kind){descent_rules[i]->name, descent_rules[i]->note};
    case SNUG_TRIANGLE_TESTS:
        return (Kind){tri_tests[i]->name, tri_tests[i]->note};
    }
    return (Kind){NULL, NULL};
}

int32_t snug_kind_count(snug_registry registry)
{
    switch (registry) {
    case SNUG_VOLUMES:
        return bv_type_count;
    case SNUG_CRITERIA:
        return split_rule_count;
    case SNUG_BUILDERS:
        return builder_count;
    case SNUG_DESCENTS:
        return descent_rule_count;
    case SNUG_TRIANGLE_TESTS:
        return tri_test_count;
    }
    return 0;
}

snug_status snug_kind_at(snug_registry registry, int32_t index, snug_kind_info *info,
                         snug_error *error)
{
    snug_status status = door_ready(info, DOOR_END_OF(snug_kind_info, name), error);
    if (status != SNUG_OK)
        return status;
    if (index < 0 || index >= snug_kind_count(registry))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the registry has no row %d", index);
    Kind kind = kind_at(registry, index);
    snug_kind_info own = {.name = kind.name, .note = kind.note};
    if (registry == SNUG_VOLUMES) {
        own.param_count = bv_types[index]->param_count;
        own.test_count = bv_types[index]->test_count;
        own.can_refit = bv_types[index]->refit != NULL;
    }
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}

// The row of that name, 0 for NULL, -1: there is none.
static int32_t row_of(snug_registry registry, const char *name)
{
    for (int32_t i = 0; name && i < snug_kind_count(registry); ++i)
        if (strcmp(kind_at(registry, i).name, name) == 0)
            return i;
    return name ? -1 : 0;
}

const BvType *door_volume(const char *name)
{
    int32_t row = row_of(SNUG_VOLUMES, name);
    return row < 0 ? NULL : bv_types[row];
}

snug_status snug_param_at(const char *volume, int32_t index, snug_param_info *info,
                          snug_error *error)
{
    snug_status status = door_ready(info, DOOR_END_OF(snug_param_info, name), error);
    if (status != SNUG_OK)
        return status;
    const BvType *type = door_volume(volume);
    if (!type)
        return door_fail(error, SNUG_BAD_NAME, "there is no volume \"%.100s\"", volume);
    if (index < 0 || index >= type->param_count)
        return door_fail(error, SNUG_BAD_ARGUMENT, "%s has no parameter %d", type->name, index);
    const Param *param = &type->params[index];
    snug_param_info own = {.name = param->name,
                           .note = param->note,
                           .least = param->min,
                           .most = param->max,
                           .normal = param->normal};
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}

const char *snug_overlap_test_at(const char *volume, int32_t index)
{
    const BvType *type = door_volume(volume);
    return type && index >= 0 && index < type->test_count ? type->tests[index].name : NULL;
}

static snug_status check_params(BvhDesc *out, const snug_tree_desc *own, snug_error *error)
{
    if (!own->params)
        return own->param_count == 0
                   ? SNUG_OK
                   : door_fail(error, SNUG_BAD_ARGUMENT, "params are counted but not there");
    if (own->param_count != out->type->param_count)
        return door_fail(error, SNUG_BAD_ARGUMENT, "%s has %d parameters, not %d", out->type->name,
                         out->type->param_count, own->param_count);
    for (int32_t i = 0; i < own->param_count; ++i) {
        const Param *param = &out->type->params[i];
        if (!(own->params[i] >= param->min && own->params[i] <= param->max))
            return door_fail(error, SNUG_BAD_ARGUMENT, "%s is from %g to %g, not %g", param->name,
                             param->min, param->max, own->params[i]);
        out->params[i] = own->params[i];
    }
    out->params_set = true;
    return SNUG_OK;
}

snug_status door_tree_desc(BvhDesc *out, const snug_tree_desc *given, snug_job **job,
                           snug_error *error)
{
    snug_tree_desc own = {0};
    snug_status status = DOOR_TAKE(own, given, error);
    if (status != SNUG_OK)
        return status;
    *job = own.job;
    int32_t volume = row_of(SNUG_VOLUMES, own.volume),
            criterion = row_of(SNUG_CRITERIA, own.criterion),
            builder = row_of(SNUG_BUILDERS, own.builder);
    if (volume < 0)
        return door_fail(error, SNUG_BAD_NAME, "there is no volume \"%.100s\"", own.volume);
    if (criterion < 0)
        return door_fail(error, SNUG_BAD_NAME, "there is no criterion \"%.100s\"", own.criterion);
    if (builder < 0)
        return door_fail(error, SNUG_BAD_NAME, "there is no builder \"%.100s\"", own.builder);
    if (own.leaf_size < 0 || own.leaf_size > BVH_MAX_LEAF)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a leaf holds 1 to %d triangles, not %d",
                         BVH_MAX_LEAF, own.leaf_size);
    if (own.arity != 0 && own.arity != 2 && own.arity != 4 && own.arity != 8)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a node has at most 2, 4 or 8 children, not %d",
                         own.arity);
    *out = (BvhDesc){.type = bv_types[volume],
                     .split = own.criterion ? split_rules[criterion] : NULL,
                     .builder = builders[builder],
                     .leaf_size = own.leaf_size,
                     .arity = own.arity};
    status = check_params(out, &own, error);
    const char *why = "";
    if (status == SNUG_OK && !bvh_desc_allowed(out, &why))
        status = door_fail(error, SNUG_BAD_KIND, "%s cannot be built that way: %s", out->type->name,
                           why);
    return status;
}

static snug_status check_scale(const DoorQuery *query, const OverlapTest *test, bool bounded,
                               const char *volume, snug_error *error)
{
    if (!(test->can & TEST_SCALE) && !affine_is_rigid(&query->b_to_a))
        return door_fail(error, SNUG_BAD_PLACEMENT,
                         "%s / %s is right for rigid placements only; use AABB under scale", volume,
                         test->name);
    if (bounded && !(test->can & TEST_BOUND))
        return door_fail(error, SNUG_BAD_KIND, "%s / %s gives no bound of the distance", volume,
                         test->name);
    return SNUG_OK;
}

snug_status door_query(DoorQuery *out, const snug_tree *a, const snug_tree *b, const double *b_to_a,
                       const snug_query_desc *given, bool bounded, snug_error *error)
{
    snug_query_desc own = {0};
    *out = (DoorQuery){.job = NULL};
    if (!a || !b)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a query needs two trees");
    snug_status status = DOOR_TAKE(own, given, error);
    if (status == SNUG_OK)
        status = door_placement(&out->b_to_a, b_to_a, error);
    if (status != SNUG_OK)
        return status;
    const BvType *type = a->bvh->type;
    Error differ = {""};
    if (!bvh_comparable(a->bvh, b->bvh, &differ))
        return door_fail(error, SNUG_BAD_KIND, "%s", differ.text);
    if (a->bvh->mesh_version != a->bvh->mesh->version ||
        b->bvh->mesh_version != b->bvh->mesh->version)
        return door_fail(error, SNUG_STALE, "a mesh has changed: refit its tree first");
    int test = 0;
    while (own.overlap_test && test < type->test_count &&
           strcmp(type->tests[test].name, own.overlap_test) != 0)
        ++test;
    if (test == type->test_count)
        return door_fail(error, SNUG_BAD_NAME, "%s has no overlap test \"%.100s\"", type->name,
                         own.overlap_test);
    int32_t descent = row_of(SNUG_DESCENTS, own.descent),
            tri = row_of(SNUG_TRIANGLE_TESTS, own.triangle_test);
    if (descent < 0)
        return door_fail(error, SNUG_BAD_NAME, "there is no descent \"%.100s\"", own.descent);
    if (tri < 0)
        return door_fail(error, SNUG_BAD_NAME, "there is no triangle test \"%.100s\"",
                         own.triangle_test);
    out->job = door_job(own.job);
    out->descent_given = own.descent != NULL;
    out->desc = (QueryDesc){.mode = own.first_only ? QUERY_FIRST : QUERY_ALL,
                            .test = test,
                            .rule = own.descent ? descent
                                    : bounded   ? query_distance_desc(type).rule
                                                : type->rule,
                            .order = bounded ? ORDER_BEST_FIRST : ORDER_LIFO,
                            .tri = own.triangle_test ? tri_tests[tri] : NULL,
                            .witnesses = own.points != 0,
                            .limit = own.limit > SIZE_MAX ? SIZE_MAX : (size_t)own.limit,
                            .pool = out->job ? out->job->pool : NULL};
    status = check_scale(out, &type->tests[test], bounded, type->name, error);
    return status == SNUG_OK ? door_job_open(out->job, error) : status;
}
