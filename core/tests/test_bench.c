// What the benchmarks rest on: trees on another tree's topology, objects that bounce instead of
// staying caught, means over parts, and the columns of the tables.
#include "core/bench/cage.h"
#include "core/bench/claims.h"
#include "core/bench/flake.h"
#include "core/bench/motion.h"
#include "core/bench/poses.h"
#include "core/bench/replay.h"
#include "core/bench/run.h"
#include "core/bench/tumble.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"
#include "core/mesh/topology.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The sum of the triangles below each node, by node: equal sums all over mean equal topologies.
static uint64_t triangles_below(const Bvh *tree, NodeId node, uint64_t *sums)
{
    NodeLinks at = tree->type->links(tree, node);
    sums[node] = 0;
    for (uint32_t i = 0; i < at.count; ++i)
        sums[node] += at.leaf ? 1 + ((uint64_t)tree->slots[at.first + i] << 20)
                              : triangles_below(tree, at.first + i, sums);
    return sums[node];
}

static void replayed_trees_have_the_recorded_topology(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_torus(0.75, 0.25, 24, 12), shape_soup(500, 10, 2, 7),
                      shape_ico_sphere(1, 2), shape_grid(1, 1, 1, 1)};
    const SplitRule *splits[] = {&split_zachmann, &split_object_median, &split_obb_mean};
    int compared = 0;
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        for (size_t s = 0; s < sizeof splits / sizeof *splits; ++s) {
            Bvh *first = bvh_build(meshes[m], &(BvhDesc){.type = &bv_boxtree, .split = splits[s]},
                                   NULL, NULL);
            assert_non_null(first);
            assert_true(replay_begin(first));
            Bvh *second = bvh_build(meshes[m], &(BvhDesc){.type = &bv_kdop, .split = &split_replay},
                                    NULL, NULL);
            assert_non_null(second);
            assert_int_equal(first->node_count, second->node_count);
            Error err = {""};
            assert_true(bvh_validate(second, &err));
            uint64_t *a = calloc(first->node_count, sizeof *a);
            uint64_t *b = calloc(first->node_count, sizeof *b);
            triangles_below(first, 0, a);
            triangles_below(second, 0, b);
            assert_memory_equal(a, b, first->node_count * sizeof *a);
            compared += (int)first->node_count;
            free(a);
            free(b);
            replay_end();
            bvh_release(first);
            bvh_release(second);
        }
        mesh_release(meshes[m]);
    }
    printf("RAN: replay: %d nodes hold the same triangles\n", compared);
    assert_true(compared > 5000);
}

static void caged_objects_bounce(void **state)
{
    (void)state;
    enum { FRAMES = 200 };
    Affine poses[FRAMES], again[FRAMES];
    int bounced = 0;
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        Mesh *mesh = seed % 2 ? shape_torus(1, 0.3, 10, 8) : tetra_flake(2);
        int contacts, contacts_again;
        assert_true(cage_record(mesh, seed, poses, FRAMES, &contacts));
        assert_true(cage_record(mesh, seed, again, FRAMES, &contacts_again));
        assert_memory_equal(poses, again, sizeof poses);
        if (contacts > FRAMES / 2)
            fail_msg("seed %d: %d of %d frames in contact", (int)seed, contacts, FRAMES);
        bounced += contacts > 0;
        mesh_release(mesh);
    }
    printf("RAN: cage: 8 seeds of %d frames, %d with contact\n", FRAMES, bounced);
    assert_true(bounced >= 6);
}

static void flakes_have_six_times_more_faces_per_level(void **state)
{
    (void)state;
    for (int levels = 0, count = 4; levels <= 3; ++levels, count *= 6) {
        Mesh *mesh = tetra_flake(levels);
        Error err = {""};
        assert_true(mesh && mesh_validate(mesh, &err));
        assert_int_equal(mesh->triangle_count, count);
        mesh_release(mesh);
    }
}

static Affine tumbling(const void *user, int frame)
{
    (void)user;
    return tumble_pose(1.6 - 0.1 * (frame / 10), frame % 10, 10);
}

// The parts' means are those of the whole, and lifting or another volume changes no contacts.
static void parts_add_up_to_the_whole(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(0.75, 0.25, 16, 8);
    static const MotionKind kinds[] = {
        {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL}, NULL, 0},
        {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL, .lift = true}, NULL, 0},
        {&bv_kdop, &split_spatial_median, {.mode = QUERY_ALL}, "k", 14}};
    Motion motion = {.scene = "",
                     .a = mesh,
                     .b = mesh,
                     .frames = 40,
                     .rounds = 1,
                     .parts = 4,
                     .b_to_a = tumbling};
    MotionResult parts[3 * 4], whole[3];
    assert_true(motion_measure(&motion, kinds, 3, parts));
    motion.parts = 1;
    assert_true(motion_measure(&motion, kinds, 3, whole));
    for (int k = 0; k < 3; ++k) {
        MotionResult mean = motion_mean(parts + 4 * k, 4);
        assert_true(fabs(mean.volume_tests - whole[k].volume_tests) < 1e-9 * mean.volume_tests);
        assert_true(fabs(mean.updates - whole[k].updates) < 1e-9 * mean.updates);
        assert_true(mean.frames_in_contact == whole[k].frames_in_contact);
    }
    assert_true(whole[0].contacts > 1 && whole[0].volume_tests == whole[1].volume_tests);
    assert_true(whole[1].updates < whole[0].updates);
    assert_true(fabs(whole[0].bytes_per_node - 64) < 1e-9);
    assert_true(whole[2].bytes_per_node > 60); // 14 ends and a reference, and a table
    mesh_release(mesh);
}

static void tables_say_how_far_figures_are_off(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    claims_figure(out, "a figure", 100, 200, 210);
    claims_figure(out, "without paper", NAN, 50, 25);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "100         200         210  +110 %\n"));
    assert_non_null(strstr(text, " 25  -50 %\n"));
    free(text);
    claims_figure(NULL, "nowhere", 1, 1, 1);
}

static void ranges_are_read_as_papers_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double low, high;
    } cases[] = {{"2-18", 2, 18},          {"-4 to 10", -4, 10},      {"6 +- 1", 5, 7},
                 {">1", 1, INFINITY},      {">>1", 2, INFINITY},      {"<=1", -INFINITY, 1},
                 {"<0.5", -INFINITY, 0.5}, {"0.9-", 0.9, INFINITY},   {"about 2", 1.8, 2.2},
                 {"23", 20.7, 25.3},       {"1.8-12240", 1.8, 12240}, {"", -INFINITY, INFINITY}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ClaimRange range;
        assert_true(claims_range(cases[i].text, &range));
        assert_true(range.low == cases[i].low || fabs(range.low - cases[i].low) < 1e-12);
        assert_true(range.high == cases[i].high || fabs(range.high - cases[i].high) < 1e-12);
    }
    static const char *const unreadable[] = {"all", "2-18 %", "2 of 4", "> one", "1, 2"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; ++i) {
        ClaimRange range;
        assert_false(claims_range(unreadable[i], &range));
    }
}

// What claims_verdict wrote last in its row.
static void assert_verdict(const char *paper, const char *prototype, double ours, bool holds,
                           const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    claims_verdict(out, "a claim", paper, prototype, ours, holds);
    assert_int_equal(fclose(out), 0);
    char end[48];
    snprintf(end, sizeof end, "  %s\n", wanted);
    assert_true(size > strlen(end));
    assert_string_equal(text + size - strlen(end), end);
    free(text);
}

static void figures_outside_of_the_papers_range_are_no_yes(void **state)
{
    (void)state;
    assert_verdict("2-18", "10-15", 23.1, true, "other, +28 %"); // Ritter's ball
    assert_verdict("2-18", "10-15", 17.5, true, "yes");          // the paper counts
    assert_verdict("5.4", "", 2.33, true, "other, -57 %");       // knots
    assert_verdict("5.4", "", 5.0, true, "yes");
    assert_verdict("23", "0-25", 0, false, "NO"); // empty boxes
    assert_verdict("40-60", "45-85", 83, true, "other, +38 %");
    assert_verdict("", "15-30", 7.71, true, "other, -49 %");
    assert_verdict("", "", 7.71, true, "yes");
    assert_verdict("", "", 7.71, false, "NO");
    assert_verdict(">10", "", 9.1, true, "NO"); // the end is the claim
    assert_verdict("<5", "", 2.06, true, "yes");
    assert_verdict("-4 to 10", "", -5, true, "other, -25 %");
    assert_verdict("0-8", "", -1, true, "other");
    assert_verdict("2-18", "", NAN, true, "NO");
    assert_verdict("some", "", 1, true, "?");
}

// Cell `wanted` of a line of quoted values.
static bool cell_of(const char *line, int wanted, char out[128])
{
    size_t used = 0;
    for (int cell = 0; cell <= wanted; ++cell) {
        if (*line++ != '"')
            return false;
        for (used = 0; *line && (*line != '"' || line[1] == '"'); ++line) {
            line += *line == '"';
            if (used + 1 < 128)
                out[used++] = *line;
        }
        line += *line == '"';
        line += *line == ',';
    }
    out[used] = 0;
    return true;
}

// What the manual shows was judged by the same rule.
static void kept_results_are_judged_strictly(void **state)
{
    (void)state;
    enum { WHAT = 1, PAPER, PROTOTYPE, OURS, VERDICT };
    FILE *file = fopen("core/bench/results/papers.csv", "r");
    assert_non_null(file);
    char line[1024], what[128], source[128], ours[128], verdict[128];
    int within = 0, outside = 0;
    while (fgets(line, sizeof line, file)) {
        if (*line != '"')
            continue;
        ClaimRange range;
        assert_true(cell_of(line, PAPER, source) && cell_of(line, OURS, ours));
        assert_true(cell_of(line, WHAT, what) && cell_of(line, VERDICT, verdict));
        if (!source[0])
            assert_true(cell_of(line, PROTOTYPE, source));
        if (strcmp(verdict, "yes") != 0 && strncmp(verdict, "other", 5) != 0)
            continue;
        assert_true(claims_range(source, &range));
        double figure = strtod(ours, NULL);
        bool inside = figure >= range.low && figure <= range.high;
        if (inside != (strcmp(verdict, "yes") == 0))
            fail_msg("%s: %s, the source says %s, judged \"%s\"", what, ours, source, verdict);
        ++*(inside ? &within : &outside);
    }
    assert_int_equal(fclose(file), 0);
    printf("RAN: results on file: %d within the source's range, %d outside\n", within, outside);
    assert_true(within > 40 && outside > 10);
}

static void note(void *user, double done)
{
    double *told = user;
    assert_true(done >= told[0] && done <= 1); // it never goes back
    told[0] = done;
    ++told[1];
}

static void progress_goes_on_through_spans(void **state)
{
    (void)state;
    double told[2] = {0, 0};
    bench_begin(&(BenchDesc){.went_on = note, .user = told});
    BenchSpan all = bench_span(0, 2);
    bench_went_on(0.5);
    assert_true(fabs(told[0] - 0.25) < 1e-12);
    bench_went_on(0.1);
    BenchSpan half = bench_span(1, 2);
    bench_went_on(0.5);
    assert_true(fabs(told[0] - 0.375) < 1e-12);
    bench_span_end(half);
    bench_span_end(all);
    assert_true(fabs(told[0] - 0.5) < 1e-12);
    // Of a motion: in small steps, to the end of its span.
    Mesh *mesh = shape_torus(1, 0.4, 12, 8);
    const MotionKind kinds[] = {{&bv_aabb, &split_spatial_median, {.mode = QUERY_ALL}, NULL, 0},
                                {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL}, NULL, 0}};
    Motion motion = {.scene = "tori",
                     .a = mesh,
                     .b = mesh,
                     .frames = 20,
                     .parts = 2,
                     .rounds = 3,
                     .b_to_a = tumbling};
    MotionResult results[4];
    told[1] = 0;
    all = bench_span(1, 2);
    assert_true(motion_measure(&motion, kinds, 2, results));
    assert_true(told[0] > 0.99 && told[1] > 50);
    bench_span_end(all);
    for (int k = 0; k < 4; ++k) {
        double sum = 0;
        for (int round = 0; round < 3; ++round)
            sum += results[k].round_us[round];
        Spread spread = motion_spread(&results[k], 3);
        assert_true(results[k].us <= spread.least + 1e-9);
        assert_true(spread.least <= sum / 3 && sum / 3 <= spread.most);
        assert_true(results[k].round_us[3] == 0);
    }
    mesh_release(mesh);
    bench_begin(&(BenchDesc){.own = NULL});
}

static void overlapping_rounds_are_tied(void **state)
{
    (void)state;
    Spread rounds[] = {{10, 12}, SPREAD_NONE, {20, 21}};
    spread_add(&rounds[1], 13);
    spread_add(&rounds[1], 11);
    const int ranks[] = {1, 1, 3};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(spread_rank(rounds, 3, i), ranks[i]);
        assert_true(spread_ties(rounds, 3, i) == (i < 2));
    }
    assert_true(spread_overlap(rounds[0], rounds[1]) && !spread_overlap(rounds[1], rounds[2]));
}

static void stand_ins_are_closed_and_as_large_as_the_papers_say(void **state)
{
    (void)state;
    for (int i = 0; i < STAND_INS; ++i) {
        Mesh *mesh = stand_in((enum StandIn)i, 1, 2), *finer = stand_in((enum StandIn)i, 2, 2);
        assert_non_null(mesh);
        const MeshTopology *topology = mesh_topology(mesh, NULL);
        if (!topology || !topology->closed || !topology->outward)
            fail_msg("%s: not closed, or inside out", stand_in_names[i]);
        Box3d box = mesh_bounds(mesh);
        Vec3d size = vec3d_sub(box.hi, box.lo);
        assert_true(fabs(fmax(size.x, fmax(size.y, size.z)) - 4) < 1e-9);
        assert_true(fabs(box.lo.x + box.hi.x) < 1e-9);
        double more = (double)finer->triangle_count / mesh->triangle_count;
        if (more < 3.5 || more > 4.5)
            fail_msg("%s: %g times the triangles at twice the detail", stand_in_names[i], more);
        assert_true(i != STAND_IN_X_WING || mesh->triangle_count == 6084);
        assert_true(i != STAND_IN_TEAPOT || mesh->triangle_count == 3752);
        mesh_release(mesh);
        mesh_release(finer);
    }
}

static void some_kinds_tumble_as_all_of_them_do(void **state)
{
    (void)state;
    enum { STEPS = 6 };
    static TumbleObject all = {.name = "tori"};
    static const enum TumbleKind some[] = {ALIGNED, DOP};
    MotionResult results[2 * TUMBLE_DISTANCES];
    all.mesh = shape_torus(0.75, 0.25, 16, 9);
    assert_true(tumble_measure(NULL, &all, STEPS, 1));
    TumbleWork work = {.a = all.mesh,
                       .b = all.mesh,
                       .kinds = some,
                       .count = 2,
                       .distances = TUMBLE_DISTANCES,
                       .steps = STEPS,
                       .rounds = 1};
    assert_true(tumble_some(&work, results));
    for (int k = 0; k < 2; ++k)
        for (int d = 0; d < TUMBLE_DISTANCES; ++d) {
            const MotionResult *a = &results[k * TUMBLE_DISTANCES + d];
            const MotionResult *b = &all.results[(int)some[k] * TUMBLE_DISTANCES + d];
            assert_true(a->volume_tests == b->volume_tests && a->contacts == b->contacts);
        }
    Job job = {0};
    job_cancel(&job);
    work.job = &job;
    assert_false(tumble_some(&work, results));
    mesh_release(all.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replayed_trees_have_the_recorded_topology),
        cmocka_unit_test(caged_objects_bounce),
        cmocka_unit_test(flakes_have_six_times_more_faces_per_level),
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(progress_goes_on_through_spans),
        cmocka_unit_test(overlapping_rounds_are_tied),
        cmocka_unit_test(tables_say_how_far_figures_are_off),
        cmocka_unit_test(ranges_are_read_as_papers_write_them),
        cmocka_unit_test(figures_outside_of_the_papers_range_are_no_yes),
        cmocka_unit_test(kept_results_are_judged_strictly),
        cmocka_unit_test(stand_ins_are_closed_and_as_large_as_the_papers_say),
        cmocka_unit_test(some_kinds_tumble_as_all_of_them_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
