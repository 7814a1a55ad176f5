// Mouse and keys, from the tables that bind them.
#include "app/window/keys.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

static void line(const char *keys, const char *effect)
{
    igTableNextColumn();
    widget_text(COLOUR_LINK, keys);
    igTableNextColumn();
    widget_paragraph(COLOUR_TEXT, 0, effect);
}

// pairs: of a key column and an effect column, side by side.
static bool begin(const char *id, int pairs, float key_width)
{
    if (!igBeginTable(id, 2 * pairs, ImGuiTableFlags_RowBg, (ImVec2){0, 0}, 0))
        return false;
    for (int i = 0; i < pairs; ++i) {
        igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * key_width, 0);
        igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    }
    return true;
}

static void key_line(void *user, const char *keys, const char *title)
{
    (void)user;
    line(keys, title);
}

static void draw(const PanelContext *context)
{
    (void)context;
    igSeparatorText("Mouse");
    if (begin("mouse", 1, 16)) {
        for (int i = 0; i < mouse_help_count; ++i)
            line(mouse_help[i].gesture, mouse_help[i].effect);
        igEndTable();
    }
    igSeparatorText("Keys");
    if (begin("keys", 2, 7)) {
        keys_visit(key_line, NULL);
        igEndTable();
    }
    igSeparatorText("Colours");
    widget_dot(COLOUR_ALERT, NULL);
    igSameLine(0, 4);
    igTextUnformatted("polygons that run into each other; the part turns into a wireframe", NULL);
    widget_dot(COLOUR_WARN, NULL);
    igSameLine(0, 4);
    igTextUnformatted("polygons that only touch, or lie flush on each other", NULL);
}

const Panel panel_help = {
    .title = "Help",
    .note = "Mouse and keys",
    .shortcut = "F1",
    .place = PLACE_FLOATING,
    .width = 700,
    .height = 640,
    .draw = draw,
};
