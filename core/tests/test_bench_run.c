// What benchmarks are told by who runs them: meshes of somebody's own, and which rows are wanted.
#include "core/bench/bench.h"
#include "core/bench/in_cube.h"
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

enum { CELLS = 24 };

// Of a line of CSV, which is taken apart.
static int cells_of(char *line, char *cells[CELLS])
{
    int count = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *cell = line; cell && count < CELLS; ++count) {
        cells[count] = cell;
        cell = strchr(cell, ',');
        if (cell)
            *cell++ = 0;
    }
    return count;
}

// Its rows on this mesh and no other; to be freed.
static char *rows_on(enum BenchTakes takes, int bench, Mesh *mesh, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    Affine poses[] = {affine_translation(vec3d(0, 0, 0)), affine_translation(vec3d(7, 0, 0)),
                      affine_rotation(vec3d(1, 0, 0), 1)};
    const BenchPair pairs[] = {{"mine", mesh, mesh, poses, 3}};
    const BenchMesh meshes[] = {{"mine", mesh}};
    assert_int_equal(benches[bench].takes, takes);
    bench_begin(&(BenchDesc){
        .own = &(BenchOwn){.meshes = meshes, .mesh_count = 1, .pairs = pairs, .pair_count = 1},
        .wanted = wanted,
        .quick = true});
    assert_true(benches[bench].run(out));
    fclose(out);
    bench_begin(&(BenchDesc){.own = NULL});
    return text;
}

// Maybe far from its origin, and of any size.
static Mesh *odd_one(double size, Vec3d from)
{
    Mesh *mesh = shape_torus(1, 0.4, 16, 8);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_add_scaled(from, mesh->vertices[i], size);
    return mesh;
}

static void scenes_of_papers_are_made_of_own_meshes(void **state)
{
    (void)state;
    static const struct {
        int bench;
        const char *wanted;
        int rows, name, in_contact;
        double least, most; // of frames in contact
    } cases[] = {{BENCH_tumble, "slab cut", 6, 0, 12, 0, 1},
                 {BENCH_bergen, "aabb", 5, 0, 12, 0.45, 0.75},
                 {BENCH_boxtree97, "depth", 9, 1, 11, 1, 200}};
    Mesh *small = odd_one(0.5, vec3d(0, 0, 0)), *large = odd_one(8, vec3d(0, 0, 0));
    Mesh *far = odd_one(8, vec3d(100, -200, 300)), *cube = mesh_in_cube(far, 1);
    Box3d box = mesh_bounds(cube);
    assert_true(fabs(box.hi.x - 1) < 1e-12 && fabs(box.lo.x + 1) < 1e-12);
    assert_true(fabs(box.hi.y + box.lo.y) < 1e-12 && box.hi.y < 0.5 && box.hi.y > 0.1);
    assert_int_equal(cube->triangle_count, far->triangle_count);
    assert_true(mesh_validate(cube, NULL));
    mesh_release(cube);
    mesh_release(far);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char *rows = rows_on(TAKES_MESHES, cases[i].bench, small, cases[i].wanted);
        int count = 0;
        for (char *line = strtok(rows, "\n"); line; line = strtok(NULL, "\n"), ++count) {
            char *cells[CELLS];
            if (count == 0) // the heading
                continue;
            cells_of(line, cells);
            assert_int_equal(strncmp(cells[cases[i].name], "mine", 4), 0);
            double share = atof(cells[cases[i].in_contact]);
            assert_true(share >= cases[i].least && share <= cases[i].most);
        }
        assert_int_equal(count - 1, cases[i].rows);
        free(rows);
    }
    // Tumbling does not depend on how large the mesh is.
    char *one = rows_on(TAKES_MESHES, BENCH_tumble, small, "slab cut");
    char *other = rows_on(TAKES_MESHES, BENCH_tumble, large, "slab cut");
    char *cells[2][CELLS];
    cells_of(strchr(one, '\n') + 1, cells[0]);
    cells_of(strchr(other, '\n') + 1, cells[1]);
    assert_string_equal(cells[0][0], cells[1][0]);
    assert_string_equal(cells[0][8], cells[1][8]);
    assert_true(atof(cells[0][8]) > 1);
    free(one);
    free(other);
    mesh_release(small);
    mesh_release(large);
}

// Copies in one place share all their triangles, so that most pairs whose boxes meet, meet; far apart there are none.
static void pairs_of_triangles_are_those_of_own_motions(void **state)
{
    (void)state;
    Mesh *mesh = odd_one(1, vec3d(0, 0, 0));
    char *rows = rows_on(TAKES_MOTIONS, BENCH_tri, mesh, ""), *cells[CELLS];
    char *row = strchr(rows, '\n') + 1;
    assert_int_equal(cells_of(row, cells), 11);
    assert_string_equal(cells[0], "\"mine\"");
    double hits = atof(cells[2]);
    assert_true(hits > 5 && hits < 95);
    free(rows);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    Affine apart = affine_translation(vec3d(9, 0, 0));
    const BenchPair pair = {"apart", mesh, mesh, &apart, 1};
    bench_begin(&(BenchDesc){.own = &(BenchOwn){.meshes = &(BenchMesh){"mine", mesh},
                                                .mesh_count = 1,
                                                .pairs = &pair,
                                                .pair_count = 1}});
    assert_true(bench_tri(out));
    fclose(out);
    bench_begin(&(BenchDesc){.own = NULL});
    assert_non_null(strstr(text, "# apart: no boxes of triangles meet"));
    free(text);
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
        cmocka_unit_test(scenes_of_papers_are_made_of_own_meshes),
        cmocka_unit_test(pairs_of_triangles_are_those_of_own_motions),
        cmocka_unit_test(every_benchmark_asks_which_rows_are_wanted),
    };
    return cmocka_run_group_tests_name("bench_run", tests, NULL, NULL);
}
