#include "app/stages/search_curve.h"

#include "app/lab/plot_svg.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdio.h>

bool search_curve(const HybridSearch *search, SearchCurve *out)
{
    out->count = out->found_count = 0;
    out->least = INFINITY;
    out->most = -INFINITY;
    for (uint32_t i = 0; i <= search->notes.count; ++i) {
        bool end = i == search->notes.count; // both go on to the last node
        if (end && i == 0)
            break;
        const PartitionEvent *e = &search->notes.events[end ? i - 1 : i];
        double bound = isfinite(e->bound) ? e->bound : NAN;
        double incumbent = isfinite(e->incumbent) ? e->incumbent : NAN;
        out->x[out->count] = (double)(end ? search->nodes : e->nodes);
        out->bound[out->count] = bound;
        out->incumbent[out->count++] = incumbent;
        out->least = fmin(out->least, fmin(bound, incumbent));
        out->most = fmax(out->most, fmax(bound, incumbent));
        if (e->found && !end) {
            out->found_x[out->found_count] = (double)e->nodes;
            out->found[out->found_count++] = incumbent;
        }
    }
    return out->count > 0 && isfinite(out->least);
}

// Steps as points: where the next row begins, the last value still holds.
typedef struct Stairs {
    double x[2 * SEARCH_CURVE_MOST], bound[2 * SEARCH_CURVE_MOST], incumbent[2 * SEARCH_CURVE_MOST];
    SearchCurve curve;
} Stairs;

static int climb(Stairs *s)
{
    const SearchCurve *c = &s->curve;
    int count = 0;
    for (int i = 0; i < c->count; ++i)
        for (int before = i > 0; before >= 0; --before) {
            s->x[count] = c->x[i];
            s->bound[count] = c->bound[i - before];
            s->incumbent[count++] = c->incumbent[i - before];
        }
    return count;
}

char *search_curve_svg(const HybridSearch *search, int level)
{
    Stairs *s = mem_calloc(1, sizeof *s);
    TextBuffer out = {0};
    char title[96];
    if (!s || !search_curve(search, &s->curve)) {
        mem_free(s);
        return NULL;
    }
    int count = climb(s);
    const PlotSeries series[] = {{.name = "bound of what is open",
                                  .colour = SEARCH_COLOUR_BOUND,
                                  .x = s->x,
                                  .y = s->bound,
                                  .count = count},
                                 {.name = "incumbent",
                                  .colour = SEARCH_COLOUR_INCUMBENT,
                                  .dashes = 1,
                                  .x = s->x,
                                  .y = s->incumbent,
                                  .count = count},
                                 {.name = "found",
                                  .colour = SEARCH_COLOUR_INCUMBENT,
                                  .style = PLOT_POINTS,
                                  .x = s->curve.found_x,
                                  .y = s->curve.found,
                                  .count = s->curve.found_count}};
    snprintf(title, sizeof title, "Branch and bound over level %d, %s", level,
             search->proven    ? "proven"
             : search->stopped ? "ended by a limit"
                               : "not proven");
    plot_svg(&(Plot){.title = title,
                     .x_title = "nodes expanded",
                     .y_title = "sum of children times volume",
                     .series = series,
                     .count = 3},
             &out);
    mem_free(s);
    return text_take(&out);
}
