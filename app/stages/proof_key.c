#include "app/stages/proof_key.h"

void proof_key_free(ProofKey *key)
{
    query_target_free(&key->target);
    rule_set_release(key->rules);
    *key = (ProofKey){0};
}

static void forget_path_parts(const App *app, QueryTarget *target)
{
    for (size_t i = 0; app->path.matches && i < app->path.path.part_count; ++i) {
        int32_t part = app->path.matches[i].part;
        if (part >= 0 && part < target->count)
            target->parts[part].placement = affine_identity();
    }
}

bool proof_key_take(App *app, ProofKey *key)
{
    SharedRules *rules = stages_rules(app);
    *key = (ProofKey){.path_version = app->path.version,
                      .clearance = app->document.clearance,
                      .tolerance = app->document.tolerance};
    if (!rules || !query_target_take(app, rules, &key->target))
        return false;
    key->rules = rule_set_retain(app->document.rules);
    forget_path_parts(app, &key->target);
    return true;
}

static bool in_path(const App *app, int32_t part)
{
    for (size_t i = 0; app->path.matches && i < app->path.path.part_count; ++i)
        if (app->path.matches[i].part == part)
            return true;
    return false;
}

// It is about what is open, but for where the path's own parts stand.
bool proof_key_holds(App *app, const ProofKey *key)
{
    SharedRules *rules = stages_rules(app);
    if (!rules || key->path_version != app->path.version || key->rules != app->document.rules ||
        key->clearance < app->document.clearance || key->clearance > app->document.clearance ||
        key->tolerance < app->document.tolerance || key->tolerance > app->document.tolerance ||
        key->target.count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < key->target.count; ++i) {
        QueryPart now = query_part_of(app, rules, i);
        const QueryPart *then = &key->target.parts[i];
        if (query_part_equal(&now, then))
            continue;
        now.placement = affine_identity();
        if (!in_path(app, i) || !query_part_equal(&now, then))
            return false;
    }
    return true;
}
