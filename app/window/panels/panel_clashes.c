// The clashes in plain words: a click selects and zooms, the context menu says what a pair is.
#include "app/actions/list_rules.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/draw/contact_colours.h"
#include "app/window/look.h"
#include "app/window/panels/clash_groups.h"
#include "app/window/panels/clash_menu.h"
#include "app/window/panels/length_input.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/rule_list.h"
#include "app/window/panels/verdict_line.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

// How the rows are grouped.
typedef struct ClashPanel {
    int grouping; // enum ClashGrouping
    ClashGroups groups;
} ClashPanel;
static void panel_end(void *state)
{
    clash_groups_free(&((ClashPanel *)state)->groups);
}
static const UiPrivate panel_memory = {.size = sizeof(ClashPanel), .end = panel_end};

static bool is_known(const App *app, const FitRow *row)
{
    return app_pair_known(app, row->a, row->b);
}

static enum FitKind kind_of(const App *app, const FitRow *row)
{
    return is_known(app, row) ? fit_row_kind(row) : FIT_CHECKING;
}

static float button_width(const char *label)
{
    ImVec2 size;
    igCalcTextSize(&size, label, NULL, false, -1);
    return size.x + 2 * igGetStyle()->FramePadding.x;
}

// Goes on at the right end of the line if the buttons fit there: rows of clashes are worth more
// than a line of their own.
static void place_buttons(const char *summary)
{
    float gap = igGetStyle()->ItemSpacing.x;
    float needed = button_width("Baseline") + gap + button_width("Export...") + gap +
                   button_width("Rules...") + gap + button_width("By subassembly");
    ImVec2 words, room;
    igCalcTextSize(&words, summary, NULL, false, -1);
    igGetContentRegionMax(&room);
    const float dot = igGetFontSize() + igGetStyle()->WindowPadding.x;
    if (dot + words.x + 2 * gap + needed < room.x)
        igSameLine(room.x - needed, 0);
}

// Returns the words on its last line.
static const char *summary(const PanelContext *context, FitVerdict *said)
{
    verdict_line(context, 0, said);
    if (context->contacts->of_kind[FIT_VOLUMES] == 0)
        return said->text;
    static const char about[] = "This is about triangles, although the search stops at volumes.";
    widget_paragraph(COLOUR_FAINT, 0, about);
    return about;
}

// "relative, up to 0.03 mm": what a relative tolerance has come to. The rows say each one's own.
static void relative_tolerance(const App *app, char *text, size_t size)
{
    double most = 0;
    for (size_t i = 0; i < app->fit.count; ++i)
        most = fmax(most, app->fit.rows[i].tolerance);
    char length[40];
    length_format(most, app->assembly.unit, length, sizeof length);
    if (most > 0)
        snprintf(text, size, "relative, up to %s", length);
    else
        snprintf(text, size, "relative to the parts");
}

static void context_menu(const PanelContext *context, const FitRow *row)
{
    size_t index = (size_t)(row - context->app->fit.rows);
    static const struct {
        const char *label, *note;
        enum PairRule rule;
    } items[] = {
        {"Ignore this pair", "It is no longer looked at", RULE_IGNORED},
        {"Intentional", "Listed, but never counted: a press fit", RULE_INTENTIONAL},
        {"Baseline", "Counted again only when it gets deeper", RULE_BASELINE},
        {"Forbidden", "Touching counts too", RULE_FORBIDDEN},
        {"Check as usual", "Removes the rule about this pair", RULE_CHECKED},
    };
    if (!igBeginPopupContextItem("rules", ImGuiPopupFlags_MouseButtonRight))
        return;
    for (size_t i = 0; i < sizeof items / sizeof *items; ++i) {
        if (igMenuItem_Bool(items[i].label, NULL, row->rule == items[i].rule, true))
            action_submit(context->out, &action_pair_rule,
                          &(ActionArgs){.part = row->a, .other = row->b, .rule = items[i].rule});
        if (i == 0)
            ui_note_rect(context->ui, "clash_ignore");
        widget_tooltip(items[i].note);
    }
    igSeparator();
    if (igMenuItem_Bool("For parts called like these...", NULL, false, true))
        rule_list_begin(context->ui, context->app->assembly.parts[row->a].key,
                        context->app->assembly.parts[row->b].key);
    widget_explain(context, "clash_rule_like", "A rule by names with wildcards");
    clash_menu(context, index);
    igEndPopup();
}

// While it is being checked, nobody knows whether what was said before is still so.
static void say(const App *app, const FitRow *row, char *text, size_t size)
{
    bool special = row->rule != RULE_CHECKED;
    char tag[300];
    clash_tag(app, (size_t)(row - app->fit.rows), tag, sizeof tag);
    const char *thread = threads_have(app, row->a, row->b) ? " (thread)" : "";
    if (is_known(app, row))
        snprintf(text, size, "%.240s%s%s%s%s%.200s", row->text, thread, special ? " (" : "",
                 special ? pair_rule_name(row->rule) : "", special ? ")" : "", tag);
    else
        snprintf(text, size, "%.200s and %.200s: checking", app->assembly.parts[row->a].name,
                 app->assembly.parts[row->b].name);
    utf8_sanitise(text); // the cut may have gone through a character
}

static void describe(const PanelContext *context, const FitRow *row)
{
    if (!widget_begin_aside())
        return;
    char line[160], length[64];
    enum LengthUnit unit = context->app->assembly.unit;
    igPushTextWrapPos(igGetFontSize() * 24);
    char words[512];
    say(context->app, row, words, sizeof words);
    igTextUnformatted(words, NULL);
    if (is_known(context->app, row))
        widget_text(row->violation   ? COLOUR_ALERT
                    : row->undecided ? COLOUR_WARN
                                     : COLOUR_FAINT,
                    fit_row_verdict(row));
    igPopTextWrapPos();
    curve_sum_words(&row->curves, unit, line, sizeof line);
    if (line[0])
        widget_text(COLOUR_FAINT, line);
    if (row->tolerance > 0) {
        length_format(row->tolerance, unit, length, sizeof length);
        snprintf(line, sizeof line, "contact tolerance %s", length);
        widget_text(COLOUR_FAINT, line);
    }
    if (row->facet_error > 0) {
        length_format(row->facet_error, unit, length, sizeof length);
        snprintf(line, sizeof line, "facets can tell ±%s", length);
        widget_text(COLOUR_FAINT, line);
    }
    char id[CLASH_ID_SIZE];
    clash_id_text(&row->clashes.items[0], id);
    snprintf(line, sizeof line, "pair %016llx, clash %s%s", (unsigned long long)row->id, id,
             row->clashes.count > 1 ? " and others" : "");
    widget_text(COLOUR_FAINT, line);
    widget_text(COLOUR_FAINT, "Click: zoom, and dim the other parts; again, or Esc: bring them "
                              "back. Right click: say what the pair is.");
    widget_end_aside();
}

// Two lines of words, drawn over the row and not laid out: all rows are equally high.
static void sentence(const App *app, const FitRow *row, ImVec2 at, float width)
{
    char text[512];
    say(app, row, text, sizeof text);
    bool counts = is_known(app, row) && (row->violation || row->undecided);
    widget_paragraph_at(counts ? COLOUR_TEXT : COLOUR_FAINT, at, width, 2, text);
}

static bool shown_alone(const App *app, const FitRow *row)
{
    const int32_t *pair = app->document.view.shown_pair;
    return document_pair_shown(&app->document) && pair[0] == row->a && pair[1] == row->b;
}

// All lines are equally high.
static float row_height(void)
{
    return 2 * igGetTextLineHeight() + igGetStyle()->ItemSpacing.y * 0.5f;
}

static void row_of(const PanelContext *context, int i)
{
    const FitRow *row = &context->app->fit.rows[i];
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    enum FitKind kind = kind_of(context->app, row);
    widget_dot(contact_colour(context->app, kind), fit_kind_info(kind)->title);
    igTableNextColumn();
    ImVec2 at, space;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    if (igSelectable_Bool("##row", shown_alone(context->app, row),
                          ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, row_height()})) {
        action_submit(
            context->out, &action_pair_show,
            &(ActionArgs){
                .part = row->a, .other = row->b, .aspect = context->ui->view_aspect, .flag = true});
    }
    if (i == 0)
        ui_note_rect(context->ui, "first_clash");
    context_menu(context, row);
    describe(context, row);
    sentence(context->app, row, at, space.x);
    igPopID();
}

static void line_of(const PanelContext *context, int i)
{
    const ClashGroups *groups = &((ClashPanel *)ui_own(context->ui, &panel_memory))->groups;
    if (!groups->lines || groups->lines[i].row >= 0) {
        row_of(context, groups->lines ? groups->lines[i].row : i);
        return;
    }
    const ClashGroup *group = &groups->groups[groups->lines[i].group];
    char title[200];
    snprintf(title, sizeof title, "%s: %d", group->title, (int)group->count);
    igTableNextRow(0, 0);
    igTableNextColumn();
    igTableNextColumn();
    ImVec2 at, space;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    igDummy((ImVec2){0, row_height()}); // as high as any other
    at.y += row_height() - igGetTextLineHeight();
    widget_paragraph_at(COLOUR_ACCENT, at, space.x, 1, title);
}

// Of the pair that is shown alone: how much space the two share.
static void common_line(const PanelContext *context)
{
    const App *app = context->app;
    const int32_t *pair = app->document.view.shown_pair;
    if (!document_pair_shown(&app->document))
        return;
    const CommonVolume *volume = common_volume_shown(app, pair[0], pair[1]);
    char words[480], line[520];
    snprintf(words, sizeof words, "measuring");
    if (volume)
        common_volume_words(volume, app->assembly.parts[pair[0]].name,
                            app->assembly.parts[pair[1]].name, app->assembly.unit, words,
                            sizeof words);
    // One line, also where it can be switched on: the panel is low.
    if (volume && volume->state == COMMON_KNOWN && volume->volume > volume->error) {
        snprintf(line, sizeof line, "Draw the common volume: %s", words);
        widget_switch(context, "clash_solid", line, &action_contact_solid,
                      "What the two share as a solid; they are transparent meanwhile (Shift+O)");
    } else {
        snprintf(line, sizeof line, "Common volume: %s", words);
        widget_paragraph(COLOUR_FAINT, 0, line);
    }
}

static void list(const PanelContext *context)
{
    ClashPanel *panel = ui_own(context->ui, &panel_memory);
    clash_groups_update(&panel->groups, context->app, (enum ClashGrouping)panel->grouping);
    if (!igBeginTable("clashes", 2,
                      ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX,
                      (ImVec2){0, 0}, 0))
        return;
    float em = igGetFontSize();
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Clash", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    widget_rows(context, panel->groups.lines ? panel->groups.count : context->app->fit.count,
                line_of);
    igEndTable();
}

// The next one with every click: a list would take a line of its own.
static void choose_grouping(const PanelContext *context)
{
    static const char *const names[GROUPING_COUNT] = {"Ungrouped", "By part", "By subassembly",
                                                      "By place"};
    ClashPanel *panel = ui_own(context->ui, &panel_memory);
    igPushID_Str("grouping");
    if (igSmallButton(names[panel->grouping]))
        panel->grouping = (panel->grouping + 1) % GROUPING_COUNT;
    igPopID();
    widget_explain(
        context, "clash_grouping",
        "How rows are grouped: not, by the part that has most of them, by subassembly, by "
        "place");
}

static void buttons(const PanelContext *context)
{
    const App *app = context->app;
    const Action *baseline = &action_rules_baseline;
    const char *why = NULL;
    bool possible = app_can(app, baseline, &why);
    igBeginDisabled(!possible);
    if (igSmallButton("Baseline"))
        action_submit(context->out, &action_rules_baseline, NULL);
    igEndDisabled();
    widget_explain(context, "clash_baseline",
                   possible ? "Ignore what touches now, until it gets deeper" : why);
    igSameLine(0, -1);
    if (igSmallButton("Export..."))
        path_dialog_open(context->ui, PATH_EXPORT_REPORT, app);
    widget_tooltip("The report as a page with pictures, text, CSV, JSON, BCF, JUnit or SARIF");
    igSameLine(0, -1);
    rule_list_button(context);
    igSameLine(0, -1);
    choose_grouping(context);
}

// Bolts in tapped holes: made intentional by one click, or looked at first.
static void threads_line(const PanelContext *context)
{
    const App *app = context->app;
    const ThreadState *threads = &app->threads;
    bool known = threads_known(app);
    if (known && threads->unsaid > 0) {
        char text[64];
        snprintf(text, sizeof text, "%zu thread%s", threads->unsaid,
                 threads->unsaid == 1 ? "" : "s");
        widget_text(COLOUR_TEXT, text);
        widget_tooltip("Bolts in tapped holes: a pin and a hole about one axis that overlap by the "
                       "depth of a thread");
    } else if (app->fit.of_kind[FIT_INTERFERENCE] == 0) {
        return;
    } else if (known) {
        widget_text(COLOUR_FAINT, "No threads among these");
        widget_tooltip("None of the clashes is a bolt in a tapped hole");
        return;
    } else {
        if (igSmallButton("Find threads"))
            action_submit(context->out, &action_threads_find, NULL);
        widget_explain(context, "threads_find",
                       "Which clashes are bolts in tapped holes? They become a group of the list");
    }
    igSameLine(0, -1);
    if (igSmallButton(known ? "Make intentional" : "Accept threads"))
        action_submit(context->out, &action_threads_settle, NULL);
    widget_explain(
        context, "threads_accept",
        "Bolts in tapped holes are found, grouped, and intentional from then on: listed, "
        "never counted");
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    FitVerdict said;
    const char *last = summary(context, &said);
    if (app->document.part_count == 0)
        return;
    place_buttons(last);
    buttons(context);
    widget_label("Safety distance",
                 "Parts that come nearer than this are clashes, too; 0 means none");
    length_input(context, "clearance", "none", app->document.clearance, &action_check_clearance);
    char relative[120];
    relative_tolerance(app, relative, sizeof relative);
    widget_label("Tolerance",
                 "Contacts no deeper than this are touches; 0 means relative to the smaller part");
    length_input(context, "tolerance", relative, app->document.tolerance, &action_check_tolerance);
    common_line(context);
    threads_line(context);
    if (app->fit.count > 0)
        list(context);
}

const Panel panel_clashes = {
    .title = "Clashes",
    .note = "What does not fit, in plain words; rules about pairs; reports",
    .chapter = "contact#the-clashes-panel",
    .place = PLACE_MIDDLE,
    .open = true,
    .draw = draw,
};
