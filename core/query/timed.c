// Answers within a time budget: best first by the lens of two balls.
#include "core/query/timed.h"
#include "core/base/clock.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>

static double monotonic(void *user)
{
    (void)user;
    return clock_seconds();
}

Deadline deadline_in(double microseconds)
{
    return (Deadline){.now = monotonic, .at = clock_seconds() + 1e-6 * microseconds};
}

typedef struct Lens {
    double thickness; // negative: the balls are apart
    Vec3d middle, normal;
    double farthest; // no point of one ball is farther from one of the other
} Lens;

// The extent along the line of centres. Balls are stored rounded outward; moving B's centre and the
// sums below err by less than 1e-14 of the sizes involved.
static Lens lens_of(const TimedQuery *timed, NodeId node_a, NodeId node_b)
{
    const NodeBall *a = &timed->balls_a->balls[node_a], *b = &timed->balls_b->balls[node_b];
    if (a->radius < 0 || b->radius < 0)
        return (Lens){-1, vec3d(0, 0, 0), vec3d(0, 0, 1), INFINITY};
    Vec3d from = vec3d_from_floats(a->centre);
    Vec3d to = affine_apply(&timed->query.b_to_a, vec3d_from_floats(b->centre));
    double radius_a = (double)a->radius, radius_b = timed->stretch * (double)b->radius;
    double distance = vec3d_distance(from, to);
    Vec3d normal = distance > 0 ? vec3d_scale(vec3d_sub(to, from), 1 / distance) : vec3d(0, 0, 1);
    double low = fmax(-radius_a, distance - radius_b), high = fmin(radius_a, distance + radius_b);
    double slack = 1e-14 * (radius_a + radius_b + vec3d_length(from) + vec3d_length(to));
    return (Lens){high - low + slack, vec3d_add_scaled(from, normal, 0.5 * (low + high)), normal,
                  distance + radius_a + radius_b + slack};
}

static double thickest_first(const Query *query, NodeId a, NodeId b)
{
    return -lens_of(query->rank_user, a, b).thickness;
}

static bool first_hit(Query *query, NodeLinks a, NodeLinks b)
{
    TimedQuery *timed = query->user;
    const TriTest *tri = timed->tri;
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &query->b_to_a);
        for (uint32_t i = 0; i < a.count; ++i) {
            int32_t index_a = query->a->slots[a.first + i];
            Triangle ta = mesh_triangle(query->a->mesh, index_a);
            TriWitness witness;
            ++query->stats.triangle_tests;
            if (tri->contact(&ta, &tb, &witness) == TRI_DISJOINT)
                continue;
            Vec3d normal = triangle_cross(&ta);
            timed->hit = (TimedAnswer){.verdict = VERDICT_YES,
                                       .point = witness.point[0],
                                       .normal = vec3d_normalised(normal),
                                       .triangle_a = index_a,
                                       .triangle_b = index_b};
            return false;
        }
    }
    return true;
}

bool timed_query_begin(TimedQuery *timed, const Bvh *a, const NodeBalls *balls_a, const Bvh *b,
                       const NodeBalls *balls_b, const Affine *b_to_a, const QueryDesc *desc,
                       Error *err)
{
    assert(timed && a && balls_a && b && balls_b && b_to_a);
    QueryDesc d = desc ? *desc : (QueryDesc){0};
    *timed = (TimedQuery){
        .balls_a = balls_a, .balls_b = balls_b, .error = INFINITY, .farthest = INFINITY};
    if (balls_a->count != a->node_count || balls_a->mesh_version != a->mesh_version ||
        balls_b->count != b->node_count || balls_b->mesh_version != b->mesh_version)
        return error_set(err, "the balls belong to other trees");
    if (!query_begin(&timed->query, a, b, b_to_a, &d, first_hit, timed, err))
        return false;
    timed->query.order = ORDER_BEST_FIRST;
    timed->query.rank = thickest_first;
    timed->query.rank_user = timed;
    timed->tri = d.tri ? d.tri : &tri_exact;
    timed->stretch = affine_stretch(b_to_a);
    return true;
}

static int level_of(const TimedQuery *timed, NodeId a, NodeId b)
{
    int level_a = timed->balls_a->levels[a], level_b = timed->balls_b->levels[b];
    return level_a < level_b ? level_a : level_b;
}

// The root of the heap is the thickest lens. Levels are looked through: a few nanoseconds each.
static void describe_rest(TimedQuery *timed, TimedAnswer *answer)
{
    const Query *query = &timed->query;
    answer->unresolved = query->todo.count;
    answer->level = INT32_MAX;
    for (size_t i = 0; i < query->todo.count; ++i) {
        NodeId a = query_entry_node(query, i, false), b = query_entry_node(query, i, true);
        int least = level_of(timed, a, b);
        if (least < answer->level)
            answer->level = least;
        timed->farthest = fmin(timed->farthest, lens_of(timed, a, b).farthest);
    }
    answer->farthest = timed->farthest;
    Lens lens = lens_of(timed, query_entry_node(query, 0, false), query_entry_node(query, 0, true));
    // Balls of children may stick out of their parent's, and so may lenses.
    timed->error = fmin(timed->error, fmax(0, lens.thickness));
    answer->error = timed->error;
    answer->point = lens.middle;
    answer->normal = lens.normal;
}

bool timed_query_run(TimedQuery *timed, const Deadline *deadline, Job *job, TimedAnswer *answer,
                     Error *err)
{
    assert(timed && answer);
    *answer = (TimedAnswer){.triangle_a = -1, .triangle_b = -1};
    enum QueryStatus status = QUERY_DONE;
    if (!timed->done)
        status = query_run(&timed->query, &(Budget){.deadline = deadline, .job = job});
    if (status == QUERY_FAILED)
        return error_set(err, "not enough memory for the query");
    if (status == QUERY_UNDECIDED) {
        answer->verdict = VERDICT_UNDECIDED;
        describe_rest(timed, answer);
        return true;
    }
    timed->done = true;
    if (timed->hit.verdict == VERDICT_YES)
        *answer = timed->hit;
    return true;
}

// Sorted in as they come: there are few places.
size_t timed_query_rest(const TimedQuery *timed, TimedRest *out, size_t most)
{
    assert(timed && (out || most == 0));
    const Query *query = &timed->query;
    size_t count = 0;
    if (timed->done || most == 0)
        return 0;
    for (size_t i = 0; i < query->todo.count; ++i) {
        NodeId a = query_entry_node(query, i, false), b = query_entry_node(query, i, true);
        Lens lens = lens_of(timed, a, b);
        double thickness = fmax(0, lens.thickness);
        if (count == most && thickness <= out[count - 1].thickness)
            continue;
        size_t at = count < most ? count++ : most - 1;
        for (; at > 0 && out[at - 1].thickness < thickness; --at)
            out[at] = out[at - 1];
        out[at] = (TimedRest){a, b, level_of(timed, a, b), thickness, lens.middle, lens.normal};
    }
    return count;
}

void timed_query_end(TimedQuery *timed)
{
    assert(timed);
    query_end(&timed->query);
}
