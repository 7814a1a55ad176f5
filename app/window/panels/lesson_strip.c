// The lesson that is open, in a strip beside the parts: what is said, the question or the goal, what was
// really measured, and the way back and on.
#include "app/actions/list_lessons.h"
#include "app/window/lesson_run.h"
#include "app/window/look.h"
#include "app/window/panels/strip.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

// Lines of text that follow each other are one paragraph.
static void paragraphs(const LessonRun *run, size_t first, size_t end)
{
    const ScriptCommand *commands = run->lesson.script.commands;
    TextBuffer text = {0};
    int line = 0;
    for (size_t i = first; i <= end; ++i) {
        bool says = i < end && lesson_is(&commands[i], "text");
        if (text.length > 0 && (i == end || (says && commands[i].line != line + 1))) {
            text_add_bytes(&text, "", 1);
            if (!text.failed)
                widget_paragraph(COLOUR_TEXT, 0, text.text);
            strip_gap(0.35f);
            text.length = 0;
        }
        if (!says)
            continue;
        if (text.length > 0)
            text_add_bytes(&text, " ", 1);
        lesson_text(&run->lesson, &run->values, commands[i].words[0].value, &text);
        line = commands[i].line;
    }
    free(text.text);
}

static void say(const LessonRun *run, uint32_t rgb, const char *text)
{
    TextBuffer out = {0};
    lesson_text(&run->lesson, &run->values, text, &out);
    text_add_bytes(&out, "", 1);
    if (!out.failed)
        widget_paragraph(rgb, 0, out.text);
    free(out.text);
}

static const char *const choice_names[LESSON_MOST_CHOICES] = {"lesson_choice_1", "lesson_choice_2",
                                                              "lesson_choice_3", "lesson_choice_4",
                                                              "lesson_choice_5", "lesson_choice_6"};

// A mark in the circle of a choice: the guess, the right one, or a wrong guess.
static void draw_mark(ImVec2 c, float r, bool guess, bool revealed, bool right)
{
    ImDrawList *list = igGetWindowDrawList();
    float line = r * 0.22f;
    uint32_t rgb = !revealed ? COLOUR_FAINT
                   : right   ? COLOUR_GOOD
                   : guess   ? COLOUR_ALERT
                             : COLOUR_DIM;
    ImDrawList_AddCircle(list, c, r, look_colour(rgb, 1), 0, line);
    if (revealed && right) {
        ImVec2 low = {c.x - r * 0.1f, c.y + r * 0.45f};
        ImDrawList_AddLine(list, (ImVec2){c.x - r * 0.5f, c.y}, low, look_colour(rgb, 1),
                           line * 1.3f);
        ImDrawList_AddLine(list, low, (ImVec2){c.x + r * 0.55f, c.y - r * 0.45f},
                           look_colour(rgb, 1), line * 1.3f);
    } else if (revealed && guess) {
        float a = r * 0.45f;
        ImDrawList_AddLine(list, (ImVec2){c.x - a, c.y - a}, (ImVec2){c.x + a, c.y + a},
                           look_colour(rgb, 1), line * 1.3f);
        ImDrawList_AddLine(list, (ImVec2){c.x - a, c.y + a}, (ImVec2){c.x + a, c.y - a},
                           look_colour(rgb, 1), line * 1.3f);
    } else if (guess) {
        ImDrawList_AddCircleFilled(list, c, r * 0.5f, look_colour(COLOUR_ACCENT, 1), 0);
    }
}

// As high as its text needs. True: it was chosen just now.
static bool choice(const PanelContext *context, const LessonRun *run, int i, bool open, bool done)
{
    const LessonStep *step = lesson_step(run, run->shown);
    TextBuffer text = {0};
    lesson_text(&run->lesson, &run->values,
                run->lesson.script.commands[step->task + 1 + (size_t)i].words[0].value, &text);
    text_add_bytes(&text, "", 1);
    const char *label = text.failed ? "" : text.text;
    float em = igGetFontSize(), pad = em * 0.4f, indent = em * 1.9f;
    ImVec2 at, space, size;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    float wrap = space.x - indent - pad;
    igCalcTextSize(&size, label, NULL, false, wrap);
    ImVec2 box = {space.x, size.y + 2 * pad};
    igBeginDisabled(!open);
    igPushID_Int(i);
    bool pressed = igInvisibleButton("choice", (ImVec2){box.x > 1 ? box.x : 1, box.y}, 0);
    igPopID();
    bool hot = open && igIsItemHovered(0);
    igEndDisabled();
    ui_note_rect(context->ui, choice_names[i]);
    if (open)
        widget_tooltip("What do you expect? It is measured as soon as you have chosen.");
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + box.x, at.y + box.y},
                             look_colour(hot ? COLOUR_HOVER : COLOUR_FIELD, open ? 1 : 0.5),
                             em * 0.25f, 0);
    draw_mark((ImVec2){at.x + indent * 0.5f, at.y + pad + em * 0.5f}, em * 0.42f,
              run->answers[run->shown] == i, done, run->right[run->shown] == i);
    ImDrawList_AddText_FontPtr(list, igGetFont(), em, (ImVec2){at.x + indent, at.y + pad},
                               look_colour(open || done ? COLOUR_TEXT : COLOUR_FAINT, 1), label,
                               NULL, wrap, NULL);
    free(text.text);
    return pressed && open;
}

static void verdict(const LessonRun *run)
{
    int answer = run->answers[run->shown], right = run->right[run->shown];
    if (answer == ANSWER_SHOWN || answer == ANSWER_OPEN)
        return;
    if (right < 0)
        widget_paragraph(COLOUR_WARN, 0, "What was measured here fits none of these answers.");
    else if (answer == right)
        widget_paragraph(COLOUR_GOOD, 0, "As you expected. This is what was measured:");
    else
        widget_paragraph(COLOUR_WARN, 0, "Not quite. This is what was measured:");
    strip_gap(0.35f);
}

static void question(const PanelContext *context, const LessonRun *run, const LessonStep *step)
{
    bool open = context->app->lesson.choices > 0, done = lesson_done(run, run->shown);
    igPushFont(look_font(FONT_BOLD));
    say(run, COLOUR_TEXT, run->lesson.script.commands[step->task].words[0].value);
    igPopFont();
    strip_gap(0.2f);
    for (int i = 0; i < step->choices; ++i)
        if (choice(context, run, i, open, done))
            submit_index(context, &action_lesson_answer, i + 1);
    strip_gap(0.35f);
    if (lesson_revealed(run, run->shown) && !done)
        widget_paragraph(COLOUR_FAINT, 0, "Measuring...");
    if (done)
        verdict(run);
}

static void goal(const LessonRun *run)
{
    if (lesson_revealed(run, run->shown))
        widget_verdict(COLOUR_GOOD, "Done");
    else
        widget_verdict(COLOUR_WARN, "Your turn");
    strip_gap(0.35f);
}

static void papers(const LessonRun *run)
{
    bool first = true;
    for (size_t i = 0; i < run->lesson.script.command_count; ++i) {
        const ScriptCommand *command = &run->lesson.script.commands[i];
        if (!lesson_is(command, "paper"))
            continue;
        if (first)
            igSeparatorText("Read more");
        first = false;
        widget_paragraph(COLOUR_FAINT, 0, command->words[0].value);
        strip_gap(0.2f);
    }
}

static uint32_t step_colour(const void *user, int step)
{
    const LessonRun *run = user;
    return step == run->shown ? COLOUR_ACCENT : lesson_done(run, step) ? COLOUR_GOOD : COLOUR_FIELD;
}

static void progress(const LessonRun *run)
{
    char line[64];
    snprintf(line, sizeof line, "%s %d of %d", run->tour ? "Stop" : "Step", run->shown + 1,
             run->lesson.step_count);
    widget_text(COLOUR_FAINT, line);
    strip_progress(run->lesson.step_count, step_colour, run);
}

static void step_body(const PanelContext *context, const LessonRun *run)
{
    const LessonStep *step = lesson_step(run, run->shown);
    igPushFont(look_font(FONT_BOLD));
    widget_paragraph(COLOUR_LINK, 0, step->title);
    igPopFont();
    strip_gap(0.2f);
    paragraphs(run, step->first, step->task);
    if (step->kind == TASK_ASK)
        question(context, run, step);
    else if (step->kind == TASK_GOAL)
        goal(run);
    if (step->kind != TASK_NONE && lesson_done(run, run->shown))
        paragraphs(run, step->reveal, step->end);
    if (run->shown + 1 == run->lesson.step_count)
        papers(run);
}

static void transport(const PanelContext *context, const LessonRun *run)
{
    float wide = widget_share(3);
    bool paused = context->app->lesson.paused, ends = run->shown + 1 == run->lesson.step_count;
    strip_button(context, &action_lesson_back, "Back", "lesson_back", wide);
    igSameLine(0, -1);
    igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, paused ? 0.75 : 0.2));
    strip_button(context, &action_lesson_pause, paused ? "Go on" : "Pause", "lesson_pause", wide);
    igPopStyleColor(1);
    igSameLine(0, -1);
    strip_button(context, &action_lesson_next, ends ? "Finish" : "Next", "lesson_next", wide);
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false) &&
        !igIsPopupOpen_Str(NULL, ImGuiPopupFlags_AnyPopup))
        action_submit(context->out, &action_lesson_end, NULL);
}

static void buttons(const PanelContext *context, const LessonRun *run)
{
    // Alike; where the text is large and the strip narrow, the longest takes from the others.
    const ImGuiStyle *style = igGetStyle();
    ImVec2 longest;
    igCalcTextSize(&longest, "Show me", NULL, false, -1);
    float wide = widget_share(3), needs = longest.x + 2 * style->FramePadding.x + 2;
    float middle = wide < needs ? needs : wide;
    wide -= (middle - wide) / 2;
    strip_button(context, &action_lesson_back, "Back", "lesson_back", wide);
    igSameLine(0, -1);
    strip_button(context, &action_lesson_show, "Show me", "lesson_show", middle);
    igSameLine(0, -1);
    bool ends = run->shown + 1 == run->lesson.step_count, ready = lesson_done(run, run->shown);
    igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, ready ? 0.75 : 0.2));
    strip_button(context, &action_lesson_next, ends ? "Finish" : "Next", "lesson_next", wide);
    igPopStyleColor(1);
}

static void offer_return(const PanelContext *context, const LessonRun *run)
{
    char line[256];
    igPushFont(look_font(FONT_TITLE));
    widget_paragraph(COLOUR_TEXT, 0, "The lesson is over");
    igPopFont();
    strip_gap(0.3f);
    widget_paragraph(COLOUR_TEXT, 0, "Settings and panels are as they were before it.");
    snprintf(line, sizeof line, "%.120s was open then.",
             run->before.title[0] ? run->before.title : "Something else");
    widget_paragraph(COLOUR_TEXT, 0, line);
    strip_gap(0.5f);
    strip_button(context, &action_lesson_return, "Open it again", "lesson_return", -1);
    if (widget_button(context, "Stay here", "lesson_stay", "Keeps what is open now", NULL, -1))
        context->ui->lesson_stays = true;
}

static void lesson(const PanelContext *context, const LessonRun *run)
{
    const char *note = run->tour ? "Stops the tour: everything is then as it was before it (Esc)"
                                 : "Ends the lesson";
    if (strip_title(context, run->lesson.title, "lesson_end", note) && context->app->lesson.open)
        action_submit(context->out, &action_lesson_end, NULL);
    progress(run);
    strip_gap(0.3f);
    float foot = igGetFrameHeight() + igGetStyle()->ItemSpacing.y;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float high = space.y - foot;
    if (igBeginChild_Str("step", (ImVec2){0, high > 1 ? high : 1}, 0, 0)) {
        igPushID_Int(run->shown); // another step begins at its top
        step_body(context, run);
        if (context->ui->lesson_top)
            igSetScrollY_Float(0);
        if (context->ui->lesson_bottom > 0) {
            igSetScrollHereY(1);
            --context->ui->lesson_bottom;
        }
        context->ui->lesson_top = false;
        strip_more_below();
        igPopID();
    }
    igEndChild();
    if (run->tour)
        transport(context, run);
    else
        buttons(context, run);
}

// Known to the help as a panel is.
static const Panel described = {
    .title = "Lesson", .note = "The lesson that is open", .chapter = "lessons"};

static void draw(const PanelContext *context)
{
    const LessonRun *run = context->ui->lesson;
    if (run->over)
        offer_return(context, run);
    else
        lesson(context, run);
}

float lesson_strip_draw(const PanelContext *context, const StripPlace *place)
{
    return context->ui->lesson ? strip_draw(context, place, &described, draw) : 0;
}
