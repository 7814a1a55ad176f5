// Two identical tori scaled to a cube of edge 2: one tumbles about z and x at decreasing distances
// (Zachmann 2002). Every overlap test, plain and lifted, on the default criterion, and every other
// criterion with the default test, on the same poses.
#include "core/bench/bench.h"
#include "core/bench/motion.h"
#include "core/bench/run.h"
#include "core/bench/tumble.h"

#include "core/mesh/shapes.h"

enum { DISTANCES = 6, STEPS = 100, MAX_KINDS = 256, ROUNDS = 2 };

// From just separate (2.0) inwards. user: how many steps at each distance.
static Affine pose_at(const void *user, int frame)
{
    int steps = *(const int *)user;
    return tumble_pose(2.0 - 0.2 * (frame / steps), frame % steps, steps);
}

static int add_kinds(MotionKind *kinds, int count, const BvType *type, enum QueryMode mode)
{
    bool tests_done = false;
    for (int s = 0; s < split_rule_count; ++s) {
        const char *why;
        if (!bvh_desc_allowed(&(BvhDesc){.type = type, .split = split_rules[s]}, &why))
            continue;
        for (int test = 0; test < (tests_done ? 1 : type->test_count); ++test) {
            bool lifts = !tests_done && type->tests[test].run_lifted;
            for (int lift = 0; lift <= lifts && count < MAX_KINDS; ++lift)
                kinds[count++] = (MotionKind){
                    type, split_rules[s],
                    (QueryDesc){.mode = mode, .rule = type->rule, .test = test, .lift = lift}, NULL,
                    0};
        }
        tests_done = true;
    }
    return count;
}

static Affine own_pose_at(const void *user, int frame)
{
    return ((const Affine *)user)[frame];
}

static bool run_modes(FILE *out, const Motion *motion)
{
    static MotionKind kinds[MAX_KINDS];
    static MotionResult results[MAX_KINDS];
    bool ok = motion->a && motion->b;
    for (int mode = QUERY_FIRST; ok && mode <= QUERY_ALL; ++mode) {
        BenchSpan span = bench_span(mode - QUERY_FIRST, 2);
        int count = 0;
        for (int t = 0; t < bv_type_count; ++t)
            count = add_kinds(kinds, count, bv_types[t], (enum QueryMode)mode);
        ok = motion_run(out, motion, kinds, count, results);
        bench_span_end(span);
    }
    return ok;
}

bool bench_pairs(FILE *out)
{
    const BenchOwn *own = bench_own();
    bool ok = true;
    motion_header(out);
    for (int i = 0; ok && i < own->pair_count; ++i) {
        const BenchPair *pair = &own->pairs[i];
        BenchSpan span = bench_span(i, own->pair_count);
        ok = run_modes(out, &(Motion){.scene = pair->name,
                                      .a = pair->a,
                                      .b = pair->b,
                                      .frames = pair->frames,
                                      .rounds = ROUNDS,
                                      .b_to_a = own_pose_at,
                                      .user = pair->b_to_a});
        bench_span_end(span);
    }
    if (own->pair_count > 0)
        return ok;
    Mesh *torus = shape_torus(0.75, 0.25, 72, 35); // 5040 triangles
    int steps = bench_is_quick() ? STEPS / 20 : STEPS;
    ok = run_modes(out, &(Motion){.scene = "Tumbling tori",
                                  .a = torus,
                                  .b = torus,
                                  .frames = DISTANCES * steps,
                                  .rounds = ROUNDS,
                                  .b_to_a = pose_at,
                                  .user = &steps});
    mesh_release(torus);
    return ok;
}
