#include "app/actions/action_tools.h"

#include "app/io/rules_file.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    RuleSet *set = action_copy_rules(app, err);
    if (!set)
        return false;
    size_t before = set->count + set->group_count;
    bool good =
        rules_parse(set, "rule", args->text, strlen(args->text), err) &&
        (set->count + set->group_count > before || error_set(err, "there is no rule in it"));
    return action_set_rules(app, set, good);
}

const Action action_rules_add = {
    .name = "rules.add",
    .title = "Add rule about pairs",
    .note = "text: a line as in a rules file: ignore Bolt* Plate, group fasteners Bolt* Nut*",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=\"ignore Bolt* Plate*\"",
};
