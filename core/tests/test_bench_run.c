// What benchmarks are told by who runs them: meshes of somebody's own, and which rows are wanted.
#include "core/bench/bench.h"
#include "core/bench/motion.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"
#include "core/bench/tumble.h"
#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void own_meshes_take_the_place_of_others(void **state)
{
    (void)state;
    Mesh *own = shape_box(vec3d(1, 1, 1)), *usual = shape_ico_sphere(1, 1);
    Affine poses[] = {affine_translation(vec3d(3, 0, 0)), affine_translation(vec3d(0.5, 0, 0))};
    const BenchMesh meshes[] = {{"mine", own}};
    const BenchPair pairs[] = {{"mine twice", own, own, poses, 2}};
    BenchMesh out[BENCH_MESHES_MOST];
    BenchPair pair;
    bench_begin(&(BenchDesc){
        .own = &(BenchOwn){.meshes = meshes, .mesh_count = 1, .pairs = pairs, .pair_count = 1}});
    assert_true(bench_has_own());
    assert_int_equal(bench_meshes(&(BenchMesh){"usual", mesh_retain(usual)}, 1, out), 1);
    assert_ptr_equal(out[0].mesh, own);
    mesh_release(out[0].mesh);
    assert_int_equal(bench_pair_count(SCENES), 1);
    assert_true(bench_pair_take(0, &bench_scenes[SCENE_Z], &pair));
    assert_true(pair.a == own && pair.frames == 2 && pair.b_to_a[1].p.x == 0.5);
    bench_pair_free(&pair);
    bench_begin(&(BenchDesc){.own = NULL});
    assert_int_equal(bench_meshes(&(BenchMesh){"usual", usual}, 1, out), 1);
    assert_ptr_equal(out[0].mesh, usual);
    assert_int_equal(bench_pair_count(SCENES), SCENES);
    assert_true(bench_pair_take(2, &bench_scenes[SCENE_Z], &pair));
    assert_int_equal(pair.frames, bench_scenes[SCENE_Z].frames);
    bench_pair_free(&pair);
    mesh_release(usual);
    mesh_release(own);
}

static int asked_for_poses;

static Affine counted(const void *user, int frame)
{
    (void)user;
    ++asked_for_poses;
    return tumble_pose(1.2, frame, 10);
}

// Work is counted, not rows alone.
static void rows_that_nobody_wants_are_not_measured(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.4, 12, 8);
    const MotionKind kinds[] = {{&bv_aabb, &split_spatial_median, {.mode = QUERY_ALL}, NULL, 0},
                                {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL}, NULL, 0},
                                {&bv_obb, &split_obb_mean, {.test = 1}, NULL, 0}};
    static const struct {
        const char *wanted;
        int kinds;
        bool ratio;
    } cases[] = {{NULL, 3, true},   {"", 3, true},         {"tori", 3, true},
                 {"aabb", 1, true}, {"OBB All", 1, false}, {"obb tori", 2, false},
                 {"none", 0, false}};
    Motion motion = {
        .scene = "tori", .a = mesh, .b = mesh, .frames = 10, .rounds = 2, .b_to_a = counted};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        MotionResult results[3];
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        asked_for_poses = 0;
        bench_begin(&(BenchDesc){.wanted = cases[i].wanted});
        // The kinds of the two modes find other numbers of contacts, which is an error.
        bool both =
            cases[i].kinds == 3 || (cases[i].wanted && strcmp(cases[i].wanted, "obb tori") == 0);
        if (!both)
            assert_true(motion_run(out, &motion, kinds, 3, results));
        else
            for (int k = 0; k < 3; ++k)
                assert_true(motion_run(out, &motion, &kinds[k], 1, results));
        fclose(out);
        assert_int_equal(asked_for_poses, cases[i].kinds * motion.frames * motion.rounds);
        int lines = 0;
        for (const char *c = text; *c; ++c)
            lines += *c == '\n';
        assert_int_equal(lines, cases[i].kinds);
        if (!both && lines == 1) // to the first kind, or left out
            assert_true((strstr(text, ",1.00,") != NULL) == cases[i].ratio);
        free(text);
    }
    assert_true(!bench_wants_all() && bench_wants("%s", "A None") && !bench_wants("%s", "non"));
    bench_begin(&(BenchDesc){.own = NULL});
    assert_true(bench_wants_all() && bench_wants("%s", "non"));
    mesh_release(mesh);
}

// None of its rows is wanted: it writes its heading and misses nothing. Tables of claims are measured as a whole.
static void every_benchmark_asks_which_rows_are_wanted(void **state)
{
    (void)state;
    int asked = 0;
    for (int i = 0; i < BENCH_COUNT; ++i) {
        if (i == BENCH_papers)
            continue;
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        bench_begin(&(BenchDesc){.wanted = "no-such-row", .quick = true});
        assert_true(benches[i].run(out));
        fclose(out);
        const char *end = strchr(text, '\n');
        if (!end || end[1])
            fail_msg("%s measures what nobody wants:\n%s", benches[i].name, text);
        free(text);
        ++asked;
    }
    bench_begin(&(BenchDesc){.own = NULL});
    printf("RAN: wanted rows: %d benchmarks ask\n", asked);
    assert_int_equal(asked, BENCH_COUNT - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_meshes_take_the_place_of_others),
        cmocka_unit_test(rows_that_nobody_wants_are_not_measured),
        cmocka_unit_test(every_benchmark_asks_which_rows_are_wanted),
    };
    return cmocka_run_group_tests_name("bench_run", tests, NULL, NULL);
}
