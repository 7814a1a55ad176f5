// Can a tool work this screw? Angles are compared with the poses themselves: free at every angle in between, not right
// behind the ends.
#include "app/actions/list_workspace.h"
#include "app/scenes/elements.h"
#include "app/scenes/kit.h"
#include "app/stages/access_state.h"
#include "app/tests/app_fixture.h"
#include "core/tree/build/build.h"

enum { BOLT, POST };

// A bolt of 17 mm whose head begins at y = 0, turned by 20 degrees, and a post 60 mm from its axis.
static void open_bolt(App *app, double post_at)
{
    Error err = {""};
    Assembly assembly = {.title = strdup("bolt")};
    BoltSize size = {.radius = 5,
                     .length = 30,
                     .across_flats = 17,
                     .head_height = 7,
                     .thread_length = 15,
                     .pitch = 1.5};
    Affine at = affine_rotation(vec3d(0, 1, 0), 0.35);
    assert_true(app_init(app, &err));
    assert_true(assembly_add(&assembly, "Bolt", element_hex_bolt(&size), &at, 0));
    at = affine_translation(vec3d(0, 0, post_at));
    assert_true(assembly_add(&assembly, "Post", shape_box(vec3d(10, 60, 10)), &at, 0));
    stages_open_assembly(app, &assembly);
    stages_wait(app);
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
    // At every angle in between it is free, and right behind the ends it is not.
    Error err = {""};
    Mesh *mesh = kit_wrench.make(shown->size);
    Bvh *tool = bvh_build(mesh, NULL, NULL, &err);
    assert_non_null(tool);
    for (double a = -ways[ACCESS_BACK].free; a <= ways[ACCESS_TURN].free; a += 0.5)
        assert_false(meets_post(&app, tool, a));
    assert_true(meets_post(&app, tool, ways[ACCESS_TURN].free + 0.05));
    assert_true(meets_post(&app, tool, -ways[ACCESS_BACK].free - 0.05));
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
    bvh_release(tool);
    mesh_release(mesh);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrenches_turn_until_they_meet_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
