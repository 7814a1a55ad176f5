// Version, licence, and what others wrote.
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "third_party/third_party_table.h"

#include <stdio.h>
#include <string.h>

// "package libglfw3-dev", or the archive file's name with the start of its checksum; whole in the
// tooltip.
static void origin_cell(const ThirdParty *row)
{
    char text[512];
    bool archive = strncmp(row->origin, "archive:", 8) == 0;
    const char *name = archive ? strrchr(row->origin, '/') + 1 : strchr(row->origin, ':') + 1;
    if (archive)
        snprintf(text, sizeof text, "%s, sha256 %.8s...", name, row->checksum);
    else
        snprintf(text, sizeof text, "package %s", name);
    igTextUnformatted(text, NULL);
    if (!archive)
        return;
    snprintf(text, sizeof text, "%s\nsha256 %s", row->origin, row->checksum);
    widget_tooltip(text);
}

static void draw(const PanelContext *context)
{
    (void)context;
    igTextUnformatted("Snug " SNUG_VERSION, NULL);
    widget_text(COLOUR_FAINT, "Virtual prototyping: collisions of triangle meshes through\n"
                              "hierarchies of bounding volumes. MIT licence.");
    igSeparatorText("Third-party software");
    if (!igBeginTable("third party", 5,
                      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                          ImGuiTableFlags_BordersInnerV,
                      (ImVec2){0, 0}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 2.2f, 0);
    igTableSetupColumn("Version", ImGuiTableColumnFlags_WidthStretch, 1.2f, 0);
    igTableSetupColumn("Licence", ImGuiTableColumnFlags_WidthStretch, 1.4f, 0);
    igTableSetupColumn("Used for", ImGuiTableColumnFlags_WidthStretch, 2.2f, 0);
    igTableSetupColumn("Origin", ImGuiTableColumnFlags_WidthStretch, 2.8f, 0);
    igTableHeadersRow();
    for (int i = 0; i < third_party_count; ++i) {
        const ThirdParty *row = &third_party_table[i];
        const char *cells[] = {row->name, row->version, row->licence, row->use};
        igTableNextRow(0, 0);
        for (int c = 0; c < 4; ++c) {
            igTableNextColumn();
            igPushTextWrapPos(0);
            igTextUnformatted(cells[c], NULL);
            igPopTextWrapPos();
        }
        igTableNextColumn();
        igPushTextWrapPos(0);
        origin_cell(row);
        igPopTextWrapPos();
    }
    igEndTable();
}

const Panel panel_about = {
    .title = "About Snug",
    .note = "Version and third-party software",
    .chapter = "third-party",
    .place = PLACE_FLOATING,
    .width = 880,
    .height = 520,
    .draw = draw,
};
