#include "app/actions/action_tools.h"

#include "app/io/rules_file.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->text[0] == 0)
        return error_set(err, "no file was named");
    if (!memchr(args->text, 0, sizeof args->text))
        return error_set(err, "the path is too long");
    RuleSet *set = rule_set_create();
    if (!set)
        return error_set(err, "not enough memory for the rules");
    return action_set_rules(app, set, rules_read(set, args->text, err));
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    strcpy(args->text, "assets/rules-example.txt");
}

const Action action_rules_open = {
    .name = "rules.open",
    .title = "Open rules about pairs",
    .note = "text: the path of a rules file; it replaces the rules there are",
    .flags = ACTION_UNDOABLE,
    .reads = READS_TEXT,
    .enabled = action_needs_parts,
    .apply = apply,
    .example = example,
};
