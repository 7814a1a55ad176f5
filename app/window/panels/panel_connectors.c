// Where the selected part can be put together with others: recognised on its mesh, or made by hand.
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/features.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"

#include <stdio.h>
#include <string.h>

typedef struct Chosen {
    uint32_t assembly; // assembly_version: what follows belongs to it
    int32_t part, connector;
    char name[CONNECTOR_NAME_SIZE];
} Chosen;
static const UiPrivate chosen_memory = {.size = sizeof(Chosen)};

static Chosen *chosen_of(const PanelContext *context)
{
    Chosen *chosen = ui_own(context->ui, &chosen_memory);
    const App *app = context->app;
    if (chosen->assembly != app->assembly_version || chosen->part != app->document.selected)
        *chosen = (Chosen){.assembly = app->assembly_version,
                           .part = app->document.selected,
                           .connector = NO_CONNECTOR};
    return chosen;
}

// "diameter 10 mm" of what is round.
static void size_words(const App *app, const Connector *c, char *text, size_t size)
{
    char length[48];
    text[0] = 0;
    if (c->kind == CONNECTOR_FACE)
        return;
    length_format(2 * c->radius, app->assembly.unit, length, sizeof length);
    snprintf(text, size, "\xC3\xB8 %s", length);
}

static void row(const PanelContext *context, int i)
{
    const App *app = context->app;
    UiState *ui = context->ui;
    Chosen *chosen = chosen_of(context);
    NamedConnector one;
    char size[64];
    if (!app_connector(app, chosen->part, i, &one))
        return;
    bool own = i >= app_connectors_recognised(app, chosen->part);
    size_words(app, &one.at, size, sizeof size);
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (igSelectable_Bool("##row", chosen->connector == i, ImGuiSelectableFlags_SpanAllColumns,
                          (ImVec2){0, 0}))
        chosen->connector = chosen->connector == i ? NO_CONNECTOR : i;
    if (i == 0)
        ui_note_rect(ui, "first_connector");
    if (igIsItemHovered(0) || chosen->connector == i) {
        ui->connector_frame = igGetFrameCount();
        ui->connector_part = chosen->part;
        ui->connector = i;
    }
    widget_tooltip(own ? "Made by hand. Click: rename or delete it below"
                       : "Recognised on the mesh. Shown in the view while you point at it");
    igSameLine(0, 0);
    widget_ellipsis(own ? COLOUR_TEXT : COLOUR_FAINT, 0, one.name);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, connector_kind_word(one.at.kind));
    igTableNextColumn();
    widget_text(COLOUR_FAINT, size);
    igPopID();
}

static void rows(const PanelContext *context, int32_t count)
{
    float line = igGetTextLineHeightWithSpacing();
    float height = line * (float)(count < 3 ? 3 : count > 9 ? 9 : count) + line * 0.4f;
    if (!igBeginTable("connectors", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, height}, 0))
        return;
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1.6f, 0);
    igTableSetupColumn("Kind", ImGuiTableColumnFlags_WidthStretch, 0.8f, 0);
    igTableSetupColumn("Size", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    widget_rows(context, (size_t)count, row);
    igEndTable();
}

// Of one that was made by hand.
static void edit(const PanelContext *context)
{
    const App *app = context->app;
    Chosen *chosen = chosen_of(context);
    int32_t own = chosen->connector - app_connectors_recognised(app, chosen->part);
    NamedConnector one;
    if (own < 0 || !app_connector(app, chosen->part, chosen->connector, &one))
        return;
    ActionArgs args = {.part = chosen->part, .index = own};
    widget_label("Name", "Kept in the scene");
    if (igGetActiveID() != igGetID_Str("##name"))
        snprintf(chosen->name, sizeof chosen->name, "%s", one.name);
    igInputText("##name", chosen->name, sizeof chosen->name, ImGuiInputTextFlags_AutoSelectAll,
                NULL, NULL);
    bool done = igIsItemDeactivatedAfterEdit();
    widget_explain(context, "connector_name", NULL);
    if (done && strcmp(chosen->name, one.name) != 0) {
        snprintf(args.text, sizeof args.text, "%s", chosen->name);
        action_submit(context->out, &action_connector_rename, &args);
    }
    if (widget_button(context, "Delete", "connector_delete", "Deletes this connector", NULL, 0)) {
        action_submit(context->out, &action_connector_delete, &args);
        chosen->connector = NO_CONNECTOR;
    }
}

static void add_button(const PanelContext *context)
{
    UiState *ui = context->ui;
    bool picking = ui->mode == &tool_connector;
    if (picking)
        igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, 1));
    if (widget_button(context, picking ? "Click it now###add" : "Add by clicking###add",
                      "connector_add",
                      "The next click on a hole, a pin or a face makes a connector there",
                      context->app->document.part_count > 0 ? NULL : "Nothing is open", 0))
        ui->mode = picking ? NULL : &tool_connector;
    if (picking)
        igPopStyleColor(1);
}

static void paragraph(const char *text)
{
    igPushTextWrapPos(0);
    widget_text(COLOUR_FAINT, text);
    igPopTextWrapPos();
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    int32_t part = chosen_of(context)->part;
    widget_switch(context, "move_snap", NULL, &action_move_snap, NULL);
    widget_switch(context, "connector_fits", NULL, &action_move_fits, NULL);
    add_button(context);
    if (part < 0 || part >= app->document.part_count || !app->parts) {
        paragraph("Click a part to see its pins, holes and faces.");
        return;
    }
    const MeshFeatures *features = app_features(app, part);
    int32_t count = app_connector_count(app, part);
    widget_ellipsis(COLOUR_TEXT, 0, app->assembly.parts[part].name);
    if (!features)
        paragraph("Looking for its pins and holes ...");
    else if (features->refused)
        paragraph("Its pins and holes were not found: the search was stopped, or memory was "
                  "short. Switch snapping off and on to try again.");
    else if (count == 0)
        paragraph("No pin, hole or flat face was recognised on it. Add one by clicking.");
    if (count == 0)
        return;
    rows(context, count);
    edit(context);
}

const Panel panel_connectors = {
    .title = CONNECTORS_PANEL,
    .note = "Pins, holes and faces of the selected part, which others can be snapped to",
    .chapter = "snapping#the-connectors-panel",
    .place = PLACE_MIDDLE,
    .draw = draw,
};
