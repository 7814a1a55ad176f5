#include "app/actions/action_tools.h"

#include "app/io/rules_file.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    RuleSet *set = rule_set_create();
    if (!set)
        return error_set(err, "not enough memory for the rules");
    return action_set_rules(app, set, rules_read(set, args->text, err));
}

const Action action_rules_open = {
    .name = "rules.open",
    .title = "Open rules about pairs",
    .note = "text: the path of a rules file; it replaces the rules there are",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PATH}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=assets/rules-example.txt",
};
