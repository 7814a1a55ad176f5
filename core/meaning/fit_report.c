// Rows of the fit report: what counts, what does not, and in which order a person reads it.
#include "core/meaning/fit_report.h"
#include "core/base/memory.h"

#include <assert.h>
#include <stdio.h>

typedef struct Making {
    FitReport *report;
    const Assembly *assembly;
    const PosedPart *parts;
    const AssemblyReport *contacts;
    const ContactReport *details;
    const FitDesc *desc;
    uint64_t *near; // pairs that come nearer than their clearance by their boxes, but do not meet
    size_t near_count, near_capacity;
} Making;

static enum PairRule rule_of(const Making *m, int32_t a, int32_t b, double *baseline_depth)
{
    *baseline_depth = 0;
    return m->desc->rules ? pair_rules_find(m->desc->rules, a, b, baseline_depth) : RULE_CHECKED;
}

// A touch is a distance of zero: with a wanted clearance it counts, without one it does not.
static bool is_violation(const FitRow *row)
{
    bool wrong = pair_state_info(row->state)->wrong;
    switch (row->rule) {
    case RULE_IGNORED:
    case RULE_INTENTIONAL:
        return false;
    case RULE_BASELINE:
        return row->worse;
    case RULE_FORBIDDEN:
        return wrong || fit_row_meets(row) || row->state == PAIR_CLEAR;
    default:
        return wrong || row->state == PAIR_CLEAR || (fit_row_meets(row) && row->clearance > 0);
    }
}

// A baseline pair of which nothing is known may have become worse.
static bool is_undecided(const FitRow *row)
{
    return row->state == PAIR_UNDECIDED && !row->violation && row->rule != RULE_INTENTIONAL;
}

static bool is_worse(const FitRow *row)
{
    if (row->rule != RULE_BASELINE || isinf(row->baseline_depth))
        return false;
    if (row->state == PAIR_INTERFERENCE)
        return row->depth > row->baseline_depth + row->tolerance;
    return pair_state_info(row->state)->wrong;
}

void fit_row_judge(FitRow *row)
{
    row->worse = is_worse(row);
    row->violation = is_violation(row);
    row->undecided = is_undecided(row);
}

void fit_row_free(FitRow *row)
{
    mem_free(row->clashes.items);
    mem_free(row->text);
    *row = (FitRow){0};
}

bool fit_report_add(FitReport *report, FitRow row, Error *err)
{
    if (!array_reserve(&report->rows, &report->capacity, report->count + 1, sizeof row)) {
        fit_row_free(&row);
        return error_set(err, "not enough memory for the report");
    }
    report->rows[report->count++] = row;
    report->violations += row.violation;
    report->undecided += row.undecided;
    enum FitKind kind = fit_row_kind(&row);
    if (kind == FIT_NEAR) {
        bool same = report->of_kind[kind] == 0 || report->near_limit == row.clearance;
        report->near_limit = same ? row.clearance : 0;
    }
    ++report->of_kind[kind];
    ++report->of_state[row.state];
    ++report->of_rule[row.rule];
    return true;
}

// Appends to text and returns the new end.
static size_t append(char *text, size_t size, size_t used, const char *more)
{
    int n = snprintf(text + used, size - used, "%s", more);
    return n < 0 || (size_t)n >= size - used ? size - 1 : used + (size_t)n;
}

// A length that is compared with another one: with so many digits that the two differ.
static void format_beside(double length, double other, enum LengthUnit unit, char *text,
                          size_t size)
{
    char beside[64];
    length_format(length, unit, text, size);
    length_format(other, unit, beside, sizeof beside);
    if (strcmp(text, beside) == 0)
        snprintf(text, size, "%.9g %s", length, length_unit_info(unit)->suffix);
}

// The smaller part comes first: a bolt is in a bracket, not the other way round.
static void describe(const Making *m, const FitRow *row, const ContactDetail *detail, char *text,
                     size_t size)
{
    enum LengthUnit unit = m->assembly->unit;
    const int32_t part[2] = {row->a, row->b};
    const char *name[2];
    double diagonal[2];
    for (int i = 0; i < 2; ++i) {
        Box3d box =
            part_world_bounds(m->assembly->parts[part[i]].mesh, &m->parts[part[i]].placement);
        name[i] = m->assembly->parts[part[i]].name;
        diagonal[i] = vec3d_distance(box.lo, box.hi);
    }
    bool a_first = diagonal[0] <= diagonal[1];
    char length[64];
    if (row->state == PAIR_INTERFERENCE) {
        ContactDetail told = *detail;
        ContactCluster place = {.from_a = a_first};
        told.clusters = &place;
        told.cluster_count = 1;
        contact_sentence(&told, name[0], name[1], unit, text, size);
    } else if (row->state == PAIR_CLEAR) {
        format_beside(row->distance, row->clearance, unit, length, sizeof length);
        snprintf(text, size, "%s clears %s by %s", name[!a_first], name[a_first], length);
    } else if (fit_row_meets(row)) {
        contact_sentence(detail, name[!a_first], name[a_first], unit, text, size);
    } else {
        contact_sentence(detail, name[0], name[1], unit, text, size);
    }
    size_t used = strlen(text);
    bool near = row->state == PAIR_CLEAR || fit_row_meets(row);
    near = near && !pair_state_info(row->state)->wrong;
    if (near && row->clearance > 0 && row->violation) {
        format_beside(row->clearance, row->distance, unit, length, sizeof length);
        used = append(text, size, used, ": below the safety distance of ");
        used = append(text, size, used, length);
    }
    if (row->worse) {
        format_beside(row->baseline_depth, row->depth, unit, length, sizeof length);
        used = append(text, size, used, row->baseline_depth > 0 ? ": was " : ": only touched");
        used = append(text, size, used, row->baseline_depth > 0 ? length : "");
        append(text, size, used, " before");
    }
}

// Takes what the row has and fills in the rest.
static bool add_row(Making *m, FitRow row, const ContactDetail *detail, Error *err)
{
    const Part *a = &m->assembly->parts[row.a], *b = &m->assembly->parts[row.b];
    row.rule = rule_of(m, row.a, row.b, &row.baseline_depth);
    if (row.rule == RULE_IGNORED)
        return true;
    row.id = pair_id(a->key, b->key);
    row.clearance = fit_desc_clearance(m->desc, row.a, row.b);
    fit_row_judge(&row);
    assert(row.violation == fit_kind_info(fit_row_kind(&row))->wrong);
    size_t size = strlen(a->name) + strlen(b->name) + 256;
    row.text = mem_alloc(size);
    if (!row.text ||
        !clashes_find(m->assembly, m->parts, row.a, row.b, detail, &row.where, &row.clashes)) {
        fit_row_free(&row);
        return error_set(err, "not enough memory for the report");
    }
    describe(m, &row, detail, row.text, size);
    array_trim(&row.text, &size, strlen(row.text) + 1, 1);
    return fit_report_add(m->report, row, err);
}

static bool add_detail(Making *m, const ContactDetail *detail, Error *err)
{
    const Affine *to_world = &m->parts[detail->a].placement;
    Box3d where;
    if (detail->cluster_count > 0) {
        where = box3d_moved(&detail->clusters[0].box, to_world);
    } else { // nothing meets: all of the part inside
        bool a_inside = detail->a_in_b != CONTAINED_OUTSIDE;
        int32_t inner = a_inside ? detail->a : detail->b;
        where = part_world_bounds(m->assembly->parts[inner].mesh, &m->parts[inner].placement);
    }
    return add_row(m,
                   (FitRow){.a = detail->a,
                            .b = detail->b,
                            .state = detail->state,
                            .depth = detail->depth,
                            .depth_error = detail->depth_error,
                            .facet_error = detail->facet_error,
                            .a_in_b = detail->a_in_b,
                            .b_in_a = detail->b_in_a,
                            .holes_closed = detail->holes_closed,
                            .tolerance = detail->tolerance,
                            .polygons = detail->polygons,
                            .curves = contact_curves_sum(detail, to_world),
                            .where = where},
                   detail, err);
}

static bool note_near(void *user, int32_t a, int32_t b)
{
    Making *m = user;
    double unused;
    if (rule_of(m, a, b, &unused) == RULE_IGNORED) {
        ++m->report->ignored_pairs;
        return true;
    }
    ++m->report->near_pairs;
    const ContactDetail *detail = contact_report_find(m->details, a, b);
    if (fit_desc_clearance(m->desc, a, b) <= 0 || (detail && detail->state != PAIR_CLEAR) ||
        (m->desc->elsewhere && m->desc->elsewhere(m->desc->elsewhere_user, a, b)))
        return true;
    if (!array_reserve(&m->near, &m->near_capacity, m->near_count + 1, sizeof *m->near))
        return false;
    m->near[m->near_count++] = (uint64_t)a << 32 | (uint32_t)b;
    return true;
}

static bool find_near(Making *m, Error *err)
{
    return fit_desc_near_pairs(m->desc, &m->contacts->boxes, m->assembly->part_count, note_near,
                               m) ||
           error_set(err, "not enough memory for the report");
}

static Box3d box_of(Vec3d p, Vec3d q)
{
    return box3d_including(box3d_including(box3d_empty(), p), q);
}

static bool measure_near(Making *m, Job *job, Error *err)
{
    job_step(job, "clearances");
    for (size_t i = 0; i < m->near_count; ++i) {
        int32_t a = (int32_t)(m->near[i] >> 32), b = (int32_t)(m->near[i] & UINT32_MAX);
        double clearance = fit_desc_clearance(m->desc, a, b);
        Distance distance;
        if (job_cancelled(job) ||
            !assembly_distance_within(&m->parts[a], &m->parts[b], clearance, job, &distance, err))
            return false;
        job_progress(job, (double)(i + 1) / (double)m->near_count);
        if (!(distance.value < clearance))
            continue;
        Distance least = distance;
        if (!assembly_distance_first(&m->parts[a], &m->parts[b], &least, job, &distance, err))
            return false;
        FitRow row = {.a = a,
                      .b = b,
                      .state = PAIR_CLEAR,
                      .distance = distance.value,
                      .closest = {distance.on_a, distance.on_b},
                      .where = box_of(distance.on_a, distance.on_b)};
        if (!add_row(m, row, NULL, err))
            return false;
    }
    return true;
}

bool fit_report_make(FitReport *out, const Assembly *assembly, const PosedPart *parts,
                     const AssemblyReport *contacts, const ContactReport *details,
                     const FitDesc *desc, Job *job, Error *err)
{
    assert(out && assembly && contacts && desc);
    *out = (FitReport){.clearance = desc->clearance};
    for (size_t i = 0; desc->rules && desc->rules->set && i < desc->rules->set->count; ++i)
        out->clearance_rules += desc->rules->set->rules[i].kind == RULE_CLEARANCE;
    Making m = {.report = out,
                .assembly = assembly,
                .parts = parts,
                .contacts = contacts,
                .details = details,
                .desc = desc};
    bool ok = true;
    for (size_t i = 0; ok && i < details->count; ++i)
        ok = add_detail(&m, &details->pairs[i], err);
    ok = ok && find_near(&m, err) && measure_near(&m, job, err) && fit_report_finish(out, err);
    mem_free(m.near);
    if (!ok)
        fit_report_free(out);
    return ok;
}

void fit_report_free(FitReport *report)
{
    for (size_t i = 0; i < report->count; ++i)
        fit_row_free(&report->rows[i]);
    mem_free(report->rows);
    *report = (FitReport){0};
}

static bool left_out(void *user, int32_t a, int32_t b)
{
    const FitDesc *desc = user;
    return (desc->rules && pair_rules_skip((void *)desc->rules, a, b)) ||
           (desc->elsewhere && desc->elsewhere(desc->elsewhere_user, a, b));
}

bool fit_check_run(FitCheck *check, Job *job, Error *err)
{
    assert(check);
    int32_t count = check->assembly->part_count;
    QueryDesc query = check->query;
    query.mode = QUERY_ALL; // the meaning of a contact needs all of it
    query.witnesses = true;
    query.leaf_volumes = false;
    AssemblyScope scope = {.skip = left_out, .skip_user = &check->desc};
    fit_report_free(&check->fit);
    job_step(job, "contacts");
    if (!check->listed &&
        !assembly_report_update_in(&check->contacts, &scope, check->parts, count, &query, job, err))
        return false;
    ContactDesc contact = check->contact;
    contact.pool = query.pool;
    job_step(job, "depths");
    return contact_report_update(&check->details, &check->contacts, &scope, check->parts, count,
                                 &contact, job, err) &&
           fit_report_make(&check->fit, check->assembly, check->parts, &check->contacts,
                           &check->details, &check->desc, job, err);
}

void fit_check_free(FitCheck *check)
{
    fit_report_free(&check->fit);
    contact_report_free(&check->details);
    assembly_report_free(&check->contacts);
}

bool fit_report_baseline(const FitReport *report, const Assembly *assembly, RuleSet *set,
                         Error *err)
{
    assert(report && assembly && set);
    double metres = length_unit_info(assembly->unit)->metres;
    for (size_t i = 0; i < report->count; ++i) {
        const FitRow *row = &report->rows[i];
        // What was said on purpose stays said.
        if (row->state == PAIR_UNDECIDED || row->rule == RULE_INTENTIONAL ||
            row->rule == RULE_FORBIDDEN)
            continue;
        double depth = fit_row_baseline_depth(row) * metres;
        if (!rule_set_put(set, RULE_BASELINE, assembly->parts[row->a].key,
                          assembly->parts[row->b].key, depth, err))
            return false;
    }
    return true;
}
