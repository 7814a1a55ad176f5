// Can a tool work this screw? Angles are compared with the poses themselves: free at every angle in between, not right
// behind the ends.
#include "app/actions/list_workspace.h"
#include "app/scenes/elements.h"
#include "app/scenes/kit.h"
#include "app/stages/access_state.h"
#include "app/tests/app_fixture.h"
#include "core/tree/build/build.h"

enum { BOLT, POST };

// A mesh made in millimetres, in another unit.
static Mesh *in_unit(Mesh *mesh, enum LengthUnit unit)
{
    double mm = length_unit_info(UNIT_MM)->metres / length_unit_info(unit)->metres;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], mm);
    return mesh;
}

// A bolt of 17 mm whose head begins at y = 0, turned by 20 degrees, and a box somewhere. All in millimetres, the
// assembly in this unit.
static void open_bolt_and(App *app, enum LengthUnit unit, Vec3d box, Vec3d at_mm)
{
    Error err = {""};
    Assembly assembly = {.title = strdup("bolt"), .unit = unit};
    BoltSize size = {.radius = 5,
                     .length = 30,
                     .across_flats = 17,
                     .head_height = 7,
                     .thread_length = 15,
                     .pitch = 1.5};
    double mm = length_unit_info(UNIT_MM)->metres / length_unit_info(unit)->metres;
    Affine at = affine_rotation(vec3d(0, 1, 0), 0.35);
    assert_true(app_init(app, &err));
    assert_true(assembly_add(&assembly, "Bolt", in_unit(element_hex_bolt(&size), unit), &at, 0));
    at = affine_translation(vec3d_scale(at_mm, mm));
    assert_true(assembly_add(&assembly, "Post", in_unit(shape_box(box), unit), &at, 0));
    stages_open_assembly(app, &assembly);
    stages_wait(app);
}

// The box as a post so far from the axis.
static void open_bolt(App *app, double post_at)
{
    open_bolt_and(app, UNIT_MM, vec3d(10, 60, 10), vec3d(0, 0, post_at));
}

static const AccessShown *try_tool(App *app, int piece, double size)
{
    ActionArgs args = {.part = BOLT, .index = piece, .number = size};
    assert_true(app_do(app, &action_access_try, &args, 0));
    stages_wait(app);
    if (!access_shown(app)->known)
        fail_msg("not tried: %s", last_notice(app));
    return access_shown(app);
}

// Turned by so many degrees from where it is put on, the tool meets the post.
static bool meets_post(const App *app, const Bvh *tool, double degrees)
{
    const AccessShown *shown = access_shown(app);
    Affine turn = affine_rotation(shown->axis, degrees * 0.01745329251994329577), back, to_post;
    Affine about = affine_translation(shown->seat.p),
           from = affine_translation(vec3d_scale(shown->seat.p, -1));
    Affine at = affine_compose(&turn, &from);
    at = affine_compose(&about, &at);
    at = affine_compose(&at, &shown->seat);
    assert_true(affine_invert(&app->document.parts[POST].placement, &back));
    to_post = affine_compose(&back, &at);
    ContactList list = {0};
    assert_true(
        query_contacts(app->parts[POST].tree, tool, &to_post, NULL, NULL, &list, NULL, NULL));
    bool met = list.count > 0;
    contact_list_free(&list);
    return met;
}

// At every angle in between the tool is free, and so many degrees behind the ends it is not.
static void ends_are_where_it_meets(const App *app, double behind)
{
    const AccessShown *shown = access_shown(app);
    const AccessWay *ways = shown->ways;
    Error err = {""};
    Mesh *mesh = in_unit(kit_pieces[shown->piece]->make(shown->size), app->assembly.unit);
    Bvh *tool = bvh_build(mesh, NULL, NULL, &err);
    assert_non_null(tool);
    for (double a = -ways[ACCESS_BACK].free; a <= ways[ACCESS_TURN].free; a += 0.5)
        assert_false(meets_post(app, tool, a));
    assert_true(meets_post(app, tool, ways[ACCESS_TURN].free + behind));
    assert_true(meets_post(app, tool, -ways[ACCESS_BACK].free - behind));
    bvh_release(tool);
    mesh_release(mesh);
}

static void says(const App *app, const char *words)
{
    char text[1024];
    access_sentence(app, text, sizeof text);
    if (!strstr(text, words))
        fail_msg("it says \"%s\", not \"%s\"", text, words);
}

static void wrenches_turn_until_they_meet_something(void **state)
{
    (void)state;
    App app;
    open_bolt(&app, 60);
    const AccessShown *shown = try_tool(&app, KIT_wrench, 0);
    assert_true(shown->hexagon && fabs(shown->size - 17) < 0.01 && !shown->blocked);
    assert_true(vec3d_distance(shown->axis, vec3d(0, 1, 0)) < 1e-9);
    const AccessWay *ways = shown->ways;
    assert_int_equal(ways[ACCESS_TURN].stops, POST);
    assert_int_equal(ways[ACCESS_BACK].stops, POST);
    assert_int_equal(ways[ACCESS_LIFT].stops, NO_PART);
    assert_true(access_angle(shown) > 300 && access_angle(shown) < 360);
    ends_are_where_it_meets(&app, 0.05);
    char text[1024];
    access_sentence(&app, text, sizeof text);
    assert_non_null(strstr(text, "A wrench of 17 mm on Bolt turns "));
    assert_non_null(strstr(text, "stopped by Post, at 0.0"));
    // Put there it is a part, in nobody's way.
    double before = access_angle(shown);
    assert_true(app_do(&app, &action_access_place, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.assembly.part_count, 3);
    assert_false(access_shown(&app)->known); // it was about other parts
    assert_true(fabs(access_angle(try_tool(&app, KIT_wrench, 17)) - before) < 1e-6);
    app_free(&app);
    // Out of its reach; and where it cannot be put on at all.
    open_bolt(&app, 400);
    assert_true(try_tool(&app, KIT_ring_wrench, 0)->ways[ACCESS_TURN].stops == NO_PART);
    access_sentence(&app, text, sizeof text);
    assert_non_null(strstr(text, "turns all around"));
    app_free(&app);
    open_bolt(&app, 12);
    assert_true(try_tool(&app, KIT_ring_wrench, 0)->blocked);
    access_sentence(&app, text, sizeof text);
    assert_non_null(strstr(text, "cannot be put on in any of 12 ways: Post is there"));
    app_free(&app);
}

// The arm of a key of 6 mm turns 34 mm above where the head begins: over a low post, against a high one.
static void a_hex_key_turns_above_what_is_low(void **state)
{
    (void)state;
    App app;
    open_bolt_and(&app, UNIT_MM, vec3d(10, 60, 10), vec3d(0, 0, 60));
    const AccessShown *shown = try_tool(&app, KIT_hex_key, 6);
    assert_int_equal(shown->ways[ACCESS_TURN].stops, NO_PART);
    assert_true(shown->ways[ACCESS_LIFT].stops == NO_PART && !shown->blocked);
    says(&app, "A hex key of 6 mm on Bolt turns all around");
    app_free(&app);
    open_bolt_and(&app, UNIT_MM, vec3d(10, 90, 10), vec3d(0, 0, 60));
    shown = try_tool(&app, KIT_hex_key, 6);
    assert_true(shown->ways[ACCESS_TURN].stops == POST && shown->ways[ACCESS_BACK].stops == POST);
    ends_are_where_it_meets(&app, 0.1);
    says(&app, "stopped by Post");
    app_free(&app);
}

// What stands on its tip, or reaches down, needs room behind the screw: to the ceiling it comes off, and no farther.
static void a_ceiling_limits_how_far_tools_come_off(void **state)
{
    (void)state;
    const int pieces[] = {KIT_screwdriver, KIT_hand};
    const double sizes[] = {6.5, 0};
    for (int i = 0; i < 2; ++i) {
        App app;
        open_bolt_and(&app, UNIT_MM, vec3d(400, 10, 400), vec3d(0, 1500, 0)); // out of reach
        const AccessShown *shown = try_tool(&app, pieces[i], sizes[i]);
        double top = shown->seat.p.y + shown->box.hi.y, whole = shown->ways[ACCESS_LIFT].most;
        assert_true(shown->ways[ACCESS_LIFT].stops == NO_PART && !shown->blocked);
        assert_true(whole >= shown->box.hi.y - shown->box.lo.y && top > 100);
        says(&app, "It comes off along the axis");
        const double room = 30; // above it
        app_free(&app);
        open_bolt_and(&app, UNIT_MM, vec3d(400, 10, 400), vec3d(0, top + room + 5, 0));
        shown = try_tool(&app, pieces[i], sizes[i]);
        const AccessWay *lift = &shown->ways[ACCESS_LIFT];
        assert_int_equal(lift->stops, POST);
        assert_true(lift->free <= room && lift->free > room - 2.1 * shown->stand_off);
        assert_int_equal(shown->ways[ACCESS_TURN].stops, NO_PART);
        says(&app, "then Post is there");
        app_free(&app);
        open_bolt_and(&app, UNIT_MM, vec3d(400, 10, 400), vec3d(0, top, 0));
        assert_true(try_tool(&app, pieces[i], sizes[i])->blocked);
        says(&app, pieces[i] == KIT_hand ? "in any of 12 ways: Post is there"
                                         : "in any of 1 ways: Post is there");
        ActionArgs pipe = {.part = BOLT, .index = KIT_short_pipe};
        assert_false(app_do(&app, &action_access_try, &pipe, 0));
        assert_non_null(strstr(last_notice(&app), "turns no screw"));
        app_free(&app);
    }
}

// The same in centimetres and metres: sizes of tools are millimetres, lengths those of the assembly.
static void units_change_nothing_but_numbers(void **state)
{
    (void)state;
    const enum LengthUnit units[] = {UNIT_MM, UNIT_CM, UNIT_M};
    double angle = 0;
    for (int i = 0; i < 3; ++i) {
        App app;
        open_bolt_and(&app, units[i], vec3d(10, 60, 10), vec3d(0, 0, 60));
        double mm = length_unit_info(UNIT_MM)->metres / length_unit_info(units[i])->metres;
        const AccessShown *shown = try_tool(&app, KIT_wrench, 0);
        assert_true(fabs(shown->size - 17) < 0.01 && fabs(shown->flats - 17 * mm) < 0.01 * mm);
        assert_int_equal(shown->ways[ACCESS_TURN].stops, POST);
        ends_are_where_it_meets(&app, 0.05);
        says(&app, "A wrench of 17 mm on Bolt turns ");
        if (i > 0 && !(fabs(access_angle(shown) - angle) < 0.05)) // equal seats may be others
            fail_msg("%g degrees, in millimetres %g", access_angle(shown), angle);
        angle = access_angle(shown);
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrenches_turn_until_they_meet_something),
        cmocka_unit_test(a_hex_key_turns_above_what_is_low),
        cmocka_unit_test(a_ceiling_limits_how_far_tools_come_off),
        cmocka_unit_test(units_change_nothing_but_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
