// The line at the bottom: selection, contacts, what a worker is doing.
#include "app/selection.h"
#include "app/view/look.h"
#include "widgets.h"

#include <stdio.h>

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

static void contacts(const PanelContext *context)
{
    const AssemblyReport *report = &context->app->report;
    char text[96];
    bool crossing = context->contacts->crossing_pairs > 0;
    const char *state = contact_state_unknown(context->contacts, context->app);
    if (state)
        snprintf(text, sizeof text, "%s", state);
    else if (report->count == 0)
        snprintf(text, sizeof text, "Nothing touches");
    else if (crossing)
        snprintf(text, sizeof text, "%d pair%s of parts in collision",
                 context->contacts->crossing_pairs,
                 context->contacts->crossing_pairs == 1 ? "" : "s");
    else
        snprintf(text, sizeof text, "%zu pair%s of parts in touch", report->count,
                 report->count == 1 ? "" : "s");
    uint32_t colour = state                ? COLOUR_FAINT
                      : report->count == 0 ? COLOUR_GOOD
                      : crossing           ? COLOUR_ALERT
                                           : COLOUR_WARN;
    widget_dot(colour, NULL);
    igSameLine(0, 4);
    widget_text(colour, text);
}

static void figures(const App *app)
{
    char triangles[32], text[96];
    int32_t count = assembly_live_parts(&app->assembly);
    snprintf(text, sizeof text, "%d part%s, %s triangles, %s", (int)count, count == 1 ? "" : "s",
             format_count(triangles, sizeof triangles, assembly_triangles(&app->assembly)),
             length_unit_info(app->assembly.unit)->suffix);
    widget_text(COLOUR_FAINT, text);
}

static void activity(const PanelContext *context)
{
    Activity now;
    stages_activity(context->app, &now);
    if (now.text[0] == 0)
        return;
    float em = igGetFontSize();
    float width = em * 14, button = now.can_cancel ? em * 5 : 0;
    ImVec2 size, space;
    igCalcTextSize(&size, now.text, NULL, false, -1);
    igSameLine(0, -1);
    igGetContentRegionAvail(&space);
    float start = space.x - width - button - size.x - em * 2;
    if (start > 0)
        igSetCursorPosX(igGetCursorPosX() + start);
    igTextUnformatted(now.text, NULL);
    igSameLine(0, -1);
    char percent[16];
    snprintf(percent, sizeof percent, "%.0f %%", 100 * now.fraction);
    igProgressBar((float)now.fraction, (ImVec2){width, igGetTextLineHeight()}, percent);
    if (!now.can_cancel)
        return;
    igSameLine(0, -1);
    if (igSmallButton("Cancel"))
        action_submit(context->out, ACTION_app_cancel, NULL);
    ui_note_rect(context->ui, "cancel");
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
        contacts(context);
        igSameLine(0, em * 1.5f);
        selection(context->app);
        igSameLine(0, em * 1.5f);
        figures(context->app);
        activity(context);
    }
    igEnd();
    igPopStyleVar(3);
    igPopStyleColor(1);
}
