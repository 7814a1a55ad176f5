#include "app/window/panels/compare_strip.h"

#include "app/actions/list_view.h"
#include "app/document/compare.h"
#include "app/document/fields.h"
#include "app/document/presets.h"
#include "app/stages/rows.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/param_field.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stdio.h>

// --- what B is

static void choose(const PanelContext *context, const char *id, const char *note,
                   const Choice *list, int count, int current, float width, const Action *action)
{
    int chosen = widget_combo(context, id, note, list, count, current, width);
    if (chosen >= 0)
        submit_index(context, action, chosen);
}

// The first entry is no preset.
static void choose_preset(const PanelContext *context, float width)
{
    Choice list[NAMED_MOST + 2];
    const Document *document = &context->app->document;
    const int count = preset_published() + 1;
    bool before = field_flag(document, &action_compare_before);
    int current = before ? 0 : 1 + compare_preset(document);
    list[0] = (Choice){
        "the setting before",
        "it follows: what was in use before the last change of volume, criterion, test ...", NULL};
    for (int i = 1; i < count; ++i)
        list[i] = (Choice){preset_name(i - 1), preset_note(i - 1), NULL};
    list[count] =
        (Choice){"own choice", "something was chosen by hand", "choose something else beside"};
    igSameLine(0, -1);
    int chosen = widget_combo(context, "compare_preset", "What is on the right, all at once", list,
                              count + (current == count), current, width);
    if (chosen == 0)
        submit_flag(context, &action_compare_before, true);
    else if (chosen > 0)
        submit_index(context, &action_compare_preset, chosen - 1);
}

static const char *why_not(const CompareSettings *settings)
{
    const char *why = NULL;
    BvhDesc build = compare_build(settings);
    return bvh_desc_allowed(&build, &why) ? NULL : why;
}

// As B is shown, the setting before included.
static CompareSettings shown_settings(const App *app)
{
    Document as_shown = app->document;
    SearchKind kind = compare_wanted(app);
    compare_take(&as_shown, &kind);
    return as_shown.compare;
}

static void choose_build(const PanelContext *context, const CompareSettings *now,
                         const float *width)
{
    Choice list[NAMED_MOST];
    CompareSettings other = *now;
    CHOICES_OF(list, bv_types, bv_type_count);
    int volume = 0;
    while (bv_types[volume] != now->volume)
        ++volume;
    choose(context, "compare_volume", "Bounding volume on the right", list, bv_type_count, volume,
           width[0], &action_compare_volume);
    CHOICES_OF(list, split_rules, split_rule_count);
    for (int i = 0; i < split_rule_count; ++i) {
        other.criterion = split_rules[i];
        list[i].why_not = why_not(&other);
    }
    if (now->volume->own_criterion)
        list[0] = (Choice){now->volume->own_criterion, now->volume->note, NULL};
    igSameLine(0, -1);
    choose(context, "compare_criterion", "Construction criterion on the right", list,
           split_rule_count, split_index(now->criterion), width[1], &action_compare_criterion);
    int count = 0;
    for (; count < now->volume->test_count && count < NAMED_MOST; ++count)
        list[count] =
            (Choice){now->volume->tests[count].name, now->volume->tests[count].note, NULL};
    igSameLine(0, -1);
    choose(context, "compare_test", "Overlap test on the right", list, count, now->test, width[2],
           &action_compare_test);
}

// 2, 4, 8 children; 1, 2, 4, 8, 16 triangles.
static void choose_numbers(const PanelContext *context, const CompareSettings *now)
{
    static const char *const children[] = {"2", "4", "8"};
    static const char *const leaves[] = {"1", "2", "4", "8", "16"};
    static const char *const most_children = "Most children of a node on the right";
    static const char *const most_triangles = "Most triangles in a leaf on the right";
    Choice list[5];
    int arity = 0, leaf = 0;
    for (int i = 0; i < 3; ++i) {
        CompareSettings other = *now;
        other.arity = 2 << i;
        list[i] = (Choice){children[i], most_children, why_not(&other)};
        arity = now->arity == other.arity ? i : arity;
    }
    int chosen = widget_choice(context, "compare_arity", "Children", most_children, list, 3, arity);
    if (chosen >= 0)
        submit_index(context, &action_compare_arity, 2 << chosen);
    for (int i = 0; i < 5; ++i) {
        list[i] = (Choice){leaves[i], most_triangles, NULL};
        leaf = now->leaf_size >= 1 << i ? i : leaf;
    }
    chosen =
        widget_choice(context, "compare_leaf_size", "Leaf size", most_triangles, list, 5, leaf);
    if (chosen >= 0)
        submit_index(context, &action_compare_leaf_size, 1 << chosen);
}

static void choose_search(const PanelContext *context, const CompareSettings *now)
{
    Choice list[NAMED_MOST];
    CHOICES_OF(list, descent_rules, descent_rule_count);
    int chosen = widget_choice(context, "compare_rule", "Descent",
                               "Which node of a pair is opened next on the right", list,
                               descent_rule_count, now->rule);
    if (chosen >= 0)
        submit_index(context, &action_compare_rule, chosen);
    bool possible = now->volume->tests[now->test].run_lifted != NULL, lift = possible && now->lift;
    widget_label("Lift node work",
                 possible ? "What belongs to one node is computed once, when its parent is opened"
                          : "This overlap test has no work of one node to lift");
    igBeginDisabled(!possible);
    if (igCheckbox("##lift", &lift))
        submit_flag(context, &action_compare_lift, lift);
    igEndDisabled();
    widget_explain(context, "compare_lift", NULL);
}

static const char *const param_rects[BV_MAX_PARAMS] = {
    "compare_param_0", "compare_param_1", "compare_param_2", "compare_param_3",
    "compare_param_4", "compare_param_5", "compare_param_6", "compare_param_7"};

// What the line of the strip has no room for.
static void more(const PanelContext *context, const CompareSettings *now, float width)
{
    if (widget_button(context, "More...", "compare_more",
                      "Children, leaf size, descent, lifting and parameters on the right", NULL,
                      width))
        igOpenPopup_Str("more of the right", 0);
    ImVec2 corner;
    igGetItemRectMax(&corner);
    igSetNextWindowPos((ImVec2){corner.x, corner.y + igGetStyle()->ItemSpacing.y},
                       ImGuiCond_Appearing, (ImVec2){1, 0}); // below, ends with the button
    igSetNextWindowSize((ImVec2){22 * igGetFontSize(), 0}, ImGuiCond_Always);
    if (!igBeginPopup("more of the right", 0))
        return;
    choose_numbers(context, now);
    choose_search(context, now);
    const BvhDesc build = compare_build(now);
    for (int i = 0; i < build.type->param_count; ++i)
        param_field(context, param_rects[i], &action_compare_param, &build.type->params[i], i,
                    build.params[i]);
    igEndPopup();
}

// The lists of volume, criterion and test need a line of their own where the view is narrow, or text is large.
static bool in_two_lines(float width)
{
    return width < 46 * igGetFontSize();
}

// Shares of a line's room, of so many lists.
static void share_out(float room, const float *shares, int lists, float *widths)
{
    float sum = 0;
    for (int i = 0; i < lists; ++i)
        sum += shares[i];
    for (int i = 0; i < lists; ++i)
        widths[i] = floorf(shares[i] / sum * room);
}

static void controls(const PanelContext *context)
{
    static const float shares[] = {1.3f, 1.0f, 1.1f, 0.9f};
    enum { LISTS = sizeof shares / sizeof *shares };
    const App *app = context->app;
    const ImGuiStyle *style = igGetStyle();
    float widths[LISTS], letter = igGetFontSize(), use = 4 * letter, rest = 4.6f * letter;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    const bool two = in_two_lines(space.x);
    float left = space.x - 3 * letter - use - rest - letter;
    if (two) {
        share_out(space.x - (LISTS - 2) * style->ItemSpacing.x, shares + 1, LISTS - 1, widths + 1);
        widths[0] = left - 4 * style->ItemSpacing.x;
    } else {
        share_out(left - (LISTS + 3) * style->ItemSpacing.x, shares, LISTS, widths);
    }
    CompareSettings now = shown_settings(app);
    igAlignTextToFramePadding();
    widget_text(COLOUR_TEXT, "Right");
    choose_preset(context, widths[0]);
    if (!two) {
        igSameLine(0, -1);
        choose_build(context, &now, widths + 1);
    }
    igSameLine(0, -1);
    more(context, &now, rest);
    igSameLine(0, -1);
    lab_action_button(context, "Use it", "compare_use", &action_compare_use, use);
    igSameLine(0, -1);
    igSetCursorPosY(igGetCursorPosY() + (igGetFrameHeight() - letter) / 2);
    if (widget_close("end comparison"))
        submit_flag(context, &action_view_compare, false);
    widget_explain(context, "compare_end", "Ends the comparison (Ctrl+B)");
    if (two)
        choose_build(context, &now, widths + 1);
}

// --- what both take

static void cell(uint32_t colour, const char *text)
{
    igTableNextColumn();
    igPushStyleColor_U32(ImGuiCol_Text, look_colour(colour, 1));
    widget_right(text);
    igPopStyleColor(1);
}

static void name_cell(uint32_t colour, const char *letter, const char *text)
{
    igTableNextRow(0, 0);
    igTableNextColumn();
    widget_text(COLOUR_LINK, letter);
    igSameLine(0, -1);
    widget_ellipsis(colour, 0, text);
}

static void side_row(const CompareReading *r, enum CompareSide side, bool current)
{
    const CompareFigures *f = &r->side[side];
    uint32_t colour = current ? COLOUR_TEXT : COLOUR_FAINT;
    const uint64_t counts[] = {f->work.volume_tests, f->work.triangle_tests, f->work.updates};
    char text[64];
    compare_name(&f->kind, text, sizeof text);
    name_cell(colour, side == SIDE_A ? "Left" : "Right", text);
    for (int i = 0; i < 3; ++i)
        cell(colour, format_count(text, sizeof text, (int64_t)counts[i]));
    snprintf(text, sizeof text, "%.3f ms", f->ms);
    cell(colour, text);
    snprintf(text, sizeof text, "%.1f ms", f->build_ms);
    cell(colour, text);
    cell(colour, format_bytes(text, sizeof text, f->bytes));
    cell(r->differing > 0 ? COLOUR_ALERT : colour,
         format_count(text, sizeof text, (int64_t)f->contacts));
}

static void ratio_cell(uint32_t colour, double a, double b)
{
    char text[32];
    if (a > 0)
        snprintf(text, sizeof text, "x %.3g", b / a);
    else
        snprintf(text, sizeof text, "%s", b > 0 ? "-" : "=");
    cell(colour, text);
}

static void ratios(const CompareReading *r, bool current)
{
    const CompareFigures *a = &r->side[SIDE_A], *b = &r->side[SIDE_B];
    uint32_t colour = current ? COLOUR_TEXT : COLOUR_FAINT;
    name_cell(colour, "Right / left", current ? "" : "old: it is being searched again");
    ratio_cell(colour, (double)a->work.volume_tests, (double)b->work.volume_tests);
    ratio_cell(colour, (double)a->work.triangle_tests, (double)b->work.triangle_tests);
    ratio_cell(colour, (double)a->work.updates, (double)b->work.updates);
    ratio_cell(colour, a->ms, b->ms);
    ratio_cell(colour, a->build_ms, b->build_ms);
    ratio_cell(colour, a->bytes, b->bytes);
    cell(r->differing > 0 ? COLOUR_ALERT : COLOUR_GOOD, r->differing > 0 ? "differ" : "the same");
}

static void about(const CompareReading *r, char *text, size_t size)
{
    snprintf(text, size,
             r->part == NO_PART    ? "All parts: %d pair%s"
             : r->other == NO_PART ? "Selected part: %d pair%s"
                                   : "Selected pair",
             r->pairs, r->pairs == 1 ? "" : "s");
}

// Below this the figures would be cut off, which makes other numbers of them: they are scrolled sideways then.
static bool scrolls(float width)
{
    return width < 54 * igGetFontSize();
}

static void setup_columns(const char *first, bool scrolled)
{
    static const char *const titles[] = {"N_v", "N_p", "N_u", "T", "Build", "Memory", "Contacts"};
    const int flags =
        scrolled ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch;
    const float letter = scrolled ? igGetFontSize() : 1;
    if (scrolled)
        igTableSetupScrollFreeze(1, 1);
    igTableSetupColumn(first, flags, scrolled ? 6 * letter : 3.1f, 0);
    for (int i = 0; i < 7; ++i)
        igTableSetupColumn(titles[i], flags, scrolled ? 5 * letter : 1, 0);
}

static void figures(const PanelContext *context)
{
    static const char *const notes[] = {
        "The selected pair, the selected part with all that is near it, or all pairs of parts, "
        "where they stand",
        "Volume tests, from the roots",
        "Triangle tests",
        "Volumes transformed or realigned",
        "CPU time of the searches, from the roots on one processor: the least of three rounds, or "
        "of one if that "
        "takes long",
        "Building the hierarchies of all parts, by the clock on the wall",
        "Of the hierarchies of all parts",
        "Pairs of triangles in contact: both must find the same"};
    const CompareShown *shown = &context->app->compare;
    char text[64] = "";
    if (shown->figures_known)
        about(&shown->figures, text, sizeof text);
    char first[96];
    snprintf(first, sizeof first, "%s###compare_pairs", text);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    const bool scrolled = scrolls(space.x);
    if (!igBeginTable("compare_figures", 8, scrolled ? ImGuiTableFlags_ScrollX : 0,
                      (ImVec2){0, scrolled ? space.y : 0}, 0))
        return;
    setup_columns(first, scrolled);
    widget_headers(0xFE, notes);
    bool current = shown->figures_current;
    if (shown->figures_known && shown->figures.pairs >= 0) {
        side_row(&shown->figures, SIDE_A, current);
        side_row(&shown->figures, SIDE_B, current);
        ratios(&shown->figures, current);
    }
    igEndTable();
    ui_note_rect(context->ui, "compare_figures");
}

static const char *waiting(const App *app)
{
    const CompareShown *shown = &app->compare;
    return stage_task(app, &stage_compare) ? "The hierarchies of the right half are being built."
           : shown->figures_known && shown->figures.pairs < 0
               ? "The searches could not be compared."
           : shown->figures_known ? NULL
           : stage_task(app, &stage_compare_search)
               ? "Both are being searched."
               : "Both are compared as soon as hierarchies and contacts are known.";
}

static const Panel described = {.title = "Comparison",
                                .note = "Two ways to build and search, side by side",
                                .chapter = "hierarchies#comparing-two-settings"};

float compare_strip_draw(const PanelContext *context, float x, float y, float width)
{
    const ImGuiStyle *style = igGetStyle();
    float line = igGetTextLineHeightWithSpacing() + style->CellPadding.y;
    const float room = width - 2 * style->WindowPadding.x;
    float high = (in_two_lines(room) ? 2 : 1) * igGetFrameHeightWithSpacing() + 4 * line +
                 style->ItemSpacing.y + style->WindowPadding.y +
                 (scrolls(room) ? style->ScrollbarSize + style->WindowPadding.y : 0);
    igSetNextWindowPos((ImVec2){x, y}, ImGuiCond_Always, (ImVec2){0, 0});
    igSetNextWindowSize((ImVec2){width, high}, ImGuiCond_Always);
    if (igBegin("##compare", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus)) {
        controls(context);
        const char *why = waiting(context->app);
        if (!context->app->compare.figures_known || context->app->compare.figures.pairs < 0)
            widget_paragraph(COLOUR_FAINT, 0, why);
        else
            figures(context);
    }
    if (igIsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                          ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
        context->ui->panel_hovered = &described;
    igEnd();
    return high;
}
