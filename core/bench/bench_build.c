// How building grows with the number of triangles: spheres of 5,120 to 1,310,720, each four times
// the one before. Target: twice the triangles take at most 2.3 times the time (n log n, and caches
// that no longer hold it all).
#include "core/bench/bench.h"
#include "core/bench/motion.h"
#include "core/bench/run.h"

#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

static const double MOST_PER_DOUBLING = 2.3;

static const struct {
    const BvType *type;
    const SplitRule *split;
} kinds[] = {{&bv_aabb, &split_spatial_median}, {&bv_aabb, &split_object_median},
             {&bv_boxtree, &split_zachmann},    {&bv_boxtree2, &split_spatial_median},
             {&bv_obb, &split_obb_mean},        {&bv_kdop, &split_spatial_median},
             {&bv_sphere, &split_scb},          {&bv_slabcutball, &split_scb}};
enum { KINDS = sizeof kinds / sizeof *kinds, SMALLEST = 4, LARGEST = 8 };

// before: of a quarter of the triangles, 0: there is none; becomes this one's. NULL: growth is not asked for.
static bool row(FILE *out, const BenchMesh *own, int k, int rounds, double *before)
{
    BvhDesc desc = {.type = kinds[k].type, .split = kinds[k].split};
    if (!bench_wants("%s,%s,%d,%s", kinds[k].type->name, kinds[k].split->name,
                     own->mesh->triangle_count, own->name)) {
        if (before)
            *before = 0;
        return true;
    }
    double most, ms = motion_build_range(own->mesh, &desc, rounds, &most);
    bool known = before && *before > 0;
    double growth = known ? sqrt(ms / *before) : 0; // four times the triangles are two doublings
    fprintf(out, "%s,%s,%d,%.2f,%.1f,", kinds[k].type->name, kinds[k].split->name,
            own->mesh->triangle_count, ms, 1e6 * ms / own->mesh->triangle_count);
    if (known)
        fprintf(out, "%.2f", growth);
    fprintf(out, ",%.2f,%s\n", most, own->name);
    fflush(out);
    if (before)
        *before = ms;
    return !isnan(ms) && (growth <= MOST_PER_DOUBLING || !bench_has_targets());
}

bool bench_build(FILE *out)
{
    double before[KINDS] = {0};
    bool met = true;
    BenchMesh own[BENCH_MESHES_MOST];
    int own_count = bench_meshes(NULL, 0, own);
    fprintf(out,
            "volume,criterion,triangles,build_ms,ns_per_triangle,per_doubling,slowest_ms,mesh\n");
    for (int i = 0; i < own_count; ++i) {
        for (int k = 0; k < KINDS; ++k) {
            bench_went_on((i + k / (double)KINDS) / own_count);
            met = row(out, &own[i], k, bench_rounds(own[i].mesh->triangle_count < 100000 ? 8 : 3),
                      NULL) &&
                  met;
        }
        mesh_release(own[i].mesh);
    }
    int largest = bench_is_quick() ? SMALLEST + 2 : LARGEST;
    for (int level = SMALLEST; own_count == 0 && level <= largest; ++level) {
        BenchMesh sphere = {"sphere", shape_ico_sphere(1, level)};
        if (!sphere.mesh)
            return false;
        for (int k = 0; k < KINDS; ++k) {
            // The larger ones take nearly all of the time.
            bench_went_on(
                (pow(4, level - SMALLEST) - 1 + 3 * pow(4, level - SMALLEST) * k / KINDS) /
                (pow(4, largest - SMALLEST + 1) - 1));
            met = row(out, &sphere, k,
                      bench_rounds(level < 6   ? 8
                                   : level < 7 ? 4
                                               : 2),
                      &before[k]) &&
                  met;
        }
        mesh_release(sphere.mesh);
    }
    return met;
}
