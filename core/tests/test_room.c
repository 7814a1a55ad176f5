// How far a body can turn or go until something stands in its way, where geometry says it.
#include "core/mesh/shapes.h"
#include "core/motion/room.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    assert_non_null(tree);
    mesh_release(mesh);
    return tree;
}

// A bar of 10 from the axis on and 1 wide turns about z towards a wall at y = 4: its corner (10, 0.5) comes there at
// an angle that is known, and the other way to a post.
static void a_bar_turns_as_far_as_geometry_says(void **state)
{
    (void)state;
    Bvh *bar = tree_of(shape_box(vec3d(10, 1, 1))), *wall = tree_of(shape_box(vec3d(40, 2, 4)));
    Bvh *far = tree_of(shape_box(vec3d(1, 1, 1)));
    RoomBody others[2] = {{far, affine_translation(vec3d(0, -30, 0))},
                          {wall, affine_translation(vec3d(0, 5, 0))}};
    double radius = hypot(10, 0.5), exact = asin(4 / radius) - atan2(0.5, 10);
    for (int way = 0; way < 2; ++way)
        for (int i = 0; i < 3; ++i) {
            double stand_off = pow(10, -2 - i);
            RoomDesc desc = {
                .body = {bar, affine_translation(vec3d(5, 0, 0))},
                .others = others,
                .other_count = 2,
                .step = {.turn = vec3d(0, 0, way ? -6.283185307179586 : 6.283185307179586)},
                .stand_off = stand_off};
            Room room;
            Error err = {""};
            assert_true(room_find(&desc, &room, &err));
            double gone = room.share * 6.283185307179586;
            // the other way round the other corner of its end comes first
            double until = way ? 3.141592653589793 + exact : exact;
            assert_int_equal(room.blocker, 1);
            assert_true(gone <= until && gone > until - 2 * stand_off / radius / cos(exact) - 1e-9);
        }
    // It is there already; and nothing is there.
    RoomDesc desc = {.body = {bar, affine_translation(vec3d(5, 4, 0))},
                     .others = others,
                     .other_count = 2,
                     .step = {.turn = vec3d(0, 0, 1)},
                     .stand_off = 1e-3};
    Room room;
    Error err = {""};
    assert_true(room_find(&desc, &room, &err));
    assert_true(room.blocker == 1 && !(room.share > 0));
    desc.other_count = 1;
    assert_true(room_find(&desc, &room, &err));
    assert_true(room.blocker == -1 && room.share >= 1);
    bvh_release(bar);
    bvh_release(wall);
    bvh_release(far);
}

// The same bar about an axis that is not the world's, towards a post that stands aside: its face meets the corner
// (6, 6) of the post, so where the axis is decides the angle.
static void it_turns_about_its_own_axis(void **state)
{
    (void)state;
    const Vec3d axis = vec3d(3, -2, 1);
    const double stand_off = 1e-4, radius = hypot(6, 6);
    Bvh *bar = tree_of(shape_box(vec3d(10, 1, 1))), *post = tree_of(shape_box(vec3d(1, 1, 4)));
    RoomBody other = {post, affine_translation(vec3d_add(axis, vec3d(5.5, 6.5, 0)))};
    RoomDesc desc = {.body = {bar, affine_translation(vec3d_add(axis, vec3d(5, 0, 0)))},
                     .others = &other,
                     .other_count = 1,
                     .pivot = axis,
                     .step = {.turn = vec3d(0, 0, 3)},
                     .stand_off = stand_off};
    Room room;
    Error err = {""};
    assert_true(room_find(&desc, &room, &err));
    double until = atan2(6, 6) - asin(0.5 / radius), gone = 3 * room.share;
    assert_int_equal(room.blocker, 0);
    assert_true(gone <= until && gone > until - 2 * stand_off / radius - 1e-9);
    assert_true(vec3d_distance(room.place, vec3d_add(axis, vec3d(6, 6, room.place.z - axis.z))) <
                2 * stand_off);
    bvh_release(bar);
    bvh_release(post);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_turns_as_far_as_geometry_says),
        cmocka_unit_test(it_turns_about_its_own_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
