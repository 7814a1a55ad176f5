// The line beside the part after another way to build or search was chosen: both settings by name, with the
// counts from the roots that the one had and the other has; for some seconds, also while the part moves.
#include "app/actions/list.h"
#include "app/document/selection.h"
#include "app/stages/frame_log.h"
#include "app/tests/desk_fixture.h"
#include "app/window/tools/tool_switch.h"

#include <stdio.h>

enum { PLATE, OTHER_PLATE, BALL, RING };

static void settle(Desk *desk, char said[512])
{
    tool_switch.settle(&desk->view, tool_state(&desk->view, &tool_switch));
    switch_said(&desk->view, said, 512);
}

// "N_v 12 -> 34"
static void check_counts(const char *said, const RootWork *was, const RootWork *is)
{
    const struct {
        const char *name;
        uint64_t was, is;
    } counts[] = {{"N_v", was->volume_tests, is->volume_tests},
                  {"N_p", was->triangle_tests, is->triangle_tests},
                  {"N_u", was->updates, is->updates}};
    for (int i = 0; i < 3; ++i) {
        char words[80];
        snprintf(words, sizeof words, "%s %llu -> %llu", counts[i].name,
                 (unsigned long long)counts[i].was, (unsigned long long)counts[i].is);
        if (!strstr(said, words))
            fail_msg("\"%s\" does not say \"%s\"", said, words);
    }
}

static void a_switch_says_what_was_and_what_is(void **state)
{
    (void)state;
    char said[512];
    Desk *desk = open_desk(NULL);
    App *app = &desk->app;
    choose_volume(desk, &bv_aabb);
    do_action(desk, &action_part_move, move_args(BALL, vec3d(0, 2, 0)));
    selection_only(&app->document, BALL);
    stages_wait(app);
    for (int i = 0; i < 2; ++i) // it is another assembly at first
        settle(desk, said);
    assert_string_equal(said, "");
    RootWork was = app->roots.work;
    choose_volume(desk, &bv_obb);
    settle(desk, said);
    RootWork is = app->roots.work;
    assert_true(was.volume_tests > 0 && was.volume_tests != is.volume_tests);
    check_counts(said, &was, &is);
    assert_non_null(strstr(said, "AABB, spatial median, SAT lite -> OBB"));
    assert_null(strstr(said, "moved on"));
    assert_true(drawn_by(desk, &tool_switch)->VtxBuffer.Size > 0);
    igEndFrame();
    // Another overlap test, at another pose.
    do_action(desk, &action_part_move, move_args(BALL, vec3d(0.1, 2, 0)));
    settle(desk, said);
    was = app->roots.work;
    do_action(desk, &action_query_test, (ActionArgs){.index = 1});
    settle(desk, said);
    check_counts(said, &was, &app->roots.work);
    // Of a hidden part, or of another assembly, nothing is said.
    do_action(desk, &action_part_show, (ActionArgs){.part = BALL, .flag = false});
    switch_said(&desk->view, said, sizeof said);
    assert_string_equal(said, "");
    close_desk(desk);
}

// The same, as the Plots panel has it: the last frame before the change against the first one after it.
static void the_log_knows_what_a_change_did(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    FrameChange c;
    const FrameLog *log = &desk->app.frames;
    choose_volume(desk, &bv_aabb);
    do_action(desk, &action_frames_clear, (ActionArgs){.part = NO_PART});
    assert_false(frame_log_change(log, &c));
    for (int i = 0; i < 3; ++i)
        do_action(desk, &action_part_move, move_args(BALL, vec3d(0, 2 - 0.1 * i, 0)));
    assert_false(frame_log_change(log, &c));
    uint32_t before = frame_log_at(log, log->count - 1)->number;
    choose_volume(desk, &bv_obb);
    for (int i = 0; i < 3; ++i)
        do_action(desk, &action_part_move, move_args(BALL, vec3d(0.1, 2 - 0.1 * i, 0)));
    assert_true(frame_log_change(log, &c));
    assert_int_equal(c.before->number, before);
    assert_int_equal(c.after->number, before + 1);
    assert_true(c.before->places == c.after->places); // parts stood alike
    assert_true(c.from->build.type == &bv_aabb && c.to->build.type == &bv_obb);
    assert_true(c.before->counts[COST_VOLUME] != c.after->counts[COST_VOLUME]);
    close_desk(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_switch_says_what_was_and_what_is),
        cmocka_unit_test(the_log_knows_what_a_change_did),
    };
    return cmocka_run_group_tests_name("what a switch changed", tests, NULL, NULL);
}
