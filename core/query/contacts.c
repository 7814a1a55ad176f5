// Listing the triangle pairs in contact: the leaf operation and the list it fills.
#include "core/query/contacts.h"
#include "core/base/clock.h"
#include "core/base/cpu.h"
#include "core/base/memory.h"
#include "core/query/volume_contacts.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>

void contact_list_free(ContactList *list)
{
    bool last =
        !list->owners || atomic_fetch_sub_explicit(list->owners, 1, memory_order_acq_rel) == 1;
    if (last) {
        mem_free(list->items);
        mem_free(list->points);
        mem_free(list->owners);
    }
    *list = (ContactList){0};
}

void contact_list_trim(ContactList *list)
{
    assert(list);
    if (list->owners)
        return;
    array_trim(&list->items, &list->capacity, list->count, sizeof *list->items);
    array_trim(&list->points, &list->point_capacity, list->point_count, sizeof *list->points);
}

bool contact_list_share(ContactList *to, ContactList *from)
{
    assert(to && from && to != from);
    *to = (ContactList){0};
    if (!from->owners) {
        from->owners = mem_alloc(sizeof *from->owners);
        if (!from->owners)
            return false;
        atomic_init(from->owners, 1);
    }
    atomic_fetch_add_explicit(from->owners, 1, memory_order_relaxed);
    *to = *from;
    return true;
}

bool contact_list_add(ContactList *list, int32_t a, int32_t b, enum TriContact kind,
                      const TriWitness *witness)
{
    size_t points = witness ? (size_t)witness->count : 0;
    if (list->point_count + points > UINT32_MAX ||
        !array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items) ||
        !array_reserve(&list->points, &list->point_capacity, list->point_count + points,
                       sizeof *list->points))
        return false;
    list->items[list->count++] =
        (Contact){a, b, (uint8_t)kind, (uint8_t)points, (uint32_t)list->point_count};
    for (size_t i = 0; i < points; ++i)
        list->points[list->point_count++] = witness->point[i];
    return true;
}

static unsigned digit_of(const Contact *c, int digit)
{
    uint32_t word = digit < 4 ? (uint32_t)c->b : (uint32_t)c->a;
    return word >> 8 * (digit & 3) & 255;
}

// The points of the contacts there are, in their order, and no others.
static bool keep_their_points(ContactList *list)
{
    if (list->point_count == 0)
        return true;
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i)
        count += list->items[i].point_count;
    Vec3d *points = array_alloc(count, sizeof *points);
    if (!points)
        return false;
    list->point_count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        Contact *c = &list->items[i];
        for (uint8_t k = 0; k < c->point_count; ++k)
            points[list->point_count + k] = list->points[c->first_point + k];
        c->first_point = (uint32_t)list->point_count;
        list->point_count += c->point_count;
    }
    mem_free(list->points);
    list->points = points;
    list->point_capacity = count;
    return true;
}

// Radix sort, least digit first; a digit that all share costs one count. Quicksort needs ten times
// as long for the lists of a few thousand that come with every frame of a drag.
bool contact_list_sort(ContactList *list)
{
    assert(list);
    size_t n = list->count;
    if (n < 2)
        return true;
    Contact *from = list->items, *to = array_alloc(n, sizeof *to), *scratch = to;
    if (!to)
        return false;
    for (int digit = 0; digit < 8; ++digit) {
        size_t start[256] = {0};
        for (size_t i = 0; i < n; ++i)
            ++start[digit_of(&from[i], digit)];
        if (start[digit_of(&from[0], digit)] == n)
            continue;
        size_t sum = 0;
        for (int d = 0; d < 256; ++d) {
            size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < n; ++i)
            to[start[digit_of(&from[i], digit)]++] = from[i];
        Contact *swap = from;
        from = to;
        to = swap;
    }
    if (from != list->items)
        memcpy(list->items, from, n * sizeof *from);
    mem_free(scratch);
    // Hierarchies that repeat triangles report a pair once per pair of leaves.
    size_t kept = 1;
    for (size_t i = 1; i < n; ++i)
        if (list->items[i].a != list->items[kept - 1].a ||
            list->items[i].b != list->items[kept - 1].b)
            list->items[kept++] = list->items[i];
    list->count = kept;
    return kept == n || keep_their_points(list);
}

bool contact_list_settle(ContactList *list, size_t limit)
{
    if (!contact_list_sort(list))
        return false;
    if (list->count <= limit)
        return true;
    list->count = limit;
    list->truncated = true;
    return keep_their_points(list);
}

bool contact_list_append(ContactList *list, const ContactList *more)
{
    assert(list && more && list != more);
    if (list->point_count + more->point_count > UINT32_MAX ||
        !array_reserve(&list->items, &list->capacity, list->count + more->count,
                       sizeof *list->items) ||
        !array_reserve(&list->points, &list->point_capacity, list->point_count + more->point_count,
                       sizeof *list->points))
        return false;
    for (size_t i = 0; i < more->count; ++i) {
        list->items[list->count] = more->items[i];
        list->items[list->count++].first_point += (uint32_t)list->point_count;
    }
    if (more->point_count > 0)
        memcpy(list->points + list->point_count, more->points,
               more->point_count * sizeof *more->points);
    list->point_count += more->point_count;
    list->truncated |= more->truncated;
    return true;
}

Collector collector_of(const QueryDesc *desc, ContactList *out)
{
    assert(desc && out);
    if (out->owners) // others read it
        contact_list_free(out);
    out->count = out->point_count = 0;
    out->truncated = false;
    size_t limit = desc->limit ? desc->limit : SIZE_MAX;
    return (Collector){
        .tri = desc->tri ? desc->tri : &tri_exact,
        .out = out,
        .limit = limit,
        .full = limit,
        .first_only = desc->mode == QUERY_FIRST,
        .witnesses = desc->witnesses,
    };
}

// Is there room for one more? Hierarchies that repeat triangles find a pair once per pair of leaves,
// and the limit is one of pairs: a full list is rid of repeats, and may then grow by as much again,
// so that each contact is sorted a few times at most.
static bool has_room(Collector *c, const Query *query)
{
    ContactList *list = c->out;
    if (list->count < c->full)
        return true;
    if (query->a->type->traits & BV_REPEATS_TRIANGLES) {
        if (!contact_list_sort(list)) {
            c->failed = true;
            return false;
        }
        if (list->count <= c->limit) {
            c->full = c->limit < SIZE_MAX / 4 ? list->count + c->limit + 1 : SIZE_MAX;
            return true;
        }
    }
    list->truncated = true;
    return false;
}

bool collector_add(Collector *collector, const Query *query, int32_t a, int32_t b,
                   enum TriContact kind, const TriWitness *witness)
{
    assert(collector && query);
    if (!has_room(collector, query))
        return false;
    collector->failed |= !contact_list_add(collector->out, a, b, kind, witness);
    return !collector->failed;
}

// Every triangle of one leaf with every triangle of the other; B's are moved into A's frame once.
bool collect_contacts(Query *query, NodeLinks a, NodeLinks b)
{
    Collector *c = query->user;
    TriWitness witness, *where = c->witnesses ? &witness : NULL;
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &query->b_to_a);
        for (uint32_t i = 0; i < a.count; ++i) {
            int32_t index_a = query->a->slots[a.first + i];
            Triangle ta = mesh_triangle(query->a->mesh, index_a);
            ++query->stats.triangle_tests;
            enum TriContact kind = c->tri->contact(&ta, &tb, where);
            if (kind == TRI_DISJOINT)
                continue;
            if (!collector_add(c, query, index_a, index_b, kind, where) || c->first_only)
                return false;
        }
    }
    return true;
}

LeafFn *contacts_leaf(const Bvh *a, const Bvh *b, const Collector *collector)
{
    assert(a && b && collector);
    bool edges = a->edges && b->edges && collector->tri == &tri_exact;
    bool fours = a->corners && b->corners && collector->tri->exact;
    LeafFn *by_fours = collect_contacts_by_fours;
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        by_fours = collect_contacts_by_fours_avx2;
#endif
    return edges ? collect_contacts_by_edges : fours ? by_fours : collect_contacts;
}

bool collector_finish(Collector *collector, Query *query, enum QueryStatus status, double started,
                      QueryStats *stats, Error *err)
{
    assert(collector && query);
    query_end(query);
    bool ok = status != QUERY_FAILED && !collector->failed;
    if (ok && status == QUERY_UNDECIDED)
        return false; // cancelled: no error text
    if (!ok || !contact_list_settle(collector->out, collector->limit))
        return error_set(err, "not enough memory for the list of contacts");
    if (stats) {
        *stats = query->stats;
        stats->ms = 1e3 * (clock_seconds() - started);
    }
    return true;
}

bool query_contacts(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                    Job *job, ContactList *out, QueryStats *stats, Error *err)
{
    assert(a && b && b_to_a && out);
    assert(!desc || desc->progress_from <= desc->progress_to);
    QueryDesc d = desc ? *desc : (QueryDesc){0};
    if (d.leaf_volumes)
        return query_volume_contacts(a, b, b_to_a, &d, job, out, stats, err);
    double start = stats ? clock_seconds() : 0; // asking takes as long as a dozen boxes
    Collector collector = collector_of(&d, out);
    Query query;
    if (!query_begin(&query, a, b, b_to_a, &d, contacts_leaf(a, b, &collector), &collector, err))
        return false;
    Budget budget = {.job = job};
    bool share = d.pool || (job && d.progress_to > d.progress_from);
    if (share)
        budget.volume_tests = d.parallel_from ? d.parallel_from : QUERY_PARALLEL_FROM;
    enum QueryStatus status = query_run(&query, &budget);
    if (share && status == QUERY_UNDECIDED && !job_cancelled(job))
        status = query_run_shared(&query, &collector, &d, job);
    return collector_finish(&collector, &query, status, start, stats, err);
}
