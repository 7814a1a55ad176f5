#include "app/window/panels/part_menu.h"
#include "app/window/panels/parts_panel.h"

#include "app/actions/list_parts.h"
#include "app/document/selection.h"
#include "app/picture/theme.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

static const char MENU[] = "part of the view";

static void item(const PanelContext *context, const Action *action, int32_t part, bool flag,
                 const char *title, bool possible, const char *note)
{
    if (igMenuItem_Bool(title, action->shortcut, false, possible))
        action_submit(context->out, action, &(ActionArgs){.part = part, .flag = flag});
    widget_tooltip(note);
}

static uint32_t packed(const float rgb[3])
{
    uint32_t value = 0;
    for (int i = 0; i < 3; ++i)
        value = value << 8 | (uint32_t)lrintf(fminf(fmaxf(rgb[i], 0), 1) * 255);
    return value;
}

static void set_colour(const PanelContext *context, int32_t part, int32_t rgb, uint64_t merge_key)
{
    action_submit_merged(context->out, &action_part_colour,
                         &(ActionArgs){.part = part, .colour = rgb}, merge_key);
}

void part_colour_choice(const PanelContext *context, int32_t part)
{
    enum { PER_ROW = 6 };
    float size = igGetFrameHeight();
    for (int i = 0; i < PART_COLOUR_COUNT; ++i) {
        ImVec4 colour;
        igColorConvertU32ToFloat4(&colour, look_colour(part_colours[i], 1));
        igPushID_Int(i);
        if (igColorButton("patch", colour, ImGuiColorEditFlags_NoTooltip, (ImVec2){size, size}))
            set_colour(context, part, (int32_t)part_colours[i], 0);
        widget_tooltip("Paint it in this colour");
        igPopID();
        if ((i + 1) % PER_ROW != 0)
            igSameLine(0, -1);
    }
    uint32_t now = context->app->assembly.parts[part].colour;
    float rgb[3] = {(float)(now >> 16 & 255) / 255, (float)(now >> 8 & 255) / 255,
                    (float)(now & 255) / 255};
    if (!igIsAnyItemActive())
        ++context->ui->merge_key; // the next grip is another step of the history
    igSetNextItemWidth(igGetFontSize() * 12);
    if (igColorPicker3("##picker", rgb,
                       ImGuiColorEditFlags_NoSidePreview | ImGuiColorEditFlags_NoAlpha |
                           ImGuiColorEditFlags_DisplayRGB))
        set_colour(context, part, (int32_t)packed(rgb), context->ui->merge_key);
    if (igMenuItem_Bool("As in the file", NULL, false,
                        context->app->document.parts[part].colour != OWN_COLOUR))
        set_colour(context, part, -1, 0);
    widget_tooltip("Takes the colour it was opened with");
}

// Names of groups come from files: "##" in them means nothing, so they are drawn beside the label.
static bool group_item(const char *group, int number)
{
    ImVec2 size;
    igCalcTextSize(&size, group, NULL, false, -1);
    igPushID_Int(number);
    bool chosen = igSelectable_Bool("##group", false, 0, (ImVec2){size.x, 0});
    igSameLine(0, 0);
    igSetCursorPosX(igGetCursorPosX() - size.x);
    igTextUnformatted(group, NULL);
    igPopID();
    return chosen;
}

static void into_group(const PanelContext *context, int32_t part)
{
    enum { MOST = 20 };
    const PartList *list = parts_panel_list(context->ui);
    const Document *document = &context->app->document;
    int shown = 0;
    for (size_t i = 0; i < list->count && shown < MOST; ++i) {
        const char *group = list->rows[i].group;
        if (!group || group == document->parts[part].group)
            continue;
        if (shown == 0)
            igSeparator();
        if (group_item(group, shown++)) {
            ActionArgs args = {.part = part};
            snprintf(args.text, sizeof args.text, "%s", group);
            action_submit(context->out, &action_part_group, &args);
            igCloseCurrentPopup();
        }
    }
}

static void headline(const App *app, int32_t part)
{
    int32_t count = selection_has(&app->document, part) ? selection_count(&app->document) : 1;
    char text[64];
    snprintf(text, sizeof text, "%d parts", (int)count);
    widget_text(COLOUR_FAINT, count > 1 ? text : app->assembly.parts[part].name);
    igSeparator();
}

static void looks(const PanelContext *context, int32_t part)
{
    const PartState *state = &context->app->document.parts[part];
    item(context, &action_part_show, part, !state->visible, state->visible ? "Hide" : "Show", true,
         "Hidden parts do not collide");
    item(context, &action_part_ghost, part, !state->ghost, state->ghost ? "Make solid" : "Ghost",
         true, "Ghosts are transparent and the mouse goes through them");
    ui_note_rect(context->ui, "menu_ghost");
    item(context, &action_part_isolate, part, false, "Isolate", true,
         "Hides everything else, or brings it back");
    item(context, &action_part_lock, part, !state->locked, state->locked ? "Unlock" : "Lock", true,
         "Nothing moves or deletes what is locked");
    ui_note_rect(context->ui, "menu_lock");
}

static void names(const PanelContext *context, int32_t part)
{
    const Document *document = &context->app->document;
    if (igMenuItem_Bool("Rename", action_part_rename.shortcut, false, true))
        parts_panel_rename(context->ui, context->app, part);
    widget_tooltip("Changes the name in the list; rules still go by the name in the file");
    ui_note_rect(context->ui, "menu_rename");
    if (igBeginMenu("Colour", true)) {
        part_colour_choice(context, part);
        igEndMenu();
    }
    if (igBeginMenu("Group", true)) {
        item(context, &action_parts_group, part, false, "New group", selection_has(document, part),
             "Makes a group of what is selected");
        item(context, &action_part_ungroup, part, false, "Take out of the group",
             document->parts[part].group,
             "Into the group that its group is in, if any; a group without parts is gone");
        bool rigid = document->parts[part].rigid > 0;
        item(context, &action_group_rigid, part, !rigid, rigid ? "No rigid body" : "Rigid body",
             document->parts[part].group,
             "The parts of its group move together, and contacts between them are left alone");
        ui_note_rect(context->ui, "menu_rigid");
        into_group(context, part);
        igEndMenu();
    }
}

void part_menu_items(const PanelContext *context, int32_t part)
{
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    headline(context->app, part);
    looks(context, part);
    igSeparator();
    names(context, part);
    igSeparator();
    item(context, &action_part_duplicate, part, false, "Duplicate", true,
         "Puts a copy beside it that shares its triangles");
    ui_note_rect(context->ui, "menu_duplicate");
    item(context, &action_part_delete, part, false, "Delete", true,
         "Takes it out of the assembly; the file stays as it is");
    ui_note_rect(context->ui, "menu_delete");
    igSeparator();
    item(context, &action_part_reset, part, false, "Back to where it was", true,
         "Puts it where it was when it was opened");
}

typedef struct ViewMenu {
    int32_t part; // whose menu the view shows
    bool wanted;  // ... from the next frame on
} ViewMenu;
static const UiPrivate menu_memory = {.size = sizeof(ViewMenu)};

void part_menu_open(const UiState *ui, int32_t part)
{
    *(ViewMenu *)ui_own(ui, &menu_memory) = (ViewMenu){part, true};
}

void part_menu_draw(const PanelContext *context)
{
    ViewMenu *menu = ui_own(context->ui, &menu_memory);
    const Document *document = &context->app->document;
    if (menu->wanted)
        igOpenPopup_Str(MENU, 0);
    menu->wanted = false;
    if (!igBeginPopup(MENU, ImGuiWindowFlags_NoMove))
        return;
    if (menu->part >= 0 && menu->part < document->part_count &&
        !document->parts[menu->part].removed)
        part_menu_items(context, menu->part);
    else
        igCloseCurrentPopup();
    igEndPopup();
}
