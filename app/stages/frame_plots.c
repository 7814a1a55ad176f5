#include "app/stages/frame_plots.h"

#include "app/lab/plot_svg.h"
#include "app/stages/timed_state.h"
#include "core/base/memory.h"

#include <math.h>

const char *const frame_plot_words[FRAME_PLOTS] = {"cost",  "counts",   "levels",
                                                   "exits", "contacts", "deadline"};

static const char *const counts[COST_TERMS] = {
    [COST_VOLUME] = "N_v", [COST_TRIANGLE] = "N_p", [COST_UPDATE] = "N_u"};
static const char *const costs[COST_TERMS] = {
    [COST_VOLUME] = "N_v C_v", [COST_TRIANGLE] = "N_p C_p", [COST_UPDATE] = "N_u C_u"};
static const char *const ghosts[COST_TERMS] = {[COST_VOLUME] = "N_v, setting before",
                                               [COST_TRIANGLE] = "N_p, setting before",
                                               [COST_UPDATE] = "N_u, setting before"};
static const unsigned colours[COST_TERMS] = {
    [COST_VOLUME] = 0x3D9BE0, [COST_TRIANGLE] = 0xE07B00, [COST_UPDATE] = 0x8A8F98};

typedef struct Lines {
    double x[LOG_FRAMES], y[2 * COST_TERMS + 2][LOG_FRAMES];
    double changes[LOG_FRAMES];
    PlotSeries series[2 * COST_TERMS + 2];
    int count;
} Lines;

static double *add(Lines *lines, const char *name, unsigned colour, int dashes, int points)
{
    double *y = lines->y[lines->count];
    lines->series[lines->count++] = (PlotSeries){
        .name = name, .colour = colour, .dashes = dashes, .x = lines->x, .y = y, .count = points};
    return y;
}

static void add_cost(const FrameLog *log, Lines *lines)
{
    const double *below = NULL;
    for (int t = 0; t < COST_TERMS; ++t) {
        double *y = add(lines, costs[t], colours[t], 0, log->count);
        lines->series[lines->count - 1].style = PLOT_AREA;
        lines->series[lines->count - 1].below = below;
        for (int i = 0; i < log->count; ++i)
            y[i] = frame_log_at(log, i)->cost_ms[t] + (below ? below[i] : 0);
        below = y;
    }
    double *ms = add(lines, "T, wall clock", 0x1b1e24, 0, log->count);
    double *before = add(lines, "T, setting before", 0x1b1e24, 2, log->count);
    for (int i = 0; i < log->count; ++i) {
        int ghost = frame_log_ghost(log, i);
        ms[i] = frame_log_at(log, i)->ms;
        before[i] = ghost >= 0 ? frame_log_at(log, ghost)->ms : NAN;
    }
}

static void add_counts(const FrameLog *log, Lines *lines)
{
    for (int t = 0; t < COST_TERMS; ++t) {
        double *y = add(lines, counts[t], colours[t], 0, log->count);
        double *before = add(lines, ghosts[t], colours[t], 2, log->count);
        for (int i = 0; i < log->count; ++i) {
            int ghost = frame_log_ghost(log, i);
            y[i] = frame_log_at(log, i)->counts[t];
            before[i] = ghost >= 0 ? frame_log_at(log, ghost)->counts[t] : NAN;
        }
    }
}

static void add_levels(const RootReading *roots, Lines *lines)
{
    double *y = add(lines, "N_v", colours[COST_VOLUME], 0, roots->levels.count);
    double *before =
        add(lines, "N_v, setting before", colours[COST_VOLUME], 2, roots->before.count);
    for (int i = 0; i < ROOT_LEVELS; ++i) {
        lines->x[i] = i;
        y[i] = (double)roots->levels.tests[i];
        before[i] = (double)roots->before.tests[i];
    }
}

static void add_one(const FrameLog *log, bool exits, Lines *lines)
{
    double *y = add(lines, exits ? "edge axes, %" : "pairs of triangles",
                    exits ? colours[COST_VOLUME] : 0xc0392b, 0, log->count);
    for (int i = 0; i < log->count; ++i) {
        const LoggedFrame *frame = frame_log_at(log, i);
        y[i] = exits ? 100 * frame_log_edge_share(log, frame) : (double)frame->contacts;
    }
}

// What answers in time left open, as a band about touching.
static void add_deadlines(const TimedState *timed, Lines *lines)
{
    int count = timed->log_count;
    double *farthest = add(lines, "surfaces at most so far apart", colours[COST_VOLUME], 0, count);
    lines->series[0].style = PLOT_AREA;
    double *error = add(lines, "volumes overlap by at most", 0xd6337c, 0, count);
    lines->series[1].style = PLOT_AREA;
    double *level = add(lines, "level", 0x8a8f98, 2, count);
    for (int i = 0; i < count; ++i) {
        const TimedFrame *frame = timed_log_at(timed, i);
        farthest[i] = frame->farthest;
        error[i] = -frame->error;
        level[i] = frame->undecided > 0 ? (double)frame->level : NAN;
    }
}

static void add_changes(const FrameLog *log, Lines *lines)
{
    int changes = 0;
    for (int i = 1; i < log->count; ++i)
        if (frame_log_at(log, i)->setting != frame_log_at(log, i - 1)->setting)
            lines->changes[changes++] = i + 0.5;
    if (changes > 0)
        lines->series[lines->count++] = (PlotSeries){.name = "other settings",
                                                     .colour = 0xb8860b,
                                                     .style = PLOT_UPRIGHT,
                                                     .x = lines->changes,
                                                     .count = changes};
}

char *frame_plot_svg(const App *app, enum FramePlot which)
{
    static const char *const titles[FRAME_PLOTS][2] = {
        {"Cost of searches", "ms"},
        {"Counts of searches", "per search"},
        {"N_v by levels, of the selected part where it stands", "volume tests"},
        {"Separations by an axis across two edges", "%"},
        {"Contacts", "pairs of triangles"},
        {"What answers in time left open", "length in the assembly's unit; level"}};
    const FrameLog *log = &app->frames;
    Lines *lines = mem_calloc(1, sizeof *lines);
    if (!lines)
        return NULL;
    for (int i = 0; i < LOG_FRAMES; ++i)
        lines->x[i] = i + 1;
    if (which == FRAME_PLOT_COST)
        add_cost(log, lines);
    else if (which == FRAME_PLOT_COUNTS)
        add_counts(log, lines);
    else if (which == FRAME_PLOT_LEVELS)
        add_levels(&app->roots, lines);
    else if (which == FRAME_PLOT_DEADLINE)
        add_deadlines(&app->timed, lines);
    else
        add_one(log, which == FRAME_PLOT_EXITS, lines);
    if (which != FRAME_PLOT_LEVELS && which != FRAME_PLOT_DEADLINE)
        add_changes(log, lines);
    TextBuffer out = {0};
    plot_svg(&(Plot){.title = titles[which][0],
                     .x_title = which == FRAME_PLOT_LEVELS     ? "level"
                                : which == FRAME_PLOT_DEADLINE ? "answer"
                                                               : "frame",
                     .y_title = titles[which][1],
                     .from_zero = which != FRAME_PLOT_DEADLINE,
                     .series = lines->series,
                     .count = lines->count},
             &out);
    mem_free(lines);
    return text_take(&out);
}
