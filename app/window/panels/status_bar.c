// The line at the bottom: whether it fits, selection, what a worker is doing.
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/verdict_line.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

#define PROGRESS 10 // width of the bar, in font sizes

static float width_of(const char *text)
{
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, -1);
    return size.x;
}

static void selection(const App *app)
{
    int32_t selected = app->document.selected;
    if (selected == NO_PART) {
        widget_text(COLOUR_FAINT, "No part selected");
        return;
    }
    widget_text(COLOUR_FAINT, "Selected:");
    igSameLine(0, -1);
    igTextUnformatted(app->assembly.parts[selected].name, NULL);
    int32_t others = selection_count(&app->document) - 1;
    if (others <= 0)
        return;
    char more[48];
    snprintf(more, sizeof more, "and %d more", (int)others);
    igSameLine(0, -1);
    widget_text(COLOUR_FAINT, more);
}

// Whoever has closed the panel still has to know.
static void recording(const App *app)
{
    if (!app->path.recording)
        return;
    widget_text(COLOUR_ALERT, "Recording a path");
    widget_tooltip("Everything that is moved is recorded until Shift+R.");
    igSameLine(0, igGetFontSize() * 1.5f);
}

// What holds the part in the hand. However many parts that are, the keys that lead out are to be read.
static void hand(const App *app, float space)
{
    const Hand *hand = &app->hand;
    // Being held is what was asked for; red is for parts that run into each other.
    uint32_t colour = hand->state == HAND_REFUSED ? COLOUR_ALERT
                      : hand->state == HAND_HELD  ? COLOUR_WARN
                                                  : COLOUR_TEXT;
    char reason[sizeof hand->text];
    const char *offer = hand->offer_at > 0 ? hand->text + hand->offer_at : "";
    snprintf(reason, sizeof reason, "%.*s", (int)(strlen(hand->text) - strlen(offer)), hand->text);
    igBeginGroup();
    widget_ellipsis(colour, space - width_of(offer), reason);
    if (offer[0]) {
        igSameLine(0, 0);
        widget_text(colour, offer);
    }
    igEndGroup();
    widget_tooltip(hand->text);
}

// What a joint did to the last motion: its limit, or that it does not go that way.
static void joint(const App *app)
{
    widget_text(COLOUR_ALERT, app->joint_text);
    widget_tooltip("The part hangs on a joint, as the Joints panel shows.");
}

static void verdict(const PanelContext *context)
{
    FitVerdict said;
    verdict_line(context, -1, &said);
    widget_tooltip("Whether the parts fit, as in the Clashes panel.");
}

// What the picture keeps quiet about is said here.
static void quiet_pairs(const PanelContext *context)
{
    int32_t count = context->contacts->calm_pairs;
    char text[48];
    if (count == 0)
        return;
    igSameLine(0, igGetFontSize() * 0.5f);
    snprintf(text, sizeof text, "%d as opened", (int)count);
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(COLOUR_FAINT, 1));
    igPushStyleColor_U32(ImGuiCol_Button, 0);
    if (igSmallButton(text))
        action_submit(context->out, &action_contact_quiet, &(ActionArgs){.flag = false});
    igPopStyleColor(2);
    widget_explain(context, "quiet_pairs",
                   "Pairs that did not fit when they were opened and stand so still. They light up "
                   "when you point at, select or move one of their parts; click: light up all of "
                   "them (Shift+K).");
}

static void figures(const App *app)
{
    char triangles[32], text[96];
    int32_t count = assembly_live_parts(&app->assembly);
    snprintf(text, sizeof text, "%d part%s, %s triangles, in %s", (int)count, count == 1 ? "" : "s",
             format_count(triangles, sizeof triangles, assembly_triangles(&app->assembly)),
             length_unit_info(app->assembly.unit)->suffix);
    widget_text(COLOUR_FAINT, text);
}

// What the workers do, with progress and a way to stop them.
static void activity(const PanelContext *context, const Activity *now)
{
    float em = igGetFontSize();
    widget_text(COLOUR_TEXT, now->text);
    widget_tooltip("What is being done in the background. Everything else goes on meanwhile.");
    igSameLine(0, -1);
    char percent[16];
    snprintf(percent, sizeof percent, "%.0f %%", 100 * now->fraction);
    igProgressBar((float)now->fraction, (ImVec2){em * PROGRESS, igGetTextLineHeight()}, percent);
    widget_tooltip("How far it has come.");
    if (!now->can_cancel)
        return;
    igSameLine(0, -1);
    if (igSmallButton("Cancel"))
        action_submit(context->out, &action_app_cancel, NULL);
    widget_explain(context, "cancel", "Stops it; nothing that is there is lost.");
}

typedef struct Times {
    char workers[32], collision[48], frame[48], messages[48];
} Times;

static void messages(const PanelContext *context, const char *text)
{
    const App *app = context->app;
    UiState *ui = context->ui;
    enum NoticeKind worst = NOTICE_INFO;
    uint64_t fresh = messages_unseen(ui, app);
    for (size_t i = app->notice_count; i-- > 0 && fresh > 0; --fresh)
        worst = app->notices[i].kind > worst ? app->notices[i].kind : worst;
    igPushStyleColor_U32(ImGuiCol_Text, worst == NOTICE_INFO
                                            ? look_colour(COLOUR_FAINT, 1)
                                            : look_colour(notice_colour(worst), 1));
    igPushStyleColor_U32(ImGuiCol_Button, 0);
    if (igSmallButton(text))
        panel_show(ui, &panel_messages);
    igPopStyleColor(2);
    ui_note_rect(ui, "messages");
    widget_tooltip("Opens the list of all messages.");
}

static void count_messages(const App *app, char *text, size_t size)
{
    snprintf(text, size, "%zu message%s", app->notice_count, app->notice_count == 1 ? "" : "s");
}

// What is left for a sentence in the middle if the right side keeps the count of messages alone.
static float middle_space(const App *app)
{
    char text[48];
    ImVec2 space;
    count_messages(app, text, sizeof text);
    igGetContentRegionAvail(&space);
    return space.x - width_of(text) - 2 * igGetStyle()->FramePadding.x - 1.5f * igGetFontSize();
}

// At the right end; where the window is too narrow, what matters least goes.
static void right_side(const PanelContext *context)
{
    const App *app = context->app;
    Activity now;
    Times t;
    char ms[32];
    stages_activity(app, &now);
    bool busy = now.text[0] != 0;
    snprintf(t.workers, sizeof t.workers, "%s", stages_settled(app) ? "Idle" : "Working");
    snprintf(t.collision, sizeof t.collision, "Collision %s",
             format_wall_ms(ms, sizeof ms, app->last_query_ms));
    snprintf(t.frame, sizeof t.frame, "Frame %.0f ms", context->ui->frame_ms);
    count_messages(app, t.messages, sizeof t.messages);
    float em = igGetFontSize(), gap = em * 1.2f, pad = 2 * igGetStyle()->FramePadding.x;
    ImVec2 space;
    igSameLine(0, em);
    igGetContentRegionAvail(&space);
    float needed = width_of(t.messages) + pad;
    float activity_width = width_of(now.text) + em * PROGRESS + width_of("Cancel") + pad + 2 * em;
    float workers = busy ? activity_width + gap : width_of(t.workers) + gap;
    // As wide as they ever get: what stands beside them must not tremble while they change.
    float collision = fmaxf(width_of(t.collision), width_of("Collision 88.88 ms"));
    float frame = fmaxf(width_of(t.frame), width_of("Frame 888 ms"));
    float times = collision + frame + 2 * gap;
    bool with_times = needed + workers + times <= space.x;
    // What holds the part in the hand goes before what is done in the background.
    bool with_workers = needed + workers <= space.x || (busy && !app->hand.text[0]);
    needed += (with_times ? times : 0) + (with_workers ? workers : 0);
    if (space.x > needed)
        igSetCursorPosX(igGetCursorPosX() + space.x - needed);
    if (busy && with_workers) {
        activity(context, &now);
        igSameLine(0, gap);
    } else if (with_workers) {
        widget_text(COLOUR_FAINT, t.workers);
        widget_tooltip(
            "Whether anything is being built, looked for or measured in the background.");
        igSameLine(0, gap);
    }
    if (with_times) {
        float x = igGetCursorPosX();
        widget_text(COLOUR_FAINT, t.collision);
        widget_tooltip("How long the last search for contacts took, by the clock on the wall.");
        igSameLine(x + collision + gap, 0);
        widget_text(COLOUR_FAINT, t.frame);
        widget_tooltip("How long it takes to draw the window once, by the clock on the wall.");
        igSameLine(x + collision + gap + frame + gap, 0);
    }
    messages(context, t.messages);
}

void status_bar_draw(const PanelContext *context)
{
    float height = igGetTextLineHeight() + 12 * context->ui->scale;
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking;
    igPushStyleColor_U32(ImGuiCol_WindowBg, look_colour(COLOUR_PANEL_DEEP, 1));
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding,
                        (ImVec2){10 * context->ui->scale, 5 * context->ui->scale});
    igPushStyleVar_Float(ImGuiStyleVar_WindowRounding, 0);
    igPushStyleVar_Vec2(ImGuiStyleVar_FramePadding, (ImVec2){6 * context->ui->scale, 0});
    float em = igGetFontSize();
    if (igBeginViewportSideBar("##status", igGetMainViewport(), ImGuiDir_Down, height, flags)) {
        verdict(context);
        quiet_pairs(context);
        igSameLine(0, em * 1.5f);
        selection(context->app);
        igSameLine(0, em * 1.5f);
        recording(context->app);
        if (context->app->hand.text[0])
            hand(context->app, middle_space(context->app));
        else if (context->app->joint_text[0])
            joint(context->app);
        else if (context->ui->drag_hint[0])
            widget_text(COLOUR_TEXT, context->ui->drag_hint);
        else if (hand_goes_through(context->app))
            widget_text(COLOUR_TEXT,
                        "Parts go through each other (X: they stop, slide or push instead)");
        else if (context->ui->effort)
            widget_text(COLOUR_FAINT, context->ui->effort);
        else
            figures(context->app);
        right_side(context);
    }
    igEnd();
    igPopStyleVar(3);
    igPopStyleColor(1);
}
