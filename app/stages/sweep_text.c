// What is known about a sweep, in words.
#include "app/io/text.h"
#include "app/stages/app.h"
#include "app/stages/sweep_state.h"

#include <stdio.h>
#include <stdlib.h>

void sweep_sentence(const App *app, char *text, size_t size)
{
    const SweepShown *s = sweep_shown(app);
    char cell[48], bound[48];
    const char *unit = length_unit_info(app->assembly.unit)->suffix;
    length_format(s->cell, app->assembly.unit, cell, sizeof cell);
    length_format(s->bound, app->assembly.unit, bound, sizeof bound);
    if (s->solid)
        snprintf(text, size,
                 "Between %.4g and %.4g %s³. It never leaves these cells of %s%s, and nothing "
                 "of them is farther than %s from what it sweeps",
                 s->volume_least, s->volume_most, unit, cell,
                 s->coarser ? " (finer would take too much memory)" : "", bound);
    else
        snprintf(text, size,
                 "The part is not closed: only its surface counts, in cells of %s%s with %.4g %s³; "
                 "nothing of them is farther than %s from what it sweeps",
                 cell, s->coarser ? " (finer would take too much memory)" : "", s->volume_most,
                 unit, bound);
}

// --- what it meets

static SweepRow row_of(const App *app, int32_t part)
{
    const PathProof *proof = &app->path.proof;
    const int32_t swept = sweep_shown(app)->part;
    SweepRow row = {.part = part, .meets = SWEEP_UNCHECKED};
    for (int32_t i = 0; app->path.proof_known && i < proof->pair_count; ++i) {
        const int32_t *parts = proof->pairs[i].part;
        if ((parts[0] != swept || parts[1] != part) && (parts[1] != swept || parts[0] != part))
            continue;
        row.meets = SWEEP_MARGIN;
        row.touches = proof->pairs[i].limit > 0;
        for (size_t k = 0; k < proof->check.count; ++k) {
            const PathStretch *stretch = &proof->check.stretches[k];
            enum SweepMeets meets = stretch->state == WAY_COLLIDES ? SWEEP_CERTAIN : SWEEP_POSSIBLE;
            if (stretch->pair != i || meets >= row.meets)
                continue;
            row.meets = meets;
            row.from = stretch->from, row.to = stretch->to;
        }
    }
    return row;
}

static int by_certainty(const void *a, const void *b)
{
    const SweepRow *x = a, *y = b;
    if (x->meets != y->meets)
        return (x->meets > y->meets) - (x->meets < y->meets);
    return x->from < y->from || x->from > y->from ? (x->from > y->from) - (x->from < y->from)
                                                  : (x->part > y->part) - (x->part < y->part);
}

size_t sweep_rows(const App *app, SweepRow *rows, size_t most)
{
    const SweepShown *shown = sweep_shown(app);
    size_t count = 0;
    for (; shown->known && count < shown->met_count && count < most; ++count)
        rows[count] = row_of(app, shown->met[count]);
    if (count > 1)
        qsort(rows, count, sizeof *rows, by_certainty);
    return count;
}

void sweep_row_sentence(const App *app, const SweepRow *row, char *text, size_t size)
{
    const char *name = app->assembly.parts[row->part].name;
    if (row->meets == SWEEP_CERTAIN)
        snprintf(text, size, "Certain: runs into %s, first at %.4g s", name, row->from);
    else if (row->meets == SWEEP_POSSIBLE)
        snprintf(text, size, "Possible: may run into %s at %.4g s; undecided", name, row->from);
    else
        snprintf(text, size, // every one of these is a literal with one name in it
                 row->meets == SWEEP_UNCHECKED
                     ? "Possible: the cells meet %s; the path is not checked yet"
                 : row->touches ? "Proven free but for touches: %s"
                                : "Proven free: only the margin of the cells meets %s",
                 name);
}
