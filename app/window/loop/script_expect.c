// Conditions of scripts: what the window shows, by name.
#include "app/document/fields.h"
#include "app/gfx/gl_debug.h"
#include "app/script/task_run.h"
#include "app/stages/access_state.h"
#include "app/stages/sweep_state.h"
#include "app/window/lesson_run.h"
#include "app/window/loop/script_player.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/help_panel.h"
#include "app/window/tools/tool_switch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// While pairs are being checked nobody knows.
static double known(const App *app, size_t count)
{
    return app->fit_known ? (double)count : NAN;
}

static double of_kind(const App *app, enum FitKind kind)
{
    return known(app, app->fit.of_kind[kind]);
}

// Of what counts, as it is said: without its error.
static double deepest(const App *app)
{
    double depth = 0;
    for (size_t i = 0; i < app->fit.count; ++i)
        if (app->fit.rows[i].violation && app->fit.rows[i].state != PAIR_CLEAR)
            depth = fmax(depth, app->fit.rows[i].depth);
    return app->fit_known ? depth : NAN;
}

// Of the selected pair where it stands; of an earlier pose they are no answer.
static double from_roots(const App *app, double count)
{
    return app->roots.current && app->roots.pairs >= 0 ? count : NAN;
}

static double sweep_certain(const App *app)
{
    enum { MOST = 200 };
    SweepRow rows[MOST];
    size_t count = sweep_rows(app, rows, MOST), certain = 0;
    for (size_t i = 0; i < count; ++i)
        certain += rows[i].meets == SWEEP_CERTAIN;
    return (double)certain;
}

static const PartResult *selected_part(const App *app)
{
    int32_t part = app->document.selected;
    return app->parts && part >= 0 && part < app->document.part_count ? &app->parts[part] : NULL;
}

// Measured of the tree that the selected part has now.
static double of_quality(const App *app, double value)
{
    const PartResult *part = selected_part(app);
    return part && part->tree && app->quality.tree == part->tree ? value : NAN;
}

static double of_cost(const App *app, enum CostTerm term)
{
    const CostModel *model = &app->cost.constants.model;
    return app->cost.known && model->seconds[term] > 0 ? 1e9 * model->seconds[term] : NAN;
}

static double each_with_each(const App *app)
{
    int32_t a = app->roots.part, b = app->roots.other, count = app->document.part_count;
    if (b == NO_PART && count == 2)
        b = 1 - a; // there is but one
    if (!app->roots.current || a < 0 || b < 0 || a >= count || b >= count)
        return NAN;
    return (double)app_part_mesh(app, a)->triangle_count *
           (double)app_part_mesh(app, b)->triangle_count;
}

static double compared(const App *app, double value)
{
    return app->compare.figures_current ? value : NAN;
}

// Name, note, value; of `view` and of its `app`.
#define FIGURES(X)                                                                                 \
    X(contacts, "pairs of triangles in contact", app->report.contact_count)                        \
    X(pairs, "pairs of parts that meet", app->report.count)                                        \
    X(crossing_pairs, "pairs of parts that run into each other", app->contacts.crossing_pairs)     \
    X(quiet_pairs, "pairs that count, but not lit up: they were opened so",                        \
      app->contacts.calm_pairs)                                                                    \
    X(volume_pairs, "pairs of which only volumes were compared",                                   \
      app->contacts.of_kind[FIT_VOLUMES])                                                          \
    X(clashes, "rows of the Clashes panel that count", known(app, app->fit.violations))            \
    X(clash_rows, "all rows of the Clashes panel", known(app, app->fit.count))                     \
    X(interferences, "of those, pairs that interfere", of_kind(app, FIT_INTERFERENCE))             \
    X(intentional, "of those, contacts that are meant", of_kind(app, FIT_INTENTIONAL))             \
    X(forbidden, "of those, contacts that a rule forbids", of_kind(app, FIT_FORBIDDEN))            \
    X(watched, "pairs in the Safety distances panel", (double)app->watch.count)                    \
    X(too_near, "of these, those that are too near", (double)watch_too_near(&app->watch))          \
    X(crossings, "safety distances that the last drag crossed",                                    \
      app->watch.crossing_count + app->watch.crossings_more)                                       \
    X(threads, "clashes that were found to be threads",                                            \
      threads_known(app) ? app->threads.count : 0)                                                 \
    X(depth, "the deepest of the rows that count, in the unit of what is open", deepest(app))      \
    X(distance, "from the selected parts to the nearest other one, in the same unit",              \
      app->gap_current && app->gap.part != NO_PART ? app->gap.distance : NAN)                      \
    X(undecided, "of those, pairs of which nothing could be proven", of_kind(app, FIT_UNDECIDED))  \
    X(checking, "pairs that meet and are still being checked",                                     \
      app->contacts.of_kind[FIT_CHECKING])                                                         \
    X(n_v,                                                                                         \
      "volume tests of the selected pair, or of all pairs of the selected part, from the roots",   \
      from_roots(app, (double)app->roots.work.volume_tests))                                       \
    X(n_p, "triangle tests of the same", from_roots(app, (double)app->roots.work.triangle_tests))  \
    X(n_u, "volume updates of the same", from_roots(app, (double)app->roots.work.updates))         \
    X(saved_tests, "of n_v, those that the last query had no need of",                             \
      from_roots(app, (double)roots_saved(&app->roots)))                                           \
    X(parts, "parts that are open", app->document.part_count)                                      \
    X(triangles, "triangles of all parts", assembly_triangles(&app->assembly))                     \
    X(notices, "messages since the start", app->notice_count)                                      \
    X(can_undo, "1: there is something to undo", history_can_undo(app->history))                   \
    X(can_redo, "1: there is something to redo", history_can_redo(app->history))                   \
    X(volumes, "volumes of hierarchies that are drawn", app->overlay.shown.volumes)                \
    X(hints, "hints of the first start still to be done", hints_left(&view->ui))                   \
    X(gl_complaints, "messages of the OpenGL driver, -1 without SNUG_GL_DEBUG=1",                  \
      gl_debug_count())                                                                            \
    X(busy, "1: something is going on in the background", !stages_settled(app))                    \
    X(trace_steps, "steps of the recorded search; 0: none is", app->trace.trace.step_count)        \
    X(trace_tests, "volume tests of the recorded search", app->trace.trace.test_count)             \
    X(trace_step, "the step of it that is shown, from 1 on",                                       \
      trace_known(&app->trace) ? app->trace.step + 1 : 0)                                          \
    X(trace_exit, "of the test that is shown: which exit separated; 0 none, -1 nothing is shown",  \
      trace_known(&app->trace) ? (int)app->trace.trace.tests[trace_shown_test(&app->trace)].exit   \
                               : -1)                                                               \
    X(trace_old, "1: parts or settings have changed since it was recorded", app->trace.old)        \
    X(compare_known,                                                                               \
      "1: two settings are compared, and the figures of both are those of this pose",              \
      app->compare.figures_current)                                                                \
    X(compare_differing, "pairs of parts in which the two do not find the same contacts",          \
      compared(app, app->compare.figures.differing))                                               \
    X(compare_n_v, "volume tests of the right half, from the roots",                               \
      compared(app, (double)app->compare.figures.side[SIDE_B].work.volume_tests))                  \
    X(compare_contacts, "pairs of triangles in contact that it finds",                             \
      compared(app, (double)app->compare.figures.side[SIDE_B].contacts))                           \
    X(compare_steps, "steps of its recorded search; 0: none is",                                   \
      app->compare.trace.trace.step_count)                                                         \
    X(compare_step, "the step of it that is shown, from 1 on",                                     \
      trace_known(&app->compare.trace) ? app->compare.trace.step + 1 : 0)                          \
    X(construction_steps, "splits of the recorded construction; 0: none is recorded",              \
      construction_steps(&app->construction))                                                      \
    X(construction_step, "the split of it that is shown, from 1 on",                               \
      construction_known(&app->construction) ? app->construction.step + 1 : 0)                     \
    X(construction_old, "1: the part's hierarchy is built in another way by now",                  \
      app->construction.old)                                                                       \
    X(tree_nodes, "nodes of the hierarchy in the Tree panel; 0: none is shown",                    \
      app->tree.map.count)                                                                         \
    X(tree_node, "number of the picked node; -1: none is",                                         \
      tree_known(&app->tree) && app->tree.picked != TREE_MAP_NONE                                  \
          ? (double)app->tree.map.node[app->tree.picked]                                           \
          : -1)                                                                                    \
    X(tree_level, "level of it that is drawn over its part; -1: none is",                          \
      tree_known(&app->tree) && app->tree.part < app->document.part_count                          \
          ? (double)app->document.parts[app->tree.part].overlay_level                              \
          : -1)                                                                                    \
    X(tree_triangles, "triangles that the picked node holds; -1: none is picked",                  \
      tree_known(&app->tree) && app->tree.picked != TREE_MAP_NONE                                  \
          ? (double)app->tree.map.triangles[app->tree.picked]                                      \
          : -1)                                                                                    \
    X(tree_visits, "tests of the recorded search in which it was compared; -1: none is known",     \
      tree_known(&app->tree) && app->tree.picked != TREE_MAP_NONE && app->tree.visits.tests        \
          ? (double)app->tree.visits.tests[app->tree.picked]                                       \
          : -1)                                                                                    \
    X(best_kinds, "kinds in the table of the Best kind panel; 0: nothing was compared",            \
      app->best.found ? app->best.found->kinds.count : 0)                                          \
    X(best_rows, "rows of it that are known while it is measured", best_rows_known(app))           \
    X(figure_rows, "values in the Figure panel; 0: nothing was measured",                          \
      app->figure.data ? app->figure.data->row_count : 0)                                          \
    X(frames, "searches in the Plots panel", app->frames.count)                                    \
    X(frame, "the one of them that is shown, from 1 on; 0: the present",                           \
      app->frames.shown == LOG_LIVE ? 0 : app->frames.shown + 1)                                   \
    X(t, "milliseconds that it took by the clock on the wall, T", app->last_query_ms)              \
    X(path_parts, "parts that move along the path", app->path.path.part_count)                     \
    X(path_keys, "keys of the path", app->path.path.key_count)                                     \
    X(path_time, "seconds along the path that are shown", app->path.time)                          \
    X(path_end, "seconds at the end of the path", motion_path_end(&app->path.path))                \
    X(path_verdict,                                                                                \
      "of the checked path: 0 free, 1 collides, 2 too near, 3 undecided; -1 not known",            \
      app->path.proof_known ? (int)app->path.proof.verdict : -1)                                   \
    X(path_plays, "1: the path is being played", app->path.playing)                                \
    X(sweep_least, "least volume of what the part sweeps, in the cube of the unit; 0: not known",  \
      sweep_shown(app)->volume_least)                                                              \
    X(sweep_most, "most volume of it", sweep_shown(app)->volume_most)                              \
    X(sweep_certain, "parts that it is certain to run into; -1: the path is not checked",          \
      app->path.proof_known ? sweep_certain(app) : -1)                                             \
    X(access_angle, "degrees that the tool turns on the screw, both ways together; -1: not known", \
      access_shown(app)->known ? access_angle(access_shown(app)) : -1)                             \
    X(all_tests, "triangle tests of the selected pair without hierarchies: each with each",        \
      each_with_each(app))                                                                         \
    X(c_v, "nanoseconds of one volume test of the selected part, as measured on this machine",     \
      of_cost(app, COST_VOLUME))                                                                   \
    X(c_p, "nanoseconds of one triangle test, likewise", of_cost(app, COST_TRIANGLE))              \
    X(refits, "times that the hierarchy of the selected part was refitted",                        \
      selected_part(app) ? selected_part(app)->shape.refits : 0)                                   \
    X(builds, "times that it was built anew since the part was deformed first",                    \
      selected_part(app) ? selected_part(app)->shape.builds : 0)                                   \
    X(tree_levels, "levels of the hierarchy of the selected part",                                 \
      selected_part(app) && selected_part(app)->tree ? (double)selected_part(app)->tree->depth     \
                                                     : (double)NAN)                                \
    X(tree_bytes, "memory of the same", of_quality(app, app->quality.bytes))                       \
    X(tree_cost, "cost of the same: children times area over all nodes, in terms of the root",     \
      of_quality(app, quality_relative_cost(&app->quality.figures)))                               \
    X(tree_overlap, "share of the boxes of siblings that they have in common, in per cent",        \
      of_quality(app, 100 * app->quality.figures.overlap))                                         \
    X(refit_cost, "cost of it now by what it was when it was built; 1 before the first refit",     \
      of_quality(app, app->quality.watch.cost_growth))                                             \
    X(lesson_step, "step of the lesson that is shown, from 1 on; 0: no lesson is open",            \
      view->ui.lesson && !view->ui.lesson->over ? view->ui.lesson->shown + 1 : 0)                  \
    X(lesson_steps, "steps of the lesson",                                                         \
      view->ui.lesson ? view->ui.lesson->lesson.step_count : 0)                                    \
    X(lesson_waits, "1: for an answer, or until a goal is reached", app->lesson.waits)             \
    X(lesson_choices, "of the question that waits for an answer; 0: none does",                    \
      app->lesson.choices)                                                                         \
    X(lesson_busy, "1: the lesson does something itself", app->lesson.busy)                        \
    X(lesson_right, "of the question that was answered: the right choice, from 1 on; 0: none is",  \
      view->ui.lesson ? view->ui.lesson->right[view->ui.lesson->shown] + 1 : 0)                    \
    X(lesson_lit, "1: the control that the lesson lights up is in sight",                          \
      view->ui.light.name[0] && view->ui.light.visible)                                            \
    X(task_step, "step of the task that is to be done, from 1 on; 0: none is open, or it is over", \
      task_run(app) && task_run(app)->phase == TASK_GOES ? task_step_now(task_run(app)) + 1 : 0)   \
    X(task_steps, "steps of the task", task_run(app) ? task_run(app)->task.step_count : 0)         \
    X(task_done, "of those, steps that are done",                                                  \
      task_run(app) ? task_steps_done(task_run(app)) : 0)                                          \
    X(task_over, "1: all of them are", task_run(app) && task_run(app)->phase == TASK_OVER)         \
    X(task_forbidden, "forbidden contacts since the task began",                                   \
      task_run(app) ? task_sums(task_run(app)).forbidden : 0)                                      \
    X(task_refused, "attempts to take a part before its turn",                                     \
      task_run(app) ? task_sums(task_run(app)).refused : 0)                                        \
    X(primitives, "primitives there are", primitive_list_count(app->document.primitives.list))     \
    X(hybrid_cost, "cost of the hierarchy over primitives",                                        \
      app->hybrid.list ? app->hybrid.quality.volume.full : 0)

static const struct {
    const char *name, *note;
} figures[] = {
#define X(name, note, value) {#name, note},
    FIGURES(X)
#undef X
};
enum { FIGURE_COUNT = sizeof figures / sizeof *figures };

const char *condition_figure(int i, const char **note)
{
    *note = i < FIGURE_COUNT ? figures[i].note : NULL;
    return i < FIGURE_COUNT ? figures[i].name : NULL;
}

static double figure(const View *view, int i)
{
    const App *app = view->app;
#define X(name, note, value) (double)(value),
    const double values[] = {FIGURES(X)};
#undef X
    return values[i];
}

static const char *const operators[] = {"=", "!=", "<", ">", "<=", ">="};
enum { OPERATOR_COUNT = sizeof operators / sizeof *operators };

// In the order of operators.
static bool compare(double a, int operation, double b)
{
    if (isnan(a) || isnan(b)) // not known: nothing holds
        return false;
    bool less = a<b, greater = a> b, equal = !less && !greater;
    const bool holds[] = {equal, !equal, less, greater, less || equal, greater || equal};
    return holds[operation];
}

static int find_figure(const char *name)
{
    for (int i = 0; i < FIGURE_COUNT; ++i)
        if (strcmp(figures[i].name, name) == 0)
            return i;
    return -1;
}

static int find_word(const char *const *words, int count, const char *text)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static int find_operator(const char *text)
{
    return find_word(operators, OPERATOR_COUNT, text);
}

bool condition_has_figure(const char *name)
{
    return find_figure(name) >= 0;
}

double condition_value(const View *view, const char *name)
{
    int i = find_figure(name);
    return i < 0 ? NAN : figure(view, i);
}

static const char *const part_facts[] = {"visible", "hidden", "ghost", "solid",
                                         "contact", "clear",  "home",  "moved"};
enum { PART_FACT_COUNT = sizeof part_facts / sizeof *part_facts };

static int find_fact(const char *text)
{
    return find_word(part_facts, PART_FACT_COUNT, text);
}

static bool has_key(const ScriptWord *word, const char *key)
{
    return word->key && strcmp(word->key, key) == 0;
}

static bool check_part(const ScriptWord *words, int count, Error *err)
{
    double v[3];
    bool fact = count == 3 && !words[2].key && find_fact(words[2].value) >= 0;
    bool place =
        count >= 3 && count <= 4 && has_key(&words[2], "at") &&
        script_numbers(words[2].value, v, 3) &&
        (count == 3 || (has_key(&words[3], "within") && script_numbers(words[3].value, v, 1)));
    if (fact || place)
        return true;
    return error_set(err, "of a part can be expected: visible, hidden, ghost, solid, contact, "
                          "clear, home, moved, or at=x,y,z");
}

// A setting as its action takes it: on or off, an entry of its list, a number.
static bool check_setting(const ScriptWord *words, int count, Error *err)
{
    const Action *action = count == 3 ? action_find(words[1].value) : NULL;
    return (action && action->field) ||
           error_set(err, "it is written as: setting build.volume \"OBB\"");
}

static bool setting_holds(const App *app, const ScriptWord *words, Error *err)
{
    const Action *action = action_find(words[1].value);
    const char *wanted = words[2].value;
    double is = field_value(action->field, &app->document), number;
    const char *word = field_word(action->field, &app->document, is);
    if (word)
        error_set(err, "%s is %s", action->name, word);
    else
        error_set(err, "%s is %.9g", action->name, is);
    if (word && strcmp(word, wanted) == 0)
        return true;
    return script_numbers(wanted, &number, 1) && !(is < number) && !(is > number);
}

bool condition_check(const ScriptWord *words, int count, Error *err)
{
    double ignored;
    for (int i = 0; i < count; ++i)
        if (words[i].key && strcmp(words[0].value, "part") != 0)
            return error_set(err, "\"%.60s=\" is not known here", words[i].key);
    if (count < 1 || words[0].key)
        return error_set(err, "what is expected?");
    const char *subject = words[0].value;
    if (strcmp(subject, "part") == 0)
        return check_part(words, count, err);
    if (strcmp(subject, "setting") == 0)
        return check_setting(words, count, err);
    if (strcmp(subject, "panel") == 0)
        return (count == 3 && panel_find(words[1].value) < panel_count &&
                (strcmp(words[2].value, "on") == 0 || strcmp(words[2].value, "off") == 0)) ||
               error_set(err, "a panel's title and on or off must follow");
    if (strcmp(subject, "selected") == 0 || strcmp(subject, "title") == 0 ||
        strcmp(subject, "notice") == 0 || strcmp(subject, "chapter") == 0 ||
        strcmp(subject, "verdict") == 0 || strcmp(subject, "changed") == 0)
        return count == 2 || error_set(err, "one text must follow \"%s\"", subject);
    if (find_figure(subject) < 0)
        return error_set(err, "there is nothing called \"%.100s\" to expect", subject);
    if (count != 3 || find_operator(words[1].value) < 0 ||
        !script_numbers(words[2].value, &ignored, 1))
        return error_set(err, "it is written as: %s > 0", subject);
    return true;
}

static bool part_holds(const View *view, const ScriptWord *words, int count, bool *holds,
                       Error *err)
{
    const App *app = view->app;
    int32_t part;
    if (!script_find_part(app, &words[1], &part, err))
        return false;
    if (part == NO_PART)
        return error_set(err, "which part?");
    const PartState *state = &app->document.parts[part];
    bool in_contact =
        part < view->app->contacts.part_count && view->app->contacts.parts[part].pairs > 0;
    if (words[2].key) {
        Vec3d at, p = state->placement.p;
        double within = 1e-6;
        script_numbers(words[2].value, at.v, 3);
        if (count == 4)
            script_numbers(words[3].value, &within, 1);
        *holds = vec3d_distance(at, p) <= within;
        error_set(err, "%s is at %.9g,%.9g,%.9g", app->assembly.parts[part].name, p.x, p.y, p.z);
        return true;
    }
    bool home = affine_equal(&state->placement, &app->assembly.parts[part].rest);
    const bool facts[PART_FACT_COUNT] = {
        state->visible, !state->visible, state->ghost, !state->ghost,
        in_contact,     !in_contact,     home,         !home};
    *holds = facts[find_fact(words[2].value)];
    error_set(err, "%s is %s, %s, %s, %s", app->assembly.parts[part].name,
              state->visible ? "visible" : "hidden", state->ghost ? "ghost" : "solid",
              in_contact ? "contact" : "clear", home ? "home" : "moved");
    return true;
}

static bool notice_holds(const App *app, const char *words)
{
    for (size_t i = 0; i < app->notice_count; ++i)
        if (strstr(app->notices[i].text, words))
            return true;
    return false;
}

bool condition_holds(const View *view, const ScriptWord *words, int count, bool *holds, Error *err)
{
    const App *app = view->app;
    const char *subject = words[0].value;
    if (strcmp(subject, "part") == 0)
        return part_holds(view, words, count, holds, err);
    if (strcmp(subject, "setting") == 0) {
        *holds = setting_holds(app, words, err);
    } else if (strcmp(subject, "panel") == 0) {
        bool open = view->ui.open[panel_find(words[1].value)];
        *holds = open == (strcmp(words[2].value, "on") == 0);
        error_set(err, "the panel is %s", open ? "on" : "off");
    } else if (strcmp(subject, "selected") == 0) {
        int32_t part, selected = app->document.selected;
        if (!script_find_part(app, &words[1], &part, err))
            return false;
        *holds = part == selected;
        error_set(err, "selected is %s",
                  selected == NO_PART ? "none" : app->assembly.parts[selected].name);
    } else if (strcmp(subject, "title") == 0) {
        const char *title = app->assembly.title ? app->assembly.title : "";
        *holds = strcmp(title, words[1].value) == 0;
        error_set(err, "the title is \"%s\"", title);
    } else if (strcmp(subject, "chapter") == 0) {
        const char *chapter = help_chapter(&view->ui);
        *holds = strcmp(chapter, words[1].value) == 0;
        error_set(err, "the chapter is \"%s\"", chapter);
    } else if (strcmp(subject, "verdict") == 0) {
        FitVerdict said;
        fit_verdict_now(app, &said);
        *holds = strcmp(said.text, words[1].value) == 0;
        error_set(err, "the verdict is \"%s\"", said.text);
    } else if (strcmp(subject, "changed") == 0) {
        char said[512];
        switch_said(view, said, sizeof said);
        *holds = strstr(said, words[1].value) != NULL;
        error_set(err, "what is said to have changed is \"%.200s\"", said);
    } else if (strcmp(subject, "notice") == 0) {
        *holds = notice_holds(app, words[1].value);
        error_set(err, "the last message is \"%s\"",
                  app->notice_count > 0 ? app->notices[app->notice_count - 1].text : "");
    } else {
        double wanted, is = figure(view, find_figure(subject));
        script_numbers(words[2].value, &wanted, 1);
        *holds = compare(is, find_operator(words[1].value), wanted);
        if (isnan(is))
            error_set(err, "%s: not known, it is being checked", subject);
        else
            error_set(err, "%s is %.9g", subject, is);
    }
    return true;
}
