// Joints: made by picking, listed, and moved by numbers.
#include "app/actions/list_joints.h"
#include "app/actions/list_parts.h"
#include "app/document/lists.h"
#include "app/document/rotation.h"
#include "app/document/selection.h"
#include "app/stages/app_joints.h"
#include "app/stages/screw_found.h"
#include "app/window/joint_pick.h"
#include "app/window/look.h"
#include "app/window/panels/number_field.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"

#include <math.h>
#include <stdio.h>

enum { MOST_OF_A_SCREW = 20000 }; // vertices: a panel looks in every frame

static const char *name_of(const App *app, int32_t part)
{
    return part < 0 ? "the ground" : app->assembly.parts[part].name;
}

// --- making one

static void question(const PanelContext *context)
{
    UiState *ui = context->ui;
    JointPick *pick = &ui->joint_pick;
    const App *app = context->app;
    char apart[48], text[256];
    length_format(pick->distance, app->assembly.unit, apart, sizeof apart);
    snprintf(text, sizeof text, "The two axes are %s and %.2f\xC2\xB0 apart.", apart, pick->angle);
    widget_paragraph(COLOUR_WARN, 0, text);
    float width = widget_share(3);
    if (widget_button(context, "Align", "joint_align",
                      "Moves the first part until its axis lies on the other one", NULL, width))
        joint_pick_make(app, context->out, pick, true);
    igSameLine(0, -1);
    if (widget_button(context, "As it is", "joint_as_is",
                      "The first part stays where it is, and moves about the other's axis", NULL,
                      width))
        joint_pick_make(app, context->out, pick, false);
    igSameLine(0, -1);
    if (widget_button(context, "Cancel", "joint_cancel", "No joint is made", NULL, width))
        *pick = (JointPick){0};
    if (pick->picked == 0) // it was answered
        ui->mode = NULL;
}

static void make(const PanelContext *context)
{
    UiState *ui = context->ui;
    bool picking = ui->mode == &tool_joint;
    if (ui->joint_pick.picked == 2) {
        question(context);
        return;
    }
    if (widget_button(context, picking ? "Stop###new" : "New joint###new", "joint_new",
                      "Click a hole, a pin or a face of the part that is to move, then one of what "
                      "it hangs on (J)",
                      context->app->document.part_count > 0 ? NULL : "Nothing is open", -1))
        ui->mode = picking ? NULL : &tool_joint;
    if (picking)
        widget_paragraph(
            COLOUR_TEXT, 0,
            ui->joint_pick.picked == 0
                ? "Click a hole, a pin or a face of the part that is to move."
                : "Now one of the part that it hangs on; beside all parts: the ground.");
}

// --- the list

static void value_text(const App *app, const Joint *joint, char *text, size_t size)
{
    int main = joint_main(joint->kind);
    text[0] = 0;
    if (main >= 0)
        joint_value_text(app, main, app->document.parts[joint->child].joint.v[main], text, size);
}

static void row(const PanelContext *context, int i)
{
    const App *app = context->app;
    const JointList *list = app->document.joints;
    const Joint *joint = &list->joints[i];
    char value[48];
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (igSelectable_Bool("##row", app->document.selected == joint->child,
                          ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}))
        submit_part(context, &action_part_select, joint->child);
    if (i == 0)
        ui_note_rect(context->ui, "first_joint");
    widget_tooltip(list->names[i].text);
    igSameLine(0, 0);
    widget_ellipsis(COLOUR_TEXT, 0, name_of(app, joint->child));
    igTableNextColumn();
    widget_text(COLOUR_FAINT, joint_kind_word(joint->kind));
    igTableNextColumn();
    value_text(app, joint, value, sizeof value);
    widget_right(value);
    igPopID();
}

static void rows(const PanelContext *context)
{
    int32_t count = joint_list_count(context->app->document.joints);
    float line = igGetTextLineHeightWithSpacing();
    float height = line * ((float)(count > 6 ? 6 : count) + 0.7f);
    if (!igBeginTable("joints", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, height}, 0))
        return;
    igTableSetupColumn("Part", ImGuiTableColumnFlags_WidthStretch, 2.2f, 0);
    igTableSetupColumn("Kind", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("At", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    widget_rows(context, (size_t)count, row);
    igEndTable();
}

// --- the joint of the selected part

static double shown(int coordinate, double value)
{
    return coordinate == JOINT_TURN ? value * DEGREES_PER_RADIAN : value;
}

static void choose_kind(const PanelContext *context, const Joint *joint)
{
    static const char *const notes[JOINT_KINDS] = {
        [JOINT_FIXED] = "Goes with what it hangs on, as if it were one part",
        [JOINT_HINGE] = "Turns about the axis",
        [JOINT_SLIDE] = "Slides along the axis",
        [JOINT_CYLINDRICAL] = "Turns about the axis and slides along it",
        [JOINT_SCREW] = "Turns, and goes on by its pitch with every turn"};
    Choice list[JOINT_KINDS];
    for (int i = 0; i < JOINT_KINDS; ++i)
        list[i] = (Choice){joint_kind_word((enum JointKind)i), notes[i] ? notes[i] : "", NULL};
    int chosen = widget_choice(context, "joint_kind", "Kind", "What the joint lets the part do",
                               list, JOINT_KINDS, (int)joint->kind);
    if (chosen >= 0)
        action_submit(context->out, &action_joint_kind,
                      &(ActionArgs){.part = joint->child, .index = chosen});
}

// As the action reads them: a joint may be limited at one end only.
static void limits_text(const double ends[2], char *text, size_t size)
{
    size_t used = 0;
    for (int e = 0; e < 2 && used < size; ++e) {
        const char *gap = e ? " " : "";
        used +=
            (size_t)(isfinite(ends[e]) ? snprintf(text + used, size - used, "%s%.17g", gap, ends[e])
                                       : snprintf(text + used, size - used, "%snone", gap));
    }
}

static void limits(const PanelContext *context, const Joint *joint, int k)
{
    static const char *const ids[2][3] = {{"turn_limited", "least_turn", "most_turn"},
                                          {"shift_limited", "least_shift", "most_shift"}};
    bool limited = isfinite(joint->low.v[k]) || isfinite(joint->high.v[k]);
    double now = shown(k, context->app->document.parts[joint->child].joint.v[k]);
    ActionArgs args = {.part = joint->child, .index = k};
    igPushID_Int(k);
    widget_label("Limited", "Whether it stops somewhere");
    bool wanted = limited;
    if (igCheckbox("##limited", &wanted)) {
        double way = k == JOINT_TURN ? 90 : shown(k, 10);
        if (wanted)
            snprintf(args.text, sizeof args.text, "%.17g %.17g", fmin(now, -way), fmax(now, way));
        else
            snprintf(args.text, sizeof args.text, "none");
        action_submit(context->out, &action_joint_limits, &args);
    }
    ui_note_rect(context->ui, ids[k][0]);
    widget_label_tooltip();
    if (limited) {
        double ends[2] = {shown(k, joint->low.v[k]), shown(k, joint->high.v[k])};
        bool typed = false;
        for (int e = 0; e < 2; ++e) {
            widget_label(e ? "    to" : "    from", "Its limit");
            typed |= number_field(context, ids[k][1 + e], 3, &ends[e]);
            widget_label_tooltip();
        }
        limits_text(ends, args.text, sizeof args.text);
        if (typed)
            action_submit(context->out, &action_joint_limits, &args);
    }
    igPopID();
}

static void coordinate(const PanelContext *context, const Joint *joint, int k)
{
    static const char *const ids[2] = {"joint_turn", "joint_shift"};
    char label[48];
    const char *unit = length_unit_info(context->app->assembly.unit)->suffix;
    double value = shown(k, context->app->document.parts[joint->child].joint.v[k]);
    snprintf(label, sizeof label, "%s %s", k == JOINT_TURN ? "Turn" : "Shift",
             k == JOINT_TURN ? "\xC2\xB0" : unit);
    widget_label(label, k == JOINT_TURN ? "How far it is turned; type a number and press Enter"
                                        : "How far it is shifted; type a number and press Enter");
    if (number_field(context, ids[k], 3, &value))
        action_submit(context->out, &action_joint_set,
                      &(ActionArgs){.part = joint->child, .index = k, .number = value});
    widget_label_tooltip();
    if (joint->kind != JOINT_SCREW || k == JOINT_TURN)
        limits(context, joint, k);
}

static bool couplings(const PanelContext *context, const JointList *list, int32_t index)
{
    const App *app = context->app;
    bool any = false;
    for (int32_t i = 0; i < list->coupling_count; ++i) {
        const JointCoupling *coupling = &list->couplings[i];
        int side = coupling->joint[0] == index ? 0 : coupling->joint[1] == index ? 1 : -1;
        if (side < 0)
            continue;
        any = true;
        int32_t other = coupling->joint[1 - side];
        double ratio = side == 1 ? coupling->ratio : 1 / coupling->ratio;
        igPushID_Int(i);
        widget_label("Coupled with", "It moves with another joint");
        igAlignTextToFramePadding();
        widget_ellipsis(COLOUR_TEXT, 0, name_of(app, list->joints[other].child));
        widget_label("    ratio", "So many times as far as the other one; below 0 the other way "
                                  "round, as gears do: their teeth, one divided by the other");
        if (number_field(context, "joint_ratio", 5, &ratio))
            action_submit(context->out, &action_joint_couple,
                          &(ActionArgs){.part = list->joints[index].child,
                                        .other = list->joints[other].child,
                                        .number = ratio});
        widget_label_tooltip();
        igPopID();
    }
    return any;
}

// Names come from files: they are drawn as text, never as labels.
static void choose_partner(const PanelContext *context, const JointList *list, int32_t index)
{
    widget_label("Couple with", "Another joint that moves with this one, by a ratio");
    igPushID_Str("partner");
    bool open = igBeginCombo("##partner", "choose...", ImGuiComboFlags_HeightLargest);
    if (!open) {
        ui_note_rect(context->ui, "joint_partner");
        widget_label_tooltip();
    }
    for (int32_t i = 0; open && i < list->count; ++i) {
        if (i == index || list->joints[i].kind == JOINT_FIXED ||
            joint_list_find_coupling(list, i, index) != NO_JOINT)
            continue;
        igPushID_Int(i);
        if (igSelectable_Bool("##with", false, 0, (ImVec2){0, 0}))
            action_submit(context->out, &action_joint_couple,
                          &(ActionArgs){.part = list->joints[index].child,
                                        .other = list->joints[i].child,
                                        .number = -1});
        igSameLine(0, 0);
        igTextUnformatted(name_of(context->app, list->joints[i].child), NULL);
        igPopID();
    }
    if (open)
        igEndCombo();
    igPopID();
}

// --- tools on screws

static bool turns(const Document *document, int32_t part)
{
    int32_t joint = part == NO_PART ? NO_JOINT : joint_list_find(document->joints, part);
    return joint != NO_JOINT && joint_turns(document->joints->joints[joint].kind);
}

static void tool_buttons(const PanelContext *context, const Joint *joint)
{
    if (joint->kind != JOINT_FIXED || !turns(&context->app->document, joint->parent))
        return;
    float width = widget_share(2);
    if (widget_button(context, "Turn back", "tool_back",
                      "Lifts it off, turns it back by a flat, 60\xC2\xB0, and puts it on again",
                      NULL, width))
        action_submit(context->out, &action_tool_back,
                      &(ActionArgs){.part = joint->child, .number = 1});
    igSameLine(0, -1);
    if (widget_button(context, "Take off", "tool_off", "It stays where it is, and is free", NULL,
                      width))
        submit_part(context, &action_tool_off, joint->child);
}

static void details(const PanelContext *context, int32_t index)
{
    const App *app = context->app;
    const JointList *list = app->document.joints;
    const Joint *joint = &list->joints[index];
    char text[JOINT_NAME_SIZE + 32];
    igSeparatorText("Joint");
    igPushID_Int(joint->child);
    widget_ellipsis(COLOUR_TEXT, 0, list->names[index].text);
    snprintf(text, sizeof text, "%.80s", name_of(app, joint->parent));
    widget_label("Hangs on", "What it moves against");
    igAlignTextToFramePadding();
    widget_ellipsis(COLOUR_TEXT, 0, text);
    tool_buttons(context, joint);
    choose_kind(context, joint);
    for (int k = 0; k < 2; ++k)
        if (k == JOINT_TURN ? joint_turns(joint->kind) : joint_shifts(joint->kind))
            coordinate(context, joint, k);
    if (joint->kind == JOINT_SCREW) {
        double pitch = joint->pitch;
        widget_label("Pitch", "How far one turn shifts it; below 0 for a left-hand thread");
        if (number_field(context, "joint_pitch", 4, &pitch))
            action_submit(context->out, &action_joint_pitch,
                          &(ActionArgs){.part = joint->child, .number = pitch});
        widget_label_tooltip();
    }
    bool coupled = couplings(context, list, index);
    if (joint->kind != JOINT_FIXED && list->count > 1)
        choose_partner(context, list, index);
    float width = widget_share(coupled ? 2 : 1);
    if (coupled) {
        if (widget_button(context, "Uncouple", "joint_uncouple", "It moves by itself again", NULL,
                          width))
            submit_part(context, &action_joint_uncouple, joint->child);
        igSameLine(0, -1);
    }
    if (widget_button(context, "Delete joint", "joint_delete",
                      "The part stays where it is, and is free", NULL, width))
        submit_part(context, &action_joint_delete, joint->child);
    igPopID();
}

// Neither turns yet: a tool of ours is one, and any part is beside what looks like a screw. *screw, *tool: NO_PART.
static void find_bare_screw(const App *app, const int32_t pair[2], int32_t *screw, int32_t *tool)
{
    for (int k = 0; k < 2 && *screw == NO_PART; ++k) {
        const Mesh *mesh = app_part_mesh(app, pair[k]);
        ScrewFound found;
        bool is = tool_is_free(app, pair[!k]) ||
                  (mesh->vertex_count <= MOST_OF_A_SCREW && !tool_is_free(app, pair[k]) &&
                   screw_known(app, pair[k], &found) && found.hexagon);
        if (is && joint_list_find(app->document.joints, pair[k]) == NO_JOINT)
            *screw = pair[k], *tool = pair[!k];
    }
}

// Of two parts that are selected, one turns, or could, and the other hangs on nothing: it may be a tool.
static void offer_tool(const PanelContext *context)
{
    const Document *document = &context->app->document;
    int32_t pair[2], screw = NO_PART, tool = NO_PART;
    char label[120];
    selection_pair(document, pair);
    if (pair[1] == NO_PART)
        return;
    for (int k = 0; k < 2; ++k)
        if (turns(document, pair[k]) && !turns(document, pair[!k]))
            screw = pair[k], tool = pair[!k];
    if (!turns(document, pair[0]) && !turns(document, pair[1]))
        find_bare_screw(context->app, pair, &screw, &tool);
    if (screw == NO_PART || joint_list_find(document->joints, tool) != NO_JOINT)
        return;
    snprintf(label, sizeof label, "Put %.40s on %.40s###engage", name_of(context->app, tool),
             name_of(context->app, screw));
    if (widget_button(context, label, "tool_engage",
                      turns(document, screw)
                          ? "It comes onto the axis and the flats, and turns it from then on"
                          : "The screw gets a joint with the pitch of its thread; the tool comes "
                            "onto its axis and its flats, and turns it from then on",
                      NULL, -1))
        action_submit(context->out, &action_tool_engage,
                      &(ActionArgs){.part = tool, .other = screw});
}

static void draw(const PanelContext *context)
{
    const Document *document = &context->app->document;
    make(context);
    offer_tool(context);
    if (joint_list_count(document->joints) == 0) {
        widget_paragraph(
            COLOUR_FAINT, 0,
            "A joint lets a part turn about an axis of another one, or slide along it.");
        return;
    }
    rows(context);
    int32_t index = document->selected == NO_PART
                        ? NO_JOINT
                        : joint_list_find(document->joints, document->selected);
    if (index != NO_JOINT)
        details(context, index);
    else
        widget_paragraph(COLOUR_FAINT, 0, "Click a line to see and change the joint.");
}

const Panel panel_joints = {
    .title = "Joints",
    .note = "Hinges, slides and screws between parts",
    .chapter = "joints#the-joints-panel",
    .place = PLACE_TOP,
    .open = true,
    .draw = draw,
};
