// All contacts of two spheres that run into each other, on one thread and on several: wall time,
// the least of several rounds taken in turns, so that other load hits both alike. Target: 1.7 times
// on two idle cores. Other load takes cores away, so nothing fails here but a wrong count.
#include "bench.h"
#include "poses.h"

#include "../clock.h"
#include "../pool.h"
#include "../query.h"

#include <unistd.h>

enum { ROUNDS = 7, FIRST_FRAME = 100, FRAMES = 40 };

static bool run(const Scene *scene, const Bvh *a, const Bvh *b, Pool *pool, double *seconds,
                uint64_t *tests, uint64_t *contacts)
{
    ContactList list = {0};
    bool ok = true;
    double start = clock_seconds();
    *tests = *contacts = 0;
    for (int frame = 0; ok && frame < FRAMES; ++frame) {
        Affine pose = scene->b_to_a(FIRST_FRAME + 6 * frame);
        QueryStats stats;
        QueryDesc desc = {.mode = QUERY_ALL, .rule = DESCEND_radius, .pool = pool};
        ok = query_contacts(a, b, &pose, &desc, NULL, &list, &stats, NULL);
        *tests += stats.volume_tests;
        *contacts += list.count;
    }
    *seconds = clock_seconds() - start;
    contact_list_free(&list);
    return ok;
}

bool bench_parallel(FILE *out)
{
    const Scene *scene = &bench_scenes[SCENE_S];
    Mesh *mesh_a = scene->make_a(), *mesh_b = scene->make_b();
    fprintf(out, "scene,volume,threads,volume_tests,ms_serial,ms_parallel,faster,online_cores\n");
    const BvType *types[] = {&bv_aabb, &bv_sphere, &bv_obb};
    bool ok = mesh_a && mesh_b;
    for (size_t t = 0; ok && t < sizeof types / sizeof *types; ++t) {
        BvhDesc kind = {.type = types[t]};
        Bvh *a = bvh_build(mesh_a, &kind, NULL, NULL), *b = bvh_build(mesh_b, &kind, NULL, NULL);
        for (int threads = 2; ok && threads <= 4; threads *= 2) {
            Pool *pool = pool_create(threads);
            double serial = INFINITY, parallel = INFINITY, seconds;
            uint64_t tests = 0, contacts = 0, same_tests = 0, same_contacts = 0;
            ok = a && b && pool;
            for (int round = 0; ok && round < ROUNDS; ++round) {
                ok = run(scene, a, b, NULL, &seconds, &tests, &contacts);
                serial = fmin(serial, seconds);
                ok = ok && run(scene, a, b, pool, &seconds, &same_tests, &same_contacts);
                parallel = fmin(parallel, seconds);
            }
            ok = ok && tests == same_tests && contacts == same_contacts;
            fprintf(out, "%s,%s,%d,%.0f,%.3f,%.3f,%.2f,%ld\n", scene->name, types[t]->name, threads,
                    (double)tests / FRAMES, 1e3 * serial / FRAMES, 1e3 * parallel / FRAMES,
                    serial / parallel, sysconf(_SC_NPROCESSORS_ONLN));
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
