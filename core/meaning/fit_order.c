// The order in which a person reads the rows of a fit report, and numbers for clashes of one id.
#include "core/base/array.h"
#include "core/meaning/fit_report.h"

static int gravity(const FitRow *row)
{
    return pair_state_info(row->state)->gravity;
}

// By what reports tell and nothing else, so that rows that were read from one stand where they stood.
static double depth_of(const FitRow *row)
{
    return fit_row_has_depth(row) ? row->depth : 0;
}

static int by_gravity(const void *left, const void *right)
{
    const FitRow *x = left, *y = right;
    if (x->violation != y->violation)
        return x->violation ? -1 : 1;
    if (x->undecided != y->undecided)
        return x->undecided ? -1 : 1;
    if (gravity(x) != gravity(y))
        return gravity(x) > gravity(y) ? -1 : 1;
    double depth[2] = {depth_of(x), depth_of(y)};
    if (depth[0] > depth[1] || depth[0] < depth[1])
        return depth[0] > depth[1] ? -1 : 1;
    if (x->distance > y->distance || x->distance < y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

typedef struct Numbered {
    FitClash *clash;
    int32_t a, b;
} Numbered;

static int compare(double x, double y)
{
    return (x > y) - (x < y);
}

// Within one id by place and depth, which another export does not change; by parts only at last.
static int by_id(const void *left, const void *right)
{
    const Numbered *x = left, *y = right;
    if (x->clash->id != y->clash->id)
        return x->clash->id < y->clash->id ? -1 : 1;
    int order = 0;
    for (int k = 0; order == 0 && k < 3; ++k)
        order = compare(x->clash->at.v[k], y->clash->at.v[k]);
    order = order ? order : compare(y->clash->depth, x->clash->depth);
    order = order ? order : (x->a > y->a) - (x->a < y->a);
    return order ? order : (x->b > y->b) - (x->b < y->b);
}

static bool number_clashes(FitReport *report)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < report->count; ++i)
        count += report->rows[i].clashes.count;
    Numbered *all = array_alloc(count, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < report->count; ++i) {
        const FitRow *row = &report->rows[i];
        for (size_t k = 0; k < row->clashes.count; ++k)
            all[at++] = (Numbered){&row->clashes.items[k], row->a, row->b};
    }
    if (count > 1)
        qsort(all, count, sizeof *all, by_id);
    for (size_t i = 0; i < count; ++i) {
        bool again = i > 0 && all[i].clash->id == all[i - 1].clash->id;
        all[i].clash->number = again ? all[i - 1].clash->number + 1 : 1;
    }
    mem_free(all);
    return true;
}

bool fit_report_finish(FitReport *report, Error *err)
{
    if (report->count > 1)
        qsort(report->rows, report->count, sizeof *report->rows, by_gravity);
    return number_clashes(report) || error_set(err, "not enough memory for the report");
}
