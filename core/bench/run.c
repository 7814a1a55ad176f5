#include "core/bench/run.h"

#include <assert.h>
#include <math.h>

// Of the thread that runs a benchmark: workers of the viewer measure as well.
static _Thread_local struct {
    void (*went_on)(void *user, double done);
    void *user;
    BenchOwn own;
    BenchSpan span;
    double told; // it never goes back
} run = {.span = {0, 1}};

void bench_begin(void (*went_on)(void *user, double done), void *user, const BenchOwn *own)
{
    run.went_on = went_on;
    run.user = user;
    run.own = own ? *own : (BenchOwn){.mesh_count = 0};
    run.span = (BenchSpan){0, 1};
    run.told = 0;
    assert(run.own.mesh_count <= BENCH_MESHES_MOST);
}

void bench_went_on(double share)
{
    double done = run.span.from + fmin(fmax(share, 0), 1) * (run.span.to - run.span.from);
    run.told = fmax(run.told, done);
    if (run.went_on)
        run.went_on(run.user, run.told);
}

BenchSpan bench_span(int i, int n)
{
    BenchSpan before = run.span;
    double each = (before.to - before.from) / n;
    run.span = (BenchSpan){before.from + i * each, before.from + (i + 1) * each};
    bench_went_on(0);
    return before;
}

void bench_span_end(BenchSpan before)
{
    bench_went_on(1);
    run.span = before;
}

const BenchOwn *bench_own(void)
{
    return &run.own;
}

bool bench_has_own(void)
{
    return run.own.mesh_count > 0;
}

int bench_meshes(const BenchMesh *usual, int count, BenchMesh *out)
{
    const BenchOwn *own = &run.own;
    assert(count <= BENCH_MESHES_MOST);
    for (int i = 0; i < own->mesh_count; ++i)
        out[i] = (BenchMesh){own->meshes[i].name, mesh_retain(own->meshes[i].mesh)};
    for (int i = 0; i < count; ++i)
        if (own->mesh_count > 0)
            mesh_release(usual[i].mesh);
        else
            out[i] = usual[i];
    return own->mesh_count > 0 ? own->mesh_count : count;
}
