// Measuring queries for the cost model. Each pose gives two samples: the whole query, and the same
// traversal without triangle tests. Volume and triangle tests grow together from pose to pose, and
// only the difference of the two tells their costs apart.
#include "clock.h"
#include "cost_model.h"
#include "rng.h"

#define MEASURABLE_SECONDS 100e-6 // some hundred times what reading the clock takes
enum { ROUNDS = 3, LEAST_TESTS = 16 };

void cost_counts(const QueryStats *stats, double counts[COST_TERMS])
{
    counts[COST_VOLUME] = (double)stats->volume_tests;
    counts[COST_TRIANGLE] = (double)stats->triangle_tests;
    counts[COST_UPDATE] = (double)stats->updates;
}

static bool pass_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    (void)query, (void)a, (void)b;
    return true;
}

// The two queries of one pose.
typedef struct Trial {
    const Bvh *a, *b;
    Affine b_to_a;
    QueryDesc desc;
    ContactList *list; // NULL: the traversal alone
    QueryStats stats;
} Trial;

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

// How often to run it so that its time can be measured; 0: it failed or was cancelled.
static int repetitions(Trial *t, Job *job, Error *err)
{
    double start = clock_cpu_seconds();
    if (!run_once(t, job, err))
        return 0;
    double seconds = clock_cpu_seconds() - start;
    double times = seconds > 0 ? ceil(MEASURABLE_SECONDS / seconds) : 1000;
    return times < 1000 ? (int)times : 1000;
}

// CPU seconds of one run; negative: it failed or was cancelled.
static double timed(Trial *t, int times, Job *job, Error *err)
{
    double start = clock_cpu_seconds();
    for (int i = 0; i < times; ++i)
        if (!run_once(t, job, err))
            return -1;
    return (clock_cpu_seconds() - start) / times;
}

// The trials take turns, so that a slow moment meets both, and the least time counts.
static bool measure(Trial *trials, int count, CostSample *out, Job *job, Error *err)
{
    int times[2];
    for (int k = 0; k < count; ++k) {
        times[k] = repetitions(&trials[k], job, err);
        if (times[k] == 0)
            return false;
        cost_counts(&trials[k].stats, out[k].counts);
        out[k].seconds = INFINITY;
    }
    for (int round = 0; round < ROUNDS; ++round) {
        for (int k = 0; k < count; ++k) {
            double seconds = timed(&trials[k], times[k], job, err);
            if (seconds < 0)
                return false;
            out[k].seconds = fmin(out[k].seconds, seconds);
        }
    }
    return true;
}

static Trial trial_of(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                      ContactList *list)
{
    Trial t = {.a = a, .b = b, .b_to_a = *b_to_a, .list = list};
    if (desc)
        t.desc = *desc;
    t.desc.pool = NULL; // its threads have clocks of their own
    t.desc.progress_from = t.desc.progress_to = 0;
    return t;
}

bool cost_sample(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc, Job *job,
                 CostSample *out, Error *err)
{
    ContactList list = {0};
    Trial whole = trial_of(a, b, b_to_a, desc, &list);
    bool ok = measure(&whole, 1, out, job, err);
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

bool cost_measure(const Bvh *a, const Bvh *b, const QueryDesc *desc, double seconds, Job *job,
                  CostMeasure *out, Error *err)
{
    CostSample seen[COST_POSES]; // both samples of every other pose
    ContactList list = {0};
    Rng rng = rng_create(1998);
    int seen_count = 0;
    double start = clock_cpu_seconds();
    bool ok = true;
    *out = (CostMeasure){0};
    if (a->node_count == 0 || b->node_count == 0)
        return true;
    // Poses in which the trees are told apart at once say nothing about them.
    for (int i = 0; ok && i < 4 * COST_POSES && out->poses < COST_POSES; ++i) {
        if (out->poses >= COST_LEAST_POSES && clock_cpu_seconds() - start > seconds)
            break;
        Affine pose = pose_at(a, b, &rng, i);
        CostSample pair[2];
        Trial trials[2] = {trial_of(a, b, &pose, desc, &list), trial_of(a, b, &pose, desc, NULL)};
        ok = run_once(&trials[0], job, err);
        if (!ok || trials[0].stats.volume_tests < LEAST_TESTS)
            continue;
        ok = measure(trials, 2, pair, job, err);
        if (!ok)
            break;
        if (out->poses % 2 == 0) {
            seen[seen_count++] = pair[0];
            seen[seen_count++] = pair[1];
        }
        out->samples[out->poses++] = pair[0];
        job_progress(job, (double)out->poses / COST_POSES);
    }
    contact_list_free(&list);
    if (!ok)
        return false;
    out->model = cost_fit(seen, seen_count);
    check(out);
    return true;
}
