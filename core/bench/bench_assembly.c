// What dragging one part costs in an assembly, against the number of parts: tubes in a room, all of
// the same few meshes, spaced so that each has about the same neighbours whatever the number. One
// part is dragged through them. Target: from 200 to 5,000 parts the time per volume test grows by
// less than the half, so what is not spent on near pairs stays small, and the broad phase takes
// less than a tenth of an update. Or parts of somebody's own meshes instead of tubes, as near to each other for their
// size.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/assembly/assembly.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

enum { TUBES = 4, FRAMES = 400, ROUNDS = 3 };

typedef struct Room {
    BenchMesh meshes[BENCH_MESHES_MOST];
    Bvh *trees[BENCH_MESHES_MOST];
    int mesh_count;
    double unit; // 1 for tubes
    PosedPart *parts;
    int32_t count;
    double edge;
} Room;

// Tubes reach 1.1 units from their middles on the mean.
static double unit_of(const BenchMesh *meshes, int count)
{
    double reach = 0;
    for (int i = 0; i < count; ++i)
        reach += mesh_radius(meshes[i].mesh) / count;
    return reach / 1.1;
}

static bool room_create(Room *room, int32_t count, int32_t triangles_each)
{
    *room = (Room){.count = count};
    int32_t rings = (int32_t)sqrt(triangles_each / 2.0);
    BenchMesh tubes[TUBES];
    for (int i = 0; i < TUBES; ++i)
        tubes[i] = (BenchMesh){"tube", shape_torus(0.8 + 0.05 * i, 0.25, rings, rings)};
    room->mesh_count = bench_meshes(tubes, TUBES, room->meshes);
    for (int i = 0; i < room->mesh_count; ++i) {
        Mesh *mesh = room->meshes[i].mesh;
        room->trees[i] = mesh ? bvh_build(mesh, NULL, NULL, NULL) : NULL;
        if (!room->trees[i])
            return false;
    }
    room->unit = bench_has_own() ? unit_of(room->meshes, room->mesh_count) : 1;
    room->edge = 2.2 * room->unit * cbrt((double)count);
    room->parts = array_alloc((size_t)count, sizeof *room->parts);
    if (!room->parts)
        return false;
    Rng rng = rng_create(2000);
    for (int32_t i = 0; i < count; ++i) {
        room->parts[i] =
            (PosedPart){room->trees[i % room->mesh_count], rng_rotation(&rng), true, true};
        room->parts[i].placement.p = rng_in_cube(&rng, room->edge / 2);
    }
    return true;
}

static void room_free(Room *room)
{
    for (int i = 0; i < room->mesh_count; ++i) {
        bvh_release(room->trees[i]);
        mesh_release(room->meshes[i].mesh);
    }
    mem_free(room->parts);
}

// There and back through the middle of the room, 8 units long whatever its size.
static Vec3d drag_at(const Room *room, int frame)
{
    double s = 2.0 * frame / FRAMES;
    return vec3d_scale(vec3d(8 * ((s < 1 ? s : 2 - s) - 0.5), 0.3, 0.2), room->unit);
}

typedef struct Cost {
    double update_us, broad_us, flags_us, near_pairs, volume_tests;
} Cost;

static bool count_item(void *user, int32_t item)
{
    (void)item;
    ++*(int *)user;
    return true;
}

static bool drag(Room *room, AssemblyReport *report, Cost *cost)
{
    const QueryDesc all = {.mode = QUERY_ALL};
    const int32_t grabbed = 0;
    const AssemblyScope scope = {.changed = &grabbed, .changed_count = 1};
    PosedPart *part = &room->parts[grabbed];
    double near = 0, tests = 0, seconds = 0, broad = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        part->placement.p = drag_at(room, frame);
        double start = clock_seconds();
        if (!assembly_report_update_in(report, &scope, room->parts, room->count, &all, NULL, NULL))
            return false;
        seconds += clock_seconds() - start;
        near += (double)report->near_pairs;
        tests += (double)report->stats.volume_tests;
        // The broad phase alone: out, in again, and what it meets.
        int found = 0;
        start = clock_seconds();
        Box3d box = *broad_phase_box(&report->boxes, grabbed);
        broad_phase_set(&report->boxes, grabbed, &box);
        broad_phase_query(&report->boxes, &box, count_item, &found);
        broad += clock_seconds() - start;
    }
    // What looking at every part's flags adds: an update in which nothing changed.
    for (int32_t i = 0; i < room->count; ++i)
        room->parts[i].changed = false;
    double start = clock_seconds();
    for (int frame = 0; frame < FRAMES; ++frame)
        if (!assembly_report_update(report, room->parts, room->count, &all, NULL, NULL))
            return false;
    double flags = clock_seconds() - start;
    *cost = (Cost){1e6 * seconds / FRAMES, 1e6 * broad / FRAMES, 1e6 * flags / FRAMES,
                   near / FRAMES, tests / FRAMES};
    return true;
}

static bool measure(FILE *out, int32_t count, int32_t triangles_each, Cost *best)
{
    Room room;
    AssemblyReport report = {0};
    bool ok = room_create(&room, count, triangles_each);
    double start = clock_seconds();
    ok = ok && assembly_report_update(&report, room.parts, count, &(QueryDesc){.mode = QUERY_ALL},
                                      NULL, NULL);
    double first_ms = 1e3 * (clock_seconds() - start);
    size_t in_contact = report.count;
    Spread update = SPREAD_NONE;
    *best = (Cost){INFINITY, INFINITY, INFINITY, 0, 0};
    for (int round = 0; ok && round < bench_rounds(ROUNDS); ++round) {
        Cost cost;
        ok = drag(&room, &report, &cost);
        if (ok)
            spread_add(&update, cost.update_us);
        if (ok)
            *best =
                (Cost){fmin(cost.update_us, best->update_us), fmin(cost.broad_us, best->broad_us),
                       fmin(cost.flags_us, best->flags_us), cost.near_pairs, cost.volume_tests};
    }
    int64_t triangles = 0;
    for (int32_t i = 0; ok && i < count; ++i)
        triangles += room.parts[i].tree->mesh->triangle_count;
    if (ok)
        fprintf(out, "%d,%lld,%zu,%.1f,%.2f,%.0f,%.2f,%.3f,%.3f,%.2f\n", (int)count,
                (long long)triangles, in_contact, first_ms, best->near_pairs, best->volume_tests,
                best->update_us, best->broad_us, best->flags_us, update.most);
    assembly_report_free(&report);
    room_free(&room);
    return ok;
}

bool bench_assembly(FILE *out)
{
    static const int32_t counts[] = {200, 1000, 2000, 5000};
    enum { COUNTS = sizeof counts / sizeof *counts };
    Cost cost[COUNTS];
    fputs("parts,triangles,pairs_in_contact,first_update_ms,near_pairs,volume_tests,"
          "update_us,broad_phase_us,flags_us,update_most_us\n",
          out);
    int sizes = bench_is_quick() ? 2 : COUNTS;
    bool all = sizes == COUNTS; // are measured
    for (int i = 0; i < sizes; ++i) {
        all = all && bench_wants("%d", (int)counts[i]);
        if (!bench_wants("%d", (int)counts[i]))
            continue;
        bench_went_on((double)i / COUNTS);
        if (!measure(out, counts[i], 512, &cost[i]))
            return false;
    }
    if (!all || !bench_has_targets())
        return true;
    // Per volume test, because the rooms' neighbourhoods differ by chance.
    double few = cost[0].update_us / cost[0].volume_tests;
    double many = cost[COUNTS - 1].update_us / cost[COUNTS - 1].volume_tests;
    return many < 1.5 * few && 10 * cost[COUNTS - 1].broad_us < cost[COUNTS - 1].update_us;
}
