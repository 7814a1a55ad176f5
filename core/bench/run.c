#include "core/bench/run.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Of the thread that runs a benchmark: workers of the viewer measure as well.
static _Thread_local struct {
    void (*went_on)(void *user, double done);
    void *user;
    BenchOwn own;
    const char *wanted;
    bool quick;
    BenchSpan span;
    double told; // it never goes back
} run = {.span = {0, 1}};

void bench_begin(const BenchDesc *desc)
{
    run.went_on = desc->went_on;
    run.user = desc->user;
    run.own = desc->own ? *desc->own : (BenchOwn){.mesh_count = 0};
    run.wanted = desc->wanted;
    run.quick = desc->quick;
    run.span = (BenchSpan){0, 1};
    run.told = 0;
    assert(run.own.mesh_count <= BENCH_MESHES_MOST);
}

static bool occurs(const char *text, const char *word, size_t length)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            ++i;
        if (i == length)
            return true;
    }
    return length == 0;
}

bool bench_words_match(const char *text, const char *words)
{
    while (*words) {
        size_t length = strcspn(words, " ");
        if (!occurs(text, words, length))
            return false;
        words += length;
        words += strspn(words, " ");
    }
    return true;
}

bool bench_wants_all(void)
{
    return !run.wanted || !run.wanted[0];
}

bool bench_wants(const char *format, ...)
{
    char text[512];
    va_list values;
    if (bench_wants_all())
        return true;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return bench_words_match(text, run.wanted);
}

int bench_rounds(int usual)
{
    return run.quick && usual > 2 ? 2 : usual;
}

bool bench_is_quick(void)
{
    return run.quick;
}

bool bench_has_targets(void)
{
    return !run.quick && !bench_has_own();
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
