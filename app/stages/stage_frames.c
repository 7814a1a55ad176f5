// The frames stage: writes down what every list of contacts took, as soon as it is shown. It is quick and needs
// no worker. While an earlier frame is shown nothing is written: its searches were there before.
#include "app/stages/rows.h"
#include "app/stages/tree_sums.h"
#include "core/tree/build/build.h"

#include <math.h>
#include <stdlib.h>

static bool same_setting(const LoggedSetting *setting, const App *app)
{
    return setting && bvh_desc_equal(&setting->build, &app->stages->tree_desc) &&
           query_desc_equal(&setting->query, &app->stages->shown.desc);
}

// Without memory there are no figures.
static void measure_trees(const App *app, LoggedSetting *setting)
{
    size_t count = 0;
    const Bvh **trees = malloc((size_t)app->assembly.part_count * sizeof *trees + 1);
    for (int32_t i = 0; trees && app->parts && i < app->assembly.part_count; ++i)
        trees[count++] = app->parts[i].tree;
    TreeSums sums = tree_sums(trees, count);
    setting->bytes = sums.bytes;
    setting->build_ms = sums.build_ms;
    free((void *)trees);
}

static uint32_t note_setting(FrameLog *log, const App *app)
{
    if (same_setting(frame_log_setting(log, log->setting_count), app))
        return log->setting_count;
    LoggedSetting next = {.number = ++log->setting_count,
                          .build = app->stages->tree_desc,
                          .query = app->stages->shown.desc};
    next.query.last = NULL; // belong to that search alone
    next.query.true_frame = NULL;
    measure_trees(app, &next);
    log->settings[next.number % LOG_SETTINGS] = next;
    return next.number;
}

// As they were when contacts were listed.
static Affine place_of(const App *app, int32_t part)
{
    return app->parts[part].reported;
}

static bool same_place(const Affine *a, const Affine *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// Of all parts that are elsewhere now. Without memory it is as if nothing had moved.
static void note_moves(FrameLog *log, const App *app, LoggedFrame *frame)
{
    int32_t count = 0;
    for (int32_t i = 0; i < log->part_count; ++i) {
        Affine now = place_of(app, i);
        count += !same_place(&now, &log->places[i]);
    }
    frame->moves = count > 0 ? malloc((size_t)count * sizeof *frame->moves) : NULL;
    for (int32_t i = 0; frame->moves && i < log->part_count; ++i) {
        Affine now = place_of(app, i);
        if (!same_place(&now, &log->places[i]))
            frame->moves[frame->move_count++] = (LoggedMove){i, log->places[i], now};
        log->places[i] = now;
    }
}

// Equal places have equal numbers; others nearly never.
static uint64_t number_of_places(const FrameLog *log)
{
    uint64_t number = UINT64_C(14695981039346656037);
    for (int32_t i = 0; i < log->part_count; ++i) {
        uint64_t words[sizeof(Affine) / sizeof(uint64_t)];
        memcpy(words, &log->places[i], sizeof words);
        for (size_t k = 0; k < sizeof words / sizeof *words; ++k) {
            number = (number ^ words[k]) * UINT64_C(1099511628211);
            number ^= number >> 32;
        }
    }
    return number;
}

// The first frame, or as many parts as never before: what was written down is about others.
static bool begin(FrameLog *log, const App *app)
{
    int32_t count = app->assembly.part_count;
    if (log->frames && log->part_count == count)
        return true;
    frame_log_clear(log);
    log->frames = calloc(LOG_FRAMES, sizeof *log->frames);
    log->places = calloc((size_t)count + 1, sizeof *log->places);
    if (!log->frames || !log->places) {
        frame_log_clear(log);
        return false; // tried again with the next one
    }
    log->part_count = count;
    for (int32_t i = 0; i < count; ++i)
        log->places[i] = place_of(app, i);
    return true;
}

static void add(App *app)
{
    FrameLog *log = &app->frames;
    if (!begin(log, app))
        return;
    int at = (log->first + log->count) % LOG_FRAMES;
    if (log->count == LOG_FRAMES) {
        free(log->frames[at].moves);
        log->first = (log->first + 1) % LOG_FRAMES;
    } else {
        ++log->count;
    }
    const QueryStats *stats = &app->report.stats;
    LoggedFrame frame = {.number = ++log->frame_count,
                         .front_tests = (double)stats->front_tests,
                         .ms = app->last_query_ms,
                         .contacts = app->report.contact_count,
                         .setting = note_setting(log, app)};
    cost_counts(stats, frame.counts);
    const CostModel *model = &app->cost.constants.model;
    for (int t = 0; t < COST_TERMS; ++t)
        frame.cost_ms[t] = !app->cost.known ? NAN
                           : model->state[t] == COST_MEASURED
                               ? 1e3 * model->seconds[t] * frame.counts[t]
                               : 0;
    memcpy(frame.exits, stats->exits, sizeof frame.exits);
    note_moves(log, app, &frame);
    frame.places = number_of_places(log);
    log->frames[at] = frame;
    ++log->version;
}

static void look(App *app)
{
    if (app->frames.shown != LOG_LIVE)
        frame_log_follow(app);
}

static void mark(App *app)
{
    FrameLog *log = &app->frames;
    if (log->report_version == app->report_version || !app->parts || !app->stages->shown.parts)
        return;
    log->report_version = app->report_version;
    if (log->shown == LOG_LIVE)
        add(app);
}

static void reset(App *app)
{
    frame_log_clear(&app->frames);
}

const Stage stage_frames = {.name = "frames", .look = look, .mark = mark, .reset = reset};
