// Two identical tori scaled to a cube of edge 2: one tumbles about z and x at decreasing distances
// (Zachmann 2002). Every overlap test, plain and lifted, on the default criterion, and every other
// criterion with the default test, on the same poses.
#include "core/bench/bench.h"
#include "core/bench/motion.h"
#include "core/bench/run.h"
#include "core/bench/standard_motion.h"
#include "core/bench/tumble.h"

#include "core/mesh/shapes.h"

enum { DISTANCES = 6, STEPS = 100, MAX_KINDS = 256 };

// From just separate (2.0) inwards.
static Affine pose_at(const void *user, int frame)
{
    (void)user;
    return tumble_pose(2.0 - 0.2 * (frame / STEPS), frame % STEPS, STEPS);
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

bool bench_pairs(FILE *out)
{
    BenchMesh usual = {"Tumbling tori", shape_torus(0.75, 0.25, 72, 35)}; // 5040 triangles
    BenchMesh meshes[BENCH_MESHES_MOST];
    int mesh_count = bench_meshes(&usual, 1, meshes);
    static Affine poses[DISTANCES * STEPS];
    Motion motion = {.scene = meshes[0].name,
                     .a = meshes[0].mesh,
                     .b = meshes[mesh_count > 1].mesh,
                     .frames = DISTANCES * STEPS,
                     .rounds = 2,
                     .b_to_a = pose_at};
    bool ok = motion.a && motion.b;
    if (ok && bench_has_own()) { // of any size
        standard_motion_poses(standard_motions[0], motion.a, motion.b, motion.frames, 1, poses);
        motion.b_to_a = own_pose_at;
        motion.user = poses;
    }
    motion_header(out);
    for (int mode = QUERY_FIRST; ok && mode <= QUERY_ALL; ++mode) {
        BenchSpan span = bench_span(mode - QUERY_FIRST, 2);
        static MotionKind kinds[MAX_KINDS];
        static MotionResult results[MAX_KINDS];
        int count = 0;
        for (int t = 0; t < bv_type_count; ++t)
            count = add_kinds(kinds, count, bv_types[t], (enum QueryMode)mode);
        ok = motion_run(out, &motion, kinds, count, results);
        bench_span_end(span);
    }
    for (int i = 0; i < mesh_count; ++i)
        mesh_release(meshes[i].mesh);
    return ok;
}
