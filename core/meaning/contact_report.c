// The second stage over an assembly: details of the pairs that changed, those of the others kept.
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/pool_each.h"
#include "core/meaning/solid.h"

#include <assert.h>

enum { ROUND = 4096 };

typedef struct Wanted {
    int32_t a, b;
    const ContactList *contacts;
} Wanted;

typedef struct Update {
    ContactReport *report;
    const AssemblyReport *contacts;
    const AssemblyScope *scope;
    const PosedPart *parts;
    int32_t part_count;
    const ContactDesc *desc;
    bool *changed; // per part of the assembly
    bool all;      // the description is another one
    int32_t part;  // whose neighbours are being listed
    Wanted *wanted;
    size_t wanted_count, wanted_capacity;
    ContactDetail *round; // of ROUND pairs from here on
    size_t round_from;
    ContactDetail *fresh;
    size_t fresh_count, fresh_capacity;
} Update;

static int by_parts(const void *x, const void *y)
{
    const ContactDetail *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

const ContactDetail *contact_report_find(const ContactReport *report, int32_t a, int32_t b)
{
    assert(report);
    ContactDetail key = {.a = a < b ? a : b, .b = a < b ? b : a};
    if (report->count == 0)
        return NULL;
    return bsearch(&key, report->pairs, report->count, sizeof key, by_parts);
}

void contact_report_free(ContactReport *report)
{
    for (size_t i = 0; i < report->count; ++i)
        contact_detail_free(&report->pairs[i]);
    mem_free(report->pairs);
    solid_cache_free(&report->solids);
    *report = (ContactReport){0};
}

static bool desc_equal(const ContactDesc *a, const ContactDesc *b)
{
    return a->tolerance == b->tolerance && a->relative == b->relative && a->link == b->link &&
           a->samples == b->samples && a->decide == b->decide;
}

static bool usable(const Update *u, int32_t part)
{
    const PosedPart *p = part < u->part_count ? &u->parts[part] : NULL;
    return p && p->active && p->tree && p->tree->node_count > 0;
}

static bool skipped(const Update *u, int32_t a, int32_t b)
{
    return u->scope->skip && u->scope->skip(u->scope->skip_user, a, b);
}

static bool is_stale(const Update *u, const ContactDetail *pair)
{
    return u->all || !usable(u, pair->a) || !usable(u, pair->b) || u->changed[pair->a] ||
           u->changed[pair->b] || skipped(u, pair->a, pair->b);
}

// A pair that is to be looked at; contacts NULL: only whether one is inside the other.
static bool add_wanted(Update *u, int32_t a, int32_t b, const ContactList *contacts)
{
    if (!array_reserve(&u->wanted, &u->wanted_capacity, u->wanted_count + 1, sizeof *u->wanted))
        return false;
    u->wanted[u->wanted_count++] = (Wanted){a, b, contacts};
    return true;
}

static bool note_near(void *user, int32_t other)
{
    Update *u = user;
    int32_t a = u->part < other ? u->part : other, b = u->part < other ? other : u->part;
    bool twice = (u->all || u->changed[other]) && other < u->part; // the other one lists it
    if (a == b || twice || !usable(u, a) || !usable(u, b) || skipped(u, a, b) ||
        assembly_report_find(u->contacts, a, b))
        return true;
    return add_wanted(u, a, b, NULL);
}

// What is in contact, and parts whose boxes meet although their surfaces do not: one may lie inside
// the other.
static bool list_wanted(Update *u)
{
    for (size_t i = 0; i < u->contacts->count; ++i) {
        const PairReport *pair = &u->contacts->pairs[i];
        const ContactDetail *old = contact_report_find(u->report, pair->a, pair->b);
        if (old && !is_stale(u, old) && old->contact_count == pair->contacts.count)
            continue;
        if (!add_wanted(u, pair->a, pair->b, &pair->contacts))
            return false;
    }
    for (int32_t i = 0; i < u->part_count; ++i) {
        const Box3d *box = broad_phase_box(&u->contacts->boxes, i);
        u->part = i;
        if ((u->all || u->changed[i]) && box &&
            !broad_phase_query(&u->contacts->boxes, box, note_near, u))
            return false;
    }
    return true;
}

// Made by several threads before they only read the cache.
static bool make_solids(Update *u, Job *job)
{
    Mesh **meshes = array_alloc(2 * u->wanted_count, sizeof *meshes);
    for (size_t i = 0; meshes && i < u->wanted_count; ++i) {
        meshes[2 * i] = u->parts[u->wanted[i].a].tree->mesh;
        meshes[2 * i + 1] = u->parts[u->wanted[i].b].tree->mesh;
    }
    bool ok = meshes &&
              solid_cache_fill(&u->report->solids, meshes, 2 * u->wanted_count, u->desc->pool, job);
    mem_free(meshes);
    return ok;
}

static bool examine_one(void *user, size_t i, Job *job, Error *err)
{
    Update *u = user;
    const Wanted *pair = &u->wanted[u->round_from + i];
    return contact_examine(&u->parts[pair->a], &u->parts[pair->b],
                           pair->contacts ? pair->contacts : &(ContactList){0}, u->desc,
                           &u->report->solids, job, &u->round[i], err);
}

// What is clear needs no room.
static bool keep_round(Update *u, size_t count, Error *err)
{
    if (!array_reserve(&u->fresh, &u->fresh_capacity, u->fresh_count + count, sizeof *u->fresh))
        return error_set(err, "not enough memory for the report");
    for (size_t i = 0; i < count; ++i) {
        u->round[i].a = u->wanted[u->round_from + i].a;
        u->round[i].b = u->wanted[u->round_from + i].b;
        if (u->round[i].state == PAIR_CLEAR)
            contact_detail_free(&u->round[i]);
        else
            u->fresh[u->fresh_count++] = u->round[i];
        u->round[i] = (ContactDetail){0};
    }
    u->report->examined += count;
    return true;
}

// In rounds, as most of many pairs turn out to be clear.
static bool examine_wanted(Update *u, Job *job, Error *err)
{
    size_t most = u->wanted_count < ROUND ? u->wanted_count : ROUND;
    u->round = mem_calloc(most + 1, sizeof *u->round);
    bool ok = u->round || error_set(err, "not enough memory for the report");
    double all = (double)u->wanted_count;
    for (u->round_from = 0; ok && u->round_from < u->wanted_count; u->round_from += ROUND) {
        size_t left = u->wanted_count - u->round_from, count = left < ROUND ? left : ROUND;
        double from = (double)u->round_from / all, to = (double)(u->round_from + count) / all;
        ok = pool_each(u->desc->pool, count, examine_one, u, from, to, job, err) &&
             keep_round(u, count, err);
    }
    for (size_t i = 0; u->round && i < most; ++i)
        contact_detail_free(&u->round[i]);
    mem_free(u->round);
    return ok;
}

// Cannot fail: the room is there.
static void commit(Update *u)
{
    ContactReport *report = u->report;
    size_t kept = 0;
    for (size_t i = 0; i < report->count; ++i) {
        ContactDetail *old = &report->pairs[i];
        // A pair that came into the listing or left it without a change of its parts, too.
        const PairReport *listed = assembly_report_find(u->contacts, old->a, old->b);
        if (is_stale(u, old) || old->contact_count != (listed ? listed->contacts.count : 0))
            contact_detail_free(old);
        else
            report->pairs[kept++] = *old;
    }
    for (size_t i = 0; i < u->fresh_count; ++i)
        report->pairs[kept++] = u->fresh[i];
    report->count = kept;
    u->fresh_count = 0;
    if (kept > 1)
        qsort(report->pairs, kept, sizeof *report->pairs, by_parts);
    report->desc = *u->desc;
    report->desc.pool = NULL;
}

static bool run(Update *u, Job *job, Error *err)
{
    u->changed = mem_calloc((size_t)u->part_count + 1, sizeof *u->changed);
    if (!u->changed)
        return error_set(err, "not enough memory for the report");
    for (int32_t i = 0; !u->scope->changed && i < u->part_count; ++i)
        u->changed[i] = u->parts[i].changed;
    for (int32_t i = 0; u->scope->changed && i < u->scope->changed_count; ++i)
        if (u->scope->changed[i] < u->part_count)
            u->changed[u->scope->changed[i]] = true;
    u->report->examined = 0;
    if (!list_wanted(u))
        return error_set(err, "not enough memory for the report");
    if (!make_solids(u, job))
        return job_cancelled(job) ? false
                                  : error_set(err, "not enough memory to examine a contact");
    if (!examine_wanted(u, job, err))
        return false;
    if (!array_reserve(&u->report->pairs, &u->report->capacity, u->report->count + u->fresh_count,
                       sizeof *u->report->pairs))
        return error_set(err, "not enough memory for the report");
    commit(u);
    solid_cache_sweep(&u->report->solids, u->parts, u->part_count);
    return true;
}

bool contact_report_update(ContactReport *report, const AssemblyReport *contacts,
                           const AssemblyScope *scope, const PosedPart *parts, int32_t part_count,
                           const ContactDesc *desc, Job *job, Error *err)
{
    assert(report && contacts && desc);
    assert((parts || part_count == 0) && part_count >= 0);
    double start = clock_seconds();
    Update u = {.report = report,
                .contacts = contacts,
                .scope = scope ? scope : &(AssemblyScope){0},
                .parts = parts,
                .part_count = part_count,
                .desc = desc,
                .all = !desc_equal(desc, &report->desc)};
    bool ok = run(&u, job, err);
    for (size_t i = 0; i < u.fresh_count; ++i)
        contact_detail_free(&u.fresh[i]);
    mem_free(u.fresh);
    mem_free(u.wanted);
    mem_free(u.changed);
    report->ms = 1e3 * (clock_seconds() - start);
    return ok;
}
