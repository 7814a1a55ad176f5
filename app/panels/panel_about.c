// Version, licence, and what others wrote.
#include "app/view/look.h"
#include "third_party_table.h"
#include "widgets.h"

static void draw(const PanelContext *context)
{
    (void)context;
    igTextUnformatted("Snug " SNUG_VERSION, NULL);
    widget_text(COLOUR_FAINT, "Virtual prototyping: collisions of triangle meshes through\n"
                              "hierarchies of bounding volumes. MIT licence.");
    igSeparatorText("Third-party software");
    if (!igBeginTable("third party", 4,
                      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                          ImGuiTableFlags_BordersInnerV,
                      (ImVec2){0, 0}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 2.4f, 0);
    igTableSetupColumn("Version", ImGuiTableColumnFlags_WidthStretch, 1.5f, 0);
    igTableSetupColumn("Licence", ImGuiTableColumnFlags_WidthStretch, 1.7f, 0);
    igTableSetupColumn("Used for", ImGuiTableColumnFlags_WidthStretch, 3, 0);
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
            if (c == 0)
                widget_tooltip(row->origin);
        }
    }
    igEndTable();
}

const Panel panel_about = {
    .title = "About Snug",
    .note = "Version and third-party software",
    .place = PLACE_FLOATING,
    .width = 720,
    .height = 480,
    .draw = draw,
};
