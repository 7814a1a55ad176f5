#include "app/stages/trace_state.h"

#include "app/document/selection.h"
#include "app/stages/stage.h"
#include "core/base/array.h"
#include "core/base/length.h"

#include <stdio.h>

// Whom the part meets in most polygons; else who is nearest; else anybody.
static int32_t partner_of(const App *app, int32_t part)
{
    const QueryTarget *shown = &app->stages->shown;
    int32_t best = NO_PART;
    size_t most = 0;
    for (size_t i = 0; i < app->report.count; ++i) {
        const PairReport *pair = &app->report.pairs[i];
        if ((pair->a == part || pair->b == part) && pair->contacts.count > most) {
            most = pair->contacts.count;
            best = pair->a == part ? pair->b : pair->a;
        }
    }
    if (best == NO_PART && app->gap.part == part)
        best = app->gap.other;
    for (int32_t i = 0; best == NO_PART && i < shown->count; ++i)
        if (i != part && shown->parts[i].tree && shown->parts[i].active)
            best = i;
    return best;
}

bool trace_pair(const App *app, int32_t pair[2], const char **why)
{
    const QueryTarget *shown = &app->stages->shown;
    selection_pair(&app->document, pair);
    *why = "select one part or two: it is their search that is recorded";
    if (pair[0] == NO_PART)
        return false;
    *why = "contacts are not known yet";
    if (!shown->parts || pair[0] >= shown->count || pair[1] >= shown->count)
        return false;
    if (pair[1] == NO_PART)
        pair[1] = partner_of(app, pair[0]);
    *why = "there is no other part";
    if (pair[1] == NO_PART || pair[1] == pair[0])
        return false;
    if (pair[0] > pair[1]) {
        int32_t swap = pair[0];
        pair[0] = pair[1];
        pair[1] = swap;
    }
    *why = "one of the two has no hierarchy: hidden parts are not searched";
    return shown->parts[pair[0]].tree && shown->parts[pair[1]].tree;
}

static bool has_second(const App *app)
{
    return compare_on(app) && trace_known(&app->compare.trace) &&
           app->compare.trace_of[0] == app->trace.version;
}

uint32_t trace_steps(const App *app)
{
    uint32_t steps = app->trace.trace.step_count, other = app->compare.trace.trace.step_count;
    return has_second(app) && other > steps ? other : steps;
}

static void show_step(TraceShown *shown, uint32_t step)
{
    uint32_t count = shown->trace.step_count;
    shown->step = count == 0 ? 0 : step < count ? step : count - 1;
}

void trace_go_to(App *app, uint32_t step)
{
    uint32_t steps = trace_steps(app);
    app->trace.at = steps == 0 ? 0 : step < steps ? step : steps - 1;
    show_step(&app->trace, app->trace.at);
    show_step(&app->compare.trace, app->trace.at);
}

bool trace_in_view(const App *app)
{
    return trace_known(&app->trace) && !app->trace.old && app->document.view.explode <= 0 &&
           panels_shown_have(&app->panels, TRACE_PANEL);
}

uint32_t trace_shown_test(const TraceShown *shown)
{
    TraceStep at = trace_step(&shown->trace, shown->step);
    if (at.count == 0)
        return at.taken;
    if (shown->test >= at.first && shown->test < at.first + at.count)
        return shown->test;
    for (uint32_t i = at.first; i < at.first + at.count; ++i)
        if (shown->trace.tests[i].exit == 0)
            return i;
    return at.first;
}

static bool find_depth(TraceShown *shown)
{
    const Trace *t = &shown->trace;
    uint16_t *level = array_alloc(t->test_count, sizeof *level);
    if (!level)
        return false;
    for (uint32_t i = 0; i < t->test_count; ++i) {
        uint32_t parent = t->tests[i].parent;
        level[i] = parent == TRACE_NONE ? 1 : (uint16_t)(level[parent] + 1);
        shown->depth = level[i] > shown->depth ? level[i] : shown->depth;
    }
    mem_free(level);
    return true;
}

bool trace_record_shown(TraceShown *shown, Bvh *const tree[2], const Affine *b_to_a, Job *job,
                        Error *err)
{
    return trace_record(tree[0], tree[1], b_to_a, &shown->query, 0, job, &shown->trace, err) &&
           (find_depth(shown) || error_set(err, "not enough memory to record the search"));
}

uint32_t trace_cell_of(const TraceShown *shown, uint32_t test)
{
    return shown->trace.place ? shown->trace.place[test] : test;
}

uint32_t trace_test_at(const TraceShown *shown, uint32_t place)
{
    return shown->trace.order ? shown->trace.order[place] : place;
}

// Planes across the axis stay planes: their distance changes as the normal does.
double trace_world_length(const TraceShown *shown, Vec3d axis, double length)
{
    Affine back;
    if (!affine_invert(&shown->placed[0], &back))
        return length;
    Vec3d normal;
    for (int j = 0; j < 3; ++j)
        normal.v[j] = back.m[0][j] * axis.x + back.m[1][j] * axis.y + back.m[2][j] * axis.z;
    double stretch = vec3d_length(normal);
    return stretch > 0 ? length / stretch : length;
}

static void say_leaves(const Trace *trace, uint32_t test, char *text, size_t size)
{
    const TraceLeaf *leaf = trace_leaf(trace, test);
    if (!leaf)
        return;
    const TraceLeaf *before = leaf > trace->leaves ? leaf - 1 : NULL;
    uint64_t tests = leaf->triangle_tests - (before ? before->triangle_tests : 0);
    uint64_t found = leaf->contacts - (before ? before->contacts : 0);
    snprintf(text, size, "; two leaves: %llu pair%s of triangles compared, %llu in contact",
             (unsigned long long)tests, tests == 1 ? "" : "s", (unsigned long long)found);
}

void trace_say(const App *app, uint32_t test, char *text, size_t size)
{
    trace_say_of(&app->trace, app->assembly.unit, test, text, size);
}

void trace_say_of(const TraceShown *shown, enum LengthUnit unit, uint32_t test, char *text,
                  size_t size)
{
    const Trace *trace = &shown->trace;
    const TraceTest *t = &trace->tests[test];
    Explanation e;
    char length[48], more[128] = "";
    if (t->flags & TRACE_LEAVES)
        say_leaves(trace, test, more, sizeof more);
    else if (t->flags & TRACE_OPENED)
        snprintf(more, sizeof more, "; opened");
    if (!trace_explain(trace, test, &e)) {
        snprintf(text, size, "%s%s", t->exit ? trace->test->exit_names[t->exit] : "not separated",
                 more);
        return;
    }
    if (e.kind == REASON_EMPTY) {
        snprintf(text, size, "nothing can be met: %s is an empty cell",
                 e.empty_a && e.empty_b ? "each"
                 : e.empty_a            ? "A's"
                                        : "B's");
        return;
    }
    double gap = trace_world_length(shown, e.axis, fabs(e.gap));
    length_format(gap, unit, length, sizeof length);
    const char *by = e.kind == REASON_CLIPPING && t->exit ? "no edge of one is left in the other: "
                     : e.kind == REASON_CLIPPING          ? "an edge of one is in the other: "
                                                          : "";
    if (t->exit)
        snprintf(text, size, "%sseparated along %s by %s", by, e.along, length);
    else if (e.gap > 0) // wider than rounding allows to be sure of, or no test's business
        snprintf(text, size, "%snot separated, though %s apart along %s%s", by, length, e.along,
                 more);
    else
        snprintf(text, size, "%snot separated: the least overlap is %s, along %s%s", by, length,
                 e.along, more);
}
