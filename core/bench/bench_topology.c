// What it costs to find out what hangs together in a mesh: welded as generators make it, with
// corners of its own per triangle as in STL files, and with its triangles and vertices in any
// order, which is hard on caches. Best of three. The target: at most 40 bytes per triangle.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology.h"

static const double MOST_BYTES = 40;

static Mesh *with_own_corners(const Mesh *mesh)
{
    Mesh *copy = mesh_create(3 * mesh->triangle_count, mesh->triangle_count);
    for (int32_t i = 0; copy && i < 3 * mesh->triangle_count; ++i) {
        copy->vertices[i] = mesh->vertices[mesh->triangles[i / 3][i % 3]];
        copy->triangles[i / 3][i % 3] = i;
    }
    return copy;
}

static Mesh *shuffled(const Mesh *mesh)
{
    Mesh *copy = with_own_corners(mesh);
    Rng rng = rng_create(1);
    for (int32_t i = copy ? copy->triangle_count - 1 : 0; i > 0; --i) {
        int32_t other = rng_below(&rng, i + 1);
        for (int k = 0; k < 3; ++k) {
            int32_t swap = copy->triangles[i][k];
            copy->triangles[i][k] = copy->triangles[other][k];
            copy->triangles[other][k] = swap;
        }
    }
    return copy;
}

static bool measure(FILE *out, const char *name, Mesh *mesh)
{
    double bytes = 0;
    Spread ms = SPREAD_NONE;
    const MeshTopology *topology = NULL;
    if (mesh && !bench_wants("%s,%d", name, (int)mesh->triangle_count)) {
        mesh_release(mesh);
        return true;
    }
    for (int round = 0; mesh && round < bench_rounds(3); ++round) {
        ++mesh->version;
        double start = clock_cpu_seconds();
        topology = mesh_topology(mesh, NULL);
        spread_add(&ms, 1e3 * (clock_cpu_seconds() - start));
    }
    if (topology) {
        bytes = (double)topology_bytes(topology, mesh) / mesh->triangle_count;
        fprintf(out, "%s,%d,%.3f,%.1f,%.2f,%d,%s,%.3f\n", name, (int)mesh->triangle_count, ms.least,
                1e6 * ms.least / mesh->triangle_count, bytes, (int)topology->edge_count,
                topology->closed ? "closed" : "open", ms.most);
        fflush(out);
    }
    mesh_release(mesh);
    return topology && (!bench_has_targets() || bytes <= MOST_BYTES);
}

bool bench_topology(FILE *out)
{
    static const int32_t rings[] = {100, 660, 3160}; // 20 thousand, 871 thousand, 20 million
    BenchMesh own[BENCH_MESHES_MOST];
    int own_count = bench_meshes(NULL, 0, own);
    bool ok = true;
    fprintf(out, "mesh,triangles,ms,ns_per_triangle,bytes_per_triangle,edges,verdict,most_ms\n");
    for (int i = 0; i < own_count; ++i) {
        bench_went_on((double)i / own_count);
        ok = measure(out, own[i].name, own[i].mesh) && ok;
    }
    if (own_count > 0)
        return ok;
    size_t sizes = bench_is_quick() ? 1 : sizeof rings / sizeof *rings;
    for (size_t i = 0; ok && i < sizes; ++i) {
        static const double done[] = {0, 0.01, 0.2};
        bench_went_on(done[i]);
        Mesh *torus = shape_torus(2, 0.7, rings[i], rings[i]);
        if (!torus)
            return false;
        bool small = torus->triangle_count < 1000000;
        ok = (!small || measure(out, "torus in any order", shuffled(torus))) &&
             (!small || measure(out, "torus with own corners", with_own_corners(torus)));
        ok = measure(out, "torus", torus) && ok;
    }
    bench_went_on(0.9);
    return ok && measure(out, "soup", shape_soup(871000, 100, 1, 1));
}
