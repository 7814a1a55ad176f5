#include "core/bench/motion.h"

#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/bench/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { BLOCKS = 10 }; // of each part: short, so that all kinds meet the same load

typedef struct Trees {
    Bvh *a, *b;
} Trees;

typedef struct Run {
    const Motion *motion;
    const MotionKind *kinds;
    int count;
    Trees *trees;
    double *least; // CPU seconds of the present block, per kind
    ContactList list;
} Run;

static int part_count(const Motion *motion)
{
    return motion->parts > 1 ? motion->parts : 1;
}

static BvhDesc desc_of(const MotionKind *kind)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = kind->type, .split = kind->split});
    for (int i = 0; kind->param && i < kind->type->param_count; ++i)
        if (strcmp(kind->type->params[i].name, kind->param) == 0)
            desc.params[i] = kind->value;
    return desc;
}

// Kinds that differ only in the query share their trees.
static Bvh *tree_of(const Run *run, int kind, Mesh *mesh)
{
    BvhDesc desc = desc_of(&run->kinds[kind]);
    for (int i = 0; i <= kind; ++i) {
        Bvh *pair[2] = {run->trees[i].a, run->trees[i].b};
        for (int j = 0; j < 2; ++j)
            if (pair[j] && pair[j]->mesh == mesh && bvh_desc_equal(&pair[j]->desc, &desc))
                return bvh_retain(pair[j]);
    }
    return bvh_build(mesh, &desc, run->motion->job, NULL);
}

// Returns CPU seconds, or a negative number after a failure. sum may be NULL.
static double run_block(Run *run, int kind, int first, int end, MotionResult *sum)
{
    const Motion *motion = run->motion;
    double start = clock_cpu_seconds();
    for (int frame = first; frame < end; ++frame) {
        if (job_cancelled(motion->job))
            return -1;
        Affine pose = motion->b_to_a(motion->user, frame);
        QueryStats stats;
        if (!query_contacts(run->trees[kind].a, run->trees[kind].b, &pose, &run->kinds[kind].query,
                            NULL, &run->list, &stats, NULL))
            return -1;
        if (!sum)
            continue;
        sum->volume_tests += (double)stats.volume_tests;
        sum->triangle_tests += (double)stats.triangle_tests;
        sum->updates += (double)stats.updates;
        sum->contacts += (double)run->list.count;
        sum->frames_in_contact += run->list.count > 0;
        for (int e = 7; e <= 15; ++e)
            sum->edge_exits += (double)stats.exits[e];
        for (int e = 1; e < QUERY_MAX_EXITS; ++e)
            sum->separations += (double)stats.exits[e];
    }
    return clock_cpu_seconds() - start;
}

// All kinds take turns on a few frames; the first round also counts.
static bool run_turns(Run *run, int first, int end, MotionResult *sums, int stride)
{
    for (int round = 0; round < run->motion->rounds; ++round) {
        for (int k = 0; k < run->count; ++k) {
            double seconds = run_block(run, k, first, end, round == 0 ? &sums[k * stride] : NULL);
            if (seconds < 0)
                return false;
            run->least[k] = round == 0 ? seconds : fmin(run->least[k], seconds);
            sums[k * stride].round_us[round] += 1e6 * seconds;
            bench_went_on(
                (first + (end - first) * (round + (k + 1.0) / run->count) / run->motion->rounds) /
                run->motion->frames);
        }
    }
    for (int k = 0; k < run->count; ++k)
        sums[k * stride].us += 1e6 * run->least[k];
    return true;
}

static void divide(MotionResult *r, double n)
{
    r->volume_tests /= n;
    r->triangle_tests /= n;
    r->updates /= n;
    r->contacts /= n;
    r->frames_in_contact /= n;
    r->us /= n;
    for (int i = 0; i < MOTION_ROUNDS_MOST; ++i)
        r->round_us[i] /= n;
    r->edge_exits /= n;
    r->separations /= n;
}

static void describe(const Trees *trees, MotionResult *result)
{
    const Bvh *a = trees->a, *b = trees->b;
    result->bytes_per_triangle = (double)(bvh_bytes(a) + bvh_bytes(b)) /
                                 (double)(a->mesh->triangle_count + b->mesh->triangle_count);
    result->bytes_per_node =
        (double)(bvh_bytes(a) - a->slot_count * sizeof *a->slots) / (double)a->node_count;
    result->build_ms = a == b ? a->build_ms : a->build_ms + b->build_ms;
}

static bool measure(Run *run, MotionResult *results)
{
    int parts = part_count(run->motion), length = run->motion->frames / parts;
    int block = length > BLOCKS ? (length + BLOCKS - 1) / BLOCKS : 1;
    for (int part = 0; part < parts; ++part) {
        int end = (part + 1) * length;
        for (int first = part * length; first < end; first += block)
            if (!run_turns(run, first, first + block < end ? first + block : end, results + part,
                           parts))
                return false;
        for (int k = 0; k < run->count; ++k) {
            MotionResult *result = &results[k * parts + part];
            if (result->contacts != results[part].contacts)
                return false;
            describe(&run->trees[k], result);
        }
    }
    for (int i = 0; i < run->count * parts; ++i)
        divide(&results[i], length);
    return true;
}

bool motion_measure(const Motion *motion, const MotionKind *kinds, int count, MotionResult *results)
{
    Run run = {.motion = motion,
               .kinds = kinds,
               .count = count,
               .trees = mem_calloc((size_t)count, sizeof *run.trees),
               .least = mem_calloc((size_t)count, sizeof *run.least)};
    bool ok = motion->a && motion->b && run.trees && run.least;
    assert(motion->rounds <= MOTION_ROUNDS_MOST);
    memset(results, 0, (size_t)(count * part_count(motion)) * sizeof *results);
    for (int k = 0; ok && k < count; ++k) {
        run.trees[k].a = tree_of(&run, k, motion->a);
        run.trees[k].b = tree_of(&run, k, motion->b);
        ok = run.trees[k].a && run.trees[k].b;
    }
    ok = ok && measure(&run, results);
    for (int k = 0; run.trees && k < count; ++k) {
        bvh_release(run.trees[k].a);
        bvh_release(run.trees[k].b);
    }
    mem_free(run.trees);
    mem_free(run.least);
    contact_list_free(&run.list);
    return ok;
}

MotionResult motion_mean(const MotionResult *results, int parts)
{
    MotionResult mean = results[0];
    for (int i = 1; i < parts; ++i) {
        mean.volume_tests += results[i].volume_tests;
        mean.triangle_tests += results[i].triangle_tests;
        mean.updates += results[i].updates;
        mean.contacts += results[i].contacts;
        mean.frames_in_contact += results[i].frames_in_contact;
        mean.us += results[i].us;
        for (int k = 0; k < MOTION_ROUNDS_MOST; ++k)
            mean.round_us[k] += results[i].round_us[k];
        mean.edge_exits += results[i].edge_exits;
        mean.separations += results[i].separations;
    }
    divide(&mean, parts);
    return mean;
}

void motion_header(FILE *out)
{
    fprintf(out, "scene,mode,volume,test,criterion,rule,build_ms,bytes_per_triangle,volume_tests,"
                 "triangle_tests,updates,contacts,frames_in_contact,us_per_query,ratio,"
                 "us_least,us_most,rank,tie\n");
}

Spread motion_spread(const MotionResult *result, int rounds)
{
    Spread spread = SPREAD_NONE;
    for (int i = 0; i < rounds; ++i)
        spread_add(&spread, result->round_us[i]);
    return spread;
}

enum { KIND_TEXT = 400 };

// How its rows begin.
static const char *row_text(const char *scene, const MotionKind *kind, char text[KIND_TEXT])
{
    char param[64] = "";
    if (kind->param)
        snprintf(param, sizeof param, " %s %g", kind->param, kind->value);
    snprintf(text, KIND_TEXT, "%s,%s,%s%s,%s%s,%s,%s", scene,
             kind->query.mode == QUERY_FIRST ? "first" : "all", kind->type->name, param,
             kind->type->tests[kind->query.test].name, kind->query.lift ? " lifted" : "",
             kind->split->name, descent_rules[kind->query.rule]->name);
    return text;
}

bool motion_wants(const char *scene, const MotionKind *kind)
{
    char text[KIND_TEXT];
    return bench_wants("%s", row_text(scene, kind, text));
}

int motion_wanted(const char *scene, const MotionKind *kinds, int count, MotionKind *out)
{
    int left = 0;
    for (int k = 0; k < count; ++k)
        if (motion_wants(scene, &kinds[k]))
            out[left++] = kinds[k];
    return left;
}

void motion_rows(FILE *out, const Motion *motion, const MotionKind *kinds, int count,
                 const MotionResult *results, bool with_first)
{
    int parts = part_count(motion), rounds = motion->rounds > 0 ? motion->rounds : 1;
    double reference = motion_mean(results, parts).us;
    Spread *spreads = mem_calloc((size_t)count, sizeof *spreads);
    for (int k = 0; spreads && k < count; ++k) {
        MotionResult mean = motion_mean(results + k * parts, parts);
        spreads[k] = motion_spread(&mean, rounds);
    }
    for (int k = 0; spreads && k < count; ++k) {
        MotionResult r = motion_mean(results + k * parts, parts);
        char text[KIND_TEXT];
        fprintf(out, "%s,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%.3f,%.2f,",
                row_text(motion->scene, &kinds[k], text), r.build_ms, r.bytes_per_triangle,
                r.volume_tests, r.triangle_tests, r.updates, r.contacts, r.frames_in_contact, r.us);
        if (with_first)
            fprintf(out, "%.2f", r.us / reference);
        fprintf(out, ",%.2f,%.2f,%d,%s\n", spreads[k].least, spreads[k].most,
                spread_rank(spreads, count, k), spread_ties(spreads, count, k) ? "yes" : "no");
    }
    mem_free(spreads);
    fflush(out);
}

bool motion_run(FILE *out, const Motion *motion, const MotionKind *kinds, int count,
                MotionResult *results)
{
    if (!out)
        return motion_measure(motion, kinds, count, results);
    MotionKind *wanted = mem_calloc((size_t)count, sizeof *wanted);
    int left = wanted ? motion_wanted(motion->scene, kinds, count, wanted) : 0;
    bool ok = wanted && (left == 0 || motion_measure(motion, wanted, left, results));
    if (ok && left > 0)
        motion_rows(out, motion, wanted, left, results, motion_wants(motion->scene, &kinds[0]));
    mem_free(wanted);
    return ok;
}

double motion_build_ms(Mesh *mesh, const BvhDesc *desc, int rounds)
{
    double most;
    return motion_build_range(mesh, desc, rounds, &most);
}

double motion_build_range(Mesh *mesh, const BvhDesc *desc, int rounds, double *most)
{
    double least = INFINITY;
    *most = 0;
    for (int i = 0; i < rounds; ++i) {
        double start = clock_cpu_seconds();
        Bvh *tree = bvh_build(mesh, desc, NULL, NULL);
        if (!tree)
            return NAN;
        bvh_release(tree);
        double ms = 1e3 * (clock_cpu_seconds() - start);
        least = fmin(least, ms);
        *most = fmax(*most, ms);
    }
    return least;
}
