// The rules about pairs, resolved once for all who ask.
#include "app/stages/stages.h"
#include "core/base/array.h"

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
                            {0},
                            array_alloc(count, sizeof *shared->signatures)};
    if (!shared->signatures ||
        !pair_rules_resolve(&shared->rules, shared->source, &app->assembly)) {
        shared_rules_release(shared);
        return NULL;
    }
    for (int32_t i = 0; i < app->assembly.part_count; ++i)
        shared->signatures[i] = pair_rules_signature(&shared->rules, i);
    return shared;
}

SharedRules *stages_rules(App *app)
{
    Stages *stages = app->stages;
    const SharedRules *known = stages->rules;
    if (!known || known->source != app->document.rules || known->generation != stages->generation ||
        known->names_version != app->names_version) {
        SharedRules *fresh = resolve(app);
        if (!fresh)
            return NULL; // tried again with the next update
        shared_rules_release(stages->rules);
        stages->rules = fresh;
    }
    return stages->rules;
}
