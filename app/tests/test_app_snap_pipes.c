// The line of the scene "Ship pipes" put together as a person does it: every part is brought near where it
// belongs, is offered to go there, and is let go. The valve takes its handwheel along, and the bend that
// closes the loop comes to two ends at once.
// ctest labels: threads
#include "app/actions/list_parts.h"
#include "app/actions/list_pipes.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/scenes/scene.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"

#include <math.h>
#include <stdio.h>

enum { KEY = 9 };
#define EXACT 1e-6
#define TAU 6.283185307179586476925

static int32_t find(const App *app, const char *name)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (strcmp(app->assembly.parts[i].name, name) == 0)
            return i;
    fail_msg("there is no %s", name);
    return NO_PART;
}

static const Affine *placed(const App *app, int32_t part)
{
    return &app->document.parts[part].placement;
}

static void set_mode(App *app, enum HandMode mode)
{
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
    stages_wait(app);
}

static void move(App *app, int32_t part, Vec3d to, uint64_t key)
{
    ActionArgs args = {.part = part, .placement = *placed(app, part)};
    args.placement.p = to;
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

typedef struct Piece {
    const char *part, *onto;
    Vec3d home, away; // where it is let go, from home; it is taken farther away
} Piece;

// The reducer and the T-piece before the rest, to show that the order is free.
static const Piece LINE[] = {
    {"Reducer", "Fixed end 2", {{140, 720, 430}}, {{35, 6, 14}}},
    {"T-piece", "Reducer", {{455, 720, 430}}, {{45, 10, -8}}},
    {"Valve", "Fixed end 1", {{260, 720, 810}}, {{60, 20, 9}}},
    {"Straight pipe", "Valve", {{380, 720, 810}}, {{40, 20, 12}}},
    {"Return bend", "T-piece", {{620, 720, 620}}, {{70, -9, 6}}},
    {"Cover flange", "T-piece", {{455, 885, 430}}, {{6, 30, -10}}},
};
enum { PIECES = sizeof LINE / sizeof *LINE };

// About its own axis, which is x.
static void roll_by(App *app, int32_t part, double angle)
{
    ActionArgs args = {.part = part, .placement = *placed(app, part)};
    Affine roll = affine_rotation(vec3d(1, 0, 0), angle);
    args.placement = affine_compose(&roll, &args.placement);
    args.placement.p = placed(app, part)->p;
    assert_true(app_do(app, &action_part_move, &args, 0));
    stages_wait(app);
}

// Every eighth of a turn there is a bolt hole: how far one is from the next of the flange that it lies on.
static double holes_off(const App *app, int32_t part)
{
    const Affine *at = placed(app, part);
    double angle = atan2(at->m[2][1], at->m[1][1]);
    return fabs(remainder(angle, TAU / 8));
}

static void snap(App *app, const Piece *piece, uint64_t key)
{
    int32_t part = find(app, piece->part);
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    set_mode(app, HAND_FREE); // over bench and pillar
    if (strcmp(piece->part, "Straight pipe") == 0)
        roll_by(app, part, 0.3); // 17 degrees: bolt holes are not over bolt holes
    move(app, part, vec3d_add_scaled(piece->home, piece->away, 3), key);
    set_mode(app, HAND_SLIDE);
    hand_hold(app, true);
    stages_wait(app);
    for (int i = 0; i < 2; ++i) // out of reach of what it goes to, and near
        move(app, part, vec3d_add_scaled(piece->home, piece->away, i == 0 ? 2.6 : 1), key + 1);
    char text[200] = "nothing", onto[80];
    if (app->snap.offer.found)
        snap_offer_words(app, &app->snap.offer, text, sizeof text);
    snprintf(onto, sizeof onto, " of %s", piece->onto);
    if (!strstr(text, "Pipe end") || !strstr(text, onto))
        fail_msg("%s: %s is offered", piece->part, text);
    hand_hold(app, false);
    stages_wait(app);
    printf("RAN: %s\n", app->hand.text);
    if (!strstr(app->hand.text, "seated"))
        fail_msg("%s: %s", piece->part, app->hand.text);
    double off = vec3d_distance(placed(app, part)->p, piece->home);
    if (!(off <= EXACT))
        fail_msg("%s: %.9g mm off", piece->part, off);
    if (!(holes_off(app, part) <= EXACT))
        fail_msg("%s: bolt holes are %.9g radians off", piece->part, holes_off(app, part));
}

static void the_line_is_put_together(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    assert_true(stages_open_scene(&app, SCENE_ship_pipes, &err));
    stages_wait(&app);
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = true}, 0));
    stages_wait(&app);
    for (int i = 0; i < PIECES; ++i)
        snap(&app, &LINE[i], (uint64_t)(KEY + 2 * i));
    int32_t wheel = find(&app, "Handwheel");
    assert_true(vec3d_distance(placed(&app, wheel)->p, LINE[2].home) <= EXACT);
    assert_true(app.fit_known);
    assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 0);
    app_free(&app);
}

// --- the pipe kit

// How far the first end of a segment, which lies in its origin, is from the nearest end of the part before it.
static double end_off(App *app, int32_t part)
{
    double least = INFINITY;
    for (int i = 0; i < 100 && !app_features(app, part - 1); ++i) {
        features_ask(&app->features, part - 1);
        stages_wait(app);
    }
    for (int32_t i = 0; i < app_connector_count(app, part - 1); ++i) {
        NamedConnector one;
        Connector end;
        assert_true(app_connector(app, part - 1, i, &one));
        if (one.at.kind != CONNECTOR_PIPE ||
            !connector_placed(&one.at, placed(app, part - 1), &end))
            continue;
        Vec3d axis = affine_apply_vector(placed(app, part), vec3d(-1, 0, 0));
        if (vec3d_distance(axis, vec3d_scale(end.axis, -1)) < EXACT)
            least = fmin(least, vec3d_distance(end.origin, placed(app, part)->p));
    }
    return least;
}

static void a_line_is_built_of_the_kit(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    for (int i = 0; i < 8; ++i) {
        static const int32_t ORDER[] = {1, 7, 3, 4, 2, 5, 0, 6}; // the blind flange last
        ActionArgs args = {.part = i == 0 ? NO_PART : i - 1, .index = ORDER[i]};
        if (i == 0)
            args.number = 100; // the reducer behind it goes on with 80
        assert_true(app_do(&app, &action_pipe_add, &args, 0));
        stages_wait(&app);
        if (app.document.part_count != i + 1)
            fail_msg("segment %d: %s", (int)ORDER[i], last_notice(&app));
        if (i > 0 && !(end_off(&app, i) <= EXACT))
            fail_msg("segment %d is %g off", (int)ORDER[i], end_off(&app, i));
        assert_int_equal(app.document.selected, i); // the next one joins it
    }
    assert_true(app.fit_known);
    assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 0);
    // Closed by the flange: nothing goes on from there, and the next one comes beside everything.
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_true(app.document.parts[7].removed || app.document.part_count == 7);
    assert_false(app_do(&app, &action_pipe_add, &(ActionArgs){.part = 0, .number = 500}, 0));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_put_together),
        cmocka_unit_test(a_line_is_built_of_the_kit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
