#include "app/window/panels/part_list.h"

#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "app/window/panels/widgets.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    const char *group;
    int32_t part;
} Place;

// Parts with the same path.
typedef struct Bunch {
    const char *group; // "": in none
    size_t from, to;   // among the places
} Bunch;

typedef struct Filling {
    PartList *list;
    const App *app;
    const Place *places;
    const Bunch *bunches;
    bool searching; // what is searched for is shown even in a folded group
    bool failed;    // memory is short: the list ends there
} Filling;

static int by_group(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    if (a->group != b->group)
        return (uintptr_t)a->group < (uintptr_t)b->group ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

static int by_path(const void *left, const void *right)
{
    const Bunch *a = left, *b = right;
    return group_path_compare(a->group, b->group);
}

bool part_list_folded(const PartList *list, const char *group)
{
    for (int i = 0; i < list->folded_count; ++i)
        if (list->folded[i] == group)
            return true;
    return false;
}

void part_list_fold(PartList *list, const char *group, bool fold)
{
    int kept = 0;
    for (int i = 0; i < list->folded_count; ++i)
        if (list->folded[i] != group)
            list->folded[kept++] = list->folded[i];
    if (fold && kept < PART_LIST_MAX_FOLDED)
        list->folded[kept++] = group;
    list->folded_count = kept;
}

void part_list_fold_all(PartList *list, bool fold)
{
    if (!fold)
        list->folded_count = 0;
    for (size_t i = 0; fold && i < list->count; ++i)
        if (list->rows[i].header)
            part_list_fold(list, list->rows[i].group, true);
}

void part_list_reveal(PartList *list, const char *group)
{
    for (int levels = group_path_depth(group); levels > 0; --levels)
        part_list_fold(list, name_intern_part(group, group_path_length(group, levels)), false);
}

void part_list_rename(PartList *list, const App *app, int32_t part, const char *group)
{
    list->renamed = part;
    list->renamed_group = group;
    list->rename_begins = true;
    snprintf(list->rename_text, sizeof list->rename_text, "%s",
             group ? group_path_name(group) : app->assembly.parts[part].name);
    utf8_sanitise(list->rename_text);
}

const char *part_list_name(const App *app, const PartRow *row)
{
    const char *name = app->assembly.parts[row->part].name;
    const char *group = app->document.parts[row->part].group;
    size_t length = row->inside && group ? strlen(group) : 0;
    bool under = length > 0 && strncmp(name, group, length) == 0 && name[length] == '/';
    return under && name[length + 1] ? name + length + 1 : name;
}

void part_list_free(PartList *list)
{
    free(list->rows);
    *list = (PartList){.renamed = NO_PART};
}

static bool matches(const App *app, int32_t part, const char *filter)
{
    const char *group = app->document.parts[part].group;
    return words_match(app->assembly.parts[part].name, filter) ||
           (group && words_match(group, filter));
}

static void count_part(PartRow *header, const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    ++header->count;
    header->visible += state->visible;
    header->selected += selection_has(&app->document, part);
    header->locked += state->locked;
    header->triangles += app->assembly.parts[part].mesh->triangle_count;
}

static bool add(PartList *list, PartRow row)
{
    if (!array_reserve(&list->rows, &list->capacity, list->count + 1, sizeof row))
        return false;
    list->rows[list->count++] = row;
    return true;
}

// One of the things that stand in a group: a part, or a group with its bunches.
typedef struct Entry {
    int32_t first;
    size_t from, to; // bunches; from == to: a part
} Entry;

static int by_first(const void *left, const void *right)
{
    const Entry *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

static int32_t first_of(const Filling *f, size_t from, size_t to)
{
    int32_t first = INT32_MAX;
    for (size_t i = from; i < to; ++i) {
        int32_t part = f->places[f->bunches[i].from].part;
        first = part < first ? part : first;
    }
    return first;
}

static void fill(Filling *f, size_t from, size_t to, size_t length, int depth, bool hidden,
                 PartRow *sum);

static void fill_group(Filling *f, const Entry *entry, size_t length, int depth, bool hidden,
                       PartRow *sum)
{
    const char *path = f->bunches[entry->from].group;
    size_t end = length > 0 ? length + 1 : 0;
    end += strcspn(path + end, "/");
    PartRow own = {.part = entry->first,
                   .header = true,
                   .inside = depth > 0,
                   .depth = depth,
                   .group = name_intern_part(path, end)};
    size_t at = f->list->count;
    if (!hidden && !add(f->list, own)) {
        f->failed = true;
        return;
    }
    bool folded = !f->searching && part_list_folded(f->list, own.group);
    fill(f, entry->from, entry->to, end, depth + 1, hidden || folded, &own);
    if (!hidden)
        f->list->rows[at] = own;
    sum->count += own.count;
    sum->visible += own.visible;
    sum->selected += own.selected;
    sum->locked += own.locked;
    sum->triangles += own.triangles;
}

// What stands in the group whose path has this length; its bunches follow each other, those of
// groups in it too, and its own parts are the first bunch. Paths are bounded, so this is as well.
static void fill(Filling *f, size_t from, size_t to, size_t length, int depth, bool hidden,
                 PartRow *sum)
{
    size_t parts = 0, count = 0, next = from;
    if (from < to && strlen(f->bunches[from].group) == length) {
        parts = f->bunches[from].to - f->bunches[from].from;
        ++next;
    }
    Entry *entries = array_alloc(parts + (to - next), sizeof *entries);
    f->failed |= !entries;
    for (size_t i = 0; entries && i < parts; ++i)
        entries[count++] = (Entry){f->places[f->bunches[from].from + i].part, 0, 0};
    while (entries && next < to) {
        const char *path = f->bunches[next].group;
        size_t start = next, end = length > 0 ? length + 1 : 0;
        end += strcspn(path + end, "/");
        while (next < to && strncmp(f->bunches[next].group, path, end) == 0 &&
               (f->bunches[next].group[end] == '/' || f->bunches[next].group[end] == 0))
            ++next;
        entries[count++] = (Entry){first_of(f, start, next), start, next};
    }
    if (count > parts && count > 1)
        qsort(entries, count, sizeof *entries, by_first);
    for (size_t i = 0; i < count && !f->failed; ++i) {
        if (entries[i].from < entries[i].to) {
            fill_group(f, &entries[i], length, depth, hidden, sum);
            continue;
        }
        count_part(sum, f->app, entries[i].first);
        PartRow row = {.part = entries[i].first, .inside = depth > 0, .depth = depth};
        f->failed |= !hidden && !add(f->list, row);
    }
    free(entries);
}

// Which parts have which path, the paths in order. Texts are compared once for each path: there are
// thousands of parts, and this is done for every frame.
static size_t find_bunches(Bunch *bunches, Place *places, size_t count, bool grouped)
{
    size_t found = 0;
    if (grouped && count > 1)
        qsort(places, count, sizeof *places, by_group);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || places[i].group != places[i - 1].group)
            bunches[found++] = (Bunch){places[i].group ? places[i].group : "", i, i};
        bunches[found - 1].to = i + 1;
    }
    if (found > 1)
        qsort(bunches, found, sizeof *bunches, by_path);
    return found;
}

void part_list_fill(PartList *list, const App *app, const int32_t *parts, size_t count,
                    const char *filter)
{
    list->count = 0;
    Place *places = array_alloc(count, sizeof *places);
    Bunch *bunches = array_alloc(count, sizeof *bunches);
    size_t found = 0;
    bool grouped = false;
    for (size_t i = 0; places && bunches && i < count; ++i) {
        if (!matches(app, parts[i], filter))
            continue;
        const char *group = app->document.parts[parts[i]].group;
        grouped |= group != NULL;
        places[found++] = (Place){group, parts[i]};
    }
    if (found > 0) {
        Filling f = {.list = list,
                     .app = app,
                     .places = places,
                     .bunches = bunches,
                     .searching = filter[0] != 0};
        PartRow all = {0};
        fill(&f, 0, find_bunches(bunches, places, found, grouped), 0, 0, false, &all);
    }
    free(places);
    free(bunches);
}
