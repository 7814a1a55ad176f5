// The log of the last searches: a frame for every list of contacts, with its counts; going back puts the parts
// where they were and writes nothing; the oldest frames are forgotten; the CSV has a line for each.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/stages/frame_plots.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLATE, OTHER_PLATE, BALL, RING };

static void move(App *app, double y)
{
    ActionArgs args = move_args(BALL, vec3d(0, y, 0));
    assert_true(app_do(app, &action_part_move, &args, 0));
    stages_wait(app);
}

// With AABBs, which have two overlap tests.
static void open_with_aabbs(App *app)
{
    fixture_open(app);
    assert_true(app_do(app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_aabb)}, 0));
    stages_wait(app);
}

static void every_search_is_a_frame(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    stages_wait(&app);
    int before = app.frames.count;
    assert_true(before >= 1);
    for (int i = 1; i <= 5; ++i) {
        move(&app, 6 - 0.8 * i);
        assert_int_equal(app.frames.count, before + i);
        const LoggedFrame *f = frame_log_at(&app.frames, before + i - 1);
        assert_true(f->counts[COST_VOLUME] == (double)app.report.stats.volume_tests);
        assert_true(f->counts[COST_TRIANGLE] == (double)app.report.stats.triangle_tests);
        assert_int_equal(f->contacts, app.report.contact_count);
        assert_true(f->move_count == 1 && f->moves[0].part == BALL);
    }
    // Nothing new, no frame.
    stages_wait(&app);
    assert_int_equal(app.frames.count, before + 5);
    // Other settings are another setting, and are named.
    uint32_t setting = frame_log_at(&app.frames, before + 4)->setting;
    assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_aabb)}, 0));
    assert_true(app_do(&app, &action_query_test, &(ActionArgs){.index = 1}, 0));
    stages_wait(&app);
    const LoggedFrame *last = frame_log_at(&app.frames, app.frames.count - 1);
    assert_int_equal(last->setting, setting + 1);
    char name[160];
    frame_log_setting_name(frame_log_setting(&app.frames, last->setting), name, sizeof name);
    assert_string_equal(name, "AABB, spatial median, SAT");
    app_free(&app);
}

static void going_back_puts_parts_where_they_were(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    stages_wait(&app);
    Affine places[6];
    int first = app.frames.count;
    for (int i = 0; i < 6; ++i) {
        move(&app, 6 - 0.8 * i);
        places[i] = app.document.parts[BALL].placement;
    }
    int count = app.frames.count;
    for (int i = 5; i >= 0; --i) {
        ActionArgs to = {.part = NO_PART, .index = first + i + 1};
        assert_true(app_do(&app, &action_frames_go, &to, 7));
        stages_wait(&app);
        assert_memory_equal(&app.document.parts[BALL].placement, &places[i], sizeof places[i]);
        assert_int_equal(app.frames.count, count); // what was searched before is no frame
        assert_int_equal(app.frames.shown, first + i);
        assert_int_equal(app.report.contact_count, frame_log_at(&app.frames, first + i)->contacts);
    }
    // One step of the history leads back to the present.
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_memory_equal(&app.document.parts[BALL].placement, &places[5], sizeof places[5]);
    assert_int_equal(app.frames.shown, LOG_LIVE);
    // Whoever moves on from an earlier frame is in the present, too.
    assert_true(app_do(&app, &action_frames_go, &(ActionArgs){.index = first + 1}, 0));
    stages_wait(&app);
    move(&app, 3.3);
    assert_int_equal(app.frames.shown, LOG_LIVE);
    assert_true(app_do(&app, &action_frames_go, &(ActionArgs){.index = first + 2}, 0));
    assert_memory_equal(&app.document.parts[BALL].placement, &places[1], sizeof places[1]);
    ActionArgs beyond = {.part = NO_PART, .index = app.frames.count + 1};
    assert_false(app_do(&app, &action_frames_go, &beyond, 0));
    assert_true(has_notice(&app, "frames 1 to"));
    app_free(&app);
}

static void locked_parts_stay(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    stages_wait(&app);
    int first = app.frames.count;
    move(&app, 5);
    move(&app, 4);
    Affine now = app.document.parts[BALL].placement;
    app.document.parts[BALL].locked = true;
    assert_true(app_do(&app, &action_frames_go, &(ActionArgs){.index = first + 1}, 0));
    assert_memory_equal(&app.document.parts[BALL].placement, &now, sizeof now);
    app_free(&app);
}

static int lines(const char *text)
{
    int count = 0;
    for (; *text; ++text)
        count += *text == '\n';
    return count;
}

// The oldest go; what is left still leads back.
static void it_keeps_the_last_ones(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    stages_wait(&app);
    for (int i = 0; i < LOG_FRAMES + 40; ++i) {
        ++app.report_version; // as if the same had been listed again
        app.parts[BALL].reported.p.x = i;
        stage_frames.mark(&app);
    }
    const FrameLog *log = &app.frames;
    assert_int_equal(log->count, LOG_FRAMES);
    assert_int_equal(frame_log_at(log, LOG_FRAMES - 1)->number,
                     frame_log_at(log, 0)->number + LOG_FRAMES - 1);
    assert_true(app_do(&app, &action_frames_go, &(ActionArgs){.index = 1}, 0));
    assert_true(app.document.parts[BALL].placement.p.x == 40);
    char *text = frame_log_csv(log);
    assert_non_null(text);
    assert_int_equal(lines(text), 1 + LOG_FRAMES);
    assert_non_null(strstr(text, "frame,N_v,N_p,N_u"));
    free(text);
    assert_true(app_do(&app, &action_frames_clear, NULL, 0));
    assert_int_equal(log->count, 0);
    const char *why = NULL;
    assert_false(app_can(&app, &action_frames_go, &why));
    app_free(&app);
}

// Of tests with all 15 axes, one by one and of blocks, counted by hand.
static void edges_are_the_last_nine_axes(void **state)
{
    (void)state;
    FrameLog log = {.setting_count = 1};
    for (int i = 0; i < bv_type_count; ++i)
        if (bv_types[i]->tests[0].exit_count == 15)
            log.settings[1] =
                (LoggedSetting){.number = 1, .build = {.type = bv_types[i]}, .query = {.test = 0}};
    assert_non_null(log.settings[1].build.type);
    LoggedFrame frame = {.setting = 1};
    assert_true(isnan(frame_log_edge_share(&log, &frame)));
    frame.exits[0] = 1000; // overlaps are no exits
    frame.exits[1] = 5;
    frame.exits[6] = 10;
    frame.exits[7] = 4;
    frame.exits[15] = 1;
    assert_true(frame_log_edge_share(&log, &frame) == 0.25);
    log.settings[1].build.type = &bv_obb_blocks;
    assert_true(isnan(frame_log_edge_share(&log, &(LoggedFrame){.setting = 1})));
    LoggedFrame of_blocks = {.setting = 1, .exits = {1000, 5, 10, 5}};
    assert_true(frame_log_edge_share(&log, &of_blocks) == 0.25);
}

// Back at the same place with another test: the frame before is the ghost of this one.
static void ghosts_are_of_the_same_places(void **state)
{
    (void)state;
    App app;
    open_with_aabbs(&app);
    move(&app, 3);
    int first = app.frames.count - 1;
    move(&app, 2.5);
    assert_int_equal(frame_log_ghost(&app.frames, app.frames.count - 1), -1);
    assert_true(app_do(&app, &action_query_test, &(ActionArgs){.index = 1}, 0));
    stages_wait(&app);
    int last = app.frames.count - 1; // at 2.5, as the frame before it
    assert_int_equal(frame_log_ghost(&app.frames, last), last - 1);
    move(&app, 2);
    assert_int_equal(frame_log_ghost(&app.frames, app.frames.count - 1), -1);
    move(&app, 3);
    assert_int_equal(frame_log_ghost(&app.frames, app.frames.count - 1), first);
    assert_int_equal(frame_log_ghost(&app.frames, first), -1); // nothing was before it
    // The two plates are of one mesh and have one tree.
    const LoggedSetting *setting = frame_log_setting(&app.frames, app.frames.setting_count);
    double bytes = 0, ms = 0;
    for (int32_t i = 1; i < FIXTURE_PARTS; ++i) {
        bytes += (double)bvh_bytes(app.parts[i].tree);
        ms += app.parts[i].tree->build_ms;
    }
    assert_ptr_equal(app.parts[0].tree, app.parts[1].tree);
    assert_true(setting->bytes == bytes && fabs(setting->build_ms - ms) < 1e-9);
    app_free(&app);
}

static void every_plot_is_drawn(void **state)
{
    (void)state;
    App app;
    open_with_aabbs(&app);
    app.panels = (PanelsShown){.open = {PLOTS_PANEL}, .open_count = 1};
    app.document.selected = BALL;
    app.document.parts[BALL].selected = true;
    move(&app, 3);
    move(&app, 2);
    stages_wait(&app);
    uint64_t sum = 0;
    for (int i = 0; i < app.roots.levels.count; ++i)
        sum += app.roots.levels.tests[i];
    assert_true(app.roots.by_level && sum > 0);
    assert_int_equal(sum, app.roots.work.volume_tests);
    RootLevels before = app.roots.levels;
    assert_true(
        app_do(&app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_sphere)}, 0));
    stages_wait(&app);
    assert_memory_equal(&app.roots.before, &before, sizeof before);
    assert_memory_not_equal(&app.roots.levels, &before, sizeof before);
    for (int i = 0; i < FRAME_PLOTS; ++i) {
        char *text = frame_plot_svg(&app, (enum FramePlot)i);
        assert_non_null(text);
        assert_non_null(strstr(text, "</svg>"));
        assert_null(strstr(text, "nan"));
        free(text);
    }
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_is_a_frame),
        cmocka_unit_test(going_back_puts_parts_where_they_were),
        cmocka_unit_test(locked_parts_stay),
        cmocka_unit_test(it_keeps_the_last_ones),
        cmocka_unit_test(edges_are_the_last_nine_axes),
        cmocka_unit_test(ghosts_are_of_the_same_places),
        cmocka_unit_test(every_plot_is_drawn),
    };
    return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
