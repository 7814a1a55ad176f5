#include "part_list.h"

#include "app/selection.h"
#include "core/array.h"
#include "widgets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    const char *group;
    int32_t part, first; // first: the group's first part, or the part itself
} Place;

static int by_group(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    if (a->group != b->group)
        return (uintptr_t)a->group < (uintptr_t)b->group ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

static int by_place(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
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

void part_list_rename(PartList *list, const App *app, int32_t part, bool group)
{
    const char *text = group ? app->document.parts[part].group : app->assembly.parts[part].name;
    if (!text)
        return;
    list->renamed = part;
    list->renames_group = group;
    list->rename_begins = true;
    snprintf(list->rename_text, sizeof list->rename_text, "%s", text);
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
    *list = (PartList){.hovered = NO_PART, .renamed = NO_PART};
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

// Where each part stands: behind the first of its group. Sorting costs nothing where there are no
// groups.
static void find_places(Place *places, size_t count, bool grouped)
{
    if (!grouped || count < 2)
        return;
    qsort(places, count, sizeof *places, by_group);
    for (size_t i = 1; i < count; ++i)
        if (places[i].group && places[i].group == places[i - 1].group)
            places[i].first = places[i - 1].first;
    qsort(places, count, sizeof *places, by_place);
}

void part_list_fill(PartList *list, const App *app, const int32_t *parts, size_t count,
                    const char *filter)
{
    list->count = 0;
    Place *places = array_alloc(count, sizeof *places);
    size_t found = 0;
    bool grouped = false;
    for (size_t i = 0; places && i < count; ++i) {
        if (!matches(app, parts[i], filter))
            continue;
        const char *group = app->document.parts[parts[i]].group;
        grouped |= group != NULL;
        places[found++] = (Place){group, parts[i], parts[i]};
    }
    find_places(places, found, grouped);
    size_t header = 0;
    for (size_t i = 0; i < found; ++i) {
        const Place *place = &places[i];
        if (place->group && (i == 0 || places[i - 1].group != place->group)) {
            header = list->count;
            if (!add(list, (PartRow){.part = place->part, .header = true}))
                break;
        }
        if (place->group)
            count_part(&list->rows[header], app, place->part);
        // What is searched for is shown even in a folded group.
        if (place->group && !filter[0] && part_list_folded(list, place->group))
            continue;
        if (!add(list, (PartRow){.part = place->part, .inside = place->group != NULL}))
            break;
    }
    free(places);
}
