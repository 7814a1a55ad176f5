// Which part comes out next: asked, shown, kept.
#include "app/actions/action_tools.h"
#include "app/actions/list_removal.h"
#include "app/io/text_buffer.h"
#include "app/session/save.h"
#include "app/stages/removal_state.h"
#include "core/shape/up_axis.h"

static void removal_part(App *app, const ActionArgs *args)
{
    removal_ask(app, args->part);
}

const Action action_removal_part = {
    .name = "removal.part",
    .title = "Where can the part leave?",
    .note = "part: pulls it straight in many directions and says which are free, and what is in "
            "the way in the others",
    .args = {{.type = ARG_SELECTED}},
    .act = removal_part,
};

static void find_order(App *app, const ActionArgs *args)
{
    (void)args;
    removal_ask(app, REMOVAL_ORDER);
}

const Action action_removal_order = {
    .name = "removal.order",
    .title = "Find an order of removal",
    .note = "in which parts come out by straight pulls; parts that are locked or fixed to the "
            "ground stay",
    .obstacle = action_needs_parts,
    .act = find_order,
};

static const char *without_order(const App *app)
{
    const RemovalState *state = removal_state(app);
    return !state->order_known           ? "there is no order yet: find one first"
           : state->order_old            ? "the order is about something else than what is open"
           : state->order.step_count < 1 ? "no part comes out by a straight pull"
                                         : NULL;
}

static bool removal_seek(App *app, const ActionArgs *args, Error *err)
{
    return removal_place(app, args->number, err);
}

const Action action_removal_seek = {
    .name = "removal.seek",
    .title = "Go to a step of the order of removal",
    .note = "number: so many steps are done; 2.5: two, and half of the third. Joints of parts that "
            "have left are off; 0 puts all of it back",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_NUMBER, .what = "the number of steps", .least = 0, .most = 1e6}},
    .obstacle = without_order,
    .apply = removal_seek,
    .example = "number=1",
};

static const char *play_obstacle(const App *app)
{
    return !app->wake ? "there is no window" : without_order(app);
}

static void removal_play(App *app, const ActionArgs *args)
{
    removal_state_mut(app)->playing = args->flag;
}

static bool is_playing(const App *app, int32_t part)
{
    (void)part;
    return removal_state(app)->playing;
}

const Action action_removal_play = {
    .name = "removal.play",
    .title = "Play the order of removal",
    .note = "flag: parts leave one after the other, or it pauses; from the start if all have left",
    .args = {{.type = ARG_FLAG}},
    .obstacle = play_obstacle,
    .act = removal_play,
    .is_on = is_playing,
};

static const char *nothing_found(const App *app)
{
    const RemovalState *state = removal_state(app);
    return app->path.recording                       ? "stop recording first"
           : state->ways_known || state->order_known ? NULL
                                                     : "nothing has been pulled yet";
}

static bool removal_path(App *app, const ActionArgs *args, Error *err)
{
    MotionPath path;
    bool order = args->index < 0;
    if (!(order ? removal_order_path(app, &path, err)
                : removal_way_path(app, (size_t)args->index, &path, err)))
        return false;
    path_state_set(app, &path, "");
    app_notify(app, NOTICE_INFO, "The %s is a path now: the Path panel plays, checks and saves it.",
               order ? "order" : "pull");
    return true;
}

const Action action_removal_path = {
    .name = "removal.path",
    .title = "Make a path of a pull",
    .note = "index: which of the ways that the part was found to have, from 0; -1: the order of "
            "all. The path that was there goes",
    .args = {{.type = ARG_INDEX, .what = "way", .least = -1, .most = 1000}},
    .obstacle = nothing_found,
    .apply = removal_path,
    .example = "index=0",
};

// Directions as the file has its axes.
static void add_row(const App *app, TextBuffer *out, const char *step, const char *name,
                    const Vec3d *direction, double distance, const char *what)
{
    Vec3d d = direction ? up_axis_to_file(app->assembly.up, *direction) : vec3d(0, 0, 0);
    text_add(out, "%s,", step);
    text_add_csv(out, name);
    if (direction)
        text_add(out, ",%.9g,%.9g,%.9g,%.9g,", d.x, d.y, d.z, distance);
    else
        text_add(out, ",,,,,");
    text_add_csv(out, what);
    text_add(out, "\r\n");
}

static void add_order(const App *app, TextBuffer *out)
{
    const RemovalState *state = removal_state(app);
    const RemovalOrder *order = &state->order;
    text_add(out, "step,part,x,y,z,distance,what\r\n");
    for (size_t i = 0; i < order->step_count; ++i) {
        const RemovalStep *step = &order->steps[i];
        char number[24];
        snprintf(number, sizeof number, "%zu", i + 1);
        for (size_t k = 0; k < step->count; ++k)
            add_row(app, out, number, app->assembly.parts[order->parts[step->first + k]].name,
                    &step->direction, step->distance, k == 0 ? "leaves" : "leaves with it");
    }
    for (size_t i = 0; i < order->rest_count; ++i) {
        char why[1024];
        removal_rest_words(app, order, &order->rests[i], why, sizeof why);
        add_row(app, out, "", app->assembly.parts[order->rests[i].part].name, NULL, 0, why);
    }
}

static void add_ways(const App *app, TextBuffer *out)
{
    const RemovalState *state = removal_state(app);
    text_add(out, "step,part,x,y,z,distance,what\r\n");
    for (size_t i = 0; i < state->ways.count; ++i) {
        const RemovalWay *way = &state->ways.items[i];
        char what[1024];
        removal_way_words(app, &state->ways, way, SIZE_MAX, what, sizeof what);
        add_row(app, out, "", app->assembly.parts[state->part].name, &way->direction, way->distance,
                what);
    }
}

static bool removal_save(App *app, const ActionArgs *args, Error *err)
{
    TextBuffer out = {0};
    if (removal_state(app)->order_known)
        add_order(app, &out);
    else
        add_ways(app, &out);
    char *text = text_take(&out);
    if (!text)
        return error_set(err, "not enough memory for the table");
    save_text(app, args->text, text, "the order of removal");
    return true;
}

const Action action_removal_save = {
    .name = "removal.save",
    .title = "Save the order of removal",
    .note = "text: a file; the order as CSV, or the ways of the part where no order was found yet",
    .args = {{.type = ARG_PATH}},
    .obstacle = nothing_found,
    .apply = removal_save,
    .example = "text=/nonexistent/order.csv",
};
