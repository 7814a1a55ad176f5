#include "app/actions/action_tools.h"

// How deep they are now, in metres: what a baseline is compared with.
static double present_depth(const App *app, int32_t a, int32_t b)
{
    uint64_t id = pair_id(app->assembly.parts[a].key, app->assembly.parts[b].key);
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        if (row->id == id)
            return fit_row_baseline_depth(row) * length_unit_info(app->assembly.unit)->metres;
    }
    return 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->part == args->other)
        return error_set(err, "a pair is of two parts");
    enum PairRule rule = (enum PairRule)args->rule;
    double depth = rule == RULE_BASELINE ? present_depth(app, args->part, args->other) : 0;
    RuleSet *set = action_copy_rules(app, err);
    return set && action_set_rules(app, set,
                                   rule_set_put(set, rule, app->assembly.parts[args->part].key,
                                                app->assembly.parts[args->other].key, depth, err));
}

const Action action_pair_rule = {
    .name = "pair.rule",
    .title = "Set rule for pair with",
    .note = "part, other: the two parts; number: 0 checked, 1 ignored, 2 intentional, 3 forbidden, "
            "4 baseline",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .what = "the rule", .least = 0, .most = RULE_COUNT - 1}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "number=1",
};
