#include "app/window/panels/clash_groups.h"

#include "app/io/group_path.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 4 }; // along the longest side of what is open

typedef struct Grouper {
    const App *app;
    enum ClashGrouping grouping;
    int32_t *rows_of; // per part: rows that it is in
    Box3d all;
    double cell;
} Grouper;

// "Gearbox" of "Gearbox/Input shaft"; "no subassembly" of a part in none.
static void subassembly(const App *app, int32_t part, char *out, size_t size)
{
    const char *group = app->document.parts[part].group;
    if (group)
        snprintf(out, size, "%.*s", (int)group_path_length(group, 1), group);
    else
        snprintf(out, size, "no subassembly");
}

// Rows of one group have one title.
static void title_of(const Grouper *g, const FitRow *row, char *out, size_t size)
{
    const App *app = g->app;
    if (threads_have(app, row->a, row->b)) {
        snprintf(out, size, "Threads");
    } else if (g->grouping == GROUP_NONE) {
        snprintf(out, size, "Others");
    } else if (g->grouping == GROUP_PART) {
        // The one that has more of them: a plate with ten bolts is one group, not ten.
        int32_t part = g->rows_of[row->b] > g->rows_of[row->a] ? row->b : row->a;
        snprintf(out, size, "%s", app->assembly.parts[part].name);
    } else if (g->grouping == GROUP_SUBASSEMBLY) {
        char one[70], other[70];
        subassembly(app, row->a, one, sizeof one);
        subassembly(app, row->b, other, sizeof other);
        if (strcmp(one, other) == 0)
            snprintf(out, size, "within %s", one);
        else if (strcmp(one, other) < 0)
            snprintf(out, size, "%s and %s", one, other);
        else
            snprintf(out, size, "%s and %s", other, one);
    } else {
        Vec3d at = row->clashes.items[0].at;
        double middle[3];
        for (int k = 0; k < 3; ++k)
            middle[k] =
                (floor((at.v[k] - g->all.lo.v[k]) / g->cell) + 0.5) * g->cell + g->all.lo.v[k];
        snprintf(out, size, "around %.3g, %.3g, %.3g %s", middle[0], middle[1], middle[2],
                 length_unit_info(app->assembly.unit)->suffix);
    }
    utf8_sanitise(out); // a cut may have gone through a character
}

static bool begin(Grouper *g)
{
    const App *app = g->app;
    g->rows_of = calloc((size_t)app->assembly.part_count + 1, sizeof *g->rows_of);
    g->all = box3d_empty();
    for (size_t i = 0; g->rows_of && i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        ++g->rows_of[row->a];
        ++g->rows_of[row->b];
        g->all = box3d_including(g->all, row->clashes.items[0].at);
    }
    double size = 0;
    for (int k = 0; k < 3; ++k)
        size = fmax(size, g->all.hi.v[k] - g->all.lo.v[k]);
    g->cell = size > 0 ? size * 1.001 / PLACES : 1;
    return g->rows_of != NULL;
}

typedef struct Named {
    char title[160];
    int32_t row;
} Named;

static int by_title(const void *left, const void *right)
{
    const Named *x = left, *y = right;
    int order = strcmp(x->title, y->title);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static int by_first_row(const void *left, const void *right)
{
    const Named *const *x = left, *const *y = right;
    return ((*x)->row > (*y)->row) - ((*x)->row < (*y)->row);
}

// Groups stand in the order of their first rows, which are the gravest.
static bool fill(ClashGroups *out, const Named *named, size_t count)
{
    const Named **first = array_alloc(count, sizeof *first);
    size_t groups = 0;
    for (size_t i = 0; first && i < count; ++i)
        if (i == 0 || strcmp(named[i].title, named[i - 1].title) != 0)
            first[groups++] = &named[i];
    if (first && groups > 1)
        qsort(first, groups, sizeof *first, by_first_row);
    out->lines = array_alloc(count + groups, sizeof *out->lines);
    out->groups = array_alloc(groups, sizeof *out->groups);
    bool ok = first && out->lines && out->groups;
    for (size_t g = 0; ok && g < groups; ++g) {
        ClashGroup *group = &out->groups[g];
        memcpy(group->title, first[g]->title, sizeof group->title);
        group->count = 0;
        out->lines[out->count++] = (ClashLine){-1, (int32_t)g};
        for (const Named *at = first[g]; at < named + count && strcmp(at->title, group->title) == 0;
             ++at) {
            out->lines[out->count++] = (ClashLine){at->row, (int32_t)g};
            ++group->count;
        }
    }
    out->group_count = ok ? (int32_t)groups : 0;
    mem_free(first);
    return ok;
}

static bool any_threads(const App *app)
{
    for (size_t i = 0; i < app->threads.count; ++i)
        if (threads_have(app, app->threads.pairs[i].a, app->threads.pairs[i].b))
            return true;
    return false;
}

void clash_groups_update(ClashGroups *groups, const App *app, enum ClashGrouping grouping)
{
    if (groups->grouping == grouping && groups->fit_version == app->fit_version &&
        groups->names_version == app->names_version &&
        groups->threads_version == app->threads.version)
        return;
    clash_groups_free(groups);
    *groups = (ClashGroups){.grouping = grouping,
                            .fit_version = app->fit_version,
                            .names_version = app->names_version,
                            .threads_version = app->threads.version};
    size_t count = app->fit.count;
    if (count == 0 || (grouping == GROUP_NONE && !any_threads(app)))
        return;
    Grouper g = {.app = app, .grouping = grouping};
    Named *named = array_alloc(count, sizeof *named);
    bool ok = named && begin(&g);
    for (size_t i = 0; ok && i < count; ++i) {
        title_of(&g, &app->fit.rows[i], named[i].title, sizeof named[i].title);
        named[i].row = (int32_t)i;
    }
    if (ok)
        qsort(named, count, sizeof *named, by_title);
    if (!ok || !fill(groups, named, count)) {
        mem_free(groups->lines);
        mem_free(groups->groups);
        groups->lines = NULL;
        groups->groups = NULL;
        groups->count = 0;
    }
    free(g.rows_of);
    mem_free(named);
}

void clash_groups_free(ClashGroups *groups)
{
    mem_free(groups->lines);
    mem_free(groups->groups);
    *groups = (ClashGroups){0};
}
