// What meets what, in plain words.
#include "app/actions/list_parts.h"
#include "app/draw/contact_colours.h"
#include "app/window/look.h"
#include "app/window/panels/search_settings.h"
#include "app/window/panels/verdict_line.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

static void describe(const App *app, const char *a, const char *middle, const char *b,
                     const FitRow *fit, enum FitKind kind)
{
    if (!widget_begin_aside())
        return;
    igTextUnformatted(a, NULL);
    widget_text(COLOUR_FAINT, middle);
    igTextUnformatted(b, NULL);
    widget_text(COLOUR_FAINT, fit ? fit_row_verdict(fit) : fit_kind_info(kind)->word);
    if (kind == FIT_VOLUMES)
        widget_text(COLOUR_FAINT, "Triangles were not compared: the search stops at volumes. The "
                                  "number counts polygons in leaves that touch.");
    char curves[120] = "";
    if (fit)
        curve_sum_words(&fit->curves, app->assembly.unit, curves, sizeof curves);
    if (curves[0])
        widget_text(COLOUR_FAINT, curves);
    widget_end_aside();
}

static void row(const PanelContext *context, int i)
{
    size_t p = (size_t)i;
    const App *app = context->app;
    const PairReport *pair = &app->report.pairs[p];
    const char *a = app->assembly.parts[pair->a].name, *b = app->assembly.parts[pair->b].name;
    int32_t selected = app->document.selected;
    const ContactState *contacts = context->contacts;
    const FitRow *fit = p < contacts->pair_count ? contacts->fit[p] : NULL;
    enum FitKind kind = p < contacts->pair_count ? contacts->kinds[p] : FIT_CHECKING;
    char number[32], does[64];
    contact_verb(app, p, does, sizeof does);
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    widget_dot(contact_colour(app, kind), NULL);
    igTableNextColumn();
    // Two lines: names are long, and cut ones would be worth nothing. In a quiet colour: all pairs
    // of the selected part are marked, and their text must stay readable.
    igPushStyleColor_U32(ImGuiCol_Header, look_colour(COLOUR_HOVER, 0.75));
    if (igSelectable_Bool("##pair", selected == pair->a || selected == pair->b,
                          ImGuiSelectableFlags_SpanAllColumns,
                          (ImVec2){0, 2 * igGetTextLineHeight() + igGetStyle()->ItemSpacing.y}))
        // A second click selects the other one of the two.
        submit_part(context, &action_part_select, selected == pair->a ? pair->b : pair->a);
    igPopStyleColor(1);
    if (p == 0)
        ui_note_rect(context->ui, "first_pair");
    describe(app, a, does, b, fit, kind);
    igSameLine(0, 0);
    igBeginGroup();
    widget_ellipsis(COLOUR_TEXT, 0, a);
    widget_text(COLOUR_FAINT, does);
    igSameLine(0, igGetFontSize() * 0.35f);
    widget_ellipsis(COLOUR_TEXT, 0, b);
    igEndGroup();
    igTableNextColumn();
    int64_t polygons = p < context->contacts->pair_count ? context->contacts->pair_polygons[p] : 0;
    widget_right(format_count(number, sizeof number, polygons));
    igPopID();
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    FitVerdict said;
    igBeginGroup();
    verdict_line(context, search_settings_width() + igGetStyle()->ItemSpacing.x, &said);
    igEndGroup();
    if (app->report.count == 0 && app->document.part_count == 0)
        return;
    search_settings_button(context);
    search_answer(context);
    if (app->report.count == 0) {
        widget_paragraph(COLOUR_FAINT, 0, "Drag a part into another one to see where they meet.");
        return;
    }
    if (app->document.query.mode == QUERY_FIRST)
        widget_text(COLOUR_FAINT, "Mode \"first\": one polygon pair per pair of parts");
    if (!igBeginTable("pairs", 3,
                      ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX,
                      (ImVec2){0, 0}, 0))
        return;
    float em = igGetFontSize();
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Pair of parts", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("Contacts", ImGuiTableColumnFlags_WidthFixed, em * 4, 0);
    static const char *const notes[] = {NULL, "A click selects one of the two, a second the other",
                                        "Pairs of polygons that meet, one of either part"};
    widget_headers(1 << 2, notes);
    widget_rows(context, app->report.count, row);
    igEndTable();
}

const Panel panel_collision = {
    .title = "Collision",
    .note = "Which parts meet, and in how many polygons",
    .chapter = "contact#the-collision-panel",
    .place = PLACE_MIDDLE,
    .open = true,
    .draw = draw,
};
