#include "app/document/action.h"
#include "app/document/fields.h"

#include <math.h>

const Arg *action_takes(const Action *action, enum ArgType type)
{
    for (const Arg *arg = action->args; arg->type != ARG_END; ++arg)
        if (arg->type == type)
            return arg;
    return NULL;
}

static bool check_part(const Document *document, int32_t part, Error *err)
{
    return (part >= 0 && part < document->part_count && !document->parts[part].removed) ||
           error_set(err, "there is no part number %d", (int)part);
}

static bool check_index(const Arg *arg, const Document *document, int32_t index, Error *err)
{
    bool any = !(arg->least < arg->most) && !arg->list;
    bool good = arg->least < arg->most ? index >= arg->least && index <= arg->most
                                       : any || arg->list->name(document, index);
    const char *what = arg->what ? arg->what : arg->list ? arg->list->what : "entry";
    return good || error_set(err, "there is no %s number %d", what, (int)index);
}

static bool check_number(const Arg *arg, double number, Error *err)
{
    const char *what = arg->what ? arg->what : "it";
    if (!isfinite(number))
        return error_set(err, "%s is not a number", what);
    return !(arg->least < arg->most) || (number >= arg->least && number <= arg->most) ||
           error_set(err, "%s must lie between %g and %g", what, arg->least, arg->most);
}

static bool check_text(const Arg *arg, const char *text, size_t size, Error *err)
{
    bool path = arg->type == ARG_PATH;
    if (path && !arg->optional && !text[0])
        return error_set(err, "no file was named");
    return memchr(text, 0, size) ||
           error_set(err, path ? "the path is too long" : "the text is too long");
}

static bool check(const Arg *arg, const Document *document, const ActionArgs *args, Error *err)
{
    switch (arg->type) {
    case ARG_PART:
    case ARG_SELECTED:
        return (arg->optional && args->part == NO_PART) || check_part(document, args->part, err);
    case ARG_OTHER:
        return (arg->optional && args->other == NO_PART) || check_part(document, args->other, err);
    case ARG_INDEX:
        return check_index(arg, document, args->index, err);
    case ARG_PRIMITIVE:
        return (arg->optional && args->index == NO_PRIMITIVE) ||
               (args->index >= 0 &&
                args->index < primitive_list_count(document->primitives.list)) ||
               error_set(err, "there is no primitive number %d", (int)args->index);
    case ARG_NUMBER:
        return check_number(arg, args->number, err);
    case ARG_TEXT:
    case ARG_PATH:
        return check_text(arg, args->text, sizeof args->text, err);
    default: // what is no placement or camera is refused in the action's own words
        return true;
    }
}

bool action_check(const Action *action, const Document *document, const ActionArgs *args,
                  Error *err)
{
    for (const Arg *arg = action->args; !action->field && arg->type != ARG_END; ++arg)
        if (!check(arg, document, args, err))
            return false;
    return true;
}
