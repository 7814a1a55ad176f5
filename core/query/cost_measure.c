// Measuring queries for the cost model. Each pose gives two samples: the whole query, and the same
// traversal without triangle tests. Volume and triangle tests grow together from pose to pose, and
// only the difference of the two tells their costs apart. The poses take turns: a processor that
// runs the same small query again and again foresees its branches, and is twice as fast as in a
// program where each query is another.
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/query/cost_model.h"

#include <assert.h>

#define MEASURABLE_SECONDS 30e-6 // a hundred times what reading the clock takes
enum { ROUNDS = 3, LEAST_TESTS = 16, MOST_REPETITIONS = 100 };

void cost_counts(const QueryStats *stats, double counts[COST_TERMS])
{
    assert(stats);
    counts[COST_VOLUME] = (double)stats->volume_tests;
    counts[COST_TRIANGLE] = (double)stats->triangle_tests;
    counts[COST_UPDATE] = (double)stats->updates;
}

static bool pass_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    (void)query, (void)a, (void)b;
    return true;
}

// A query that is timed.
typedef struct Trial {
    const Bvh *a, *b;
    Affine b_to_a;
    QueryDesc desc;
    ContactList *list; // NULL: the traversal alone
    QueryStats stats;
    double seconds; // the least so far
} Trial;

static Trial trial_of(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                      ContactList *list)
{
    Trial t = {.a = a, .b = b, .b_to_a = *b_to_a, .list = list, .seconds = INFINITY};
    if (desc)
        t.desc = *desc;
    t.desc.pool = NULL; // its threads have clocks of their own
    t.desc.progress_from = t.desc.progress_to = 0;
    return t;
}

static bool run_once(Trial *t, Job *job, Error *err)
{
    if (t->list)
        return query_contacts(t->a, t->b, &t->b_to_a, &t->desc, job, t->list, &t->stats, err);
    Query query;
    if (!query_begin(&query, t->a, t->b, &t->b_to_a, &t->desc, pass_leaves, NULL, err))
        return false;
    enum QueryStatus status = query_run(&query, &(Budget){.job = job});
    t->stats = query.stats;
    query_end(&query);
    return status == QUERY_DONE ||
           (status == QUERY_FAILED && error_set(err, "not enough memory for the query"));
}

// By CPU time, of as many runs as it takes to measure it. False: it failed or was cancelled.
static bool time_once(Trial *trials, int count, double *least, Job *job, Error *err)
{
    double start = clock_cpu_seconds(), seconds = 0;
    int runs = 0, wanted = 1;
    while (runs < wanted) {
        for (int i = 0; i < count; ++i)
            if (!run_once(&trials[i], job, err))
                return false;
        if (++runs < wanted)
            continue;
        seconds = clock_cpu_seconds() - start;
        if (runs == 1 && seconds < MEASURABLE_SECONDS) // now it is known how many there are to be
            wanted = (int)fmin(ceil(MEASURABLE_SECONDS / fmax(seconds, 1e-9)), MOST_REPETITIONS);
    }
    *least = fmin(*least, seconds / runs);
    return true;
}

static CostSample sample_of(const Trial *t)
{
    CostSample s = {.seconds = t->seconds};
    cost_counts(&t->stats, s.counts);
    return s;
}

bool cost_sample(const CostPair *pairs, int count, const QueryDesc *desc, Job *job, CostSample *out,
                 Error *err)
{
    assert(count >= 0 && (pairs || count == 0) && out);
    enum { SAMPLE_ROUNDS = 2 };
    ContactList list = {0};
    Trial *trials = array_alloc((size_t)count + 1, sizeof *trials);
    *out = (CostSample){0};
    if (!trials)
        return error_set(err, "not enough memory to measure queries");
    for (int i = 0; i < count; ++i)
        trials[i] = trial_of(pairs[i].a, pairs[i].b, &pairs[i].b_to_a, desc, &list);
    bool ok = true;
    double seconds = INFINITY;
    for (int round = 0; ok && count > 0 && round < SAMPLE_ROUNDS; ++round)
        ok = time_once(trials, count, &seconds, job, err);
    for (int i = 0; ok && i < count; ++i) {
        CostSample one = sample_of(&trials[i]);
        for (int k = 0; k < COST_TERMS; ++k)
            out->counts[k] += one.counts[k];
        out->seconds = seconds;
    }
    mem_free(trials);
    contact_list_free(&list);
    return ok;
}

static Vec3d middle(const Box3d *box)
{
    return vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
}

// From coincident centres to boxes that hardly meet. The distances follow the golden section, so
// that they are spread evenly after any number of poses.
static Affine pose_at(const Bvh *a, const Bvh *b, Rng *rng, int i)
{
    double turn = 0.6180339887498949 * i, part = turn - floor(turn);
    double reach =
        0.5 * (vec3d_distance(a->box.lo, a->box.hi) + vec3d_distance(b->box.lo, b->box.hi));
    Affine pose = rng_rotation(rng);
    Vec3d to = vec3d_add(middle(&a->box), vec3d_scale(rng_direction(rng), part * reach));
    pose.p = vec3d_sub(to, affine_apply_vector(&pose, middle(&b->box)));
    return pose;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of every other pose, which the constants have not seen.
static void check(CostMeasure *m)
{
    double errors[COST_POSES];
    for (int i = 0; i < m->poses; ++i)
        m->forecasts[i] = cost_predict(&m->model, m->samples[i].counts);
    for (int i = 1; i < m->poses; i += 2) {
        const CostSample *s = &m->samples[i];
        errors[m->checked++] = fabs(m->forecasts[i] / s->seconds - 1);
        m->measured += s->seconds;
        m->predicted += m->forecasts[i];
        for (int k = 0; k < COST_TERMS; ++k)
            m->counts[k] += s->counts[k];
    }
    if (m->checked == 0)
        return;
    qsort(errors, (size_t)m->checked, sizeof *errors, by_size);
    m->median = errors[m->checked / 2];
    m->ninth = errors[m->checked * 9 / 10];
    m->most = errors[m->checked - 1];
    m->total = m->predicted / m->measured;
}

// The two trials of each pose, as many as there is time for. Poses in which the trees are told
// apart at once say nothing about them. -1: a query failed or was cancelled.
static int choose_poses(Trial *trials, const Bvh *a, const Bvh *b, const QueryDesc *desc,
                        double seconds, ContactList *list, Job *job, Error *err)
{
    Rng rng = rng_create(1998);
    double start = clock_cpu_seconds();
    int count = 0;
    for (int i = 0; i < 4 * COST_POSES && count < COST_POSES; ++i) {
        if (count >= COST_LEAST_POSES && (1 + 2 * ROUNDS) * (clock_cpu_seconds() - start) > seconds)
            break;
        Affine pose = pose_at(a, b, &rng, i);
        Trial *pair = &trials[2 * count];
        pair[0] = trial_of(a, b, &pose, desc, list);
        pair[1] = trial_of(a, b, &pose, desc, NULL);
        if (!run_once(&pair[0], job, err))
            return -1;
        count += pair[0].stats.volume_tests >= LEAST_TESTS;
    }
    return count;
}

static bool run_rounds(Trial *trials, int count, Job *job, Error *err)
{
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < count; ++i)
            if (!time_once(&trials[i], 1, &trials[i].seconds, job, err))
                return false;
        job_progress(job, (round + 1.0) / ROUNDS);
    }
    return true;
}

bool cost_measure(const Bvh *a, const Bvh *b, const QueryDesc *desc, double seconds, Job *job,
                  CostMeasure *out, Error *err)
{
    assert(a && b && out);
    *out = (CostMeasure){0};
    if (a->node_count == 0 || b->node_count == 0)
        return true;
    ContactList list = {0};
    Trial *trials = array_alloc(2 * COST_POSES, sizeof *trials);
    int poses = trials ? choose_poses(trials, a, b, desc, seconds, &list, job, err) : -1;
    bool ok = poses >= 0 && run_rounds(trials, 2 * poses, job, err);
    CostSample seen[COST_POSES]; // both samples of every other pose
    int seen_count = 0;
    for (int i = 0; ok && i < poses; ++i) {
        out->samples[i] = sample_of(&trials[2 * i]);
        if (i % 2 == 0) {
            seen[seen_count++] = out->samples[i];
            seen[seen_count++] = sample_of(&trials[2 * i + 1]);
        }
    }
    if (ok) {
        out->poses = poses;
        out->model = cost_fit(seen, seen_count);
        check(out);
    }
    mem_free(trials);
    contact_list_free(&list);
    return ok || (!trials && error_set(err, "not enough memory to measure queries"));
}
