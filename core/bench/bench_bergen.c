// The scene of the AABB paper (van den Bergen 1998): two copies of a torus of 5000 triangles, each
// uniformly rotated and its origin uniform in a cube, about 60 % of the placements colliding, first
// contact; and the deformation part: building against refitting. The torus is slender (tube to ring
// 0.2), as the specification infers.
//
// Free parameters, which the paper does not give. The descent rule is the longer side, as in a
// prototype. The tessellation decides the AABBs' counts: with 50 rings of 50 the four are within 3
// % of the published ones; with 100 rings of 25, whose triangles are nearly equilateral instead of
// 1 to 2.5, they are 25 % (boxes) and 60 % (triangles) lower. The rule moves AABB counts by 3 to 5
// % and OBB counts by 1 %. The OBBs, 10 to 14 % below, follow the share of collisions (at 62 % they
// are 5 to 8 % below) and the criterion (by spatial median they are within 3 %). All that is in the
// table.
//
// Or two copies of each of somebody's own meshes, in the cube in which 60 % of the placements collide.
#include "core/bench/bench.h"
#include "core/bench/bergen.h"
#include "core/bench/claims.h"
#include "core/bench/motion.h"
#include "core/bench/papers.h"
#include "core/bench/run.h"

#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

static const double CUBE_HALF = 1.04; // of the cube of origins: 60 % of the placements collide
static const double NARROW_HALF = 1;  // 62 %
enum { PLACEMENTS = 20000, ROUNDS = 2 };

static const MotionKind kinds[] = {
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_extent, .test = 1}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_extent, .test = 1}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
    {&bv_aabb, &split_object_median, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_radius, .test = 0}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_radius, .test = 1}, NULL, 0},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_volume, .test = 1}, NULL, 0},
    {&bv_obb, &split_spatial_median, {.rule = DESCEND_extent, .test = 0}, NULL, 0},
    {&bv_obb, &split_spatial_median, {.rule = DESCEND_extent, .test = 1}, NULL, 0},
    {&bv_kdop, &split_spatial_median, {.rule = DESCEND_extent}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.rule = DESCEND_radius}, NULL, 0},
};
enum {
    OBB,
    OBB_LITE,
    AABB,
    AABB_LITE,
    OBJECT_MEDIAN,
    OBB_RADIUS,
    AABB_RADIUS,
    AABB_VOLUME,
    OBB_SPATIAL,
    OBB_SPATIAL_LITE
};
enum { PUBLISHED = 4, KINDS = sizeof kinds / sizeof *kinds };

static const double prototype[PUBLISHED][2] = {{98.7, 1.9}, {128, 3.5}, {324, 39}, {397, 52}};

static void write_count(FILE *claims, int kind, const char *variant, const MotionResult *r)
{
    const BergenPublished *paper = &bergen_published[BERGEN_TORUS][kind];
    const char *name = bergen_kind_names[kind];
    char what[80];
    snprintf(what, sizeof what, "%s%s: N_v per placement", name, variant);
    claims_figure(claims, what, paper->box_tests / BERGEN_PLACEMENTS, prototype[kind][0],
                  r->volume_tests);
    snprintf(what, sizeof what, "%s%s: N_p per placement", name, variant);
    claims_figure(claims, what, paper->triangle_tests / BERGEN_PLACEMENTS, prototype[kind][1],
                  r->triangle_tests);
}

static void write_counts(FILE *claims, const MotionResult r[KINDS],
                         const MotionResult even[PUBLISHED], const MotionResult narrow[PUBLISHED])
{
    for (int i = 0; i < PUBLISHED; ++i)
        write_count(claims, i, "", &r[i]);
    for (int i = 0; i < PUBLISHED; ++i)
        write_count(claims, i, " / 100 rings of 25", &even[i]);
    for (int i = 0; i < AABB; ++i)
        write_count(claims, i, " / 62 % collide", &narrow[i]);
    write_count(claims, OBB, " / larger radius", &r[OBB_RADIUS]);
    write_count(claims, AABB, " / larger radius", &r[AABB_RADIUS]);
    write_count(claims, AABB, " / larger volume", &r[AABB_VOLUME]);
    write_count(claims, OBB, " / by spatial median", &r[OBB_SPATIAL]);
    write_count(claims, OBB_LITE, " / by spatial median", &r[OBB_SPATIAL_LITE]);
}

static void write_verdicts(FILE *claims, const MotionResult r[KINDS])
{
    double ratio = r[AABB].volume_tests / r[OBB].volume_tests;
    claims_verdict(claims, "N_v AABB / OBB, SAT", "3.2", "3.3", ratio, ratio > 1);
    ratio = r[AABB].us / r[OBB].us;
    claims_verdict(claims, "OBB is faster than AABB, SAT: time ratio", "2.87", "2.8", ratio,
                   ratio > 1);
    ratio = r[AABB_LITE].us / r[OBB_LITE].us;
    claims_verdict(claims, "OBB is faster than AABB, SAT lite: time ratio", "2.57", "2.3", ratio,
                   ratio > 1);
    double more = 100 * (r[OBB_LITE].volume_tests / r[OBB].volume_tests - 1);
    claims_verdict(claims, "SAT lite raises N_v of OBBs by (%)", "17-33", "20-27", more, more > 0);
    more = 100 * (r[AABB_LITE].volume_tests / r[AABB].volume_tests - 1);
    claims_verdict(claims, "SAT lite raises N_v of AABBs by (%)", "17-33", "20-27", more, more > 0);
    double gain = 100 * (1 - r[AABB_LITE].us / r[AABB].us);
    claims_verdict(claims, "SAT lite speeds AABBs up by (% of the time)", "7-26", "35-40", gain,
                   gain > 0);
    gain = 100 * (1 - r[OBB_LITE].us / r[OBB].us);
    claims_verdict(claims, "SAT lite hardly changes OBBs (% of the time)", "-4 to 10", "14-25",
                   gain, true);
    double positive = 100 * (1 - r[OBB].separations / r[OBB].volume_tests);
    claims_verdict(claims, "OBB SAT: box tests that overlap (%)", "60", "56-64", positive, true);
    double edges = 100 * r[OBB].edge_exits / r[OBB].separations;
    claims_verdict(claims, "OBB SAT: separations by edge axes (%)", "15", "12-15", edges, true);
    double wrong = 100 * r[OBB].edge_exits / r[OBB].volume_tests;
    claims_verdict(claims, "so SAT lite errs in (% of the tests)", "6", "", wrong, true);
    ratio = r[OBJECT_MEDIAN].volume_tests / r[AABB_LITE].volume_tests;
    claims_verdict(claims, "box midpoint beats object median: N_v ratio", ">1", "1.41", ratio,
                   ratio > 1);
}

static bool write_deformation(FILE *claims)
{
    Mesh *torus = shape_torus(1, 0.2, 80, 50); // 8000 triangles: above the 6000 of the claim
    BvhDesc aabb = {.type = &bv_aabb}, obb = {.type = &bv_obb, .split = &split_obb_mean};
    Bvh *tree = torus ? bvh_build(torus, &aabb, NULL, NULL) : NULL;
    if (tree) {
        double build_aabb = motion_build_ms(torus, &aabb, 10);
        double build_obb = motion_build_ms(torus, &obb, 10), refit = bergen_refit_ms(tree, 50);
        claims_verdict(claims, "building AABBs takes a third of building OBBs", "0.31", "",
                       build_aabb / build_obb, build_aabb < build_obb);
        claims_verdict(claims, "refitting AABBs is >= 10 times faster than building them", ">10",
                       "", build_aabb / refit, true);
        claims_verdict(claims, "refitting takes less than 5 % of building OBBs (%)", "<5", "",
                       100 * refit / build_obb, true);
    }
    bvh_release(tree);
    mesh_release(torus);
    return tree != NULL;
}

bool bergen_figures(FILE *rows, FILE *claims)
{
    Mesh *torus = bergen_model(BERGEN_TORUS), *even = shape_torus(1, 0.2, 100, 25);
    MotionResult results[KINDS], even_results[PUBLISHED], narrow_results[PUBLISHED];
    Motion motion = {.scene = "Torus 5000",
                     .a = torus,
                     .b = torus,
                     .frames = rows && bench_is_quick() ? PLACEMENTS / 20 : PLACEMENTS,
                     .rounds = ROUNDS,
                     .b_to_a = bergen_placement,
                     .user = &CUBE_HALF};
    Motion even_motion = motion, narrow = motion;
    even_motion.scene = "Torus 5000 of 100 rings";
    even_motion.a = even_motion.b = even;
    narrow.scene = "Torus 5000 in a smaller cube";
    narrow.user = &NARROW_HALF;
    const struct {
        const Motion *motion;
        int kinds;
        MotionResult *results;
    } runs[] = {{&motion, KINDS, results},
                {&even_motion, PUBLISHED, even_results},
                {&narrow, PUBLISHED, narrow_results}};
    bool ok = true;
    for (int i = 0; ok && i < 3; ++i) {
        BenchSpan span = bench_span(i, 3);
        ok = motion_run(rows, runs[i].motion, kinds, runs[i].kinds, runs[i].results);
        bench_span_end(span);
    }
    if (ok && claims) {
        claims_title(claims, "AABB trees (van den Bergen 1998): torus of 5000 triangles");
        claims_note(claims,
                    "%d random placements, seed %d; tube to ring 0.2, 50 rings of 50; origins in a "
                    "cube of edge %g: %.1f %% collide; first contact; longer side first",
                    PLACEMENTS, BERGEN_SEED, 2 * CUBE_HALF, 100 * results[0].frames_in_contact);
        claims_head(claims);
        write_counts(claims, results, even_results, narrow_results);
        write_verdicts(claims, results);
        ok = write_deformation(claims);
    }
    mesh_release(torus);
    mesh_release(even);
    return ok;
}

static bool bergen_own(FILE *rows, const BenchOwn *own)
{
    int placements = bench_is_quick() ? PLACEMENTS / 20 : PLACEMENTS;
    bool ok = true;
    for (int i = 0; ok && i < own->mesh_count; ++i) {
        MotionKind wanted[KINDS];
        MotionResult results[KINDS];
        BenchMesh it = own->meshes[i];
        BenchSpan span = bench_span(i, own->mesh_count);
        if (motion_wanted(it.name, kinds, KINDS, wanted) > 0) {
            double half = bergen_cube_half(it.mesh, placements / 10, NULL);
            Motion motion = {.scene = it.name,
                             .a = it.mesh,
                             .b = it.mesh,
                             .frames = placements,
                             .rounds = ROUNDS,
                             .b_to_a = bergen_placement,
                             .user = &half};
            ok = !isnan(half) && motion_run(rows, &motion, kinds, KINDS, results);
        }
        bench_span_end(span);
    }
    return ok;
}

bool bench_bergen(FILE *out)
{
    motion_header(out);
    return bench_has_own() ? bergen_own(out, bench_own()) : bergen_figures(out, NULL);
}
