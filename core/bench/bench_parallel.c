// All contacts of two spheres that run into each other, on one thread and on several: of each
// pose the least of several rounds taken in turns, so that other load hits both alike. Target: 1.7
// times on two idle cores. Wall time says so where nothing else runs. Elsewhere other load takes
// cores away, and CPU times say what two cores would need: the caller's, or that of the others if
// it is more; the round in which threads got cores most evenly counts. Nothing fails here but a
// wrong count.
#include "core/bench/bench.h"
#include "core/bench/poses.h"

#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"

#include <unistd.h>

enum { ROUNDS = 15, FIRST_FRAME = 100, FRAMES = 40 };

typedef struct Result {
    double wall[FRAMES], path[FRAMES]; // seconds; path: CPU time of the busiest, for two threads
    uint64_t tests, contacts;
} Result;

static double mean_ms(const double seconds[FRAMES])
{
    double sum = 0;
    for (int i = 0; i < FRAMES; ++i)
        sum += seconds[i];
    return 1e3 * sum / FRAMES;
}

static bool run(const Scene *scene, const Bvh *a, const Bvh *b, Pool *pool, Result *least)
{
    ContactList list = {0};
    bool ok = true;
    least->tests = least->contacts = 0;
    for (int frame = 0; ok && frame < FRAMES; ++frame) {
        Affine pose = scene->b_to_a(FIRST_FRAME + 6 * frame);
        QueryStats stats;
        QueryDesc desc = {.mode = QUERY_ALL, .rule = DESCEND_radius, .pool = pool};
        double start = clock_seconds(), own = clock_cpu_seconds(), all = clock_process_seconds();
        ok = query_contacts(a, b, &pose, &desc, NULL, &list, &stats, NULL);
        all = clock_process_seconds() - all;
        own = clock_cpu_seconds() - own;
        least->wall[frame] = fmin(least->wall[frame], clock_seconds() - start);
        least->path[frame] = fmin(least->path[frame], fmax(own, all - own));
        least->tests += stats.volume_tests;
        least->contacts += list.count;
    }
    contact_list_free(&list);
    return ok;
}

bool bench_parallel(FILE *out)
{
    const Scene *scene = &bench_scenes[SCENE_S];
    Mesh *mesh_a = scene->make_a(), *mesh_b = scene->make_b();
    fprintf(out, "scene,volume,threads,volume_tests,ms_serial,ms_parallel,faster,cpu_ms_serial,"
                 "cpu_ms_path,faster_by_cpu,online_cores\n");
    const BvType *types[] = {&bv_aabb, &bv_sphere, &bv_obb};
    bool ok = mesh_a && mesh_b;
    for (size_t t = 0; ok && t < sizeof types / sizeof *types; ++t) {
        BvhDesc kind = {.type = types[t], .split = split_rules[0]};
        Bvh *a = bvh_build(mesh_a, &kind, NULL, NULL), *b = bvh_build(mesh_b, &kind, NULL, NULL);
        for (int threads = 2; ok && threads <= 4; threads *= 2) {
            Pool *pool = pool_create(threads);
            Result serial = {0}, parallel = {0};
            for (int i = 0; i < FRAMES; ++i)
                serial.wall[i] = serial.path[i] = parallel.wall[i] = parallel.path[i] = INFINITY;
            ok = a && b && pool;
            for (int round = 0; ok && round < ROUNDS; ++round)
                ok = run(scene, a, b, NULL, &serial) && run(scene, a, b, pool, &parallel);
            ok = ok && serial.tests == parallel.tests && serial.contacts == parallel.contacts;
            fprintf(out, "%s,%s,%d,%.0f,%.3f,%.3f,%.2f,", scene->name, types[t]->name, threads,
                    (double)serial.tests / FRAMES, mean_ms(serial.wall), mean_ms(parallel.wall),
                    mean_ms(serial.wall) / mean_ms(parallel.wall));
            if (threads == 2)
                fprintf(out, "%.3f,%.3f,%.2f,", mean_ms(serial.path), mean_ms(parallel.path),
                        mean_ms(serial.path) / mean_ms(parallel.path));
            else
                fprintf(out, ",,,");
            fprintf(out, "%ld\n", sysconf(_SC_NPROCESSORS_ONLN));
            fflush(out);
            pool_free(pool);
        }
        bvh_release(a);
        bvh_release(b);
    }
    mesh_release(mesh_a);
    mesh_release(mesh_b);
    return ok;
}
