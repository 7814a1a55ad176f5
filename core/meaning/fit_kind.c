// Rows of the fit report in one word each, and in figures.
#include "core/meaning/fit_report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const FitKindInfo *fit_kind_info(enum FitKind kind)
{
#define X(identifier, word, title, one, many, wrong) {word, title, one, many, wrong},
    static const FitKindInfo infos[] = {{"", "", "", "", false}, FIT_KIND_LIST(X)};
#undef X
    return &infos[kind < FIT_KIND_COUNT ? kind : FIT_NONE];
}

// What was said about a pair on purpose comes first, then what its state is.
enum FitKind fit_row_kind(const FitRow *row)
{
    assert(row);
    if (row->rule == RULE_INTENTIONAL)
        return FIT_INTENTIONAL;
    if (row->rule == RULE_FORBIDDEN && row->violation)
        return FIT_FORBIDDEN;
    if (row->undecided)
        return FIT_UNDECIDED;
    if (row->rule == RULE_BASELINE && !row->violation)
        return FIT_BASELINE;
    switch (row->state) {
    case PAIR_INTERFERENCE:
        return FIT_INTERFERENCE;
    case PAIR_SAME_PLACE:
        return FIT_SAME_PLACE;
    case PAIR_INSIDE:
        return FIT_INSIDE;
    case PAIR_CROSSING:
        return FIT_CROSSING;
    case PAIR_TOUCH: // a distance of zero is below every clearance
        return row->violation ? FIT_CLOSE : FIT_TOUCH;
    case PAIR_FACETS:
        return row->violation ? FIT_CLOSE : FIT_FACETS;
    case PAIR_UNDECIDED:
        return row->violation ? FIT_CLOSE : FIT_UNDECIDED;
    default:
        return FIT_NEAR;
    }
}

const char *fit_row_verdict(const FitRow *row)
{
    assert(row);
    return row->worse ? "worse than the baseline" : fit_kind_info(fit_row_kind(row))->word;
}

void fit_kinds_describe(const size_t of_kind[FIT_KIND_COUNT], double near_limit,
                        enum LengthUnit unit, enum FitCounted which, char *text, size_t size)
{
    assert(of_kind && text && size > 0);
    char below[64] = "the safety distance";
    size_t used = 0;
    if (near_limit > 0)
        length_format(near_limit, unit, below, sizeof below);
    text[0] = '\0';
    for (int kind = FIT_KIND_COUNT - 1; kind > FIT_NONE && used < size; --kind) {
        const FitKindInfo *info = fit_kind_info((enum FitKind)kind);
        size_t count = of_kind[kind];
        bool open = info->wrong || kind == FIT_UNDECIDED;
        if (count == 0 || (which == FIT_COUNT_OPEN && !open) || (which == FIT_COUNT_REST && open))
            continue;
        int n = snprintf(text + used, size - used, "%s%zu %s%s", used > 0 ? ", " : "", count,
                         count == 1 ? info->one : info->many, kind == FIT_NEAR ? below : "");
        used += n > 0 ? (size_t)n : 0;
    }
}

void fit_report_counts(const FitReport *report, enum LengthUnit unit, char *text, size_t size)
{
    assert(report);
    fit_kinds_describe(report->of_kind, report->near_limit, unit, FIT_COUNT_ALL, text, size);
}

void fit_report_summary(const FitReport *report, enum LengthUnit unit, char *text, size_t size)
{
    assert(report);
    fit_kinds_describe(report->of_kind, report->near_limit, unit, FIT_COUNT_OPEN, text, size);
    if (!text[0])
        snprintf(text, size, "fits");
    size_t finer = report->of_kind[FIT_FACETS], used = strlen(text);
    if (finer > 0)
        snprintf(text + used, size - used, "; %zu contact%s within facets", finer,
                 finer == 1 ? "" : "s");
}
