// The task that is open, in a strip beside the parts: what is done, what is to be done now and how far it is,
// what comes later, what was counted, and the log.
#include "app/actions/list_parts.h"
#include "app/actions/list_tasks.h"
#include "app/script/task_run.h"
#include "app/window/look.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/strip.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

static const float MARK_EMS = 1.6f;

static uint32_t state_colour(const void *user, int step)
{
    enum TaskStepState state = task_step_state(user, step);
    return state == STEP_DONE ? COLOUR_GOOD : state == STEP_NOW ? COLOUR_ACCENT : COLOUR_FIELD;
}

static void progress(const App *app, const TaskRun *run)
{
    char line[96], time[48];
    task_time_words(task_seconds(app), time, sizeof time);
    char *tenths = strchr(time, '.'); // it would run all the time
    if (tenths && run->phase != TASK_OVER)
        snprintf(tenths, sizeof time - (size_t)(tenths - time), " s");
    snprintf(line, sizeof line, "%d of %d steps done, %s", task_steps_done(run),
             run->task.step_count, time);
    widget_text(COLOUR_FAINT, line);
    strip_progress(run->task.step_count, state_colour, run);
}

// --- steps

static void draw_mark(ImVec2 c, float r, enum TaskStepState state)
{
    ImDrawList *list = igGetWindowDrawList();
    float line = r * 0.22f;
    if (state == STEP_LATER) {
        ImDrawList_AddCircle(list, c, r, look_colour(COLOUR_DIM, 1), 0, line);
    } else if (state == STEP_NOW) {
        ImDrawList_AddCircle(list, c, r, look_colour(COLOUR_ACCENT, 1), 0, line);
        ImDrawList_AddCircleFilled(list, c, r * 0.5f, look_colour(COLOUR_ACCENT, 1), 0);
    } else {
        ImVec2 low = {c.x - r * 0.15f, c.y + r * 0.5f};
        ImDrawList_AddLine(list, (ImVec2){c.x - r * 0.7f, c.y}, low, look_colour(COLOUR_GOOD, 1),
                           line * 1.5f);
        ImDrawList_AddLine(list, low, (ImVec2){c.x + r * 0.75f, c.y - r * 0.65f},
                           look_colour(COLOUR_GOOD, 1), line * 1.5f);
    }
}

enum { NAMED_STEPS = 6 };
static const char *const step_names[NAMED_STEPS] = {"task_step_1", "task_step_2", "task_step_3",
                                                    "task_step_4", "task_step_5", "task_step_6"};

// A row that selects the step's part.
static void step_row(const PanelContext *context, const TaskRun *run, int i)
{
    enum TaskStepState state = task_step_state(run, i);
    const TaskStepRun *step = &run->steps[i];
    float em = igGetFontSize(), indent = em * MARK_EMS;
    ImVec2 at, space, size;
    char time[48] = "";
    if (step->done)
        task_time_words(step->done_at, time, sizeof time);
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    ImVec2 right;
    igCalcTextSize(&right, time, NULL, false, -1);
    float wrap = space.x - indent - (time[0] ? right.x + em * 0.5f : 0);
    igPushFont(look_font(state == STEP_NOW ? FONT_BOLD : FONT_PLAIN));
    igCalcTextSize(&size, run->task.steps[i].title, NULL, false, wrap);
    igPushID_Int(i);
    float wide = space.x > 1 ? space.x : 1;
    bool pressed = igInvisibleButton("step", (ImVec2){wide, size.y + em * 0.3f}, 0);
    bool hot = igIsItemHovered(0);
    igPopID();
    if (i < NAMED_STEPS)
        ui_note_rect(context->ui, step_names[i]);
    ImDrawList *list = igGetWindowDrawList();
    if (hot)
        ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + wide, at.y + size.y + em * 0.3f},
                                 look_colour(COLOUR_HOVER, 0.6), em * 0.2f, 0);
    draw_mark((ImVec2){at.x + em * 0.6f, at.y + em * 0.65f}, em * 0.42f, state);
    ImDrawList_AddText_FontPtr(list, igGetFont(), em, (ImVec2){at.x + indent, at.y + em * 0.15f},
                               look_colour(state == STEP_LATER ? COLOUR_FAINT : COLOUR_TEXT, 1),
                               run->task.steps[i].title, NULL, wrap, NULL);
    igPopFont();
    if (time[0])
        ImDrawList_AddText_Vec2(list, (ImVec2){at.x + space.x - right.x, at.y + em * 0.15f},
                                look_colour(COLOUR_FAINT, 1), time, NULL);
    if (context->app->document.selected != step->part) // or it would lie on what is to be read then
        widget_tooltip("Selects the part of this step.");
    if (pressed && step->part < context->app->document.part_count)
        submit_part(context, &action_part_select, step->part);
}

static void paragraphs(const TaskRun *run, const TaskStep *step, const char *kind, int most,
                       uint32_t rgb)
{
    const ScriptCommand *line;
    for (int n = 0; n < most && (line = task_line(&run->task, step, kind, n)); ++n) {
        widget_paragraph(rgb, 0, line->words[0].value);
        strip_gap(0.15f);
    }
}

// What is to be done now, and how far it is.
static void step_details(const PanelContext *context, const TaskRun *run, int i)
{
    const TaskStep *step = &run->task.steps[i];
    char line[256];
    float indent = igGetFontSize() * MARK_EMS;
    igIndent(indent);
    paragraphs(run, step, "text", TASK_MAX_BYTES, COLOUR_TEXT);
    for (int k = 0; k < step->goal_count; ++k) {
        task_goal_words(context->app, run, i, k, line, sizeof line);
        widget_paragraph(run->steps[i].met[k] ? COLOUR_GOOD : COLOUR_WARN, 0, line);
    }
    paragraphs(run, step, "hint", run->steps[i].hints, COLOUR_LINK);
    strip_gap(0.3f);
    igUnindent(indent);
}

static void steps(const PanelContext *context, const TaskRun *run)
{
    for (int i = 0; i < run->task.step_count; ++i) {
        step_row(context, run, i);
        if (run->phase == TASK_GOES && task_step_state(run, i) == STEP_NOW)
            step_details(context, run, i);
    }
}

// --- what was counted

static void count(const char *label, int number, uint32_t rgb, const char *note)
{
    char line[96];
    snprintf(line, sizeof line, "%s: %d", label, number);
    widget_text(number > 0 ? rgb : COLOUR_FAINT, line);
    widget_tooltip(note);
}

static void counts(const TaskRun *run)
{
    TaskSums sums = task_sums(run);
    strip_gap(0.3f);
    count("Forbidden contacts", sums.forbidden, COLOUR_ALERT,
          "Pairs that run into each other, that are nearer than their safety distance, or that a "
          "step forbids; each counts once.");
    if (sums.unjudged > 0)
        count("Contacts not judged", sums.unjudged, COLOUR_WARN,
              "They went by before it could be said whether they count.");
    count("Attempts before their turn", sums.refused, COLOUR_WARN,
          "How often a part was taken whose step comes later.");
    count("Hints", sums.hints, COLOUR_TEXT, "How many were shown.");
}

static void log_rows(const PanelContext *context, const TaskRun *run)
{
    strip_gap(0.2f);
    bool open = igCollapsingHeader_TreeNodeFlags("Log", 0);
    ui_note_rect(context->ui, "task_log");
    for (size_t i = run->log_count; open && i-- > 0;) { // the newest first
        const TaskEntry *entry = &run->log[i];
        char line[TASK_TEXT + 96], time[48];
        task_time_words(entry->time, time, sizeof time);
        snprintf(line, sizeof line, "%s  %s: %s", time, task_event_words[entry->event],
                 entry->text);
        widget_paragraph(entry->event == TASK_FORBIDDEN ? COLOUR_ALERT
                         : entry->event == TASK_REFUSED ? COLOUR_WARN
                                                        : COLOUR_FAINT,
                         0, line);
    }
}

static void buttons(const PanelContext *context, const TaskRun *run)
{
    float wide = widget_share(3);
    strip_button(context, &action_task_hint, "Hint", "task_hint", wide);
    igSameLine(0, -1);
    strip_button(context, &action_task_restart, "Begin again", "task_restart", wide);
    igSameLine(0, -1);
    bool over = run->phase == TASK_OVER;
    igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, over ? 0.75 : 0.2));
    if (widget_button(context, "Report...", "task_report", "Writes a page with times and the log",
                      NULL, wide))
        path_dialog_open(context->ui, PATH_SAVE_TASK, context->app);
    igPopStyleColor(1);
}

static void body(const PanelContext *context, const TaskRun *run)
{
    char text[TASK_TEXT];
    if (run->phase == TASK_OVER) {
        TaskSums sums = task_sums(run);
        task_verdict(run, text, sizeof text);
        widget_verdict(sums.forbidden + sums.unjudged > 0 ? COLOUR_WARN : COLOUR_GOOD, text);
        strip_gap(0.3f);
    }
    steps(context, run);
    counts(run);
    log_rows(context, run);
}

static void draw(const PanelContext *context)
{
    const TaskRun *run = task_run(context->app);
    if (strip_title(context, run->task.title, "task_end", "Ends the task; what is open stays"))
        action_submit(context->out, &action_task_end, NULL);
    if (run->phase == TASK_SETUP) {
        widget_text(COLOUR_FAINT, "Being prepared...");
        return;
    }
    progress(context->app, run);
    strip_gap(0.3f);
    float foot = igGetFrameHeight() + igGetStyle()->ItemSpacing.y;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float high = space.y - foot;
    if (igBeginChild_Str("task", (ImVec2){0, high > 1 ? high : 1}, 0, 0)) {
        body(context, run);
        strip_more_below();
    }
    igEndChild();
    buttons(context, run);
}

// Known to the help as a panel is.
static const Panel described = {
    .title = "Task", .note = "The task that is open", .chapter = "tasks"};

float task_strip_draw(const PanelContext *context, const StripPlace *place)
{
    return task_run(context->app) ? strip_draw(context, place, &described, draw) : 0;
}
