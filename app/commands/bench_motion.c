// Dragging against contact: what a frame costs in which something holds the part, how far it lags behind
// the hand, and how long the grab takes. The same drags every time; turning is locked, as it is for a
// hand that shifts a part. Counts repeat on every machine and are what is judged, times are printed.
// Target: no more closest points of triangles per frame than a fifth above what it takes today.
#include "app/commands/bench_frames.h"
#include "app/scenes/scene.h"
#include "core/base/angle.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/motion/motion.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 120, REST = 10 };

// A hand that pulls a part along `way` and back, trembles by `noise`, and presses by `press`.
typedef struct DragCase {
    const char *scene, *part;
    Vec3d way, press;
    double noise;
    uint64_t most_closest; // 99 % of the frames in which something holds it take no more
    bool pushes;           // all others, unless a joint holds them
} DragCase;

static const DragCase cases[] = {
    {"Gear unit", "Bearing bridge front", {{0, 40, 0}}, {{1, 0, 1}}, 0.5, 22000, false},
    {"Gear unit", "Gear wheel", {{0, 20, 0}}, {{1, 0, 0}}, 0.5, 18000, false},
    {"Bolted plate", "Bolt 1", {{0, 30, 0}}, {{1, 0, 1}}, 0.5, 19000, false},
    {"Bolted plate", "Rod", {{20, 0, 0}}, {{0, -1, 0}}, 0.5, 28000, false},
    {"Row of blocks", "Block 1", {{90, 0, 0}}, {{0, -1, 0}}, 0.5, 420, true},
};

typedef struct Stand {
    SceneData scene;
    PosedPart *parts;
    uint8_t *roles;
    LimitBook book;
    SolidCache solids;
} Stand;

static void stand_free(Stand *stand)
{
    for (int32_t i = 0; stand->parts && i < stand->scene.assembly.part_count; ++i)
        bvh_release((Bvh *)stand->parts[i].tree);
    mem_free(stand->parts);
    mem_free(stand->roles);
    limit_book_free(&stand->book);
    solid_cache_free(&stand->solids);
    scene_data_free(&stand->scene);
}

static bool stand_make(Stand *stand, const char *scene, Error *err)
{
    *stand = (Stand){.parts = NULL};
    int index = scene_find(scene);
    if (index < 0 || !scene_load(scenes[index], &stand->scene, err))
        return error_set(err, "no scene \"%s\"", scene);
    const Assembly *assembly = &stand->scene.assembly;
    stand->parts = mem_calloc((size_t)assembly->part_count, sizeof *stand->parts);
    stand->roles = mem_calloc((size_t)assembly->part_count, 1);
    for (int32_t i = 0; i < assembly->part_count; ++i) {
        stand->parts[i] = (PosedPart){.tree = bvh_build(assembly->parts[i].mesh, NULL, NULL, err),
                                      .placement = assembly->parts[i].rest,
                                      .active = true};
        stand->roles[i] = MOTION_STANDS;
        if (!stand->parts[i].tree)
            return false;
    }
    return true;
}

static bool run_case(const DragCase *c, FILE *out, Error *err)
{
    Stand stand;
    Rng rng = rng_create(1);
    double ms[FRAMES + REST], closest[FRAMES + REST], lag = 0, rest_lag = 0;
    int held = 0;
    uint64_t listed = 0;
    if (!stand_make(&stand, c->scene, err))
        return stand_free(&stand), false;
    int32_t part = assembly_find(&stand.scene.assembly, c->part), exempt;
    if (part < 0)
        return stand_free(&stand), error_set(err, "no part \"%s\"", c->part);
    for (int32_t i = 0; c->pushes && i < stand.scene.assembly.part_count; ++i)
        stand.roles[i] = MOTION_LOOSE;
    stand.roles[part] = MOTION_HAND;
    Vec3d pivot = stand.parts[part].placement.p;
    MotionDesc desc = {.parts = stand.parts,
                       .roles = stand.roles,
                       .part_count = stand.scene.assembly.part_count,
                       .pivot = pivot,
                       .joints = {stand.scene.joints, c->pushes ? stand.scene.joint_count : 0},
                       .book = &stand.book,
                       .solids = &stand.solids};
    double start = clock_cpu_seconds();
    Motion *motion = motion_begin(&desc, NULL, err);
    double grab_ms = 1e3 * (clock_cpu_seconds() - start);
    if (!motion)
        return stand_free(&stand), false;
    motion_exempt(motion, &exempt);
    Vec3d target = pivot;
    for (int frame = 0; frame < FRAMES + REST; ++frame) {
        if (frame < FRAMES) {
            double share = 1 - fabs(2.0 * frame / FRAMES - 1);
            target =
                vec3d_add(vec3d_add_scaled(vec3d_add_scaled(pivot, c->way, share), c->press, 1),
                          rng_in_cube(&rng, c->noise));
        }
        MotionWish wish = {.target = rigid_pose_at(target),
                           .mode = c->pushes ? MOTION_PUSH : MOTION_SLIDE};
        MotionResult result;
        start = clock_cpu_seconds();
        if (!motion_step(motion, &wish, &result, err))
            break;
        double spent = 1e3 * (clock_cpu_seconds() - start);
        listed = result.work.listed > listed ? result.work.listed : listed;
        int32_t pushed;
        motion_pushed(motion, &pushed);
        if (result.blocker_count > 0 || pushed > 0) {
            ms[held] = spent;
            closest[held++] = (double)result.work.closest;
        }
        lag = fmax(lag, result.lag);
        rest_lag = result.lag;
    }
    fprintf(
        out, "%s,%s,%d,%.1f,%d,%.2f,%.2f,%.0f,%.0f,%llu,%.4f,%.4f\n", c->scene, c->part, held,
        grab_ms, exempt, held ? bench_quantile(ms, held, 0.5) : 0,
        held ? bench_quantile(ms, held, 0.99) : 0, held ? bench_quantile(closest, held, 0.5) : 0,
        held ? bench_quantile(closest, held, 0.99) : 0, (unsigned long long)listed, lag, rest_lag);
    fflush(out);
    motion_end(motion);
    stand_free(&stand);
    if (held > 0 && closest[(int)(0.99 * held)] > (double)c->most_closest)
        return error_set(err, "%s: a frame takes more closest points than %llu", c->part,
                         (unsigned long long)c->most_closest);
    return true;
}

bool bench_motion(FILE *out)
{
    bool good = true;
    fprintf(out,
            "scene,part,frames held,grab ms,exempt,ms median,ms p99,closest median,closest p99,"
            "most listed,largest lag,lag at rest\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Error err = {""};
        if (!run_case(&cases[i], out, &err)) {
            fprintf(stderr, "snug bench: %s\n", err.text);
            good = false;
        }
    }
    return good;
}
