#include "core/bench/run.h"

#include <assert.h>
#include <math.h>

// Of the thread that runs a benchmark: workers of the viewer measure as well.
static _Thread_local struct {
    void (*went_on)(void *user, double done);
    void *user;
    const BenchMesh *own;
    int own_count;
    BenchSpan span;
    double told; // it never goes back
} run = {.span = {0, 1}};

void bench_begin(void (*went_on)(void *user, double done), void *user, const BenchMesh *own,
                 int own_count)
{
    assert(own_count <= BENCH_MESHES_MOST);
    run.went_on = went_on;
    run.user = user;
    run.own = own;
    run.own_count = own_count;
    run.span = (BenchSpan){0, 1};
    run.told = 0;
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

bool bench_has_own(void)
{
    return run.own_count > 0;
}

int bench_meshes(const BenchMesh *usual, int count, BenchMesh *out)
{
    assert(count <= BENCH_MESHES_MOST);
    for (int i = 0; i < run.own_count; ++i)
        out[i] = (BenchMesh){run.own[i].name, mesh_retain(run.own[i].mesh)};
    for (int i = 0; i < count; ++i)
        if (run.own_count > 0)
            mesh_release(usual[i].mesh);
        else
            out[i] = usual[i];
    return run.own_count > 0 ? run.own_count : count;
}
