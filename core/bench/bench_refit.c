// Refitting against building anew, as in the AABB paper: a torus twisted by a little more in every
// frame, for each volume that refits. Times are the least of all frames, since they differ by what
// else the machine does, beside the most; building and refitting take turns.
//
// Targets above 6000 triangles, as in the paper: the AABB tree is refitted at least ten times as
// fast as it is built, and in less than 5 % of the time an OBB tree takes to build. The k-DOP tree,
// whose refit is exact as well, has to follow the first. Other volumes are listed for comparison; a
// ratio may be low because the tree is built so fast: boxtrees, whose offsets follow each other from
// the root down, gain a factor of three.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/mesh/deform/deform.h"
#include "core/mesh/deform/variants.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"

#include <math.h>

enum { FRAMES = 12 };

typedef struct Times {
    Spread build, refit; // ms
} Times;

static bool measure(const BvType *type, const Mesh *rest, Mesh *mesh, Times *out)
{
    BvhDesc desc = {.type = type, .split = split_rules[0]};
    *out = (Times){SPREAD_NONE, SPREAD_NONE};
    deform_mesh(mesh, rest, &(Deformation){0});
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    for (int i = 0; tree && i < (bench_is_quick() ? FRAMES / 4 : FRAMES); ++i) {
        deform_mesh(mesh, rest, &(Deformation){deform_index(&deform_twist), 0.02 * (i + 1)});
        bool refitted = true;
        for (int k = 0; refitted && k < 3; ++k) {
            double start = clock_cpu_seconds();
            refitted = type->refit(tree, NULL);
            if (refitted)
                spread_add(&out->refit, 1e3 * (clock_cpu_seconds() - start));
        }
        double start = clock_cpu_seconds();
        Bvh *fresh = bvh_build(mesh, &desc, NULL, NULL);
        if (fresh)
            spread_add(&out->build, 1e3 * (clock_cpu_seconds() - start));
        bvh_release(fresh);
    }
    bvh_release(tree);
    return tree != NULL;
}

bool bench_refit(FILE *out)
{
    static const int segments[] = {25, 60, 100};
    enum { USUAL = sizeof segments / sizeof *segments };
    BenchMesh usual[USUAL], meshes[BENCH_MESHES_MOST];
    bool good = true;
    for (int i = 0; i < USUAL; ++i)
        usual[i] = (BenchMesh){"torus", shape_torus(1, 0.4, 2 * segments[i], segments[i])};
    int count = bench_meshes(usual, USUAL, meshes);
    fprintf(out, "volume,triangles,build_ms,refit_ms,build/refit,refit_us_per_triangle,mesh,"
                 "build_most_ms,refit_most_ms,tie\n");
    for (int s = 0; s < count; ++s) {
        Mesh *rest = meshes[s].mesh;
        Mesh *mesh = rest ? deform_mesh_create(rest) : NULL;
        double aabb_refit_ms = 0; // the AABB comes first in the list
        for (int t = 0; mesh && t < bv_type_count; ++t) {
            Times times;
            if (!bv_types[t]->refit)
                continue;
            bench_went_on((s + (double)t / bv_type_count) / count);
            if (!bench_wants("%s,%d,%s", bv_types[t]->name, mesh->triangle_count, meshes[s].name))
                continue;
            if (!measure(bv_types[t], rest, mesh, &times)) {
                good = false;
                continue;
            }
            double build = times.build.least, refit = times.refit.least, ratio = build / refit;
            fprintf(out, "%s,%d,%.3f,%.3f,%.1f,%.3f,%s,%.3f,%.3f,%s\n", bv_types[t]->name,
                    mesh->triangle_count, build, refit, ratio, 1e3 * refit / mesh->triangle_count,
                    meshes[s].name, times.build.most, times.refit.most,
                    spread_overlap(times.build, times.refit) ? "yes" : "no");
            fflush(out);
            if (t == bv_index(&bv_aabb))
                aabb_refit_ms = refit;
            bool tenfold = t == bv_index(&bv_aabb) || t == bv_index(&bv_kdop);
            if (bench_has_targets() && mesh->triangle_count > 6000 &&
                ((tenfold && ratio < 10) ||
                 (t == bv_index(&bv_obb) && aabb_refit_ms > 0.05 * build)))
                good = false;
        }
        good = good && mesh;
        mesh_release(mesh);
        mesh_release(rest);
    }
    return good;
}
