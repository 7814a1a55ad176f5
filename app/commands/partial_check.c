#include "app/commands/partial_check.h"

#include "app/stages/fit_work.h"
#include "app/stages/stage.h"
#include "core/base/array.h"
#include "core/base/clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_key(const void *left, const void *right)
{
    const CheckedPart *const *x = left, *const *y = right;
    return strcmp((*x)->key, (*y)->key);
}

// Which part of the report is which of ours, and as it was.
static bool compare_parts(PartialCheck *p, const ReportChecked *now)
{
    const ReportChecked *then = &p->since.checked;
    size_t count = (size_t)then->count;
    const CheckedPart **sorted = array_alloc(count, sizeof *sorted);
    p->then_of = array_alloc((size_t)now->count, sizeof *p->then_of);
    if (!sorted || !p->then_of) {
        mem_free(sorted);
        return false;
    }
    for (size_t i = 0; i < count; ++i)
        sorted[i] = &then->parts[i];
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, by_key);
    for (int32_t i = 0; i < now->count; ++i) {
        const CheckedPart *part = &now->parts[i];
        const CheckedPart **found =
            count > 0 ? bsearch(&part, sorted, count, sizeof *sorted, by_key) : NULL;
        bool same = found && p->comparable && strcmp((*found)->digest, part->digest) == 0;
        p->then_of[i] = same ? (int32_t)(*found - then->parts) : -1;
        p->changed += !same;
    }
    mem_free(sorted);
    return true;
}

// Both parts are as they were, and in the same order: rounding follows from which comes first.
static bool is_known(const PartialCheck *p, int32_t a, int32_t b)
{
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    return p->then_of && p->then_of[low] >= 0 && p->then_of[high] >= 0 &&
           p->then_of[low] < p->then_of[high];
}

static bool elsewhere(void *user, int32_t a, int32_t b)
{
    PartialCheck *p = user;
    return is_known(p, a, b) || (p->share.of > 0 && pair_share_elsewhere(&p->share, a, b));
}

static bool read_since(PartialCheck *p, const PartialOrder *order, Error *err)
{
    ReportChecked now;
    if (!order->since)
        return true;
    if (!report_read(&p->since, order->since, err))
        return false;
    if (p->since.checked.shards > 0)
        return error_set(err,
                         "%s: this is a share of a report; put them together first: snug merge",
                         order->since);
    if (!report_checked_make(&now, &p->check))
        return error_set(err, "not enough memory to compare with the report");
    assert(now.count == p->check.assembly->part_count); // nothing that was opened is deleted yet
    p->comparable = strcmp(now.conditions, p->since.checked.conditions) == 0;
    bool ok =
        compare_parts(p, &now) || error_set(err, "not enough memory to compare with the report");
    report_checked_free(&now);
    return ok;
}

// Of pairs that nobody looked at now.
static bool take_rows(PartialCheck *p, Error *err)
{
    FitReport *then = &p->since.fit, *now = &p->check.fit;
    int32_t count = p->assembly.part_count, *now_of = NULL;
    bool ok = true;
    if (!p->then_of)
        return true;
    now_of = array_alloc((size_t)p->since.checked.count, sizeof *now_of);
    for (int32_t i = 0; now_of && i < p->since.checked.count; ++i)
        now_of[i] = -1;
    for (int32_t i = 0; now_of && i < count; ++i)
        if (p->then_of[i] >= 0)
            now_of[p->then_of[i]] = i;
    for (size_t i = 0; now_of && ok && i < then->count; ++i) {
        FitRow *row = &then->rows[i];
        int32_t a = now_of[row->a], b = now_of[row->b];
        if (a < 0 || b < 0 || !is_known(p, a, b))
            continue;
        FitRow taken = *row;
        taken.a = a;
        taken.b = b;
        row->text = NULL;
        row->clashes = (FitClashes){0};
        ok = fit_report_add(now, taken, err);
        ++p->taken;
    }
    ok = ok && (now_of || error_set(err, "not enough memory for the report")) &&
         fit_report_finish(now, err);
    mem_free(now_of);
    return ok;
}

static bool take_parts(PartialCheck *p, const App *app, const PartialOrder *order)
{
    size_t count = (size_t)app->assembly.part_count;
    p->assembly = app->assembly;
    p->assembly.parts = array_alloc(count, sizeof *p->assembly.parts);
    p->posed = array_alloc(count, sizeof *p->posed);
    for (size_t i = 0; p->assembly.parts && p->posed && i < count; ++i) {
        const Bvh *tree = app->parts[i].tree;
        p->assembly.parts[i] = app->assembly.parts[i];
        p->assembly.parts[i].mesh = tree->mesh;
        p->posed[i] = (PosedPart){tree, app->document.parts[i].placement, order->visible[i], true};
    }
    return p->assembly.parts && p->posed;
}

bool partial_check_run(PartialCheck *p, App *app, const PartialOrder *order, Error *err)
{
    *p = (PartialCheck){0};
    const Document *document = &app->document;
    SharedRules *rules = stages_rules(app);
    if (!rules || !take_parts(p, app, order))
        return error_set(err, "not enough memory for the check");
    const PairRules *pairs = &rules->rules;
    p->check = (FitCheck){.assembly = &p->assembly,
                          .parts = p->posed,
                          .query = document->query,
                          .contact = {.tolerance = document->tolerance},
                          .volumes = fit_wants_volumes(document),
                          .desc = {.clearance = document->clearance,
                                   .rules = pairs,
                                   .elsewhere = elsewhere,
                                   .elsewhere_user = p}};
    p->check.query.pool = document->effort.threads ? app->stages->pool : NULL;
    double start = clock_seconds();
    bool ok = read_since(p, order, err) &&
              (order->shards == 0 ||
               pair_share_find(&p->share, p->posed, p->assembly.part_count,
                               fit_desc_reach(&p->check.desc, p->assembly.part_count),
                               pair_rules_skip, (void *)pairs, order->shard, order->shards, err)) &&
              fit_check_run(&p->check, NULL, err) && take_rows(p, err);
    p->ms = 1e3 * (clock_seconds() - start);
    return ok;
}

void partial_check_free(PartialCheck *p)
{
    fit_check_free(&p->check);
    pair_share_free(&p->share);
    read_report_free(&p->since);
    mem_free(p->then_of);
    mem_free(p->posed);
    mem_free(p->assembly.parts);
    *p = (PartialCheck){0};
}
