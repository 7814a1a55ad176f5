// Recording how a hierarchy is built, and going through it.
#include "app/actions/action_tools.h"
#include "app/session/save.h"
#include "app/stages/rows.h"
#include "app/stages/search_curve.h"

static const char *record_obstacle(const App *app)
{
    int32_t part;
    const char *why = action_needs_parts(app);
    return why ? why : construction_part(app, &part, &why) ? NULL : why;
}

static void record(App *app, const ActionArgs *args)
{
    (void)args;
    app->construction.wish_hybrid = false;
    stage_ask(app, &stage_construction);
    app->construction.playing = false;
}

const Action action_construction_record = {
    .name = "construction.record",
    .title = "Record how a hierarchy is built",
    .shortcut = "Shift+J",
    .note = "builds the hierarchy of the selected part once more and records every split",
    .obstacle = record_obstacle,
    .act = record,
};

static const char *primitives_obstacle(const App *app)
{
    return primitive_list_count(app->document.primitives.list) < 2
               ? "there are less than two primitives to build a hierarchy over"
               : NULL;
}

static void record_primitives(App *app, const ActionArgs *args)
{
    (void)args;
    app->construction.wish_hybrid = true;
    stage_ask(app, &stage_construction);
    app->construction.playing = false;
}

const Action action_construction_primitives = {
    .name = "construction.primitives",
    .title = "Record how the hierarchy over the primitives is built",
    .note = "builds it once more, with the chosen builder, and records every step",
    .obstacle = primitives_obstacle,
    .act = record_primitives,
};

static const char *without_record(const App *app)
{
    return construction_known(&app->construction)
               ? NULL
               : "nothing is recorded: record how a hierarchy is built first";
}

static const char *play_obstacle(const App *app)
{
    return !app->wake ? "there is no window" : without_record(app);
}

static void play(App *app, const ActionArgs *args)
{
    ConstructionShown *c = &app->construction;
    if (args->flag && !c->playing && c->step + 1 >= construction_steps(c))
        c->step = 0;
    c->playing = args->flag;
}

static bool is_playing(const App *app, int32_t part)
{
    (void)part;
    return app->construction.playing;
}

const Action action_construction_play = {
    .name = "construction.play",
    .title = "Play the recorded construction",
    .note = "flag: goes on split by split, or pauses; from the beginning if it has ended",
    .args = {{.type = ARG_FLAG}},
    .obstacle = play_obstacle,
    .act = play,
    .is_on = is_playing,
};

static void go(App *app, uint32_t step)
{
    uint32_t last = construction_steps(&app->construction) - 1;
    app->construction.step = step < last ? step : last;
}

static void forward(App *app, const ActionArgs *args)
{
    (void)args;
    app->construction.playing = false;
    go(app, app->construction.step + 1);
}

const Action action_construction_forward = {
    .name = "construction.forward",
    .title = "Recorded construction: next split",
    .shortcut = "Shift+PgDn",
    .note = "one split further",
    .obstacle = without_record,
    .act = forward,
};

static void back(App *app, const ActionArgs *args)
{
    (void)args;
    app->construction.playing = false;
    if (app->construction.step > 0)
        --app->construction.step;
}

const Action action_construction_back = {
    .name = "construction.back",
    .title = "Recorded construction: step back",
    .shortcut = "Shift+PgUp",
    .note = "to the split before the one that is shown",
    .obstacle = without_record,
    .act = back,
};

// At the end it stays where it is, and says so.
static void run_to(App *app, uint32_t step, const char *what)
{
    app->construction.playing = false;
    if (step == BUILD_NONE)
        app_notify(app, NOTICE_INFO, "There is no further %s in what was recorded.", what);
    else
        app->construction.step = step;
}

static void next_leaf(App *app, const ActionArgs *args)
{
    (void)args;
    const ConstructionShown *c = &app->construction;
    run_to(app,
           c->hybrid ? hybrid_construction_next_leaf(c->hybrid, c->step)
                     : build_next_leaf(&c->record, c->step),
           "leaf");
}

const Action action_construction_next_leaf = {
    .name = "construction.next_leaf",
    .title = "Recorded construction: to the next leaf",
    .note = "to the next split that makes a leaf; of primitives, to the next step that groups one",
    .obstacle = without_record,
    .act = next_leaf,
};

static void next_odd(App *app, const ActionArgs *args)
{
    (void)args;
    const ConstructionShown *c = &app->construction;
    run_to(app,
           c->hybrid ? hybrid_construction_next_odd(c->hybrid, c->step)
                     : build_next_odd(&c->record, c->step),
           "refused, lopsided or unproven step");
}

const Action action_construction_next_odd = {
    .name = "construction.next_odd",
    .title = "Recorded construction: to the next odd split",
    .note =
        "to the next one that the criterion refused, that leaves less than a tenth on one side, "
        "or that is not proven to be the best",
    .obstacle = without_record,
    .act = next_odd,
};

static bool go_to(App *app, const ActionArgs *args, Error *err)
{
    double last = construction_steps(&app->construction);
    if (!(args->number >= 1 && args->number <= last))
        return error_set(err, "the recorded construction has splits 1 to %.0f", last);
    go(app, (uint32_t)args->number - 1);
    return true;
}

const Action action_construction_go = {
    .name = "construction.go",
    .title = "Recorded construction: go to a split",
    .note = "number: of the split, from 1 on",
    .flags = ACTION_MERGES,
    .args = {{.type = ARG_NUMBER, .what = "the split"}},
    .obstacle = without_record,
    .apply = go_to,
    .example = "number=1",
};

static bool set_speed(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= CONSTRUCTION_SLOWEST && args->number <= CONSTRUCTION_FASTEST))
        return error_set(err, "between %g and %g splits per second", CONSTRUCTION_SLOWEST,
                         CONSTRUCTION_FASTEST);
    app->construction.speed = args->number;
    return true;
}

const Action action_construction_speed = {
    .name = "construction.speed",
    .title = "Speed of the recorded construction",
    .note = "number: splits per second",
    .flags = ACTION_MERGES,
    .args = {{.type = ARG_NUMBER, .what = "splits per second"}},
    .apply = set_speed,
    .example = "number=2",
};

static void clear(App *app, const ActionArgs *args)
{
    (void)args;
    construction_forget(&app->construction);
}

const Action action_construction_clear = {
    .name = "construction.clear",
    .title = "Forget the recorded construction",
    .note = "and the memory that it takes",
    .obstacle = without_record,
    .act = clear,
};

// Of the level that is shown; NULL: it is none.
static const HybridStep *searched_level(const App *app)
{
    const ConstructionShown *c = &app->construction;
    const HybridStep *step =
        c->hybrid && construction_known(c) ? &c->hybrid->record.steps[c->step] : NULL;
    return step && step->search >= 0 ? step : NULL;
}

static const char *without_search(const App *app)
{
    return searched_level(app) ? NULL
                               : "the step that is shown is no level solved by branch and bound";
}

static bool save(App *app, const ActionArgs *args, Error *err)
{
    const HybridStep *step = searched_level(app);
    const HybridSearch *search = &app->construction.hybrid->record.searches[step->search];
    if (!action_check_picture(args->text, err))
        return false;
    char *text = search_curve_svg(search, step->level + 1);
    if (!text)
        return error_set(err, "there is nothing to plot, or not enough memory for it");
    save_plot(app, args->text, text, "bound and incumbent of the level");
    return true;
}

const Action action_construction_save = {
    .name = "construction.save",
    .title = "Save bound and incumbent of a level",
    .note = "text: an .svg or .png file, of the level of primitives that is shown",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_search,
    .apply = save,
    .example = "text=/nonexistent/a.svg",
};
