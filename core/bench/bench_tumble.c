// The protocol of the restricted boxtree paper (Zachmann 2002): two identical objects tumble at
// decreasing distances, from just separate bounding spheres down to where half of the steps
// collide. All contacts. The paper turns in 5000 steps; here every tenth of them is taken, and the
// table says what that changes. Or two copies of each of somebody's own meshes instead.
#include "core/bench/bench.h"
#include "core/bench/claims.h"
#include "core/bench/in_cube.h"
#include "core/bench/papers.h"
#include "core/bench/run.h"
#include "core/bench/tumble.h"

#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { STEPS = 5000, EVERY = 10 };

static double percent_less(double now, double before)
{
    return 100 * (1 - now / before);
}

static void write_tests(FILE *claims, const MotionResult *r)
{
    claims_verdict(claims, "N_v: SAT < SAT lite < alignment (alignment / SAT)", "", ">1",
                   r[ALIGNED].volume_tests / r[SAT].volume_tests,
                   r[SAT].volume_tests < r[LITE].volume_tests &&
                       r[LITE].volume_tests < r[ALIGNED].volume_tests);
    claims_verdict(claims, "SAT lite is the fastest of the three: time SAT / lite", ">1", "0.9-",
                   r[SAT].us / r[LITE].us, r[SAT].us > r[LITE].us);
    claims_verdict(claims, "  time alignment / lite", ">1", "1.2-2.5", r[ALIGNED].us / r[LITE].us,
                   r[ALIGNED].us > r[LITE].us);
    double gain = percent_less(r[TABLES].us, r[ALIGNED].us);
    claims_verdict(claims, "lookup tables gain at most 8 % (% of alignment's time)", "0-8", "",
                   gain, gain > 0);
    // On the boxes that the tables see; alignment has to multiply their indices first.
    gain = percent_less(r[TABLES].us, r[ALIGNED_QUANTISED].us);
    claims_verdict(claims, "  the same on the same indices", "0-8", "", gain, gain > 0);
    // Plain tests settle a side only when they come to it, so that early exits save some already.
    claims_figure(claims, "boxes updated per test, plain (2 less early exits)", 2, NAN,
                  r[LITE_PLAIN].updates / r[LITE_PLAIN].volume_tests);
    claims_figure(claims, "boxes updated per test, lifted (4 for every 4 pairs)", 1, NAN,
                  r[LITE].updates / r[LITE].volume_tests);
    double updates = r[LITE].updates / r[LITE_PLAIN].updates;
    claims_verdict(claims, "lifting halves N_u: lifted / plain, SAT lite", "0.5", "0.5", updates,
                   updates < 1);
    gain = percent_less(r[LITE].us, r[LITE_PLAIN].us);
    claims_verdict(claims, "lifting saves time, SAT lite (%)", "", "15-30", gain, gain > 0);
    gain = percent_less(r[SAT].us, r[SAT_PLAIN].us);
    claims_verdict(claims, "lifting saves time, SAT (%)", "", "15-30", gain, gain > 0);
    gain = percent_less(r[ALIGNED].us, r[ALIGNED_PLAIN].us);
    claims_verdict(claims, "lifting saves time, alignment (%)", "", "15-30", gain, gain > 0);
}

static void write_rivals(FILE *claims, const TumbleObject *object)
{
    const MotionResult *r = object->mean;
    double ratio = r[LITE].us / r[DOP_SAME].us;
    claims_verdict(claims, "boxtree as fast as 24-DOPs: time ratio, same topology", "1", "1.7-3.9",
                   ratio, ratio < 1.2);
    ratio = r[LITE].us / r[DOP].us;
    claims_verdict(claims, "  the same against DOPs by spatial median", "1", "3.7-8.8", ratio,
                   ratio < 1.2);
    ratio = r[LITE].us / r[AABB_SAME].us;
    claims_verdict(claims, "  time against tight AABBs of the same topology", "", "", ratio,
                   ratio < 1.2);
    ratio = r[LITE].volume_tests / r[AABB_SAME].volume_tests;
    claims_verdict(claims, "  N_v against tight AABBs of the same topology", "", "", ratio,
                   ratio < 1.2);
    claims_verdict(claims, "median volume of restricted over tight boxes (slack)", "", "2-3",
                   object->slack, true);
    ratio = percent_less(r[OWN_PLANES].volume_tests, r[LITE].volume_tests);
    claims_verdict(claims, "perpendicular planes (C-06) cut N_v by (%)", "", "10-47", ratio,
                   ratio > 0);
    ratio = r[LONGEST].volume_tests / r[LITE].volume_tests;
    claims_verdict(claims, "longest side only (C-02): N_v ratio", "", "<=1", ratio, true);
    ratio = r[RBT2].volume_tests / r[AABB_BOTH].volume_tests;
    claims_verdict(claims, "RBT-2: N_v within 15 % of tight AABBs (both opened)", "", "<1.15",
                   ratio, true);
    ratio = r[RBT3].volume_tests / r[AABB_BOTH].volume_tests;
    claims_verdict(claims, "RBT-2 with three sides: the same", "", "<1.15", ratio, true);
    ratio = r[RBT2].us / r[AABB_BOTH].us;
    claims_verdict(claims, "RBT-2 as fast as tight AABBs: time ratio (both opened)", "", "1", ratio,
                   ratio <= 1.15);
    ratio = r[RBT2].us / r[AABB].us;
    claims_verdict(claims, "  the same, AABBs by larger volume", "", "1", ratio, ratio <= 1.15);
    ratio = r[RBT2].bytes_per_triangle / r[AABB].bytes_per_triangle;
    claims_verdict(claims, "RBT-2 takes less than half of the AABBs' memory", "", "<0.5", ratio,
                   true);
}

static void write_memory(FILE *claims, const MotionResult *r)
{
    static const struct {
        enum TumbleKind kind;
        const char *what;
        double paper;
    } rows[] = {{NINE_BYTES, "bytes per node: restricted box, three arrays", 9},
                {LITE, "bytes per node: restricted box, children in the parent", 8},
                {RBT2, "bytes per node: RBT-2", 12},
                {SPHERE, "bytes per node: ball (with the reference)", 20},
                {AABB, "bytes per node: AABB", 28},
                {OBB, "bytes per node: OBB", 64},
                {DOP, "bytes per node: 24-DOP", 100},
                {SCB, "bytes per node: slab cut ball (with the reference)", 40}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        claims_figure(claims, rows[i].what, rows[i].paper, NAN, r[rows[i].kind].bytes_per_node);
    double ratio = r[OBB].bytes_per_node / r[NINE_BYTES].bytes_per_node;
    claims_verdict(claims, "memory OBB / restricted box", "7", "", ratio, ratio > 1);
    ratio = r[DOP].bytes_per_node / r[LITE].bytes_per_node;
    claims_verdict(claims, "memory 24-DOP / restricted box", "", "12", ratio, ratio > 1);
}

// Every tenth step against all of them, with the cheapest kind there is.
static bool write_steps(FILE *claims, TumbleObject *object)
{
    double all = 0;
    Bvh *tree = bvh_build(object->mesh, &(BvhDesc){.type = &bv_kdop}, NULL, NULL);
    ContactList list = {0};
    bool ok = tree != NULL;
    QueryDesc desc = {.mode = QUERY_ALL, .rule = DESCEND_volume, .lift = true};
    for (int i = 0; ok && i < TUMBLE_DISTANCES * STEPS; ++i) {
        Affine pose = tumble_pose(tumble_distance(&object->range, i / STEPS), i % STEPS, STEPS);
        QueryStats stats;
        ok = query_contacts(tree, tree, &pose, &desc, NULL, &list, &stats, NULL);
        all += (double)stats.volume_tests / (TUMBLE_DISTANCES * STEPS);
    }
    claims_figure(claims, "N_v of 24-DOPs: all 5000 steps, and every tenth", NAN, all,
                  object->mean[DOP].volume_tests);
    contact_list_free(&list);
    bvh_release(tree);
    return ok;
}

// Tori of growing size: which test is the fastest, and what building costs.
static bool write_sizes(FILE *claims)
{
    static const int rings[] = {36, 72, 144, 288};
    BvhDesc desc = {.type = &bv_boxtree, .split = &split_zachmann};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; ++i) {
        Mesh *mesh = shape_torus(0.75, 0.25, rings[i], rings[i] / 2 - 1);
        double n = mesh ? mesh->triangle_count : 0;
        double ms = mesh ? motion_build_ms(mesh, &desc, n < 30000 ? 5 : 3) : NAN;
        char what[96];
        snprintf(what, sizeof what, "building a boxtree of %.0f triangles: ns / (n log2 n)", n);
        claims_figure(claims, what, NAN, 27.5, 1e6 * ms / (n * log2(n)));
        if (n > 60000) {
            snprintf(what, sizeof what, "  the last one in ms (prototype: 82k)");
            claims_figure(claims, what, NAN, 25, ms);
        }
        mesh_release(mesh);
        if (isnan(ms))
            return false;
    }
    return true;
}

static bool write_object(FILE *rows, FILE *claims, TumbleObject *object, bool complete)
{
    int steps = STEPS / EVERY / (complete ? 1 : 5) / (rows && bench_is_quick() ? 10 : 1);
    bool ok = tumble_measure(rows, object, steps, 2);
    if (!ok || !claims)
        return ok;
    claims_title(claims, object->name);
    claims_note(claims,
                "Two of %d triangles in cubes of edge 2, along x, one tumbling about z and x; d = "
                "%.3f (bounding spheres) to %.3f (half of the steps collide);\n%d of %d steps per "
                "distance; all contacts. \"same\": on the boxtree's own topology.",
                object->mesh->triangle_count, object->range.far, object->range.near,
                object->range.steps, STEPS);
    tumble_write_table(claims, object);
    claims_head(claims);
    write_tests(claims, object->mean);
    write_rivals(claims, object);
    if (complete) {
        write_memory(claims, object->mean);
        ok = write_steps(claims, object) && write_sizes(claims);
    }
    return ok;
}

bool tumble_figures(FILE *rows, FILE *claims)
{
    static TumbleObject objects[] = {
        {.name = "Restricted boxtrees (Zachmann 2002): tumbling tori"},
        {.name = "Restricted boxtrees (Zachmann 2002): tumbling spheres"},
        {.name = "Restricted boxtrees (Zachmann 2002): tumbling finer tori"}};
    objects[0].mesh = shape_torus(0.75, 0.25, 72, 35);
    objects[1].mesh = shape_ico_sphere(1, 4);
    objects[2].mesh = shape_torus(0.75, 0.25, 144, 71);
    bool ok = true;
    for (int i = 0; i < 3; ++i) {
        BenchSpan span = bench_span(i, 3);
        ok = ok && write_object(rows, claims, &objects[i], i == 0);
        bench_span_end(span);
        mesh_release(objects[i].mesh);
    }
    return ok;
}

static bool tumble_own(FILE *rows, const BenchOwn *own)
{
    static TumbleObject object;
    bool ok = true;
    for (int i = 0; ok && i < own->mesh_count; ++i) {
        BenchSpan span = bench_span(i, own->mesh_count);
        object = (TumbleObject){.name = own->meshes[i].name,
                                .mesh = mesh_in_cube(own->meshes[i].mesh, 1)};
        ok = write_object(rows, NULL, &object, false);
        mesh_release(object.mesh);
        bench_span_end(span);
    }
    return ok;
}

bool bench_tumble(FILE *out)
{
    motion_header(out);
    return bench_has_own() ? tumble_own(out, bench_own()) : tumble_figures(out, NULL);
}
