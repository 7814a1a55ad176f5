// Path files: what is written reads back bit for bit, what is wrong is refused with its line, and the
// motion between two keys is the one that the manual promises.
#include "app/document/path_pose.h"
#include "app/document/pose.h"
#include "app/io/file.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_hash.h"
#include "core/mesh/shapes.h"
#include "core/tests/affine_difference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char GOOD[] = "snug-path 1\r\n"
                           "# a comment\n"
                           "unit in\n"
                           "\n"
                           "part \"Bolt \\\"A\\\" (2)\"\n"
                           "mesh 0123456789abcdef\n"
                           "scale 1 2 -1\n"
                           "pivot 0.5 0 0\n"
                           "joints 2\n"
                           "  key -1  1 2 3  1 0 0 0  0.25 1e-300\n"
                           "key 0.1\t1 2 4  0.8 0.6 0 0  0.5 7\n"
                           "part \"\"\n"
                           "mesh ffffffffffffffff\n"
                           "key 0  0 0 0  0 0 0 1";

static void every_kind_of_line_is_read(void **state)
{
    (void)state;
    MotionPath path;
    Error err = {""};
    if (!motion_path_parse(&path, "a.path", GOOD, strlen(GOOD), &err))
        fail_msg("%s", err.text);
    assert_int_equal(path.unit, UNIT_INCH);
    assert_int_equal(path.part_count, 2);
    assert_int_equal(path.key_count, 3);
    const PathPart *bolt = motion_path_find(&path, "Bolt \"A\" (2)");
    assert_non_null(bolt);
    assert_true(bolt->mesh == UINT64_C(0x0123456789abcdef));
    assert_true(bolt->scale.m[1][1] == 2 && bolt->scale.m[2][2] == -1 && bolt->scale.m[0][1] == 0);
    assert_int_equal(bolt->joint_count, 2);
    assert_true(bolt->joints[2] == 0.5 && bolt->joints[1] > 0);
    assert_true(motion_path_start(&path) == -1 && motion_path_end(&path) == 0.1);
    assert_true(motion_path_is(GOOD, strlen(GOOD)) && !motion_path_is("snug-pathos 1", 13) &&
                !motion_path_is("snug-path", 9));
    char *text = motion_path_text(&path);
    assert_non_null(strstr(text, "\nkey 0.1  1 2 4  0.8 0.6 0 0  0.5 7\n")); // as it was written
    free(text);
    motion_path_free(&path);
}

static void mistakes_are_refused_with_their_line(void **state)
{
    (void)state;
#define HEAD "snug-path 1\nunit mm\npart \"a\"\nmesh 0123456789abcdef\n"
    static const struct {
        const char *text, *says;
    } CASES[] = {
        {"", "not a path"},
        {"snug-pose 1\n", "not a path"},
        {"snug-path\n", "not a path"},
        {" snug-path 1\n", "not a path"},
        {"Snug-Path 1\n", "not a path"},
        {"snug-path one\n", "p:1: a number expected"},
        {"snug-path 2\n", "version 2"},
        {"snug-path 1 x\n", "p:1:"},
        {"snug-path 1\n", "no part moves"},
        {"snug-path 1\nunit parsec\n", "p:2: a unit"},
        {"snug-path 1\nunit mm\nunit mm\n", "p:3:"},
        {"snug-path 1\npart \"a\"\n", "p:2: the unit"},
        {"snug-path 1\nunit mm\npart a\n", "p:3:"},
        {"snug-path 1\nunit mm\npart \"a\n", "p:3:"},
        {"snug-path 1\nunit mm\nkey 0 0 0 0 1 0 0 0\n", "p:3:"},
        {"snug-path 1\nunit mm\nmesh 0123456789abcdef\n", "p:3:"},
        {"snug-path 1\nunit mm\npart \"a\"\nkey 0 0 0 0 1 0 0 0\n", "no line with its mesh"},
        {HEAD, "p:3: this part has no key"},
        {HEAD "mesh 0123456789abcdef\n", "p:5:"},
        {HEAD "nonsense 1\n", "p:5:"},
        {HEAD "scale 1 1\n", "p:5: a number expected, but the line ends"},
        {HEAD "scale 1 1 0\n", "p:5: this scale makes the part flat"},
        {HEAD "scale 1 1 1 1\n", "p:5:"},
        {HEAD "scale 1 1 1 1 1 1 1 1 1\n", "flat"},
        {HEAD "joints 17\n", "p:5:"},
        {HEAD "joints 0.5\n", "p:5:"},
        {HEAD "key nan 0 0 0 1 0 0 0\n", "p:5: a number expected, not 'nan'"},
        {HEAD "key 0 1e999 0 0 1 0 0 0\n", "p:5: '1e999' is too large"},
        {HEAD "key 0 0 0 0 1 0 0\n", "p:5:"},
        {HEAD "key 0 0 0 0 1 0 0 0 0\n", "p:5: the end of the line"},
        {HEAD "key 0 0 0 0 1 0 0 0.01\n", "p:5: a quaternion"},
        {HEAD "key 0 0 0 0 0 0 0 0\n", "p:5: a quaternion"},
        {HEAD "key 0 0 0 0 1 0 0 0\nkey 0 0 0 0 1 0 0 0\n", "p:6: times of keys must ascend"},
        {HEAD "key 0 0 0 0 1 0 0 0\nkey 1 0 0 0 0 0 1 0\n", "p:6: the part turns by 180"},
        {HEAD "key 0 0 0 0 1 0 0 0\npivot 0 0 0\n", "p:6:"},
        {HEAD "key 0 0 0 0 1 0 0 0\npart \"b\"\nmesh 0123456789abcdef\nkey 0 0 0 0 1 0 0 0\npart "
              "\"a\"\nmesh 0123456789abcdef\nkey 0 0 0 0 1 0 0 0\n",
         "p:9: the part \"a\" was named before, in line 3"},
        {"\xEF\xBB\xBF\xEF\xBB\xBF" HEAD "key 0 0 0 0 1 0 0 0\n", "p: this is not a path"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        MotionPath path;
        Error err = {""};
        assert_false(motion_path_parse(&path, "p", CASES[i].text, strlen(CASES[i].text), &err));
        if (!strstr(err.text, CASES[i].says))
            fail_msg("case %d says \"%s\", not \"%s\"", (int)i, err.text, CASES[i].says);
        assert_null(path.parts);
    }
}

static void damaged_names_and_nearly_unit_turns_are_mended(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBFsnug-path 1\nunit mm\npart \"a\xFF\x01\"\n"
                               "mesh 0123456789abcdef\nkey 0 0 0 0 1.0000005 0 0 0\n";
    MotionPath path;
    Error err = {""};
    if (!motion_path_parse(&path, "p", text, sizeof text - 1, &err))
        fail_msg("%s", err.text);
    assert_string_equal(path.parts[0].key, "a? ");
    assert_true(path.parts[0].keys[0].pose.q[0] == 1);
    motion_path_free(&path);
}

static double any(Rng *rng)
{
    return (rng_unit(rng) - 0.5) * pow(10, 12 * rng_unit(rng) - 6);
}

static void random_turn(Rng *rng, Pose *pose)
{
    double q[4];
    for (int i = 0; i < 4; ++i)
        q[i] = rng_unit(rng) - 0.5;
    assert_true(pose_set_quaternion(pose, q));
}

static void random_path(Rng *rng, MotionPath *path)
{
    *path = (MotionPath){.unit = (enum LengthUnit)(rng_next(rng) % UNIT_COUNT)};
    int parts = 1 + (int)(rng_next(rng) % 4);
    for (int i = 0; i < parts; ++i) {
        char name[32];
        snprintf(name, sizeof name, "P\\\"%d", i);
        PathPart *part = motion_path_add(path, name);
        assert_non_null(part);
        part->mesh = rng_next(rng) * UINT64_C(0x9e3779b97f4a7c15);
        part->joint_count = (int32_t)(rng_next(rng) % 3);
        part->pivot = vec3d(any(rng), any(rng), any(rng));
        for (int k = 0; k < 9; ++k)
            part->scale.m[k / 3][k % 3] =
                i % 2 || k % 4 == 0 ? 1 + rng_unit(rng) + 3 * (k % 4 == 0) : 0;
        double time = any(rng);
        for (int k = 0; k < 5; ++k) {
            Pose pose = {.rotation = affine_identity()};
            random_turn(rng, &pose);
            Affine placement = pose.rotation;
            placement.p = vec3d(any(rng), any(rng), any(rng));
            double joints[3] = {any(rng), any(rng), any(rng)};
            PathKey key = path_key_of(part, time, &placement);
            assert_true(motion_path_add_key(path, part, &key, joints));
            time += 1e-3 + rng_unit(rng);
        }
    }
}

static void what_is_written_reads_back_bit_for_bit(void **state)
{
    (void)state;
    Rng rng = rng_create(13);
    for (int round = 0; round < 200; ++round) {
        MotionPath path, again, copy;
        Error err = {""};
        random_path(&rng, &path);
        char *text = motion_path_text(&path);
        if (!motion_path_parse(&again, "p", text, strlen(text), &err))
            fail_msg("%s in\n%s", err.text, text);
        assert_true(motion_path_copy(&copy, &again));
        assert_int_equal(copy.part_count, path.part_count);
        assert_int_equal(copy.key_count, path.key_count);
        assert_int_equal(copy.unit, path.unit);
        for (size_t i = 0; i < path.part_count; ++i) {
            const PathPart *a = &path.parts[i], *b = &copy.parts[i];
            assert_string_equal(a->key, b->key);
            assert_true(a->mesh == b->mesh && a->joint_count == b->joint_count);
            assert_memory_equal(&a->scale, &b->scale, sizeof a->scale);
            assert_memory_equal(&a->pivot, &b->pivot, sizeof a->pivot);
            assert_memory_equal(a->keys, b->keys, a->key_count * sizeof *a->keys);
            if (a->joint_count > 0)
                assert_memory_equal(a->joints, b->joints,
                                    a->key_count * (size_t)a->joint_count * sizeof *a->joints);
        }
        free(text);
        motion_path_free(&path);
        motion_path_free(&again);
        motion_path_free(&copy);
    }
}

// p(s) = c + s v + exp(s w)(p - c), with c the pivot's place at the first key; and at the keys the
// placements that were put in, whatever scale and mirror they have.
static void between_keys_a_part_moves_as_promised(void **state)
{
    (void)state;
    Rng rng = rng_create(7);
    for (int round = 0; round < 300; ++round) {
        MotionPath path = {0};
        PathPart *part = motion_path_add(&path, "a");
        Affine scale = affine_identity(), places[2];
        for (int k = 0; k < 3; ++k)
            scale.m[k][k] = (round % 2 ? 0.5 + rng_unit(&rng) : 1) * (round % 3 == k ? -1 : 1);
        part->pivot = vec3d(rng_unit(&rng), 3 * rng_unit(&rng), -rng_unit(&rng));
        for (int k = 0; k < 2; ++k) {
            Pose pose = {.rotation = affine_identity()};
            random_turn(&rng, &pose);
            places[k] = affine_compose(&pose.rotation, &scale);
            places[k].p = vec3d(10 * rng_unit(&rng), rng_unit(&rng), rng_unit(&rng));
            if (k == 0)
                part->scale = path_scale_of(&places[0]);
            PathKey key = path_key_of(part, 2 + 3 * k, &places[k]);
            assert_true(motion_path_add_key(&path, part, &key, NULL));
        }
        for (int k = 0; k < 2; ++k) {
            Affine at = path_placement(part, 2 + 3 * k), outside = path_placement(part, 9 * k - 1);
            assert_true(affine_difference(&at, &places[k]) < 1e-13);
            assert_memory_equal(&at, &outside, sizeof at);
        }
        RigidStep step = rigid_step_between(&part->keys[0].pose, &part->keys[1].pose);
        Vec3d c = part->keys[0].pose.pivot;
        double angle = vec3d_length(step.turn);
        assert_true(angle <= 3.1415926535897936);
        for (double s = 0.125; s < 1; s += 0.25) {
            Affine now = path_placement(part, 2 + 3 * s);
            Affine turn = affine_rotation(vec3d_scale(step.turn, 1 / angle), s * angle);
            Vec3d x = vec3d(rng_unit(&rng), -1, 2), p = affine_apply(&places[0], x);
            Vec3d want = vec3d_add(vec3d_add_scaled(c, step.shift, s),
                                   affine_apply_vector(&turn, vec3d_sub(p, c)));
            assert_true(vec3d_distance(affine_apply(&now, x), want) < 1e-12);
        }
        motion_path_free(&path);
    }
}

static void lengths_follow_the_unit(void **state)
{
    (void)state;
    MotionPath path = {.unit = UNIT_CM};
    PathPart *part = motion_path_add(&path, "a");
    Affine place = affine_translation(vec3d(1, 2, 3));
    PathKey key = path_key_of(part, 0, &place);
    assert_true(motion_path_add_key(&path, part, &key, NULL));
    Affine same = path_placement_in(&path, part, 0, UNIT_CM);
    assert_memory_equal(&same, &place, sizeof same);
    Affine mm = path_placement_in(&path, part, 0, UNIT_MM);
    assert_true(fabs(mm.p.z - 30) < 1e-12 && mm.m[0][0] == 1);
    motion_path_free(&path);
}

static void the_hash_is_of_where_the_surface_is(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(1, 2, 3)), *same = shape_box(vec3d(1, 2, 3));
    uint64_t hash = mesh_hash(box);
    assert_true(hash == UINT64_C(0x7e4ba076353daf73)); // stands in files
    assert_true(hash == mesh_hash(same));
    same->polygon_of[0] = 7;
    assert_true(hash == mesh_hash(same));
    int32_t corner = same->triangles[3][1];
    same->triangles[3][1] = (corner + 1) % 8;
    assert_true(hash != mesh_hash(same));
    same->triangles[3][1] = corner;
    same->vertices[2].y = nextafter(same->vertices[2].y, 1e9);
    assert_true(hash != mesh_hash(same));
    for (int i = 0; i < 2; ++i) {
        same->vertices[2] = vec3d(0, 1, 1);
        same->vertices[2].x = i == 0 ? 0.0 : -0.0;
        uint64_t zero = mesh_hash(same);
        same->vertices[2].x = 0.0;
        assert_true(zero == mesh_hash(same));
    }
    mesh_release(box);
    mesh_release(same);
}

static void files_are_read(void **state)
{
    (void)state;
    char file[] = "/tmp/snug_path_XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    Error err = {""};
    MotionPath path;
    assert_true(file_write_atomic(file, GOOD, strlen(GOOD), &err));
    assert_true(motion_path_read(&path, file, &err));
    assert_int_equal(path.part_count, 2);
    motion_path_free(&path);
    assert_int_equal(unlink(file), 0);
    close(fd);
    assert_false(motion_path_read(&path, file, &err));
    assert_non_null(strstr(err.text, file));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_line_is_read),
        cmocka_unit_test(mistakes_are_refused_with_their_line),
        cmocka_unit_test(damaged_names_and_nearly_unit_turns_are_mended),
        cmocka_unit_test(what_is_written_reads_back_bit_for_bit),
        cmocka_unit_test(between_keys_a_part_moves_as_promised),
        cmocka_unit_test(lengths_follow_the_unit),
        cmocka_unit_test(the_hash_is_of_where_the_surface_is),
        cmocka_unit_test(files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
