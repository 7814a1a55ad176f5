// Variants of the selected part: listed, added, aligned, scaled and shifted by numbers, tried and used.
// The one that is chosen in the list is drawn in the view before it is used.
#include "app/actions/list_parts.h"
#include "app/actions/list_variants.h"
#include "app/document/pose.h"
#include "app/stages/move.h"
#include "app/window/look.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/number_field.h"
#include "app/window/panels/variant_table.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Chosen {
    uint32_t assembly; // assembly_version: what follows belongs to it
    int32_t part;
    int number; // in the list; 0: as it was loaded
    char name[VARIANT_NAME_SIZE];
} Chosen;
static const UiPrivate chosen_memory = {.size = sizeof(Chosen)};

static Chosen *chosen_of(const PanelContext *context)
{
    Chosen *chosen = ui_own(context->ui, &chosen_memory);
    const App *app = context->app;
    int32_t part = app->document.selected;
    if (chosen->assembly != app->assembly_version || chosen->part != part)
        *chosen = (Chosen){.assembly = app->assembly_version,
                           .part = part,
                           .number = part == NO_PART ? 0 : app->document.parts[part].variant};
    return chosen;
}

typedef struct Listed {
    Variant list[VARIANTS_MOST];
    int count;
} Listed;

static Listed listed_of(const App *app, int32_t part)
{
    Listed listed;
    Error err;
    if (!variants_read(app->document.parts[part].variants, listed.list, &listed.count, &err))
        listed.count = 0;
    return listed;
}

static ActionArgs args_of(const Chosen *chosen)
{
    return (ActionArgs){.part = chosen->part, .index = chosen->number};
}

// --- the list

static void row(const PanelContext *context, Chosen *chosen, int number, const char *name)
{
    const App *app = context->app;
    UiState *ui = context->ui;
    bool used = app->document.parts[chosen->part].variant == number;
    igTableNextRow(0, 0);
    igPushID_Int(number);
    igTableNextColumn();
    if (igSelectable_Bool("##row", chosen->number == number,
                          ImGuiSelectableFlags_SpanAllColumns |
                              ImGuiSelectableFlags_AllowDoubleClick,
                          (ImVec2){0, 0})) {
        chosen->number = number;
        if (igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left) && !used) {
            ActionArgs args = args_of(chosen);
            action_submit(context->out, &action_variant_choose, &args);
        }
    }
    if (number <= 2)
        ui_note_rect(ui, number == 0   ? "variant_loaded"
                         : number == 1 ? "variant_first"
                                       : "variant_second");
    widget_tooltip(used ? "In use" : "Click: shown in the view. Double click: used");
    igSameLine(0, 0);
    widget_dot(used ? COLOUR_ACCENT : COLOUR_BORDER, NULL);
    igSameLine(0, -1);
    widget_ellipsis(used || chosen->number == number ? COLOUR_TEXT : COLOUR_FAINT, 0, name);
    variant_table_cells(context, chosen->part, number);
    igPopID();
}

static void rows(const PanelContext *context, Chosen *chosen, const Listed *listed)
{
    float line = igGetTextLineHeightWithSpacing();
    int shown = listed->count + 1 > 7 ? 7 : listed->count + 1;
    ImVec2 size = {0, line * ((float)shown + 1.6f)};
    if (!igBeginTable("variants", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, size, 0))
        return;
    igTableSetupColumn("Variant", ImGuiTableColumnFlags_WidthStretch, 1.3f, 0);
    igTableSetupColumn("At rest", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("Path", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupScrollFreeze(0, 1);
    static const char *const notes[3] = {
        NULL, "Where all parts stand now, and how far the nearest is",
        "Along the whole path that is open, certified between its keys as well"};
    widget_headers(0, notes);
    row(context, chosen, VARIANT_LOADED, "As loaded");
    for (int i = 0; i < listed->count; ++i)
        row(context, chosen, i + 1, listed->list[i].name);
    igEndTable();
}

// --- adding

static void take_button(const PanelContext *context, const Chosen *chosen, float width)
{
    const App *app = context->app;
    igSetNextItemWidth(width);
    bool open = igBeginCombo("##take", "Take a part...", ImGuiComboFlags_HeightLarge);
    ui_note_rect(context->ui, "variant_take");
    if (!open) {
        widget_tooltip("The mesh of another part as a variant of this one");
        return;
    }
    for (size_t i = 0; i < context->ui->live_count; ++i) {
        int32_t other = context->ui->live[i];
        igPushID_Int(other);
        bool taken = igSelectable_Bool("##part", false, 0, (ImVec2){0, 0});
        if (other == chosen->part)
            ui_note_rect(context->ui, "choice_variant_copy");
        igSameLine(0, 0);
        widget_text(COLOUR_TEXT, other == chosen->part ? "(a copy of what it is now)"
                                                       : app->assembly.parts[other].name);
        igPopID();
        if (!taken)
            continue;
        ActionArgs args = {
            .part = chosen->part, .other = other, .index = context->ui->variant_align};
        if (other == chosen->part)
            snprintf(args.text, sizeof args.text, "Variant %d",
                     variants_count(app->document.parts[other].variants) + 1);
        action_submit(context->out, &action_variant_take, &args);
    }
    igEndCombo();
}

static void adding(const PanelContext *context, const Chosen *chosen)
{
    static const Choice aligns[VARIANT_ALIGNS] = {
        {"Origins", "As the two lie in their files", NULL},
        {"Middles", "The middles of the bounding boxes", NULL},
        {"Lower faces", "The middles of the lower faces of the bounding boxes", NULL}};
    int align = widget_choice(context, "variant_align", "Align by",
                              "How a variant is brought to the place of the part's own mesh: one "
                              "that is added, and the chosen one at once",
                              aligns, VARIANT_ALIGNS, context->ui->variant_align);
    if (align >= 0) {
        context->ui->variant_align = align;
        ActionArgs args = args_of(chosen);
        args.number = align;
        if (chosen->number > 0)
            action_submit(context->out, &action_variant_align, &args);
    }
    float half = widget_share(2);
    if (widget_button(context, "Add from file...", "variant_add",
                      "Each part of the file becomes a variant of this part", NULL, half))
        file_browser_open(context->ui, &action_variant_add);
    igSameLine(0, -1);
    take_button(context, chosen, half);
}

// --- the chosen one

static int decimals(const App *app)
{
    int digits = 3 - (int)floor(log10(move_step(app, STEP_GRID)));
    return digits < 2 ? 2 : digits > 9 ? 9 : digits;
}

static void vector_row(const PanelContext *context, const Chosen *chosen, const char *label,
                       const char *note, const char *word, const char *const ids[3], Vec3d value,
                       int digits)
{
    igTableNextRow(0, 0);
    igTableNextColumn();
    igAlignTextToFramePadding();
    widget_text(COLOUR_FAINT, label);
    widget_tooltip(note);
    for (int i = 0; i < 3; ++i) {
        igTableNextColumn();
        if (!number_field(context, ids[i], digits, &value.v[i]))
            continue;
        ActionArgs args = args_of(chosen);
        snprintf(args.text, sizeof args.text, "%s %.17g %.17g %.17g", word, value.x, value.y,
                 value.z);
        action_submit(context->out, &action_variant_place, &args);
    }
}

static void numbers(const PanelContext *context, const Chosen *chosen, const Variant *variant)
{
    static const char *const shifts[3] = {"variant_shift_x", "variant_shift_y", "variant_shift_z"};
    static const char *const turns[3] = {"variant_turn_x", "variant_turn_y", "variant_turn_z"};
    static const char *const scales[3] = {"variant_scale_x", "variant_scale_y", "variant_scale_z"};
    if (!igBeginTable("numbers", 4, 0, (ImVec2){0, 0}, 0))
        return;
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * 5.6f, 0);
    for (int i = 0; i < 3; ++i)
        igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    char shift[32];
    snprintf(shift, sizeof shift, "Shift, %s",
             length_unit_info(context->app->assembly.unit)->suffix);
    vector_row(context, chosen, shift, "Along the part's axes x, y and z", "position", shifts,
               variant->shift, decimals(context->app));
    vector_row(context, chosen, "Turn, \xC2\xB0", "About the part's axes x, y and z", "angles",
               turns, variant->turn, 2);
    vector_row(context, chosen, "Scale", "Along the mesh's own axes, each by itself", "scale",
               scales, variant->scale, 3);
    igEndTable();
}

static void rename_row(const PanelContext *context, Chosen *chosen, const Variant *variant)
{
    widget_label("Name", "Kept in the scene");
    if (igGetActiveID() != igGetID_Str("##name"))
        snprintf(chosen->name, sizeof chosen->name, "%s", variant->name);
    igInputText("##name", chosen->name, sizeof chosen->name, ImGuiInputTextFlags_AutoSelectAll,
                NULL, NULL);
    bool done = igIsItemDeactivatedAfterEdit();
    widget_explain(context, "variant_name", NULL);
    if (!done || strcmp(chosen->name, variant->name) == 0)
        return;
    ActionArgs args = args_of(chosen);
    snprintf(args.text, sizeof args.text, "%s", chosen->name);
    action_submit(context->out, &action_variant_rename, &args);
}

static void chosen_one(const PanelContext *context, Chosen *chosen, const Listed *listed)
{
    UiState *ui = context->ui;
    bool used = context->app->document.parts[chosen->part].variant == chosen->number;
    bool picking = ui->mode == &tool_variant_points, own = chosen->number == VARIANT_LOADED;
    bool handling = ui->mode == &tool_variant_handles;
    float share = widget_share(4), more = igGetFontSize() * 1.6f; // one of them says more
    ActionArgs args = args_of(chosen);
    if (widget_button(context, "Use", "variant_use",
                      "The part gets this mesh; pose, connectors, joints, rules and colour stay",
                      used ? "It is in use" : NULL, share - more))
        action_submit(context->out, &action_variant_choose, &args);
    igSameLine(0, -1);
    const char *why_not = own ? "The mesh that the part was loaded with stays as it is" : NULL;
    if (widget_button(context, handling ? "Stop###handles" : "Handles###handles", "variant_handles",
                      "Shift, turn and scale it by handles in the view", why_not, share))
        ui->mode = handling ? NULL : &tool_variant_handles;
    igSameLine(0, -1);
    if (widget_button(
            context, picking ? "Stop###points" : "Align points###points", "variant_points",
            "Click a point of the variant, then the point where it belongs", why_not, share + more))
        ui->mode = picking ? NULL : &tool_variant_points;
    igSameLine(0, -1);
    if (widget_button(context, "Delete", "variant_delete",
                      "Takes it off the list; the part goes back to its own mesh if it was used",
                      why_not, share)) {
        action_submit(context->out, &action_variant_delete, &args);
        --chosen->number;
    }
    if (own)
        return;
    rename_row(context, chosen, &listed->list[chosen->number - 1]);
    numbers(context, chosen, &listed->list[chosen->number - 1]);
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    Chosen *chosen = chosen_of(context);
    int32_t part = chosen->part;
    if (part < 0 || part >= app->document.part_count || !app->parts) {
        widget_paragraph(COLOUR_FAINT, 0,
                         "Click a part to try other meshes in its place: from files, from other "
                         "parts, or its own scaled.");
        return;
    }
    Listed listed = listed_of(app, part);
    if (chosen->number < 0 || chosen->number > listed.count)
        chosen->number = VARIANT_LOADED;
    widget_ellipsis(COLOUR_TEXT, 0, app->assembly.parts[part].name);
    rows(context, chosen, &listed);
    variant_table_buttons(context, part, listed.count);
    chosen_one(context, chosen, &listed);
    adding(context, chosen);
    context->ui->variant_frame = igGetFrameCount();
    context->ui->variant_part = part;
    context->ui->variant = chosen->number;
}

const Panel panel_variants = {
    .title = "Variants",
    .note = "Other meshes for the selected part, and which of them fit",
    .chapter = "variants#the-variants-panel",
    .place = PLACE_MIDDLE,
    .draw = draw,
};
