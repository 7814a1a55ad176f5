// The query over all parts: a broad phase, then one pair query per pair that comes near and of
// which one part changed.
#include "core/assembly/assembly.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/pool_each.h"
#include "core/query/front_book.h"

#include <assert.h>
#include <pthread.h>

// proper > coplanar > touch: what a person wants to hear of first.
static uint8_t gravest(const ContactList *list)
{
    static const uint8_t weight[TRI_CONTACT_COUNT] = {
        [TRI_TOUCH] = 1, [TRI_COPLANAR] = 2, [TRI_PROPER] = 3};
    uint8_t worst = TRI_DISJOINT;
    for (size_t i = 0; i < list->count; ++i)
        if (weight[list->items[i].kind] > weight[worst])
            worst = list->items[i].kind;
    return worst;
}

static bool query_pair(PairReport *pair, const PosedPart *parts, FrontEntry *front,
                       const QueryDesc *desc, Job *job, QueryStats *stats, Error *err)
{
    int32_t a = pair->a, b = pair->b;
    Affine b_to_a;
    if (!placement_between(&parts[a].placement, &parts[b].placement, &b_to_a))
        return error_set(err, "part %d or %d has a placement that is singular or not finite", a + 1,
                         b + 1);
    if (!front_entry_contacts(front, parts[a].tree, parts[b].tree, &b_to_a, desc, job,
                              &pair->contacts, stats, err))
        return false;
    pair->worst = gravest(&pair->contacts);
    contact_list_trim(&pair->contacts);
    return true;
}

static int by_parts(const void *a, const void *b)
{
    const PairReport *x = a, *y = b;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

typedef struct Change {
    int32_t part;
    bool was, is; // among the boxes
    Box3d before, after;
} Change;

// One update under way: what changed, what becomes stale, what comes near.
typedef struct Update {
    AssemblyReport *report;
    const AssemblyScope *scope;
    const PosedPart *parts;
    int32_t part_count;
    Change *changes;
    size_t change_count, change_capacity;
    bool *is_changed; // per part of the report or of the assembly, whichever are more
    int32_t part;     // whose neighbours are being listed
    size_t *stale;    // indices of pairs in the report
    size_t stale_count, stale_capacity;
    uint64_t *near; // a << 32 | b
    size_t near_count, near_capacity;
    AssemblyReport fresh;
} Update;

static uint64_t pair_key(int32_t p, int32_t q)
{
    return p < q ? (uint64_t)p << 32 | (uint32_t)q : (uint64_t)q << 32 | (uint32_t)p;
}

static bool has_tree(const PosedPart *part)
{
    return part->active && part->tree && part->tree->node_count > 0;
}

static bool add_change(Update *u, int32_t part, Error *err)
{
    const Box3d *before = broad_phase_box(&u->report->boxes, part);
    Change change = {.part = part, .was = before != NULL};
    if (before)
        change.before = *before;
    if (part < u->part_count && has_tree(&u->parts[part])) {
        const Affine *placement = &u->parts[part].placement;
        if (!affine_is_finite(placement))
            return error_set(err, "part %d has a placement that is not finite", part + 1);
        change.is = true;
        change.after = box3d_moved(&u->parts[part].tree->box, placement);
    }
    if (u->is_changed[part] || !(change.was || change.is))
        return true;
    if (!array_reserve(&u->changes, &u->change_capacity, u->change_count + 1, sizeof change))
        return error_set(err, "not enough memory for the report");
    u->is_changed[part] = true;
    u->changes[u->change_count++] = change;
    return true;
}

static bool list_changes(Update *u, Error *err)
{
    bool ok = true;
    for (int32_t i = 0; u->scope->changed && ok && i < u->scope->changed_count; ++i)
        ok = add_change(u, u->scope->changed[i], err);
    for (int32_t i = 0; !u->scope->changed && ok && i < u->part_count; ++i)
        if (u->parts[i].changed ||
            has_tree(&u->parts[i]) != (broad_phase_box(&u->report->boxes, i) != NULL))
            ok = add_change(u, i, err);
    for (int32_t i = u->part_count; ok && i < u->report->boxes.item_count; ++i)
        ok = add_change(u, i, err);
    return ok;
}

// A part in contact with a changed one is among those whose boxes met the old box.
static bool note_stale(void *user, int32_t other)
{
    Update *u = user;
    const PairReport *pair = assembly_report_find(u->report, u->part, other);
    if (!pair || (u->is_changed[other] && other < u->part))
        return true; // the other one lists it
    if (!array_reserve(&u->stale, &u->stale_capacity, u->stale_count + 1, sizeof *u->stale))
        return false;
    u->stale[u->stale_count++] = (size_t)(pair - u->report->pairs);
    return true;
}

static bool note_near(void *user, int32_t other)
{
    Update *u = user;
    int32_t p = u->part;
    if (other == p || (u->is_changed[other] && other < p))
        return true;
    if (u->scope->skip &&
        u->scope->skip(u->scope->skip_user, p < other ? p : other, p < other ? other : p))
        return true;
    if (!array_reserve(&u->near, &u->near_capacity, u->near_count + 1, sizeof *u->near))
        return false;
    u->near[u->near_count++] = pair_key(p, other);
    return true;
}

static void set_boxes(Update *u, bool after)
{
    for (size_t i = 0; i < u->change_count; ++i) {
        const Change *c = &u->changes[i];
        const Box3d *box = after ? (c->is ? &c->after : NULL) : (c->was ? &c->before : NULL);
        broad_phase_set(&u->report->boxes, c->part, box);
    }
}

static bool find_near(Update *u)
{
    bool ok = true;
    for (size_t i = 0; ok && i < u->change_count; ++i) {
        u->part = u->changes[i].part;
        ok = !u->changes[i].was ||
             broad_phase_query(&u->report->boxes, &u->changes[i].before, note_stale, u);
    }
    set_boxes(u, true);
    for (size_t i = 0; ok && i < u->change_count; ++i) {
        u->part = u->changes[i].part;
        ok = !u->changes[i].is ||
             broad_phase_query(&u->report->boxes, &u->changes[i].after, note_near, u);
    }
    // In the order of the report, whatever the tree of boxes looks like.
    if (u->near_count > 1)
        qsort(u->near, u->near_count, sizeof *u->near, by_key);
    return ok;
}

// The near pairs, queried in any order by any number of threads.
typedef struct Queries {
    const PosedPart *parts;
    const QueryDesc *desc;
    Job *job;
    PairReport *pairs;
    PairSearch *searched;  // one per pair
    FrontEntry *fronts;    // one per pair, or NULL
    bool one_by_one;       // each pair tells how far it got
    pthread_mutex_t guard; // of the sum over all pairs:
    QueryStats stats;      // one per pair would take more room than the rest of it
    size_t count;
} Queries;

static bool query_one(void *user, size_t i, Job *silent, Error *err)
{
    Queries *q = user;
    QueryStats stats = {0};
    QueryDesc desc = q->desc ? *q->desc : (QueryDesc){0};
    if (q->one_by_one) {
        desc.progress_from = (double)i / (double)q->count;
        desc.progress_to = (double)(i + 1) / (double)q->count;
    }
    bool ok = query_pair(&q->pairs[i], q->parts, q->fronts ? &q->fronts[i] : NULL, &desc,
                         q->one_by_one ? q->job : silent, &stats, err);
    q->searched[i].volume_tests = stats.volume_tests;
    pthread_mutex_lock(&q->guard);
    query_stats_add(&q->stats, &stats);
    pthread_mutex_unlock(&q->guard);
    return ok;
}

// Results go into the report in the order of the pairs, so threads do not show. Few pairs are
// queried one after the other, each of them on all threads if it is large.
static bool query_near(Update *u, const QueryDesc *desc, Job *job, Error *err)
{
    Queries q = {.parts = u->parts,
                 .desc = desc,
                 .job = job,
                 .guard = PTHREAD_MUTEX_INITIALIZER,
                 .count = u->near_count};
    q.pairs = mem_calloc(q.count + 1, sizeof *q.pairs);
    q.searched = u->fresh.searched = array_alloc(q.count + 1, sizeof *q.searched);
    bool ok = (q.pairs && q.searched) || error_set(err, "not enough memory for the report");
    for (size_t i = 0; ok && i < q.count; ++i) {
        q.pairs[i].a = (int32_t)(u->near[i] >> 32);
        q.pairs[i].b = (int32_t)(u->near[i] & UINT32_MAX);
        q.searched[i] = (PairSearch){q.pairs[i].a, q.pairs[i].b, 0};
    }
    if (ok && u->scope->fronts && front_book_turn(u->scope->fronts, u->near, u->near_count))
        q.fronts = u->scope->fronts->entries;
    if (ok) {
        struct Pool *pool = desc ? desc->pool : NULL;
        bool share = q.count >= 2 * (size_t)pool_threads(pool);
        q.one_by_one = !share;
        ok = pool_each(share ? pool : NULL, q.count, query_one, &q, 0, 1, job, err);
    }
    u->fresh.pairs = q.pairs; // those in contact move up in it
    u->fresh.capacity = q.pairs ? q.count + 1 : 0;
    for (size_t i = 0; q.pairs && i < q.count; ++i) {
        if (!ok || q.pairs[i].contacts.count == 0)
            contact_list_free(&q.pairs[i].contacts);
        else
            u->fresh.pairs[u->fresh.count++] = q.pairs[i];
    }
    u->fresh.near_pairs = q.count;
    if (ok)
        u->fresh.stats = q.stats;
    return ok;
}

static int by_index(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static uint64_t key_of(const PairReport *pair)
{
    return pair_key(pair->a, pair->b);
}

static void take_figures(AssemblyReport *report, AssemblyReport *fresh)
{
    mem_free(report->searched);
    report->searched = fresh->searched;
    fresh->searched = NULL;
    report->stats = fresh->stats;
    report->near_pairs = fresh->near_pairs;
}

// Pairs that are stale and found again are replaced where they are; the others are taken out and
// put in, which moves what comes after them. Cannot fail: the room is there.
static void commit(Update *u)
{
    AssemblyReport *report = u->report, *fresh = &u->fresh;
    for (size_t i = 0; i < fresh->count; ++i)
        report->contact_count += (int64_t)fresh->pairs[i].contacts.count;
    if (u->stale_count > 1)
        qsort(u->stale, u->stale_count, sizeof *u->stale, by_index);
    size_t left = 0, next = 0; // fresh pairs not placed, stale pairs not replaced
    size_t gone = 0;
    for (size_t i = 0; i < u->stale_count; ++i) {
        PairReport *old = &report->pairs[u->stale[i]];
        report->contact_count -= (int64_t)old->contacts.count;
        contact_list_free(&old->contacts);
        while (next < fresh->count && key_of(&fresh->pairs[next]) < key_of(old))
            fresh->pairs[left++] = fresh->pairs[next++];
        if (next < fresh->count && key_of(&fresh->pairs[next]) == key_of(old))
            *old = fresh->pairs[next++];
        else
            u->stale[gone++] = u->stale[i];
    }
    while (next < fresh->count)
        fresh->pairs[left++] = fresh->pairs[next++];
    // Close the gaps.
    for (size_t i = 0; i < gone; ++i) {
        size_t from = u->stale[i] + 1, to = i + 1 < gone ? u->stale[i + 1] : report->count;
        memmove(&report->pairs[u->stale[i] - i], &report->pairs[from],
                (to - from) * sizeof *report->pairs);
    }
    report->count -= gone;
    // Merge the new ones from the back.
    size_t old = report->count, write = report->count + left;
    report->count = write;
    while (left > 0) {
        if (old > 0 && key_of(&report->pairs[old - 1]) > key_of(&fresh->pairs[left - 1]))
            report->pairs[--write] = report->pairs[--old];
        else
            report->pairs[--write] = fresh->pairs[--left];
    }
    fresh->count = 0; // all moved
    take_figures(report, fresh);
}

// Nothing was in contact before: no need of room for both.
static void take_all(Update *u)
{
    AssemblyReport *report = u->report, *fresh = &u->fresh;
    mem_free(report->pairs);
    report->pairs = fresh->pairs;
    report->capacity = fresh->capacity;
    report->count = fresh->count;
    report->contact_count = 0;
    for (size_t i = 0; i < fresh->count; ++i)
        report->contact_count += (int64_t)fresh->pairs[i].contacts.count;
    take_figures(report, fresh);
    *fresh = (AssemblyReport){0};
}

static bool run_update(Update *u, const QueryDesc *desc, Job *job, Error *err)
{
    BroadPhase *boxes = &u->report->boxes;
    int32_t most = u->part_count > boxes->item_count ? u->part_count : boxes->item_count;
    u->is_changed = mem_calloc((size_t)most + 1, sizeof *u->is_changed);
    if (!u->is_changed || !broad_phase_reserve(boxes, most))
        return error_set(err, "not enough memory for the report");
    if (!list_changes(u, err))
        return false;
    bool ok = find_near(u) || error_set(err, "not enough memory for the report");
    ok = ok && query_near(u, desc, job, err);
    array_trim(&u->fresh.pairs, &u->fresh.capacity, u->fresh.count, sizeof *u->fresh.pairs);
    if (ok && u->report->count == 0) {
        take_all(u);
        return true;
    }
    if (ok && !array_reserve(&u->report->pairs, &u->report->capacity,
                             u->report->count + u->fresh.count, sizeof *u->report->pairs))
        ok = error_set(err, "not enough memory for the report");
    if (ok)
        commit(u);
    else
        set_boxes(u, false);
    return ok;
}

bool assembly_report_update_in(AssemblyReport *report, const AssemblyScope *scope,
                               const PosedPart *parts, int32_t part_count, const QueryDesc *desc,
                               Job *job, Error *err)
{
    assert(report);
    assert((parts || part_count == 0) && part_count >= 0);
    double start = clock_seconds();
    Update u = {.report = report, .scope = scope, .parts = parts, .part_count = part_count};
    bool ok = run_update(&u, desc, job, err);
    mem_free(u.changes);
    mem_free(u.is_changed);
    mem_free(u.stale);
    mem_free(u.near);
    assembly_report_free(&u.fresh);
    if (ok)
        report->stats.ms = 1e3 * (clock_seconds() - start);
    return ok;
}

bool assembly_report_update(AssemblyReport *report, const PosedPart *parts, int32_t part_count,
                            const QueryDesc *desc, Job *job, Error *err)
{
    return assembly_report_update_in(report, &(AssemblyScope){0}, parts, part_count, desc, job,
                                     err);
}

void assembly_report_free(AssemblyReport *report)
{
    for (size_t i = 0; i < report->count; ++i)
        contact_list_free(&report->pairs[i].contacts);
    mem_free(report->pairs);
    mem_free(report->searched);
    broad_phase_free(&report->boxes);
    *report = (AssemblyReport){0};
}

bool assembly_report_share(AssemblyReport *to, AssemblyReport *from)
{
    assert(to && from && to != from);
    *to = *from;
    to->capacity = from->count;
    to->count = 0;
    to->searched = NULL;
    to->pairs = array_alloc(from->count, sizeof *to->pairs);
    bool ok = broad_phase_copy(&to->boxes, &from->boxes) && to->pairs;
    for (size_t i = 0; ok && i < from->count; ++i) {
        PairReport *pair = &to->pairs[i];
        *pair = from->pairs[i];
        ok = contact_list_share(&pair->contacts, &from->pairs[i].contacts);
        to->count += ok;
    }
    if (!ok)
        assembly_report_free(to);
    return ok;
}

const PairReport *assembly_report_find(const AssemblyReport *report, int32_t a, int32_t b)
{
    assert(report && a >= 0 && b >= 0);
    PairReport key = {.a = a < b ? a : b, .b = a < b ? b : a};
    if (report->count == 0)
        return NULL;
    return bsearch(&key, report->pairs, report->count, sizeof key, by_parts);
}

uint64_t assembly_report_tests(const AssemblyReport *report, int32_t part, int32_t other)
{
    assert(report);
    uint64_t tests = 0;
    for (size_t i = 0; report->searched && i < report->near_pairs; ++i) {
        const PairSearch *pair = &report->searched[i];
        if ((pair->a == part && (other < 0 || pair->b == other)) ||
            (pair->b == part && (other < 0 || pair->a == other)))
            tests += pair->volume_tests;
    }
    return tests;
}
