// How building grows with the number of triangles: spheres of 5,120 to 1,310,720, each four times
// the one before. Target: twice the triangles take at most 2.3 times the time (n log n, and caches
// that no longer hold it all).
#include "core/bench/bench.h"
#include "core/bench/motion.h"

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

bool bench_build(FILE *out)
{
    double before[KINDS] = {0};
    bool met = true;
    fprintf(out, "volume,criterion,triangles,build_ms,ns_per_triangle,per_doubling\n");
    for (int level = SMALLEST; level <= LARGEST; ++level) {
        Mesh *mesh = shape_ico_sphere(1, level);
        if (!mesh)
            return false;
        for (int k = 0; k < KINDS; ++k) {
            BvhDesc desc = {.type = kinds[k].type, .split = kinds[k].split};
            double ms = motion_build_ms(mesh, &desc, level < 6 ? 8 : level < 7 ? 4 : 2);
            fprintf(out, "%s,%s,%d,%.2f,%.1f,", kinds[k].type->name, kinds[k].split->name,
                    mesh->triangle_count, ms, 1e6 * ms / mesh->triangle_count);
            double growth = sqrt(ms / before[k]); // four times the triangles are two doublings
            if (level > SMALLEST)
                fprintf(out, "%.2f", growth);
            fputc('\n', out);
            fflush(out);
            met = met && !isnan(ms) && (level == SMALLEST || growth <= MOST_PER_DOUBLING);
            before[k] = ms;
        }
        mesh_release(mesh);
    }
    return met;
}
