// What the last searches took: going back to one, saving them.
#include "app/actions/action_tools.h"
#include "app/session/save.h"
#include "app/stages/frame_plots.h"

static const char *without_frames(const App *app)
{
    return app->frames.count > 0 ? NULL : "nothing was searched yet: move a part";
}

static bool go(App *app, const ActionArgs *args, Error *err)
{
    return frame_log_go(app, args->index < 1 ? -1 : args->index - 1, err);
}

const Action action_frames_go = {
    .name = "frames.go",
    .title = "Back to an earlier search",
    .note = "index: of the frames in the Plots panel, from 1 on; parts go back to where they were",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .what = "frame"}},
    .obstacle = without_frames,
    .apply = go,
    .example = "index=1",
};

// Every plot in a file of its own: NAME-cost.svg ...
static bool save_plots(App *app, const char *path, int stem, Error *err)
{
    for (int i = 0; i < FRAME_PLOTS; ++i) {
        char file[1100];
        snprintf(file, sizeof file, "%.*s-%s%s", stem, path, frame_plot_words[i], path + stem);
        char *text = frame_plot_svg(app, (enum FramePlot)i);
        if (!text)
            return error_set(err, "not enough memory for the plots");
        save_plot(app, file, text, i == FRAME_PLOTS - 1 ? "the plots" : "");
    }
    return true;
}

static bool save(App *app, const ActionArgs *args, Error *err)
{
    int stem;
    if (action_names_picture(args->text, &stem))
        return save_plots(app, args->text, stem, err);
    char *text = frame_log_csv(&app->frames);
    if (!text)
        return error_set(err, "not enough memory for the figures");
    save_text(app, args->text, text, "the figures of the last searches");
    return true;
}

const Action action_frames_save = {
    .name = "frames.save",
    .title = "Save the figures of the last searches",
    .note = "text: a CSV file, one line per frame; ending in .svg or .png: every plot, "
            "NAME-cost.svg ...",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_frames,
    .apply = save,
    .example = "text=/nonexistent/a.csv",
};

static void clear(App *app, const ActionArgs *args)
{
    (void)args;
    frame_log_clear(&app->frames);
}

const Action action_frames_clear = {
    .name = "frames.clear",
    .title = "Forget the last searches",
    .note = "the plots begin anew",
    .obstacle = without_frames,
    .act = clear,
};
