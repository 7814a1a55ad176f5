#include "core/bench/tumble.h"
#include "core/base/memory.h"
#include "core/bench/replay.h"
#include "core/bench/run.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

#include <stdlib.h>

#define ALL(...)                                                                                   \
    {                                                                                              \
        .mode = QUERY_ALL, __VA_ARGS__                                                             \
    }
#define RBT(test_, lift_)                                                                          \
    {                                                                                              \
        &bv_boxtree, &split_zachmann, ALL(.rule = DESCEND_both, .test = (test_), .lift = (lift_)), \
            NULL, 0                                                                                \
    }
// Tests of restricted boxes: 0 SAT lite, 1 SAT, 2 axis alignment, 3 lookup tables.
static const MotionKind kinds[] = {
    RBT(0, true),
    RBT(1, true),
    RBT(2, true),
    RBT(0, false),
    RBT(1, false),
    RBT(2, false),
    {&bv_boxtree, &split_zachmann, ALL(.rule = DESCEND_both, .test = 2, .lift = true), "quantised",
     1},
    {&bv_boxtree, &split_zachmann, ALL(.rule = DESCEND_both, .test = 3, .lift = true), "quantised",
     1},
    {&bv_boxtree, &split_zachmann, ALL(.rule = DESCEND_both, .test = 0, .lift = true), "own planes",
     1},
    {&bv_boxtree, &split_zachmann, ALL(.rule = DESCEND_both, .test = 0, .lift = true), "layout", 1},
    {&bv_boxtree, &split_zachmann_longest, ALL(.rule = DESCEND_both, .lift = true), NULL, 0},
    {&bv_boxtree2, &split_spatial_median, ALL(.rule = DESCEND_both, .lift = true), NULL, 0},
    {&bv_boxtree2, &split_spatial_median, ALL(.rule = DESCEND_both, .lift = true), "sides", 3},
    {&bv_aabb, &split_spatial_median, ALL(.rule = DESCEND_both), NULL, 0},
    {&bv_aabb, &split_spatial_median, ALL(.rule = DESCEND_volume), NULL, 0},
    {&bv_aabb, &split_replay, ALL(.rule = DESCEND_both), NULL, 0},
    {&bv_kdop, &split_replay, ALL(.rule = DESCEND_volume, .lift = true), NULL, 0},
    {&bv_kdop, &split_spatial_median, ALL(.rule = DESCEND_volume, .lift = true), NULL, 0},
    {&bv_obb, &split_obb_mean, ALL(.rule = DESCEND_volume, .lift = true), NULL, 0},
    {&bv_sphere, &split_spatial_median, ALL(.rule = DESCEND_radius, .lift = true), NULL, 0},
    {&bv_slabcutball, &split_scb, ALL(.rule = DESCEND_radius, .lift = true), NULL, 0},
};
_Static_assert(sizeof kinds / sizeof *kinds == TUMBLE_KINDS, "each kind has its name");

double tumble_distance(const TumbleRange *range, int part)
{
    int last = (range->distances > 1 ? range->distances : TUMBLE_DISTANCES) - 1;
    return range->far + (range->near - range->far) * part / last;
}

static Affine pose_at(const void *user, int frame)
{
    const TumbleRange *range = user;
    return tumble_pose(tumble_distance(range, frame / range->steps), frame % range->steps,
                       range->steps);
}

// Down in steps of 0.01 until half of the steps collide.
static double half_colliding(Mesh *a, Mesh *b, double far, Job *job)
{
    enum { PROBES = 200 };
    BvhDesc desc = {.type = &bv_obb, .split = &split_obb_mean};
    Bvh *tree = bvh_build(a, &desc, job, NULL);
    Bvh *other = a == b && tree ? bvh_retain(tree) : bvh_build(b, &desc, job, NULL);
    ContactList list = {0};
    double distance = far;
    for (int hits = 0; tree && other && 2 * hits < PROBES && distance > 0.01;) {
        if (job_cancelled(job))
            break;
        distance -= 0.01;
        hits = 0;
        for (int i = 0; i < PROBES; ++i) {
            Affine pose = tumble_pose(distance, i, PROBES);
            if (query_contacts(tree, other, &pose, &(QueryDesc){.mode = QUERY_FIRST}, NULL, &list,
                               NULL, NULL))
                hits += list.count > 0;
        }
    }
    contact_list_free(&list);
    bvh_release(tree);
    bvh_release(other);
    return distance;
}

typedef struct Volumes {
    const BvType *type;
    double *of;
} Volumes;

static bool note_volume(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level, (void)links;
    Volumes *volumes = user;
    volumes->of[node] = volumes->type->measure(volume, MEASURE_VOLUME);
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Both trees are built in the same order, so that equal nodes have equal numbers.
static double median_slack(const Bvh *restricted, const Bvh *tight)
{
    size_t n = restricted->node_count;
    double *loose = mem_calloc(2 * n, sizeof *loose), *exact = loose + n, median = NAN;
    if (loose && n == tight->node_count &&
        bvh_visit(restricted, note_volume, &(Volumes){restricted->type, loose}) &&
        bvh_visit(tight, note_volume, &(Volumes){tight->type, exact})) {
        size_t count = 0;
        for (size_t i = 0; i < n; ++i)
            if (exact[i] > 0)
                loose[count++] = loose[i] / exact[i];
        qsort(loose, count, sizeof *loose, compare_doubles);
        median = loose[count / 2];
    }
    mem_free(loose);
    return median;
}

enum { SCENE_TEXT = 160 };

static const char *scene_at(const TumbleObject *object, int d, char text[SCENE_TEXT])
{
    snprintf(text, SCENE_TEXT, "%s d = %.3f", object->name, tumble_distance(&object->range, d));
    return text;
}

static bool wants(const TumbleObject *object, const MotionKind *kind)
{
    char scene[SCENE_TEXT];
    bool any = false;
    for (int d = 0; d < TUMBLE_DISTANCES; ++d)
        any = any || motion_wants(scene_at(object, d, scene), kind);
    return any;
}

// Of some kinds, whose results stand one after the other.
static void write_distances(FILE *rows, const TumbleObject *object, const Motion *motion,
                            const MotionKind *some, int count)
{
    for (int d = 0; d < TUMBLE_DISTANCES; ++d) {
        char scene[SCENE_TEXT];
        MotionResult part[TUMBLE_KINDS];
        for (int k = 0; k < count; ++k)
            part[k] = object->results[k * TUMBLE_DISTANCES + d];
        Motion one = {.scene = scene_at(object, d, scene),
                      .a = motion->a,
                      .b = motion->b,
                      .rounds = motion->rounds};
        motion_rows(rows, &one, some, count, part, wants(object, &kinds[0]));
    }
}

bool tumble_measure(FILE *rows, TumbleObject *object, int steps, int rounds)
{
    BvhDesc desc = {.type = &bv_boxtree, .split = &split_zachmann};
    Bvh *restricted = object->mesh ? bvh_build(object->mesh, &desc, NULL, NULL) : NULL;
    bool ok = restricted && replay_begin(restricted);
    if (ok) {
        double far = 2 * mesh_radius(object->mesh);
        double near = half_colliding(object->mesh, object->mesh, far, NULL);
        object->range = (TumbleRange){far, near, steps, 0};
        Bvh *tight = bvh_build(object->mesh, &(BvhDesc){.type = &bv_aabb, .split = &split_replay},
                               NULL, NULL);
        object->slack = tight ? median_slack(restricted, tight) : NAN;
        bvh_release(tight);
        Motion motion = {.scene = object->name,
                         .a = object->mesh,
                         .b = object->mesh,
                         .frames = TUMBLE_DISTANCES * steps,
                         .parts = TUMBLE_DISTANCES,
                         .rounds = rounds,
                         .b_to_a = pose_at,
                         .user = &object->range};
        MotionKind some[TUMBLE_KINDS];
        int count = 0;
        for (int k = 0; k < TUMBLE_KINDS; ++k)
            if (!rows || wants(object, &kinds[k]))
                some[count++] = kinds[k];
        ok = count == 0 || motion_measure(&motion, some, count, object->results);
        for (int k = 0; ok && k < count; ++k)
            object->mean[k] = motion_mean(object->results + k * TUMBLE_DISTANCES, TUMBLE_DISTANCES);
        if (ok && rows)
            write_distances(rows, object, &motion, some, count);
    }
    replay_end();
    bvh_release(restricted);
    return ok;
}

bool tumble_some(TumbleWork *work, MotionResult *results)
{
    MotionKind chosen[TUMBLE_KINDS];
    for (int k = 0; k < work->count; ++k)
        chosen[k] = kinds[work->kinds[k]];
    if (!work->a || !work->b)
        return false;
    double far = mesh_radius(work->a) + mesh_radius(work->b);
    double near = half_colliding(work->a, work->b, far, work->job);
    work->range = (TumbleRange){far, near, work->steps, work->distances};
    Motion motion = {.scene = "",
                     .a = work->a,
                     .b = work->b,
                     .frames = work->distances * work->steps,
                     .parts = work->distances,
                     .rounds = work->rounds,
                     .b_to_a = pose_at,
                     .user = &work->range,
                     .job = work->job};
    return motion_measure(&motion, chosen, work->count, results);
}

static void write_name(FILE *out, const MotionKind *kind)
{
    char name[64], test[64];
    const char *extra = kind->param                              ? kind->param
                        : kind->split == &split_replay           ? "same"
                        : kind->split == &split_zachmann_longest ? "longest"
                                                                 : "";
    snprintf(name, sizeof name, "%s %s", kind->type->name, extra);
    snprintf(test, sizeof test, "%s%s", kind->type->tests[kind->query.test].name,
             kind->query.lift ? " lifted" : "");
    fprintf(out, "%-19.19s %-21.21s %-13s", name, test, descent_rules[kind->query.rule]->name);
}

void tumble_write_table(FILE *out, const TumbleObject *object)
{
    fprintf(out, "\n%-55s", "N_v by distance; then means over all distances");
    for (int d = 0; d < TUMBLE_DISTANCES; ++d)
        fprintf(out, "  d=%.3f", tumble_distance(&object->range, d));
    fprintf(out, " %9s %8s %9s %7s %6s\n", "N_v", "N_p", "N_u", "us", "B/tri");
    for (int k = 0; k < TUMBLE_KINDS; ++k) {
        write_name(out, &kinds[k]);
        for (int d = 0; d < TUMBLE_DISTANCES; ++d)
            fprintf(out, " %8.1f", object->results[k * TUMBLE_DISTANCES + d].volume_tests);
        const MotionResult *r = &object->mean[k];
        fprintf(out, " %9.1f %8.1f %9.1f %7.1f %6.1f\n", r->volume_tests, r->triangle_tests,
                r->updates, r->us, r->bytes_per_triangle);
    }
    fputc('\n', out);
}
