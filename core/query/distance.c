// The smallest distance of two meshes, and whether it is below a tolerance, through the same loop
// as the contacts: another leaf operation, and a bound that falls as closer triangles are found.
#include "core/base/clock.h"
#include "core/query/query.h"
#include "core/shape/triangle/tri_packet.h"
#include "core/tree/pair/variants.h"

#include <assert.h>

typedef struct Search {
    Distance best;
    double enough; // no need to look for anything closer
    bool first;    // of all below the bound, which stays, the pair with the lowest numbers
    double below;  // what is no nearer does not count; the query's bound follows from it
    // Where lengths are true, if that is not A's frame, the way back, and a factor: lengths there are
    // at least so many times A's.
    bool scaled;
    Affine frame, back;
    double shrink;
    TriFilter filter; // of leaves with corners
    TriAim aim;       // by the closest points
} Search;

// Volumes are compared in A's frame.
static void set_below(Query *query, Search *search, double below)
{
    search->below = below;
    query->bound = search->scaled ? below / search->shrink * (1 + 1e-12) : below;
}

// Whether triangles meet is decided where all other queries decide it: in A's frame.
static double closest_in_frame(const Search *search, const Triangle *ta, const Triangle *tb,
                               double bound, TriClosest *found)
{
    double here = tri_closest(ta, tb, bound, found);
    if (!(here < bound) || here == 0)
        return here == 0 ? 0 : INFINITY;
    Triangle there_a = triangle_transformed(ta, &search->frame),
             there_b = triangle_transformed(tb, &search->frame);
    double there = tri_closest(&there_a, &there_b, search->below, found);
    found->on_a = affine_apply(&search->back, found->on_a);
    found->on_b = affine_apply(&search->back, found->on_b);
    return fmax(there, here * search->shrink * (1 - 1e-12));
}

// Where many triangles are equally near, which of them a search meets first follows from its trees.
// Distances within this share of the least one are equal: rounding makes them differ.
static const double TIE = 1e-9;

// The least distance of the two, at the pair with the lower numbers.
static Distance first_of(const Distance *one, const Distance *other)
{
    bool later = one->triangle_a < 0 || one->triangle_a > other->triangle_a ||
                 (one->triangle_a == other->triangle_a && one->triangle_b > other->triangle_b);
    Distance first = later ? *other : *one;
    first.value = fmin(one->value, other->value);
    return first;
}

static void look_at(Query *query, Search *search, int32_t index_a, int32_t index_b,
                    const Triangle *tb)
{
    Triangle ta = mesh_triangle(query->a->mesh, index_a);
    TriClosest found;
    ++query->stats.triangle_tests;
    double value = search->scaled ? closest_in_frame(search, &ta, tb, query->bound, &found)
                                  : tri_closest(&ta, tb, query->bound, &found);
    if (!(value < search->below))
        return;
    Distance here = {value,      index_a,         index_b,        found.on_a,
                     found.on_b, found.feature_a, found.feature_b};
    if (search->first) {
        search->best = first_of(&search->best, &here);
    } else {
        search->best = here;
        set_below(query, search, value);
        if (search->filter.ready)
            search->aim = tri_aim(vec3d_sub(here.on_b, here.on_a), &search->filter);
    }
}

static bool closer(Query *query, NodeLinks a, NodeLinks b)
{
    Search *search = query->user;
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &query->b_to_a);
        for (uint32_t i = 0; i < a.count; ++i)
            look_at(query, search, query->a->slots[a.first + i], index_b, &tb);
    }
    return search->best.value > search->enough;
}

// What is left of four of A, and one of B.
static void look_at_four(Query *query, uint32_t slot_a, unsigned left, uint32_t slot_b)
{
    int32_t index_b = query->b->slots[slot_b];
    Triangle tb = mesh_triangle(query->b->mesh, index_b);
    tb = triangle_transformed(&tb, &query->b_to_a);
    for (; left; left &= left - 1) {
        --query->stats.triangle_tests; // look_at counts it again
        look_at(query, query->user, query->a->slots[slot_a + (uint32_t)__builtin_ctz(left)],
                index_b, &tb);
    }
}

// The same where both trees keep corners in leaf order: four triangles of A at a time with each of B,
// of which most are left out before anybody looks at the triangles themselves. All pairs count as
// compared.
static bool closer_by_fours(Query *query, NodeLinks a, NodeLinks b)
{
    Search *search = query->user;
    const TriFilter *filter = &search->filter;
    for (uint32_t i = 0; i < a.count; i += TRI_PACKET) {
        TriPacket of_a, of_b;
        TriEnds ends_a, ends_b;
        uint32_t count_a = a.count - i < TRI_PACKET ? a.count - i : TRI_PACKET;
        tri_packet_load(&of_a, (const TriCorners *)&query->a->corners[a.first + i]);
        ends_a = tri_packet_ends(&of_a, filter->slack);
        for (uint32_t j = 0; j < b.count; ++j) {
            if (j % TRI_PACKET == 0) {
                tri_packet_load_moved(&of_b, (const TriCorners *)&query->b->corners[b.first + j],
                                      filter);
                ends_b = tri_packet_ends(&of_b, filter->slack);
            }
            query->stats.triangle_tests += count_a;
            unsigned left = tri_packet_nearer(&of_a, &ends_a, &of_b, &ends_b, j % TRI_PACKET,
                                              filter, query->bound);
            left &= (1u << count_a) - 1;
            if (left && search->aim.any)
                left &= tri_packet_nearer_along(&of_a, &of_b, j % TRI_PACKET, &search->aim,
                                                query->bound);
            if (left)
                look_at_four(query, a.first + i, left, b.first + j);
        }
    }
    return search->best.value > search->enough;
}

static bool in_range(const Mesh *mesh, int32_t triangle)
{
    return triangle >= 0 && triangle < mesh->triangle_count;
}

// A pair that was closest in a near pose is close still: most of the trees lies beyond it.
static bool start_from(Query *query, Search *search, const Distance *last)
{
    if (!last || !in_range(query->a->mesh, last->triangle_a) ||
        !in_range(query->b->mesh, last->triangle_b))
        return true;
    Triangle tb = mesh_triangle(query->b->mesh, last->triangle_b);
    tb = triangle_transformed(&tb, &query->b_to_a);
    look_at(query, search, last->triangle_a, last->triangle_b, &tb);
    return search->best.value > search->enough;
}

// All children of one block with another block are eight times as many tests, of which few are wanted.
QueryDesc query_distance_desc(const BvType *type)
{
    assert(type);
    return (QueryDesc){.rule = type->tests[0].blocks ? DESCEND_radius : DESCEND_both,
                       .order = ORDER_BEST_FIRST};
}

// Pairs at `below` or beyond are of no interest, and one at `enough` or nearer ends the search;
// with enough < 0 none does, and of all of them the first is wanted.
static bool run_search(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                       double below, double enough, Job *job, Distance *out, QueryStats *stats,
                       Error *err)
{
    QueryDesc d = desc ? *desc : query_distance_desc(a->type);
    double start = stats ? clock_seconds() : 0;
    Search search = {.best = {.value = INFINITY, .triangle_a = -1, .triangle_b = -1},
                     .enough = enough,
                     .first = enough < 0};
    if (d.true_frame && !affine_is_rigid(d.true_frame)) {
        search.scaled = true;
        search.frame = *d.true_frame;
        search.frame.p = vec3d(0, 0, 0); // lengths are the same, and digits are not lost
        if (!affine_invert(&search.frame, &search.back))
            return error_set(err, "the placement is singular: a part is scaled to nothing");
        search.shrink = 1 / affine_stretch(&search.back);
    }
    Query query;
    LeafFn *leaf = a->corners && b->corners ? closer_by_fours : closer;
    if (!query_begin(&query, a, b, b_to_a, &d, leaf, &search, err))
        return false;
    if (leaf == closer_by_fours)
        search.filter = tri_filter(b_to_a, a->radius, b->radius);
    if (!(query.test->can & TEST_BOUND))
        return error_set(err, "%s / %s gives no bound of the distance", a->type->name,
                         query.test->name);
    query.bounded = true;
    set_below(&query, &search, below);
    enum QueryStatus status = QUERY_STOPPED;
    if (start_from(&query, &search, d.last))
        status = query_run(&query, &(Budget){.job = job});
    query_end(&query);
    if (status == QUERY_FAILED)
        return error_set(err, "not enough memory for the distance query");
    if (status == QUERY_UNDECIDED)
        return false; // cancelled: no error text
    *out = search.best;
    if (stats) {
        *stats = query.stats;
        stats->ms = 1e3 * (clock_seconds() - start);
    }
    return true;
}

bool query_distance(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                    Job *job, Distance *out, QueryStats *stats, Error *err)
{
    assert(a && b && b_to_a && out);
    return run_search(a, b, b_to_a, desc, INFINITY, 0, job, out, stats, err);
}

bool query_distance_first(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                          const Distance *least, Job *job, Distance *out, Error *err)
{
    assert(a && b && b_to_a && least && out);
    double below = nextafter(least->value * (1 + TIE), INFINITY);
    return run_search(a, b, b_to_a, desc, below, -1, job, out, NULL, err);
}

bool query_tolerance(const Bvh *a, const Bvh *b, const Affine *b_to_a, double tolerance,
                     const QueryDesc *desc, Job *job, bool *closer_than, Distance *out,
                     QueryStats *stats, Error *err)
{
    assert(a && b && b_to_a && closer_than && out);
    if (!(tolerance >= 0))
        return error_set(err, "a tolerance cannot be negative");
    double below = nextafter(tolerance, INFINITY); // what is exactly at the tolerance counts
    if (!run_search(a, b, b_to_a, desc, below, tolerance, job, out, stats, err))
        return false;
    *closer_than = out->value <= tolerance;
    return true;
}
