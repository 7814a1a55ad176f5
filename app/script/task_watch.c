// Contacts while a task goes on: those that count against the fit, those that a step forbids, and parts that are
// nearer to each other than their safety distance.
#include "app/script/task_run.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdio.h>

static size_t find_pair(const App *app, int32_t a, int32_t b)
{
    size_t low = 0, high = app->report.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const PairReport *pair = &app->report.pairs[middle];
        if (pair->a < a || (pair->a == a && pair->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < app->report.count && app->report.pairs[low].a == a && app->report.pairs[low].b == b;
    return found ? low : SIZE_MAX;
}

// Contacts are of where the part is now.
static bool is_reported(const App *app, int32_t part)
{
    return affine_equal(&app->parts[part].reported, &app->document.parts[part].placement);
}

bool task_touching(const App *app, int32_t a, int32_t b)
{
    const Hand *hand = &app->hand;
    // What is led by proven motion stops just before it: that is how it touches.
    for (int i = 0; i < hand->blocker_count && hand_shown(app); ++i) {
        const MotionBlocker *by = &hand->blockers[i];
        if ((by->part == a && by->hand == b) || (by->part == b && by->hand == a))
            return true;
    }
    return is_reported(app, a) && is_reported(app, b) &&
           find_pair(app, a < b ? a : b, a < b ? b : a) != SIZE_MAX;
}

void task_note(App *app, TaskRun *run, enum TaskEvent event, int step, const char *text)
{
    ++run->version;
    if (run->log_count >= TASK_MOST_ENTRIES ||
        !array_reserve(&run->log, &run->log_capacity, run->log_count + 1, sizeof *run->log))
        return;
    TaskEntry *entry = &run->log[run->log_count++];
    *entry = (TaskEntry){.time = task_seconds(app), .event = event, .step = step};
    snprintf(entry->text, sizeof entry->text, "%s", text);
}

// The step that a contact of the two belongs to: one that can be done, else any of their own.
static int step_of(const TaskRun *run, const TaskTouch *touch)
{
    int found = task_step_now(run);
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < run->task.step_count; ++i) {
            bool own = run->steps[i].part == touch->a || run->steps[i].part == touch->b;
            if (own && (pass > 0 || task_step_state(run, i) == STEP_NOW))
                return i;
        }
    return found;
}

static void count(App *app, TaskRun *run, TaskTouch *touch, bool judged)
{
    char text[TASK_TEXT];
    int step = step_of(run, touch);
    snprintf(text, sizeof text, "%.100s and %.100s", app->assembly.parts[touch->a].name,
             app->assembly.parts[touch->b].name);
    touch->counted = true;
    if (step != NO_STEP && judged)
        ++run->steps[step].forbidden;
    else if (step != NO_STEP)
        ++run->steps[step].unjudged;
    task_note(app, run, judged ? TASK_FORBIDDEN : TASK_UNJUDGED, step, text);
}

static TaskTouch *find_touch(TaskRun *run, int32_t a, int32_t b)
{
    for (size_t i = 0; i < run->touch_count; ++i)
        if (run->touches[i].a == a && run->touches[i].b == b)
            return &run->touches[i];
    return NULL;
}

static bool take(App *app, TaskRun *run, TaskTouch now, bool first)
{
    TaskTouch *touch = find_touch(run, now.a, now.b);
    if (!touch) {
        if (!array_reserve(&run->touches, &run->touch_capacity, run->touch_count + 1,
                           sizeof *run->touches))
            return false;
        touch = &run->touches[run->touch_count++];
        *touch = (TaskTouch){.a = now.a, .b = now.b, .old = first, .counted = first};
    }
    touch->here = true;
    touch->judged = now.judged;
    touch->forbidden = now.forbidden;
    if (now.forbidden && !touch->counted)
        count(app, run, touch, true);
    return true;
}

// Whatever the rules say of a pair that only touches: a step may forbid it.
static bool take_forbidden(App *app, TaskRun *run, int step, bool first)
{
    const ScriptCommand *line;
    int32_t part = run->steps[step].part, other;
    Error ignored;
    if (task_step_state(run, step) != STEP_NOW)
        return true;
    for (int n = 0; (line = task_line(&run->task, &run->task.steps[step], "forbid", n)); ++n)
        for (int k = 0; k < line->count; ++k) {
            if (!script_find_part(app, &line->words[k], &other, &ignored) || other < 0 ||
                other == part || !task_touching(app, part, other))
                continue;
            TaskTouch now = {.a = part < other ? part : other,
                             .b = part < other ? other : part,
                             .forbidden = true,
                             .judged = true};
            if (!take(app, run, now, first))
                return false;
        }
    return true;
}

static bool take_reported(App *app, TaskRun *run, bool first)
{
    const ContactState *contacts = &app->contacts;
    if (!contacts->valid || contacts->pair_count != app->report.count)
        return true;
    for (size_t p = 0; p < app->report.count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        const FitRow *row = contacts->fit ? contacts->fit[p] : NULL;
        bool crosses = pair->worst == TRI_PROPER;
        bool counts = row && (row->violation || row->undecided);
        if ((contacts->stale && contacts->stale[p]) || (row ? !counts : !crosses)) {
            TaskTouch *known = row ? find_touch(run, pair->a, pair->b) : NULL;
            if (known)
                known->judged = true; // it does not count
            continue;
        }
        TaskTouch now = {.a = pair->a,
                         .b = pair->b,
                         .judged = row && !row->undecided,
                         .forbidden = row && row->violation};
        if (!take(app, run, now, first))
            return false;
    }
    return true;
}

// What does not meet is not in the report. While distances are measured anew, those before hold.
static bool take_near(App *app, TaskRun *run, bool first)
{
    size_t count = watch_too_near(&app->watch);
    for (size_t i = 0; i < count; ++i) {
        const WatchedPair *pair = &app->watch.pairs[i];
        TaskTouch now = {.a = pair->a, .b = pair->b, .forbidden = true, .judged = true};
        if (now.b < app->document.part_count && !take(app, run, now, first))
            return false;
    }
    return true;
}

bool task_watch(App *app, TaskRun *run, bool first)
{
    for (size_t i = 0; i < run->touch_count; ++i)
        run->touches[i].here = false;
    bool good = take_reported(app, run, first) && take_near(app, run, first);
    for (int i = 0; good && i < run->task.step_count; ++i)
        good = take_forbidden(app, run, i, first);
    size_t kept = 0;
    for (size_t i = 0; i < run->touch_count; ++i) {
        TaskTouch *touch = &run->touches[i];
        if (!touch->here && !touch->judged && !touch->counted)
            count(app, run, touch, false);
        if (touch->here)
            run->touches[kept++] = *touch;
    }
    run->touch_count = kept;
    return good;
}

bool task_is_clean(const App *app, const TaskRun *run, int32_t part)
{
    if (!is_reported(app, part) || stage_shape_behind(app) || !stage_watch.current(app))
        return false;
    for (size_t i = 0; i < run->touch_count; ++i) {
        const TaskTouch *touch = &run->touches[i];
        if ((touch->a == part || touch->b == part) && !touch->old &&
            (touch->forbidden || !touch->judged))
            return false;
    }
    return true;
}
