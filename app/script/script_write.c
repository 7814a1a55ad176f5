// From an action to the line of a script that does it again.
#include "app/script/script.h"

void script_quote(TextBuffer *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\')
            text_add(out, "\\");
        // A line is a line: names and paths have no control characters, but a typed one might.
        text_add_bytes(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
    text_add(out, "\"");
}

static void add_part(TextBuffer *out, const App *app, const char *key, int32_t part)
{
    text_add(out, " %s=", key);
    if (part < 0)
        text_add(out, "none");
    else if (part < app->assembly.part_count)
        script_quote(out, app->assembly.parts[part].key); // outlives renaming
    else
        text_add(out, "#%d", (int)part);
}

static void add_index(TextBuffer *out, const App *app, const Action *action, int32_t index)
{
    const char *entry = action_entry(app, action, index);
    text_add(out, " index=");
    if (entry)
        script_quote(out, entry);
    else
        text_add(out, "%d", (int)index);
}

static void add_numbers(TextBuffer *out, const char *key, const double *numbers, int count)
{
    text_add(out, " %s=", key);
    for (int i = 0; i < count; ++i)
        text_add(out, "%s%.17g", i > 0 ? "," : "", numbers[i]);
}

static void add_placement(TextBuffer *out, const Affine *placement)
{
    double v[12];
    for (int i = 0; i < 3; ++i) {
        memcpy(v + 3 * i, placement->m[i], 3 * sizeof *v);
        v[9 + i] = placement->p.v[i];
    }
    add_numbers(out, "placement", v, 12);
}

static void add_camera(TextBuffer *out, const Camera *c)
{
    const double v[8] = {c->target.x, c->target.y, c->target.z, c->yaw,
                         c->pitch,    c->distance, c->fov_y,    c->roll};
    add_numbers(out, "camera", v, c->roll < 0 || c->roll > 0 ? 8 : 7);
}

static void add_argument(TextBuffer *out, const App *app, const Action *action, enum ArgType type,
                         const ActionArgs *args)
{
    switch (type) {
    case ARG_PART:
    case ARG_SELECTED:
        add_part(out, app, "part", args->part);
        break;
    case ARG_OTHER:
        add_part(out, app, "other", args->other);
        break;
    case ARG_INDEX:
    case ARG_PRIMITIVE:
        add_index(out, app, action, args->index);
        break;
    case ARG_NUMBER:
        add_numbers(out, "number", &args->number, 1);
        break;
    case ARG_FLAG:
        text_add(out, " flag=%s", args->flag ? "on" : "off");
        break;
    case ARG_TEXT:
    case ARG_PATH:
        text_add(out, " text=");
        script_quote(out, args->text);
        break;
    case ARG_PLACEMENT:
    case ARG_MOTION:
        add_placement(out, &args->placement);
        break;
    case ARG_CAMERA:
        add_camera(out, &args->camera);
        break;
    case ARG_END:
        break;
    }
}

void script_line(TextBuffer *out, const App *app, const Action *action, const ActionArgs *args)
{
    text_add(out, "%s", action->name);
    for (const Arg *arg = action->args; arg->type != ARG_END; ++arg)
        add_argument(out, app, action, arg->type, args);
}
