// Nearest hits of rays, as the cursor asks for them in every frame: at 871,200 and 5 million
// triangles and, with SNUG_FULL=1 in the environment, at 20 million, which take 1.3 GB. Beside
// looking at every triangle, and with the tree's own costs. Targets: no ray of 5 million triangles
// takes a millisecond of CPU time, and every ray finds what looking at every triangle finds.
#include "core/bench/bench.h"
#include "core/bench/run.h"

#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <string.h>

enum { RAYS = 4000, LONGEST_US = 1000 };

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// Half of them towards the body, the others past its middle by up to its length: these graze it.
static Ray some_ray(Rng *rng, int number)
{
    Vec3d from = vec3d_scale(rng_direction(rng), 8);
    Vec3d to = vec3d_scale(rng_direction(rng), rng_uniform(rng, 0, number % 2 ? 3 : 1));
    return (Ray){from, vec3d_sub(to, from), 0, INFINITY};
}

static bool measure(FILE *out, int32_t triangles, int checked)
{
    Mesh *mesh = shape_blob(triangles, 5, 2, 0.4, 7);
    BvhDesc desc = ray_tree_desc();
    double start = clock_cpu_seconds(), brute = 0, sum = 0;
    Bvh *tree = mesh ? bvh_build(mesh, &desc, NULL, NULL) : NULL;
    double build = clock_cpu_seconds() - start;
    static double us[RAYS];
    Rng rng = rng_create(21);
    int hits = 0, wrong = 0;
    for (int i = 0; tree && i < RAYS; ++i) {
        Ray ray = some_ray(&rng, i);
        start = clock_cpu_seconds();
        RayHit hit = ray_nearest(tree, &ray);
        us[i] = 1e6 * (clock_cpu_seconds() - start);
        sum += us[i];
        hits += hit.triangle >= 0;
        if (i >= checked)
            continue;
        start = clock_cpu_seconds();
        RayHit sure = ray_nearest_of_all(mesh, &ray);
        brute += 1e6 * (clock_cpu_seconds() - start) / checked;
        wrong += sure.triangle != hit.triangle || memcmp(&sure.t, &hit.t, sizeof sure.t) != 0;
    }
    bool good = tree && wrong == 0 && hits > RAYS / 4;
    if (tree) {
        qsort(us, RAYS, sizeof *us, by_value);
        good = good && (triangles > 5000000 || us[RAYS - 1] <= LONGEST_US);
        fprintf(out, "%d,%d,%.0f,%.1f,%.2f,%.2f,%.2f,%.2f,%.0f,%.0f,%d\n", triangles, hits,
                1e3 * build, (double)bvh_bytes(tree) / triangles, sum / RAYS, us[RAYS / 2],
                us[RAYS * 99 / 100], us[RAYS - 1], brute, brute / (sum / RAYS), wrong);
        fflush(out);
    }
    bvh_release(tree);
    mesh_release(mesh);
    return good;
}

bool bench_ray(FILE *out)
{
    const char *full = getenv("SNUG_FULL");
    fprintf(out, "triangles,hits,build_ms,bytes_per_triangle,mean_us,median_us,p99_us,longest_us,"
                 "every_triangle_us,ratio,wrong\n");
    bool good = measure(out, 871200, 40);
    bool all = full && strcmp(full, "1") == 0;
    bench_went_on(all ? 0.04 : 0.15);
    good = measure(out, 5000000, 10) && good;
    bench_went_on(all ? 0.25 : 1);
    if (all)
        good = measure(out, 20000000, 5) && good;
    return good;
}
