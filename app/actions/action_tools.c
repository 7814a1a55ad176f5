#include "action_tools.h"

bool action_needs_parts(const App *app, const char **why)
{
    if (app->document.part_count > 0)
        return true;
    *why = "nothing is open";
    return false;
}

bool action_needs_selection(const App *app, const char **why)
{
    if (app->document.selected != NO_PART)
        return true;
    *why = "no part is selected";
    return false;
}

bool action_check_part(const App *app, const ActionArgs *args, Error *err)
{
    if (args->part >= 0 && args->part < app->document.part_count)
        return true;
    return error_set(err, "there is no part number %d", (int)args->part);
}

bool action_check_index(int32_t index, int count, const char *what, Error *err)
{
    if (index >= 0 && index < count)
        return true;
    return error_set(err, "there is no %s number %d", what, (int)index);
}

const char *action_part_name(const App *app, const ActionArgs *args)
{
    if (args->part < 0 || args->part >= app->assembly.part_count)
        return "";
    return app->assembly.parts[args->part].name;
}

RuleSet *action_copy_rules(const App *app, Error *err)
{
    const RuleSet *set = app->document.rules;
    RuleSet *copy = set ? rule_set_copy(set) : rule_set_create();
    if (!copy)
        error_set(err, "not enough memory for the rules");
    return copy;
}

bool action_set_rules(App *app, RuleSet *set, bool good)
{
    rule_set_release(good ? app->document.rules : set);
    if (good)
        app->document.rules = set;
    return good;
}

void action_example_part(const App *app, ActionArgs *args)
{
    args->part = app->document.part_count - 1;
}

void action_example_flag_off(const App *app, ActionArgs *args)
{
    (void)app;
    args->flag = false;
}
