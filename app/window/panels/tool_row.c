// What one reaches for most, in words beside the menus: who does not know the keys finds it here.
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/window/keys.h"
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"

#include <stdio.h>

static bool button(const PanelContext *context, const char *rect, const char *label, bool on,
                   bool enabled)
{
    igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, on ? 0.55 : 0));
    igPushStyleVar_Float(ImGuiStyleVar_FrameBorderSize, 0);
    igBeginDisabled(!enabled);
    bool clicked = igSmallButton(label);
    igEndDisabled();
    igPopStyleVar(1);
    igPopStyleColor(1);
    ui_note_rect(context->ui, rect);
    return clicked;
}

static void action_button(const PanelContext *context, const char *rect, const char *label,
                          const Action *action, bool on, const char *note)
{
    const char *why = NULL;
    char text[240];
    bool enabled = app_can(context->app, action, &why);
    if (button(context, rect, label, on, enabled)) {
        ActionArgs args = keys_arguments(context->app, action, context->ui->view_aspect);
        action_submit(context->out, action, &args);
    }
    snprintf(text, sizeof text, "%.180s (%s)", enabled || !why ? note : why, action->shortcut);
    widget_tooltip(text);
}

static void gap(void)
{
    igSameLine(0, igGetFontSize() * 0.8f);
    igSeparatorEx(ImGuiSeparatorFlags_Vertical, 1);
    igSameLine(0, igGetFontSize() * 0.8f);
}

// The next way in which parts in the hand meet others.
static void contact_mode(const PanelContext *context)
{
    const Document *document = &context->app->document;
    int mode = document->move.contact;
    char label[64], note[200];
    snprintf(label, sizeof label, "Contact: %s###contact", hand_modes[mode].name);
    bool on = mode != HAND_FREE || hand_goes_through(context->app); // shows where to change that
    if (button(context, "tool_contact", label, on, true)) {
        ActionArgs args = keys_arguments(context->app, &action_move_contact, 0);
        action_submit(context->out, &action_move_contact, &args);
    }
    snprintf(note, sizeof note, "%s. A click takes the next of free, stop, slide and push (X)",
             hand_modes[mode].note);
    widget_tooltip(note);
    if (mode != HAND_FREE)
        action_button(context, "tool_turning", "Turning", &action_move_turning,
                      field_flag(document, &action_move_turning),
                      "Drags that only move a part may turn it, where that helps it along");
}

static void snap(const PanelContext *context)
{
    bool on = field_flag(&context->app->document, &action_move_snap);
    action_button(
        context, "tool_snap", "Snap", &action_move_snap, on,
        "A part that is let go near where it fits goes there: pins into holes, faces onto "
        "faces");
}

void tool_row_draw(const PanelContext *context)
{
    const App *app = context->app;
    const char *undo = history_undo_title(app->history), *redo = history_redo_title(app->history);
    bool measuring = context->ui->mode == &tool_measure;
    gap();
    action_button(context, "tool_undo", "Undo", &action_edit_undo, false, undo ? undo : "Undo");
    action_button(context, "tool_redo", "Redo", &action_edit_redo, false, redo ? redo : "Redo");
    gap();
    action_button(context, "tool_fit", "Fit", &action_camera_fit, false,
                  "Everything, or what is selected, fills the view");
    action_button(context, "tool_section", "Section", &action_view_section,
                  app->document.view.section.on, "Cuts the picture open along a plane");
    if (button(context, "tool_measure", "Measure", measuring, app->document.part_count > 0))
        context->ui->mode = measuring ? NULL : &tool_measure;
    widget_tooltip("Distances between corners, edges and faces that are clicked (M)");
    gap();
    contact_mode(context);
    snap(context);
}
