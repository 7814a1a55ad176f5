// Arguments that make sense for any action, and change something: what its row gives as example,
// and the rest from what is open.
#ifndef SNUG_APP_TESTS_EXAMPLES_H
#define SNUG_APP_TESTS_EXAMPLES_H

#include "app/document/fields.h"
#include "app/script/script.h"
#include "app/tests/app_fixture.h"

// The first of these values that is another one and can be set now.
static inline double other_value(const Field *field, const Document *document)
{
    double now = field_value(field, document);
    double most = field->list ? list_count(field->list, document) - 1 : field->most;
    const double wishes[] = {field->stored == STORED_FLAG ? !(now > 0) : most, now + 1, now + 2,
                             field->least, now - 1};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        Document copy = *document;
        Error ignored;
        if ((wishes[i] < now || wishes[i] > now) && field_set(field, &copy, wishes[i], &ignored))
            return wishes[i];
    }
    return now;
}

// The last part; for groups, one that is in a group.
static inline int32_t example_part(const Document *document, bool grouped)
{
    int32_t part = document->part_count - 1;
    while (part > 0 && document->parts[part].removed)
        --part;
    for (int32_t i = 0; grouped && i < document->part_count; ++i)
        if (document->parts[i].group && !document->parts[i].removed)
            part = i;
    return part;
}

static inline void action_example(const App *app, const Action *action, ActionArgs *args)
{
    const Document *document = &app->document;
    if (action->field) {
        field_to_arguments(action->field, other_value(action->field, document), args);
        return;
    }
    const char *given = action->example ? action->example : "";
    bool takes_part = action_takes(action, ARG_PART) || action_takes(action, ARG_SELECTED);
    int32_t part = example_part(document, strstr(action->name, "group") != NULL);
    TextBuffer line = {0};
    text_add(&line, "%s", action->name);
    if (takes_part && !strstr(given, "part="))
        text_add(&line, " part=#%d", (int)part);
    if (action_takes(action, ARG_OTHER))
        text_add(&line, " other=#0");
    if (action_takes(action, ARG_PRIMITIVE))
        text_add(&line, " index=%d", (int)primitive_list_count(document->primitives.list) - 1);
    if (action_takes(action, ARG_FLAG) && !strstr(given, "flag="))
        text_add(&line, " flag=%s",
                 action->is_on && part >= 0 && !action->is_on(app, part) ? "on" : "off");
    if (action_takes(action, ARG_PATH) && !strstr(given, "text="))
        text_add(&line, " text=/nonexistent/example");
    if (strcmp(action->name, "build.param") == 0 && document->build.type->param_count > 0) {
        const Param *param = &document->build.type->params[0];
        bool above = document->build.params[0] > param->min;
        text_add(&line, " number=%.17g", above ? param->min : param->max);
    }
    text_add(&line, " %s", given);
    Script script;
    Error err = {""};
    if (!script_parse(&script, "example", line.text, line.length, NULL, &err) ||
        (document->part_count > 0 && !script_arguments(app, &script.commands[0], args, &err)))
        fail_msg("the example of %s: %s", action->name, err.text);
    script_free(&script);
    free(line.text);
}

#endif
