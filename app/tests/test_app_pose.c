// Poses as numbers and as text: there and back again.
#include "app/document/pose.h"
#include "app/document/rotation.h"
#include "core/base/rng.h"
#include "core/tests/affine_difference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 91, COUNT = 2000 };

static Affine some_placement(Rng *rng, int i)
{
    Affine at = rng_rotation(rng);
    if (i % 7 == 0) // quarter turns about an axis of the world
        at = rotation_degrees(vec3d(i % 3 == 0, i % 3 == 1, i % 3 == 2), 90 * (i % 5));
    for (int k = 0; k < 3 && i % 4 == 0; ++k) {
        double scale = rng_uniform(rng, 0.1, 10) * (k == 2 && i % 8 == 0 ? -1 : 1);
        for (int r = 0; r < 3; ++r)
            at.m[r][k] *= scale;
    }
    at.p = rng_in_cube(rng, 1e4);
    return at;
}

static void numbers_lead_back_to_the_placement(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int i = 0; i < COUNT; ++i) {
        Affine at = some_placement(&rng, i);
        Pose pose = pose_from(&at), by_angles = pose, by_quaternion = pose, by_text = pose;
        double q[4];
        char text[POSE_TEXT];
        Error err = {""};
        Affine back = pose_affine(&pose);
        assert_true(affine_difference(&at, &back) < 1e-13);
        pose_set_angles(&by_angles, pose_angles(&pose));
        back = pose_affine(&by_angles);
        if (affine_difference(&at, &back) > 1e-7)
            fail_msg("pose %d (seed %d): angles lead elsewhere by %g", i, SEED,
                     affine_difference(&at, &back));
        pose_quaternion(&pose, q);
        assert_true(q[0] >= 0);
        for (int k = 0; k < 4; ++k)
            q[k] *= 3; // any length will do
        assert_true(pose_set_quaternion(&by_quaternion, q));
        back = pose_affine(&by_quaternion);
        if (affine_difference(&at, &back) > 1e-13)
            fail_msg("pose %d (seed %d): the quaternion leads elsewhere by %g", i, SEED,
                     affine_difference(&at, &back));
        pose_write(&pose, UNIT_INCH, text);
        by_text = (Pose){.rotation = affine_identity()};
        if (!pose_read(&by_text, text, UNIT_INCH, &err))
            fail_msg("pose %d (seed %d): %s: %s", i, SEED, text, err.text);
        back = pose_affine(&by_text);
        assert_true(affine_difference(&at, &back) < 1e-13);
        assert_memory_equal(&by_text.position, &at.p, sizeof at.p);
    }
    print_message("RAN: %d placements through angles, quaternions and text\n", COUNT);
}

static void angles_are_about_x_then_y_then_z(void **state)
{
    (void)state;
    Pose pose = {.rotation = affine_identity(), .scale = {{1, 1, 1}}};
    pose_set_angles(&pose, vec3d(90, 0, 90)); // y goes up to z by x and stays by z; x goes to y
    Affine at = pose_affine(&pose);
    Vec3d x = affine_apply(&at, vec3d(1, 0, 0)), y = affine_apply(&at, vec3d(0, 1, 0));
    assert_true(x.x == 0 && x.y == 1 && x.z == 0 && y.x == 0 && y.y == 0 && y.z == 1);
    pose_set_angles(&pose, vec3d(10, -20, 30));
    Vec3d angles = pose_angles(&pose);
    assert_true(vec3d_distance(angles, vec3d(10, -20, 30)) < 1e-12);
    // Where two of the axes fall together, the others give way.
    pose_set_angles(&pose, vec3d(40, 90, 0));
    Affine before = pose.rotation;
    pose_set_angles(&pose, pose_angles(&pose));
    assert_true(affine_difference(&before, &pose.rotation) < 1e-12);
    pose_set_angles(&pose, vec3d(NAN, INFINITY, 0));
    assert_true(affine_is_rigid(&pose.rotation));
}

static void text_is_read_as_people_write_it(void **state)
{
    (void)state;
    Pose start = {.position = {{1, 2, 3}}, .rotation = affine_identity(), .scale = {{1, 1, 1}}};
    Error err = {""};
    Pose pose = start;
    assert_true(pose_read(&pose, " 10, 20.5 -3e1", UNIT_MM, &err));
    assert_true(vec3d_distance(pose.position, vec3d(10, 20.5, -30)) == 0);
    pose = start;
    assert_true(pose_read(&pose, "position (1 0 0) in; angles 0 0 90", UNIT_MM, &err));
    assert_true(vec3d_distance(pose.position, vec3d(25.4, 0, 0)) < 1e-12);
    assert_true(pose.rotation.m[1][0] == 1 && pose.rotation.m[0][0] == 0);
    pose = start;
    assert_true(pose_read(&pose, "scale = 1 2 0.5\nrotation: 0 0 0 -2", UNIT_M, &err));
    assert_true(pose.rotation.m[0][0] == -1 && pose.rotation.m[2][2] == 1 && pose.scale.y == 2);
    static const char *const bad[] = {"",
                                      "  ;",
                                      "position 1 2",
                                      "1 2",
                                      "1 2 3 parsecs",
                                      "rotation 0 0 0 0",
                                      "position nan 0 0",
                                      "position 1e999 0 0",
                                      "angles 1 2 x",
                                      "pose 1 2 3",
                                      "position 1 2 3 %s%n",
                                      "position 1 2 3 \xff\xfe",
                                      "rotation 1 0 0 inf",
                                      "positionpositionpositionpositionposition 1 2 3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        pose = start;
        err.text[0] = 0;
        if (pose_read(&pose, bad[i], UNIT_MM, &err) || !err.text[0])
            fail_msg("\"%s\" is taken for a pose", bad[i]);
        assert_memory_equal(&pose, &start, sizeof pose);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_lead_back_to_the_placement),
        cmocka_unit_test(angles_are_about_x_then_y_then_z),
        cmocka_unit_test(text_is_read_as_people_write_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
