#include "app/stages/tree_state.h"

#include "app/stages/stage.h"
#include "core/base/memory.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>

int32_t tree_part(const App *app)
{
    int32_t part = app->document.selected != NO_PART ? app->document.selected
                   : tree_known(&app->tree)          ? app->tree.part
                                                     : NO_PART;
    bool there = panels_shown_have(&app->panels, TREE_PANEL) && part >= 0 &&
                 part < app->document.part_count && app->parts && part < app->assembly.part_count &&
                 !app->document.parts[part].removed;
    return there ? part : NO_PART;
}

bool tree_in_view(const App *app)
{
    const TreeShown *t = &app->tree;
    return tree_known(t) && t->picked != TREE_MAP_NONE && tree_part(app) == t->part &&
           app->parts[t->part].tree == t->map.tree && app->document.parts[t->part].visible &&
           app->document.view.explode <= 0;
}

void tree_pick(TreeShown *shown, uint32_t place, int32_t triangle)
{
    shown->picked = place;
    shown->triangle = triangle;
}

void tree_pick_triangle(TreeShown *shown, int32_t triangle)
{
    // Clicked again, it goes on to the next leaf: space partitions list a triangle several times.
    uint32_t from = shown->triangle == triangle && shown->picked != TREE_MAP_NONE &&
                            shown->map.size[shown->picked] == 1
                        ? shown->picked + 1
                        : 0;
    uint32_t leaf = tree_map_leaf(&shown->map, triangle, from);
    if (leaf == TREE_MAP_NONE && from > 0)
        leaf = tree_map_leaf(&shown->map, triangle, 0);
    tree_pick(shown, leaf, leaf == TREE_MAP_NONE ? -1 : triangle);
}

static void free_visits(TreeVisits *visits)
{
    mem_free(visits->tests);
    mem_free(visits->separated);
    visits->tests = visits->separated = NULL;
    visits->most = 0;
}

static void count(TreeShown *shown, const Trace *trace, bool of_b)
{
    TreeVisits *v = &shown->visits;
    const TreeMap *map = &shown->map;
    v->tests = mem_calloc(map->count, sizeof *v->tests);
    v->separated = mem_calloc(map->count, sizeof *v->separated);
    if (!v->tests || !v->separated) {
        free_visits(v); // then nothing is said of visits
        return;
    }
    for (uint32_t i = 0; i < trace->test_count; ++i) {
        const TraceTest *test = &trace->tests[i];
        uint32_t at = map->place[of_b ? test->b : test->a];
        v->most = ++v->tests[at] > v->most ? v->tests[at] : v->most;
        v->separated[at] += test->exit != 0;
    }
}

void tree_count_visits(App *app)
{
    TreeShown *shown = &app->tree;
    TreeVisits *v = &shown->visits;
    const TraceShown *trace = &app->trace;
    if (!tree_known(shown) || (v->trace == trace->version && v->tree == shown->version))
        return;
    free_visits(v);
    v->trace = trace->version;
    v->tree = shown->version;
    for (int of_b = 0; of_b < 2 && trace_known(trace); ++of_b)
        if (trace->part[of_b] == shown->part &&
            (of_b ? trace->trace.b : trace->trace.a) == shown->map.tree) {
            v->of_b = of_b;
            count(shown, &trace->trace, of_b);
            return;
        }
}

bool tree_exits(const App *app, uint32_t place, uint32_t exits[QUERY_MAX_EXITS])
{
    const TreeShown *shown = &app->tree;
    const TreeVisits *v = &shown->visits;
    const Trace *trace = &app->trace.trace;
    for (int e = 0; e < QUERY_MAX_EXITS; ++e)
        exits[e] = 0;
    if (!v->tests || v->trace != app->trace.version || v->tree != shown->version ||
        place >= shown->map.count)
        return false;
    NodeId node = shown->map.node[place];
    for (uint32_t i = 0; i < trace->test_count; ++i)
        if ((v->of_b ? trace->tests[i].b : trace->tests[i].a) == node)
            ++exits[trace->tests[i].exit];
    return true;
}

void tree_exits_say(const App *app, uint32_t place, char *text, size_t size)
{
    enum { TAIL = 24 }; // ", 1234567890 by others"
    uint32_t exits[QUERY_MAX_EXITS], left = 0;
    size_t used = 0;
    text[0] = '\0';
    if (!tree_exits(app, place, exits))
        return;
    for (int e = 0; e < QUERY_MAX_EXITS; ++e)
        left += exits[e];
    while (left > 0) {
        char next[64];
        int most = 0;
        for (int e = 1; e < QUERY_MAX_EXITS; ++e)
            most = exits[e] > exits[most] ? e : most;
        int length = snprintf(next, sizeof next, "%s%.40s %u", used > 0 ? ", " : "",
                              app->trace.trace.test->exit_names[most], exits[most]);
        if (used + (size_t)length + TAIL > size) {
            snprintf(text + used, size - used, "%s%u by others", used > 0 ? ", " : "", left);
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s", next);
        left -= exits[most];
        exits[most] = 0;
    }
}

void tree_forget(TreeShown *shown)
{
    uint32_t version = shown->version + 1;
    tree_map_free(&shown->map);
    free_visits(&shown->visits);
    *shown =
        (TreeShown){.part = NO_PART, .version = version, .picked = TREE_MAP_NONE, .triangle = -1};
}

// Places of all that is below a node follow its own.
bool tree_on_path(const TreeShown *shown, uint32_t place)
{
    return shown->picked != TREE_MAP_NONE && place < shown->picked &&
           shown->picked < place + shown->map.size[place];
}

enum TreeRole tree_role(const TreeShown *shown, uint32_t place)
{
    const TreeMap *map = &shown->map;
    if (place == shown->picked)
        return ROLE_PICKED;
    if (tree_on_path(shown, place))
        return ROLE_ON_PATH;
    if (map->triangles[place] == 0)
        return ROLE_EMPTY;
    if (shown->visits.tests && shown->visits.tests[place] > 0)
        return ROLE_VISITED;
    return map->size[place] == 1 ? ROLE_LEAF : ROLE_INNER;
}

double tree_empty_share(const TreeMap *map, uint32_t place)
{
    double sum = 0;
    for (uint32_t i = place; i < place + map->size[place]; ++i)
        if (map->size[i] == 1 && map->triangles[i] == 0)
            sum += (double)map->volume[i];
    return map->volume[place] > 0 ? sum / (double)map->volume[place] : 0;
}

bool tree_coverage_line(const TreeMap *map, char *line, size_t size)
{
    if (map->tree->type != &bv_boxtree97)
        return false;
    snprintf(
        line, size,
        "Empty cells cover %.1f %% of the root box (1997: 23 %% for a torus of 400 polygons, 40 "
        "to 60 %% for large models); triangles are listed %.2f times each (1.2 to 1.6).",
        100 * boxtree97_coverage(map->tree), boxtree97_pointer_factor(map->tree));
    return true;
}
