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

void script_line(TextBuffer *out, const App *app, const Action *action, const ActionArgs *args)
{
    // An action that does not say what it reads gets what was given.
    unsigned reads = action->reads;
    static const Affine no_placement;
    static const Camera no_camera;
    if (reads == 0)
        reads = READS_PART | (args->index ? READS_INDEX : 0u) |
                (args->number < 0 || args->number > 0 ? READS_NUMBER : 0u) |
                (args->flag ? READS_FLAG : 0u) | (args->text[0] ? READS_TEXT : 0u) |
                (memcmp(&args->placement, &no_placement, sizeof no_placement) != 0 ? READS_PLACEMENT
                                                                                   : 0u) |
                (memcmp(&args->camera, &no_camera, sizeof no_camera) != 0 ? READS_CAMERA : 0u);
    text_add(out, "%s", action->name);
    if (reads & READS_PART)
        add_part(out, app, "part", args->part);
    if (reads & READS_OTHER)
        add_part(out, app, "other", args->index);
    if (reads & READS_INDEX)
        add_index(out, app, action, args->index);
    if (reads & READS_NUMBER)
        add_numbers(out, "number", &args->number, 1);
    if (reads & READS_FLAG)
        text_add(out, " flag=%s", args->flag ? "on" : "off");
    if (reads & READS_TEXT) {
        text_add(out, " text=");
        script_quote(out, args->text);
    }
    if (reads & (READS_PLACEMENT | READS_MOTION))
        add_placement(out, &args->placement);
    if (reads & READS_CAMERA) {
        const Camera *c = &args->camera;
        const double v[8] = {c->target.x, c->target.y, c->target.z, c->yaw,
                             c->pitch,    c->distance, c->fov_y,    c->roll};
        add_numbers(out, "camera", v, c->roll < 0 || c->roll > 0 ? 8 : 7);
    }
}
