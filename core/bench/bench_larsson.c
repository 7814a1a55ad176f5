// The scenes of the slab cut ball paper (Larsson, Akenine-Moeller 2008), all contacts: spheres that
// pass through each other, intertwined knots that turn together without touching, horses that move
// apart, a hand that falls through another. Free parameters are fixed here: the axes and speeds of
// the rotations, the shapes of the stand-ins, the random rotation each model gets before its tree
// is built. Larger scenes take every second, fifth ... frame of the 500.
#include "core/bench/bench.h"
#include "core/bench/claims.h"
#include "core/bench/larsson_scenes.h"
#include "core/bench/motion.h"
#include "core/bench/papers.h"
#include "core/bench/run.h"

#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

static const MotionKind kinds[] = {
    {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 0}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 0}, NULL, 0},
    {&bv_sphere, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius}, NULL, 0},
    {&bv_obb, &split_obb_mean, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 1}, NULL, 0},
    {&bv_sphere, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius}, "Ritter", 1},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 2}, NULL, 0},
    {&bv_slabcutball, &split_scb, {.mode = QUERY_ALL, .rule = DESCEND_radius, .test = 1}, NULL, 0},
    {&bv_slabcutball, &split_scb_volume, {.mode = QUERY_ALL, .rule = DESCEND_radius}, NULL, 0},
    {&bv_aabb,
     &split_spatial_median,
     {.mode = QUERY_ALL, .rule = DESCEND_volume, .test = 1},
     NULL,
     0},
    {&bv_aabb,
     &split_spatial_median,
     {.mode = QUERY_ALL, .rule = DESCEND_volume, .test = 0},
     NULL,
     0},
    {&bv_kdop, &split_spatial_median, {.mode = QUERY_ALL, .rule = DESCEND_volume}, NULL, 0},
};
enum { OBB, SCB, BALL, OBB_LITE, RITTER, SCB_PRINTED, SCB_EXACT, SCB_VOLUME, AABB, AABB_LITE };
enum { PUBLISHED = 3, LARGE_KINDS = 5, KINDS = sizeof kinds / sizeof *kinds };

#define NONE NAN // the source gives no figure

typedef struct Measured {
    MotionResult kind[LARSSON_SCENES][KINDS];
    LarssonScene scenes[LARSSON_SCENES];
} Measured;

static void write_scene(FILE *claims, enum LarssonSceneId id, const Measured *m)
{
    static const char *const names[] = {"OBB", "SCB", "ball"};
    const MotionResult *r = m->kind[id];
    const LarssonPublished *p = &larsson_published[id];
    char what[96];
    for (int k = 0; k < PUBLISHED; ++k) {
        snprintf(what, sizeof what, "%s: N_v %s", m->scenes[id].motion.scene, names[k]);
        claims_figure(claims, what, p->paper[k], p->prototype[k], r[k].volume_tests);
        snprintf(what, sizeof what, "%s: N_p %s", m->scenes[id].motion.scene, names[k]);
        claims_figure(claims, what, p->paper[3 + k], p->prototype[3 + k], r[k].triangle_tests);
    }
    char ratio[32];
    snprintf(what, sizeof what, "%s: N_v falls ball > SCB > OBB (ball / OBB)",
             m->scenes[id].motion.scene);
    snprintf(ratio, sizeof ratio, "%.3g", p->paper[2] / p->paper[0]);
    bool ordered =
        r[OBB].volume_tests < r[SCB].volume_tests && r[SCB].volume_tests < r[BALL].volume_tests;
    claims_verdict(claims, what, isnan(p->paper[0]) ? "" : ratio, "",
                   r[BALL].volume_tests / r[OBB].volume_tests, ordered);
    snprintf(what, sizeof what, "%s: SCB faster than ball (times)", m->scenes[id].motion.scene);
    snprintf(ratio, sizeof ratio, "%.3g", p->ball_time);
    claims_verdict(claims, what, ratio, "", r[BALL].us / r[SCB].us, r[BALL].us > r[SCB].us);
    snprintf(what, sizeof what, "%s: SCB faster than OBB SAT (times)", m->scenes[id].motion.scene);
    snprintf(ratio, sizeof ratio, "%.3g", p->obb_time);
    claims_verdict(claims, what, ratio, "", r[OBB].us / r[SCB].us, r[OBB].us > r[SCB].us);
    snprintf(what, sizeof what, "%s: SCB faster than OBB SAT lite (times)",
             m->scenes[id].motion.scene);
    claims_verdict(claims, what, "", "", r[OBB_LITE].us / r[SCB].us, r[OBB_LITE].us > r[SCB].us);
    double slower = 100 * (r[RITTER].us / r[BALL].us - 1);
    snprintf(what, sizeof what, "%s: Ritter's ball slower by (%%)", m->scenes[id].motion.scene);
    claims_verdict(claims, what, "2-18", "10-15", slower, slower > 0);
}

static void write_variants(FILE *claims, const MotionResult *r)
{
    claims_figure(claims, "Spheres-L1: N_v SCB as printed in 2008, line 8 corrected", 21412, 21200,
                  r[SCB_PRINTED].volume_tests);
    claims_figure(claims, "Spheres-L1: N_v SCB exact support", NONE, 18050,
                  r[SCB_EXACT].volume_tests);
    claims_figure(claims, "Spheres-L1: N_v SCB by slab cut ball volume", NONE, NONE,
                  r[SCB_VOLUME].volume_tests);
    claims_figure(claims, "Spheres-L1: N_p SCB by slab cut ball volume", NONE, NONE,
                  r[SCB_VOLUME].triangle_tests);
    claims_figure(claims, "Spheres-L1: N_v OBB SAT lite", NONE, 16700, r[OBB_LITE].volume_tests);
    claims_figure(claims, "Spheres-L1: N_p OBB SAT lite", NONE, 1572, r[OBB_LITE].triangle_tests);
    claims_figure(claims, "Spheres-L1: N_v AABB SAT", NONE, 56000, r[AABB].volume_tests);
    claims_figure(claims, "Spheres-L1: N_p AABB SAT", NONE, 7000, r[AABB].triangle_tests);
    claims_figure(claims, "Spheres-L1: N_v AABB SAT lite", NONE, 62000, r[AABB_LITE].volume_tests);
    claims_figure(claims, "Spheres-L1: N_p AABB SAT lite", NONE, 7800, r[AABB_LITE].triangle_tests);
}

// Why AABBs are 9 % above the prototype on Spheres-L1: the random rotation before building. Eight
// pairs of rotations of the same spheres give 55.8k to 61.8k, and the prototype's 56k lies among
// them. What it is not (measured with the first pair): the descent rule (57.9k when both are
// opened, 61.2k to 62.9k by the other rules), or cutting by centroids instead of by the boxes of
// triangles (62.6k to 65.6k). The seeds stay as they were.
static bool write_seeds(FILE *claims)
{
    enum { SEEDS = 8 };
    double least = INFINITY, most = 0, mean = 0;
    for (uint64_t i = 0; i < SEEDS; ++i) {
        LarssonScene scene;
        larsson_scene_create(&scene, SPHERES_L1, 5, 1 + 2 * i);
        MotionResult result;
        bool ok = motion_measure(&scene.motion, &kinds[AABB], 1, &result);
        larsson_scene_free(&scene);
        if (!ok)
            return false;
        least = fmin(least, result.volume_tests);
        most = fmax(most, result.volume_tests);
        mean += result.volume_tests / SEEDS;
    }
    claims_figure(claims, "  the same over 8 random rotations: least", NONE, 56000, least);
    claims_figure(claims, "  mean (each on every fifth frame)", NONE, 56000, mean);
    claims_figure(claims, "  most", NONE, 56000, most);
    return true;
}

static void write_trends(FILE *claims, const Measured *m)
{
    const MotionResult *l1 = m->kind[KNOTS_L1], *l3 = m->kind[KNOTS_L3];
    double growth = l3[BALL].volume_tests / l1[BALL].volume_tests;
    claims_verdict(claims, "knots L1 to L3: N_v of balls grows like sqrt n (1.76 here)", "2.56",
                   "1.76", growth, growth > 1);
    growth = l3[SCB].volume_tests / l1[SCB].volume_tests;
    claims_verdict(claims, "knots L1 to L3: N_v of SCB stays within 25 %", "1.10", "0.75-1.25",
                   growth, fabs(growth - 1) < 0.25);
    growth = l3[OBB].volume_tests / l1[OBB].volume_tests;
    claims_verdict(claims, "knots L1 to L3: N_v of OBBs stays within 25 %", "1.07", "0.75-1.25",
                   growth, fabs(growth - 1) < 0.25);
    double ratio = l3[SCB].volume_tests / l3[OBB].volume_tests;
    claims_verdict(claims, "Knots-L3: N_v SCB / OBB", "1.53", "1.05-1.4", ratio, ratio > 1);
    ratio = l1[BALL].volume_tests / l1[SCB].volume_tests;
    claims_verdict(claims, "Knots-L1: N_v ball / SCB", "5.27", "3.8", ratio, ratio > 1);
    ratio = l3[BALL].volume_tests / l3[SCB].volume_tests;
    claims_verdict(claims, "Knots-L3: N_v ball / SCB", "12.2", "6", ratio, ratio > 1);
    const MotionResult *s1 = m->kind[SPHERES_L1];
    ratio = s1[SCB].volume_tests / s1[OBB].volume_tests;
    claims_verdict(claims, "Spheres-L1: N_v SCB / OBB", "1.60", "1.5-1.6", ratio, ratio > 1);
    int fastest = 0;
    for (int i = 0; i < LARSSON_SCENES; ++i) {
        bool first = true;
        for (int k = 0; k < LARGE_KINDS; ++k)
            first = first && (k == SCB || m->kind[i][SCB].us < m->kind[i][k].us);
        fastest += first;
    }
    claims_verdict(claims, "SCB is the fastest in all scenes: in how many of 9", "9", "", fastest,
                   fastest == LARSSON_SCENES);
}

static bool write_builds(FILE *claims)
{
    Mesh *small = shape_ico_sphere(1, 4), *large = shape_ico_sphere(1, 6);
    bool ok = small && large;
    if (ok) {
        BvhDesc scb = {.type = &bv_slabcutball, .split = &split_scb};
        double growth = motion_build_ms(large, &scb, 2) / motion_build_ms(small, &scb, 5);
        claims_verdict(claims, "building SCBs is linear in n: 16 times the triangles take", "16",
                       "", growth, growth < 16 * 1.4);
    }
    mesh_release(small);
    mesh_release(large);
    return ok;
}

bool larsson_figures(FILE *rows, FILE *claims)
{
    static const int every[LARSSON_SCENES] = {
        [SPHERES_L1] = 1, [SPHERES_L2] = 5, [CLOSE_L1] = 1, [CLOSE_L2] = 2, [KNOTS_L1] = 25,
        [KNOTS_L2] = 25,  [KNOTS_L3] = 25,  [HORSES] = 5,   [HANDS] = 20};
    static Measured m;
    for (int i = 0; i < LARSSON_SCENES; ++i) {
        int count = i == SPHERES_L1 ? KINDS : LARGE_KINDS;
        MotionKind wanted[KINDS];
        if (rows && motion_wanted(larsson_scene_names[i], kinds, count, wanted) == 0)
            continue; // its meshes are large
        if (rows && bench_is_quick() && (i == SPHERES_L2 || i >= KNOTS_L2))
            continue;
        int step = rows && bench_is_quick() && i != CLOSE_L1 ? 10 * every[i] : every[i];
        larsson_scene_create(&m.scenes[i], (enum LarssonSceneId)i, step, 1);
        BenchSpan span = bench_span(i, LARSSON_SCENES);
        bool ok = motion_run(rows, &m.scenes[i].motion, kinds, count, m.kind[i]);
        bench_span_end(span);
        larsson_scene_free(&m.scenes[i]);
        if (!ok)
            return false;
    }
    if (!claims)
        return true;
    claims_title(claims, "Slab cut balls (Larsson and Akenine-Moeller 2008): all contacts");
    claims_note(claims, "%s", LARSSON_PARAMETERS);
    claims_head(claims);
    for (int i = 0; i < LARSSON_SCENES; ++i)
        write_scene(claims, (enum LarssonSceneId)i, &m);
    write_variants(claims, m.kind[SPHERES_L1]);
    if (!write_seeds(claims))
        return false;
    write_trends(claims, &m);
    return write_builds(claims);
}

bool bench_larsson(FILE *out)
{
    motion_header(out);
    return larsson_figures(out, NULL);
}
