// Nearest hits of rays, as the cursor asks for them in every frame: at 871,200 and 5 million
// triangles and, with SNUG_FULL=1 in the environment, at 20 million, which take 1.3 GB. Beside
// looking at every triangle, and with the tree's own costs. Targets: no ray of 5 million triangles
// takes a millisecond of CPU time, and every ray finds what looking at every triangle finds. All rays are sent
// in three rounds: the first, in which caches are cold, counts, and the means of all are their spread.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <string.h>

enum { RAYS = 4000, ROUNDS = 3, LONGEST_US = 1000 };

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// About a body of that radius, from four times as far: half of them towards it, the others past its middle by up to
// half as much again: these graze it.
static Ray some_ray(Rng *rng, int number, Vec3d middle, double radius)
{
    Vec3d from = vec3d_scale(rng_direction(rng), 4 * radius);
    Vec3d to =
        vec3d_scale(rng_direction(rng), radius * rng_uniform(rng, 0, number % 2 ? 1.5 : 0.5));
    return (Ray){vec3d_add(middle, from), vec3d_sub(to, from), 0, INFINITY};
}

typedef struct Rays {
    Vec3d middle;
    double radius;
    double us[RAYS]; // of the first round
    double mean_us;  // of the same
    int hits;
    Spread mean; // of all
} Rays;

static void send(const Bvh *tree, Rays *rays, int round)
{
    Rng rng = rng_create(21);
    double sum = 0;
    rays->hits = 0;
    for (int i = 0; i < RAYS; ++i) {
        Ray ray = some_ray(&rng, i, rays->middle, rays->radius);
        double start = clock_cpu_seconds();
        RayHit hit = ray_nearest(tree, &ray);
        double us = 1e6 * (clock_cpu_seconds() - start);
        if (round == 0)
            rays->us[i] = us;
        rays->hits += hit.triangle >= 0;
        sum += us;
    }
    if (round == 0)
        rays->mean_us = sum / RAYS;
    spread_add(&rays->mean, sum / RAYS);
}

// The first `checked` of them by every triangle: the time of one, and how many find something else.
static double by_all(const Bvh *tree, const Rays *rays, int checked, int *wrong)
{
    Rng rng = rng_create(21);
    double us = 0;
    *wrong = 0;
    for (int i = 0; i < checked; ++i) {
        Ray ray = some_ray(&rng, i, rays->middle, rays->radius);
        RayHit hit = ray_nearest(tree, &ray);
        double start = clock_cpu_seconds();
        RayHit sure = ray_nearest_of_all(tree->mesh, &ray);
        us += 1e6 * (clock_cpu_seconds() - start) / checked;
        *wrong += sure.triangle != hit.triangle || memcmp(&sure.t, &hit.t, sizeof sure.t) != 0;
    }
    return us;
}

// Of somebody's own there is no target but that rays find the right triangles.
static bool measure(FILE *out, const char *name, Mesh *mesh, Vec3d middle, double radius,
                    int checked)
{
    static Rays rays;
    BvhDesc desc = ray_tree_desc();
    if (mesh && !bench_wants("%d,%s", mesh->triangle_count, name))
        return true;
    double start = clock_cpu_seconds();
    Bvh *tree = mesh ? bvh_build(mesh, &desc, NULL, NULL) : NULL;
    double build = clock_cpu_seconds() - start;
    if (!tree)
        return false;
    rays = (Rays){.middle = middle, .radius = radius, .mean = SPREAD_NONE};
    for (int round = 0; round < bench_rounds(ROUNDS); ++round)
        send(tree, &rays, round);
    int wrong, triangles = mesh->triangle_count;
    double brute = by_all(tree, &rays, checked, &wrong), *us = rays.us;
    qsort(us, RAYS, sizeof *us, by_value);
    fprintf(out, "%d,%d,%.0f,%.1f,%.2f,%.2f,%.2f,%.2f,%.0f,%.0f,%d,%.2f,%.2f,%s\n", triangles,
            rays.hits, 1e3 * build, (double)bvh_bytes(tree) / triangles, rays.mean_us, us[RAYS / 2],
            us[RAYS * 99 / 100], us[RAYS - 1], brute, brute / rays.mean_us, wrong, rays.mean.least,
            rays.mean.most, name);
    fflush(out);
    bvh_release(tree);
    bool quick = rays.hits > RAYS / 4 && (triangles > 5000000 || us[RAYS - 1] <= LONGEST_US);
    return wrong == 0 && (quick || !bench_has_targets());
}

static bool measure_own(FILE *out)
{
    BenchMesh own[BENCH_MESHES_MOST];
    int count = bench_meshes(NULL, 0, own);
    bool good = true;
    for (int i = 0; i < count; ++i) {
        bench_went_on((double)i / count);
        Box3d box = mesh_bounds(own[i].mesh);
        good = measure(out, own[i].name, own[i].mesh, vec3d_scale(vec3d_add(box.lo, box.hi), 0.5),
                       0.5 * vec3d_distance(box.lo, box.hi),
                       own[i].mesh->triangle_count < 1000000 ? 40 : 10) &&
               good;
        mesh_release(own[i].mesh);
    }
    return good;
}

static bool measure_blob(FILE *out, int32_t triangles, int checked)
{
    if (!bench_wants("%d,blob", triangles))
        return true;
    Mesh *mesh = shape_blob(triangles, 5, 2, 0.4, 7);
    bool good = measure(out, "blob", mesh, vec3d(0, 0, 0), 2, checked);
    mesh_release(mesh);
    return good;
}

bool bench_ray(FILE *out)
{
    const char *full = getenv("SNUG_FULL");
    fprintf(out, "triangles,hits,build_ms,bytes_per_triangle,mean_us,median_us,p99_us,longest_us,"
                 "every_triangle_us,ratio,wrong,mean_least_us,mean_most_us,mesh\n");
    if (bench_has_own())
        return measure_own(out);
    bool good = measure_blob(out, 871200, 40);
    bool all = full && strcmp(full, "1") == 0;
    bench_went_on(all ? 0.04 : 0.15);
    if (bench_is_quick())
        return good;
    good = measure_blob(out, 5000000, 10) && good;
    bench_went_on(all ? 0.25 : 1);
    if (all)
        good = measure_blob(out, 20000000, 5) && good;
    return good;
}
