// Where the selected part is, in numbers that can be typed over, and how it is moved.
#include "app/actions/list_parts.h"
#include "app/actions/move_tools.h"
#include "app/document/field_actions.h"
#include "app/document/pose.h"
#include "app/document/selection.h"
#include "app/stages/move.h"
#include "app/window/keys.h"
#include "app/window/look.h"
#include "app/window/panels/number_field.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"
#include "core/shape/up_axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- How it is moved.

static void choose_handles(const PanelContext *context)
{
    Choice list[HANDLES_COUNT];
    for (int i = 0; i < HANDLES_COUNT; ++i)
        list[i] = (Choice){move_handles[i].name, move_handles[i].note, NULL};
    widget_field_choice(context, "move_handles", "Handles",
                        "What can be grabbed at the selected part; Q takes the next", list,
                        HANDLES_COUNT, &action_move_handles);
    static const Choice axes[] = {{"World", "Arrows and rings lie along the world's axes", NULL},
                                  {"Part", "Arrows and rings turn with the selected part", NULL}};
    widget_field_choice(context, "move_axes", "Axes",
                        "Along which axes handles and keys move; Shift+Q changes it", axes, 2,
                        &action_move_axes);
}

static void choose_contact(const PanelContext *context)
{
    Choice list[HAND_MODES];
    for (int i = 0; i < HAND_MODES; ++i)
        list[i] = (Choice){hand_modes[i].name, hand_modes[i].note, NULL};
    widget_field_choice(context, "move_contact", "Contact",
                        "How parts in the hand meet others; X takes the next", list, HAND_MODES,
                        &action_move_contact);
    widget_switch(context, "move_fits", NULL, &action_move_fits, NULL);
    widget_switch(context, "move_turning", NULL, &action_move_turning, NULL);
    widget_switch(context, "move_seated", NULL, &action_move_seated, NULL);
}

static void choose_pivot(const PanelContext *context)
{
    const App *app = context->app;
    UiState *ui = context->ui;
    bool met = ui->contact.assembly == app->assembly_version && ui->contact.part >= 0 &&
               ui->contact.part < app->document.part_count && ui->contact.assembly > 0;
    Choice list[PIVOT_COUNT];
    for (int i = 0; i < PIVOT_COUNT; ++i)
        list[i] = (Choice){move_pivots[i].name, move_pivots[i].note, NULL};
    if (!met)
        list[PIVOT_CONTACT].why_not = "The selected part has not met another one yet";
    int chosen = widget_choice(context, "move_pivot", "Turn about",
                               "The point that stays where it is when parts are turned or scaled",
                               list, PIVOT_COUNT, app->document.move.pivot);
    ActionArgs args = {.part = NO_PART, .index = chosen, .placement = affine_identity()};
    if (chosen == PIVOT_POINT) {
        ui->mode = &tool_pivot;
    } else if (chosen >= 0) {
        if (chosen == PIVOT_CONTACT) {
            args.part = ui->contact.part;
            args.placement.p = ui->contact.point;
        }
        action_submit(context->out, &action_move_pivot, &args);
    }
}

// --- Numbers.

static int decimals(const App *app)
{
    int digits = 3 - (int)floor(log10(move_step(app, STEP_GRID)));
    return digits < 2 ? 2 : digits > 9 ? 9 : digits;
}

static void place_lead(const PanelContext *context, const Affine *shown, double degrees)
{
    const App *app = context->app;
    const Document *document = &app->document;
    const Affine *start = &document->parts[document->selected].placement;
    Affine to = *shown, back, motion = affine_identity(), turn = up_axis_turn(app->assembly.up);
    if (context->ui->settings.pose_from_home)
        to = affine_compose(&app->assembly.parts[document->selected].rest, shown);
    else
        to = affine_compose(&turn, shown);
    if (affine_invert(start, &back))
        motion = affine_compose(&to, &back);
    move_submit_typed(context->out, document, &motion, &to, degrees);
}

// What the numbers are about: the placement by the axes of the files, or against where it was when opened.
static Affine shown_placement(const PanelContext *context)
{
    const App *app = context->app;
    int32_t part = app->document.selected;
    Affine at = app->document.parts[part].placement, back;
    if (context->ui->settings.pose_from_home &&
        affine_invert(&app->assembly.parts[part].rest, &back))
        at = affine_compose(&back, &at);
    else
        at = up_axis_placement(app->assembly.up, &at);
    return at;
}

static void row_label(const char *text, const char *note)
{
    igTableNextRow(0, 0);
    igTableNextColumn();
    igAlignTextToFramePadding();
    widget_text(COLOUR_FAINT, text);
    widget_tooltip(note);
}

static void vector_row(const PanelContext *context, const char *const ids[3], int digits,
                       const Affine *at, bool angles)
{
    Pose pose = pose_from(at);
    Vec3d shown = angles ? pose_angles(&pose) : at->p;
    for (int i = 0; i < 3; ++i) {
        igTableNextColumn();
        Vec3d value = shown;
        if (!number_field(context, ids[i], digits, &value.v[i]))
            continue;
        Affine to = *at;
        if (angles) {
            pose_set_angles(&pose, value);
            to = pose_affine(&pose);
        } else {
            to.p = value;
        }
        place_lead(context, &to, angles ? value.v[i] - shown.v[i] : 0);
    }
}

// What is typed holds for the part alone: others may have other scales.
static void scale_row(const PanelContext *context)
{
    static const char *const ids[3] = {"pose_scale_x", "pose_scale_y", "pose_scale_z"};
    int32_t part = context->app->document.selected;
    for (int i = 0; i < 3; ++i) {
        igTableNextColumn();
        double value = affine_axis_scale(&context->app->document.parts[part].placement, i);
        if (number_field(context, ids[i], 3, &value))
            action_submit(context->out, &action_part_scale,
                          &(ActionArgs){.part = part, .axis = i, .amount = value});
    }
}

static bool begin_table(void)
{
    if (!igBeginTable("place", 4, 0, (ImVec2){0, 0}, 0))
        return false;
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * 5.6f, 0);
    for (int i = 0; i < 3; ++i)
        igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    return true;
}

static void headings(void)
{
    static const char *const names[3] = {"x", "y", "z"};
    igTableNextRow(0, 0);
    igTableNextColumn();
    for (int i = 0; i < 3; ++i) {
        igTableNextColumn();
        widget_text(COLOUR_FAINT, names[i]);
    }
}

static void quaternion(const PanelContext *context, const Affine *at)
{
    static const char *const ids[4] = {"turn_w", "turn_x", "turn_y", "turn_z"};
    Pose pose = pose_from(at);
    double q[4];
    pose_quaternion(&pose, q);
    widget_text(COLOUR_FAINT, "Quaternion w, x, y, z");
    widget_tooltip("The same turn as four numbers; they are brought to length 1");
    if (!igBeginTable("quaternion", 4, 0, (ImVec2){0, 0}, 0))
        return;
    for (int i = 0; i < 4; ++i) {
        igTableNextColumn();
        double value[4] = {q[0], q[1], q[2], q[3]};
        bool typed = number_field(context, ids[i], 5, &value[i]);
        widget_tooltip("The same turn as four numbers; they are brought to length 1");
        if (!typed || !pose_set_quaternion(&pose, value))
            continue;
        Affine to = pose_affine(&pose);
        place_lead(context, &to, 0);
    }
    igEndTable();
}

static void numbers(const PanelContext *context)
{
    static const char *const place_ids[3] = {"pose_x", "pose_y", "pose_z"};
    static const char *const angle_ids[3] = {"angle_x", "angle_y", "angle_z"};
    const App *app = context->app;
    char label[32];
    Affine at = shown_placement(context);
    snprintf(label, sizeof label, "Position %s", length_unit_info(app->assembly.unit)->suffix);
    if (begin_table()) {
        headings();
        row_label(label, "Where the part's origin is; type a number and press Enter");
        vector_row(context, place_ids, decimals(app), &at, false);
        row_label("Angles \xC2\xB0",
                  "Degrees about the x axis, then the y axis, then the z axis, which stand still");
        vector_row(context, angle_ids, 3, &at, true);
        row_label("Scale", "Times its size in the file along the part's own axes, about the point "
                           "chosen below");
        scale_row(context);
        igEndTable();
    }
    quaternion(context, &at);
    static const Choice from[2] = {{"World", "Numbers are about the axes of the world", NULL},
                                   {"Home",
                                    "Numbers are about where the part was when it was opened, "
                                    "along its axes there",
                                    NULL}};
    int chosen =
        widget_choice(context, "pose_from", "Measured from", "What the numbers above count from",
                      from, 2, context->ui->settings.pose_from_home);
    if (chosen >= 0)
        context->ui->settings.pose_from_home = chosen == 1;
}

static void copy_and_paste(const PanelContext *context)
{
    const App *app = context->app;
    int32_t part = app->document.selected;
    float gap = igGetStyle()->ItemSpacing.x;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float third = (space.x - 2 * gap) / 3;
    if (widget_button(context, "Copy pose", "pose_copy",
                      "Copies the pose in the world as a line of text", NULL, third)) {
        char text[POSE_TEXT];
        Pose pose = pose_from(&app->document.parts[part].placement);
        pose_write(&pose, app->assembly.unit, text);
        igSetClipboardText(text);
    }
    igSameLine(0, gap);
    const char *text = NULL;
    if (widget_button(context, "Paste pose", "pose_paste",
                      "Takes a pose that was copied, or three numbers as a position", NULL, third))
        text = igGetClipboardText();
    ActionArgs args = {.part = part};
    if (text && strlen(text) < sizeof args.text) {
        memcpy(args.text, text, strlen(text) + 1);
        action_submit(context->out, &action_part_pose, &args);
    }
    igSameLine(0, gap);
    if (widget_button(context, "Home", "pose_home",
                      "Puts what is selected back to where it was when opened", NULL, third))
        submit_part(context, &action_part_reset, part);
}

static void align(const PanelContext *context)
{
    static const char *const labels[4] = {"x", "y", "z", "All"};
    static const char *const rects[4] = {"align_x", "align_y", "align_z", "align_all"};
    float gap = igGetStyle()->ItemSpacing.x;
    widget_label("Align to axis", "Turns the part until its nearest axis lies along the world's");
    ImVec2 space;
    igGetContentRegionAvail(&space);
    for (int i = 0; i < 4; ++i) {
        if (i > 0)
            igSameLine(0, gap);
        igPushID_Int(i);
        if (igButton(labels[i], (ImVec2){(space.x - 3 * gap) / 4, 0}))
            submit_index(context, &action_part_align, i);
        igPopID();
        widget_explain(context, rects[i],
                       i < 3 ? "The nearest axis of the part goes onto this axis of the world"
                             : "All axes of the part go onto the nearest axes of the world");
    }
    widget_label("", "");
    bool along = context->ui->mode == &tool_move_along;
    if (igButton(along ? "Stop moving along it" : "Move along an edge", (ImVec2){-1, 0}))
        context->ui->mode = along ? NULL : &tool_move_along;
    widget_explain(context, "move_along",
                   "Click an edge, a face or a rim; parts are then dragged along it");
}

static void steps(const PanelContext *context)
{
    static const char *const ids[STEP_COUNT] = {"step_grid", "step_angle", "step_nudge",
                                                "step_turn"};
    igSeparatorText("Steps");
    const App *app = context->app;
    char label[48];
    for (int i = 0; i < STEP_COUNT; ++i) {
        bool angle = i == STEP_ANGLE || i == STEP_TURN;
        double value = move_step(app, (enum MoveStep)i);
        snprintf(label, sizeof label, "%s %s", move_steps[i].name,
                 angle ? "\xC2\xB0" : length_unit_info(app->assembly.unit)->suffix);
        widget_label(label, move_steps[i].note);
        if (number_field(context, ids[i], angle ? 2 : decimals(app), &value))
            action_submit(context->out, &action_move_step,
                          &(ActionArgs){.part = NO_PART, .step = i, .number = value});
        widget_tooltip("0 takes what suits the assembly");
    }
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    int32_t part = app->document.selected;
    if (part < 0 || part >= app->document.part_count) {
        igPushTextWrapPos(0);
        widget_text(COLOUR_FAINT, "Click a part to see and change where it is.");
        igPopTextWrapPos();
        return;
    }
    int32_t count = selection_count(&app->document);
    igPushID_Int(part);
    if (count > 1) {
        char text[160];
        snprintf(text, sizeof text, "%d parts move together with", (int)count);
        widget_text(COLOUR_FAINT, text);
    }
    widget_ellipsis(COLOUR_TEXT, 0, app->assembly.parts[part].name);
    igBeginDisabled(app->document.parts[part].locked);
    numbers(context);
    copy_and_paste(context);
    align(context);
    igEndDisabled();
    igPopID();
    igSeparatorText("Moving");
    choose_contact(context);
    choose_handles(context);
    choose_pivot(context);
    steps(context);
}

const Panel panel_pose = {
    .title = "Pose",
    .note = "Where the selected part is, and how it is moved",
    .chapter = "moving#the-pose-panel",
    .place = PLACE_TOP,
    .open = true,
    .draw = draw,
};
