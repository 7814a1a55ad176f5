#include "app/stages/target.h"

#include "app/document/rigid.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdlib.h>

// --- the rules about pairs, resolved once for all who ask

SharedRules *shared_rules_retain(SharedRules *rules)
{
    ++rules->references;
    return rules;
}

void shared_rules_release(SharedRules *rules)
{
    if (!rules || --rules->references > 0)
        return;
    pair_rules_free(&rules->rules);
    free(rules->signatures);
    free(rules);
}

static SharedRules *resolve(const App *app)
{
    SharedRules *shared = calloc(1, sizeof *shared);
    size_t count = (size_t)app->assembly.part_count;
    if (!shared)
        return NULL;
    *shared = (SharedRules){1,
                            app->document.rules,
                            app->stages->generation,
                            app->names_version,
                            rigid_signature(&app->document),
                            {0},
                            array_alloc(count, sizeof *shared->signatures)};
    uint64_t *bodies = shared->rigid ? array_alloc(count, sizeof *bodies) : NULL;
    if (!shared->signatures || (shared->rigid && !bodies) ||
        !pair_rules_resolve(&shared->rules, shared->source, &app->assembly)) {
        mem_free(bodies);
        shared_rules_release(shared);
        return NULL;
    }
    for (size_t i = 0; bodies && i < count; ++i)
        bodies[i] = (int32_t)i < app->document.part_count ? rigid_body(&app->document.parts[i]) : 0;
    pair_rules_join(&shared->rules, bodies);
    for (int32_t i = 0; i < app->assembly.part_count; ++i)
        shared->signatures[i] = pair_rules_signature(&shared->rules, i);
    return shared;
}

const SharedRules *stages_known_rules(const App *app)
{
    const SharedRules *known = app->stages->rules;
    return known && known->source == app->document.rules &&
                   known->generation == app->stages->generation &&
                   known->names_version == app->names_version &&
                   known->rigid == rigid_signature(&app->document)
               ? known
               : NULL;
}

SharedRules *stages_rules(App *app)
{
    Stages *stages = app->stages;
    if (!stages_known_rules(app)) {
        SharedRules *fresh = resolve(app);
        if (!fresh)
            return NULL; // tried again with the next update
        shared_rules_release(stages->rules);
        stages->rules = fresh;
    }
    return stages->rules;
}

// --- parts

bool query_part_equal(const QueryPart *a, const QueryPart *b)
{
    return a->tree == b->tree && a->active == b->active && a->ignored == b->ignored &&
           affine_equal(&a->placement, &b->placement);
}

QueryPart query_part_of(const App *app, const SharedRules *rules, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    return (QueryPart){app->parts[part].tree, state->placement, state->visible,
                       rules->signatures[part]};
}

bool query_target_take(const App *app, const SharedRules *rules, QueryTarget *out)
{
    int32_t count = app->document.part_count;
    QueryPart *parts = array_alloc((size_t)count, sizeof *parts);
    if (!parts)
        return false;
    for (int32_t i = 0; i < count; ++i) {
        parts[i] = query_part_of(app, rules, i);
        bvh_retain(parts[i].tree);
    }
    query_target_free(out);
    *out = (QueryTarget){.parts = parts, .count = count};
    return true;
}

bool query_target_copy(QueryTarget *out, const QueryTarget *from)
{
    query_target_free(out);
    QueryPart *parts = array_alloc((size_t)from->count, sizeof *parts);
    if (!parts)
        return false;
    for (int32_t i = 0; i < from->count; ++i) {
        parts[i] = from->parts[i];
        bvh_retain(parts[i].tree);
    }
    *out = (QueryTarget){.parts = parts, .count = from->count};
    return true;
}

bool query_target_has_parts(const App *app, const SharedRules *rules, const QueryTarget *target)
{
    if (!target->parts || target->count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < target->count; ++i) {
        QueryPart part = query_part_of(app, rules, i);
        if (!query_part_equal(&part, &target->parts[i]))
            return false;
    }
    return true;
}

void query_target_free(QueryTarget *target)
{
    for (int32_t i = 0; target->parts && i < target->count; ++i)
        bvh_release(target->parts[i].tree);
    free(target->parts);
    *target = (QueryTarget){0};
}

PosedPart *query_target_posed(const QueryTarget *target, bool changed)
{
    PosedPart *posed = array_alloc((size_t)target->count, sizeof *posed);
    for (int32_t i = 0; posed && i < target->count; ++i) {
        const QueryPart *part = &target->parts[i];
        posed[i] = (PosedPart){part->tree, part->placement, part->active, changed};
    }
    return posed;
}
