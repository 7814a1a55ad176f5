// Files of poses: every kind of line is read, what is wrong is refused with its line, and places are
// where the manual says that they are.
#include "app/document/path_pose.h"
#include "app/document/pose.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_good(PoseFile *file, const char *text)
{
    Error err = {""};
    if (!pose_file_parse(file, "p", text, strlen(text), &err))
        fail_msg("%s", err.text);
}

static void every_kind_of_line_is_read(void **state)
{
    (void)state;
    PoseFile file;
    read_good(&file, "\xEF\xBB\xBFsnug-poses 1\r\n# a comment\nunit in\n\npart \"Lid\"\n"
                     "mesh 0123456789abcdef\npivot 0.5 0 0\npart \"\\\"A\\\" (2)\"\n"
                     "pose \"shut\"\npose \"open\"\n  at \"Lid\" 1 2 3  0.6 0 0.8 0\n"
                     "move \"Bolt\"\t0 0 -4\nmove \"\\\"A\\\" (2)\" 0 0 0 0 1 0 0");
    assert_int_equal(file.unit, UNIT_INCH);
    assert_int_equal(file.thing_count, 2);
    assert_string_equal(file.things[0].key, "\"A\" (2)"); // sorted
    assert_false(file.things[0].has_mesh);
    assert_true(file.things[1].has_mesh && file.things[1].mesh == UINT64_C(0x0123456789abcdef));
    assert_true(file.things[1].pivot.x == 0.5);
    assert_int_equal(file.pose_count, 2);
    assert_string_equal(file.poses[1].name, "open");
    assert_int_equal(file.poses[1].line, 10);
    assert_int_equal(file.place_count, 3);
    const PosePlace *lid = &file.places[0], *bolt = &file.places[1], *a = &file.places[2];
    assert_true(lid->pose == 1 && !lid->relative && lid->thing == 1 && lid->line == 11);
    assert_true(lid->to.q[2] == 0.8 && lid->to.pivot.z == 3);
    assert_true(bolt->relative && bolt->thing == -1 && bolt->to.q[0] == 1);
    assert_true(a->relative && a->thing == 0 && a->to.q[1] == 1 && a->to.q[0] == 0);
    assert_true(pose_file_is("snug-poses 2", 12) && !pose_file_is("snug-posesx 1", 13) &&
                !pose_file_is("snug-poses", 10));
    pose_file_free(&file);
}

static void mistakes_are_refused_with_their_line(void **state)
{
    (void)state;
#define HEAD "snug-poses 1\nunit mm\n"
    static const struct {
        const char *text, *says;
    } CASES[] = {
        {"", "no poses"},
        {"snug-path 1\n", "no poses"},
        {"\xEF\xBB\xBF\xEF\xBB\xBF" HEAD "pose \"a\"\n", "no poses"},
        {"snug-poses one\n", "p:1: a number expected"},
        {"snug-poses 2\n", "version 2"},
        {"snug-poses 1 x\n", "p:1:"},
        {"snug-poses 1\n", "there is no pose in it"},
        {HEAD, "there is no pose in it"},
        {HEAD "part \"a\"\n", "there is no pose in it"},
        {"snug-poses 1\nunit parsec\n", "p:2: a unit"},
        {HEAD "unit mm\n", "p:3: the unit is said once"},
        {"snug-poses 1\npose \"a\"\n", "p:2: the unit"},
        {"snug-poses 1\npart \"a\"\n", "p:2: the unit"},
        {HEAD "pose a\n", "p:3: the name of a pose stands in quotes"},
        {HEAD "part a\n", "p:3: the name of a part stands in quotes"},
        {HEAD "pose \"a\" b\n", "p:3: the end of the line"},
        {HEAD "mesh 0123456789abcdef\n", "p:3: this line belongs to a part"},
        {HEAD "part \"a\"\nmesh 123\n", "p:4: the mesh"},
        {HEAD "part \"a\"\nmesh 0123456789abcdef\nmesh 0123456789abcdef\n", "p:5: this was said"},
        {HEAD "part \"a\"\npivot 0 0\n", "p:4: a number expected"},
        {HEAD "part \"a\"\npivot 0 0 0\npivot 0 0 0\n", "p:5: this was said"},
        {HEAD "pose \"a\"\npart \"a\"\n", "p:4: parts are named before"},
        {HEAD "pose \"a\"\npivot 0 0 0\n", "p:4: this line belongs to a part"},
        {HEAD "at \"a\" 0 0 0 1 0 0 0\n", "p:3: this line belongs to a pose"},
        {HEAD "pose \"a\"\nat \"b\" 0 0 0\n", "p:4: a number expected, but the line ends"},
        {HEAD "pose \"a\"\nat \"b\" 0 0 1e999 1 0 0 0\n", "p:4: '1e999' is too large"},
        {HEAD "pose \"a\"\nat \"b\" 0 0 0 1 0 0 1\n", "p:4: a quaternion"},
        {HEAD "pose \"a\"\nmove \"b\" 0 0 0 1\n", "p:4: a number expected"},
        {HEAD "pose \"a\"\nmove \"b\" 0 0 0 1 0 0 0 0\n", "p:4: the end of the line"},
        {HEAD "pose \"a\"\nmove \"b\" 0 0 0\nat \"b\" 0 0 0 1 0 0 0\n",
         "p:5: the part in this pose \"b\" was named before, in line 4"},
        {HEAD "pose \"a\"\npose \"b\"\npose \"a\"\n", "p:5: the pose \"a\" was named before, in "
                                                      "line 3"},
        {HEAD "part \"a\"\npart \"a\"\npose \"b\"\n", "p:4: the part \"a\" was named before, in "
                                                      "line 3"},
        {HEAD "pose \"a\"\nkey 0 0 0 0 1 0 0 0\n", "p:4: unit, part, mesh, pivot, pose, at or"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        PoseFile file;
        Error err = {""};
        assert_false(pose_file_parse(&file, "p", CASES[i].text, strlen(CASES[i].text), &err));
        if (!strstr(err.text, CASES[i].says))
            fail_msg("case %d says \"%s\", not \"%s\"", (int)i, err.text, CASES[i].says);
        assert_true(!file.poses && !file.things && !file.places);
    }
}

// Against the words of the manual: x -> at + R(scale x - pivot), and a shift with a turn about the pivot.
static void places_are_where_they_are_said_to_be(void **state)
{
    (void)state;
    Rng rng = rng_create(15);
    for (int round = 0; round < 500; ++round) {
        Pose pose = {.scale = vec3d(1 + rng_unit(&rng), 0.5, round % 2 ? -2 : 2)};
        double turn[2][4];
        for (int k = 0; k < 2; ++k) {
            double length = 0;
            for (int i = 0; i < 4; ++i) {
                turn[k][i] = rng_unit(&rng) - 0.5;
                length += turn[k][i] * turn[k][i];
            }
            for (int i = 0; i < 4; ++i)
                turn[k][i] /= sqrt(length);
        }
        assert_true(pose_set_quaternion(&pose, turn[0]));
        pose.position = vec3d(9 * rng_unit(&rng), -3, 1);
        Affine opened = pose_affine(&pose);
        PosedThing thing = {.pivot = vec3d(rng_unit(&rng), 2, -1)};
        PosePlace place = {.relative = round % 3 == 0, .thing = round % 5 == 0 ? -1 : 0};
        place.to.pivot = vec3d(1, rng_unit(&rng), 5);
        memcpy(place.to.q, turn[1], sizeof turn[1]);
        PoseFile file = {.unit = UNIT_CM, .things = &thing, .thing_count = 1};
        Affine got = path_posed_placement(&file, &place, &opened, UNIT_MM);

        Pose wanted = pose;
        Affine rotation = affine_identity();
        Vec3d pivot = place.thing < 0 ? vec3d(0, 0, 0) : vec3d_scale(thing.pivot, 10);
        Vec3d to = vec3d_scale(place.to.pivot, 10);
        assert_true(pose_set_quaternion(&wanted, turn[1]));
        rotation = wanted.rotation;
        for (int i = 0; i < 8; ++i) {
            Vec3d x = vec3d(i & 1, i >> 1 & 1, i >> 2), stands = affine_apply(&opened, x), there;
            if (place.relative) {
                Vec3d about = vec3d_add(opened.p, affine_apply_vector(&pose.rotation, pivot));
                there = vec3d_add(vec3d_add(about, to),
                                  affine_apply_vector(&rotation, vec3d_sub(stands, about)));
            } else {
                Vec3d scaled = vec3d(x.x * pose.scale.x, x.y * pose.scale.y, x.z * pose.scale.z);
                there = vec3d_add(to, affine_apply_vector(&rotation, vec3d_sub(scaled, pivot)));
            }
            if (!(vec3d_length(vec3d_sub(affine_apply(&got, x), there)) < 1e-12 * 100))
                fail_msg("round %d, corner %d", round, i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_line_is_read),
        cmocka_unit_test(mistakes_are_refused_with_their_line),
        cmocka_unit_test(places_are_where_they_are_said_to_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
