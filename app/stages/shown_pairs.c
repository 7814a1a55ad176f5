#include "app/stages/shown_pairs.h"

#include "core/base/array.h"
#include "core/tree/build/build.h"

// Finds the parts near one.
typedef struct Gathering {
    const Stages *stages;
    ShownPairs *out;
    int32_t part, other;
} Gathering;

static bool add_pair(void *user, int32_t near)
{
    const Gathering *g = user;
    ShownPairs *out = g->out;
    const QueryTarget *shown = &g->stages->shown;
    int32_t a = g->part < near ? g->part : near, b = g->part < near ? near : g->part;
    CostPair pair = {.a = shown->parts[a].tree, .b = shown->parts[b].tree};
    if (a == b || (g->other != NO_PART && near != g->other) || !pair.a || !pair.b ||
        pair_rules_skip(&g->stages->rules->rules, a, b) ||
        !placement_between(&shown->parts[a].placement, &shown->parts[b].placement, &pair.b_to_a))
        return true;
    if (!array_reserve(&out->items, &out->capacity, out->count + 1, sizeof pair))
        return false;
    bvh_retain((Bvh *)pair.a);
    bvh_retain((Bvh *)pair.b);
    out->items[out->count++] = pair;
    return true;
}

bool shown_part_searched(const App *app, int32_t part)
{
    const QueryTarget *shown = &app->stages->shown;
    return app->stages->rules && shown->parts && part >= 0 && part < shown->count &&
           shown->parts[part].tree && broad_phase_box(&app->report.boxes, part);
}

bool shown_pairs_find(const App *app, int32_t part, int32_t other, ShownPairs *out)
{
    const BroadPhase *boxes = &app->report.boxes;
    Gathering gathering = {app->stages, out, part, other};
    *out = (ShownPairs){0};
    if (broad_phase_query(boxes, broad_phase_box(boxes, part), add_pair, &gathering))
        return true;
    shown_pairs_free(out);
    return false;
}

void shown_pairs_free(ShownPairs *pairs)
{
    for (size_t i = 0; i < pairs->count; ++i) {
        bvh_release((Bvh *)pairs->items[i].a);
        bvh_release((Bvh *)pairs->items[i].b);
    }
    free(pairs->items);
    *pairs = (ShownPairs){0};
}

bool shown_search_is(const App *app, int32_t part, const BvhDesc *build, const QueryDesc *query)
{
    const QueryTarget *shown = &app->stages->shown;
    return bvh_desc_equal(build, &shown->parts[part].tree->desc) &&
           query_desc_equal(query, &shown->desc);
}

bool wanted_search_is(const App *app, const BvhDesc *build, const QueryDesc *query)
{
    QueryDesc wanted = app->document.query;
    wanted.leaf_volumes = query->leaf_volumes; // which kinds can do it is no wish of anybody
    return bvh_desc_equal(build, &app->document.build) && query_desc_equal(query, &wanted);
}
