// Which kind of hierarchy is best for these parts: what is compared, progress, and what was found as a sortable
// table. A click on a row builds and searches that way.
#include "app/actions/list_best.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/document/lists.h"
#include "app/stages/rows.h"
#include "app/window/look.h"
#include "app/window/panels/best_plots.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum BestShows { SHOW_TABLE, SHOW_FRONT, SHOW_TESTS, SHOW_TIME, SHOWS };
enum BestColumn {
    COLUMN_RANK,
    COLUMN_KIND,
    COLUMN_T,
    COLUMN_SPREAD,
    COLUMN_TESTS,
    COLUMN_TRIANGLES,
    COLUMN_UPDATES,
    COLUMN_BUILD,
    COLUMN_BYTES,
    COLUMN_EVEN,
    COLUMNS
};

typedef struct BestPanel {
    char kinds[1024];
    int motion, frames, shows;
    bool bytes; // of the front: memory instead of building
    uint32_t version;
    int sorted[SEARCH_KINDS_MOST], column;
    bool descending;
} BestPanel;

static void begin(void *state)
{
    BestPanel *panel = state;
    snprintf(panel->kinds, sizeof panel->kinds, "presets");
    panel->motion = 1;
    panel->frames = 60;
    panel->version = UINT32_MAX;
    panel->column = COLUMN_T;
}
static const UiPrivate memory = {.size = sizeof(BestPanel), .begin = begin};

// --- what is compared

static void choose_motion(const PanelContext *context, BestPanel *panel)
{
    const App *app = context->app;
    Choice choices[NAMED_MOST];
    int count = list_count(&list_lab_motions, &app->document);
    for (int i = 0; i < count; ++i)
        choices[i] = (Choice){
            list_lab_motions.name(&app->document, i),
            i == 0 ? "How parts were moved while it was recorded, or as a path file says"
                   : standard_motions[i - 1]->note,
            i == 0 && app->path.path.part_count == 0 ? "There is no path: record one" : NULL};
    int chosen = widget_choice(context, "best_motion", "Motion",
                               "How the parts move: along the path, or the two selected parts by "
                               "a standard motion",
                               choices, count, panel->motion);
    panel->motion = chosen >= 0 ? chosen : panel->motion;
    bool recording = app->path.recording;
    float width = widget_share(2);
    if (widget_button(context, recording ? "Stop recording" : "Record a drag", "best_record",
                      recording ? "What was moved since becomes the path (Shift+R)"
                                : "From now on, everything that is moved becomes a path (Shift+R)",
                      lab_obstacle(app, &action_path_record), width)) {
        submit_flag(context, &action_path_record, !recording);
        panel->motion = recording ? 0 : panel->motion;
    }
    igSameLine(0, -1);
    if (widget_button(context, "Open a path...", "best_open", "How parts move, from a file",
                      recording ? "Stop recording first" : NULL, width))
        path_dialog_open(context->ui, PATH_OPEN_PATH, app);
    widget_label("Frames", "Into how many the motion is divided");
    igSliderInt("##frames", &panel->frames, 2, 500, "%d", ImGuiSliderFlags_AlwaysClamp);
    widget_explain(context, "best_frames", NULL);
}

static void add_kinds(BestPanel *panel, const char *words)
{
    size_t used = strlen(panel->kinds);
    snprintf(panel->kinds + used, sizeof panel->kinds - used, "%s%s", used > 0 ? "," : "", words);
}

static void choose_kinds(const PanelContext *context, BestPanel *panel)
{
    const Document *document = &context->app->document;
    char volume[SEARCH_KIND_TEXT], now[SEARCH_KIND_TEXT], words[SEARCH_KIND_TEXT + 16];
    SearchKind present = {.build = document->build, .query = document->query};
    search_kind_text(&present, now, sizeof now);
    snprintf(volume, sizeof volume, "%s", document->build.type->name);
    for (char *c = volume; *c; ++c)
        *c = *c == ' ' ? '-' : *c;
    widget_label("Kinds", "What is compared, divided by commas: presets, volumes, all, or a volume "
                          "and after colons its tests, criteria, leaf=4, lifted ...");
    igSetNextItemWidth(-1);
    igInputText("##kinds", panel->kinds, sizeof panel->kinds, 0, NULL, NULL);
    widget_explain(context, "best_kinds", NULL);
    static const struct {
        const char *title, *rect, *note, *after;
        bool replaces;
    } buttons[] = {
        {"Presets", "best_presets", "After the papers, and the fast one", "presets", true},
        {"Volumes", "best_volumes", "Every volume with its first overlap test", "volumes", true},
        {"Tests", "best_tests", "Every volume with every overlap test", "all", true},
        {"+ Criteria", "best_criteria", "Also the present volume by every criterion", ":criteria",
         false},
        {"+ Present", "best_present", "Also as it is set now", NULL, false},
    };
    enum { BUTTONS = sizeof buttons / sizeof *buttons };
    float width = widget_share(BUTTONS);
    for (int i = 0; i < BUTTONS; ++i) {
        if (i > 0)
            igSameLine(0, -1);
        if (!widget_button(context, buttons[i].title, buttons[i].rect, buttons[i].note, NULL,
                           width))
            continue;
        if (buttons[i].replaces)
            panel->kinds[0] = 0;
        snprintf(words, sizeof words, "%s%s",
                 buttons[i].replaces ? ""
                 : buttons[i].after  ? volume
                                     : now,
                 buttons[i].after ? buttons[i].after : "");
        add_kinds(panel, words);
    }
}

static void run_buttons(const PanelContext *context, BestPanel *panel)
{
    const App *app = context->app;
    const StageRun *run = stage_run(app, &stage_best);
    if (run->task || app->best.wanted) {
        const char *step;
        double done = run->task ? worker_progress(run->worker, &step) : 0;
        float width = widget_share(2);
        igProgressBar((float)done, (ImVec2){width, 0}, NULL);
        ui_note_rect(context->ui, "best_progress");
        igSameLine(0, -1);
        lab_action_button(context, "Cancel", "best_cancel", &action_app_cancel, width);
        return;
    }
    float width = widget_share(3);
    ActionArgs args = {.part = NO_PART, .index = panel->motion, .number = panel->frames};
    snprintf(args.text, sizeof args.text, "%s", panel->kinds);
    if (widget_button(context, "Compare", "best_run",
                      "Builds every kind, counts and times it on this motion, in the background",
                      lab_obstacle(app, &action_best_run), width))
        action_submit(context->out, &action_best_run, &args);
    igSameLine(0, -1);
    const char *none = lab_obstacle(app, &action_best_save);
    if (widget_button(context, "Save...", "best_save",
                      "A page with plots, and the files that measure it again; or CSV, or SVG",
                      none, width))
        path_dialog_open(context->ui, PATH_SAVE_BEST, app);
    igSameLine(0, -1);
    if (widget_button(context, "Copy command", "best_copy",
                      "The snug bench files line that measures it again, on files that Save writes",
                      none, width))
        igSetClipboardText(app->best.found->command);
}

// --- what was found

static double value_of(const LabTable *table, int kind, int column)
{
    const ContestResult *r = &table->results[kind];
    switch (column) {
    case COLUMN_RANK:
        return contest_rank(table->results, table->count, kind);
    case COLUMN_SPREAD:
        return r->us_most / r->us_least;
    case COLUMN_TESTS:
        return r->volume_tests;
    case COLUMN_TRIANGLES:
        return r->triangle_tests;
    case COLUMN_UPDATES:
        return r->updates;
    case COLUMN_BUILD:
        return r->build_ms;
    case COLUMN_BYTES:
        return r->bytes;
    case COLUMN_EVEN:
        return contest_break_even(table->results, table->count, kind);
    default:
        return r->us_least;
    }
}

static bool comes_before(const LabTable *table, const BestPanel *panel, int a, int b)
{
    if (table->results[a].timed != table->results[b].timed)
        return table->results[a].timed; // those that failed stand last
    if (panel->column == COLUMN_KIND) {
        char names[2][SEARCH_KIND_NAME];
        search_kind_name(&table->kinds[a], names[0], sizeof names[0]);
        search_kind_name(&table->kinds[b], names[1], sizeof names[1]);
        int order = strcmp(names[0], names[1]);
        return panel->descending ? order > 0 : order < 0;
    }
    double x = value_of(table, a, panel->column), y = value_of(table, b, panel->column);
    return panel->descending ? x > y : x < y;
}

static void sort(const LabTable *table, BestPanel *panel)
{
    for (int i = 0; i < table->count; ++i) {
        int at = i;
        for (; at > 0 && comes_before(table, panel, i, panel->sorted[at - 1]); --at)
            panel->sorted[at] = panel->sorted[at - 1];
        panel->sorted[at] = i;
    }
}

static bool is_present(const App *app, const SearchKind *kind)
{
    SearchKind present = {.build = app->document.build, .query = app->document.query};
    return search_kind_equal(&present, kind);
}

static void row(const PanelContext *context, const LabTable *table, int kind, int place)
{
    const ContestResult *r = &table->results[kind];
    char name[SEARCH_KIND_NAME], text[64];
    search_kind_name(&table->kinds[kind], name, sizeof name);
    igTableNextRow(0, 0);
    igTableNextColumn();
    lab_rank_text(table, kind, text, sizeof text);
    widget_text(contest_rank(table->results, table->count, kind) == 1 ? COLOUR_GOOD : COLOUR_TEXT,
                text);
    igTableNextColumn();
    widget_swatch(plot_colour(kind));
    igSameLine(0, -1);
    igPushID_Int(kind);
    bool present = is_present(context->app, &table->kinds[kind]);
    if (igSelectable_Bool(name, present, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}) &&
        r->timed) {
        int order[SEARCH_KINDS_MOST], index = 0;
        lab_order(table, order);
        while (order[index] != kind)
            ++index;
        submit_index(context, &action_best_apply, index + 1);
    }
    if (place == 0)
        ui_note_rect(context->ui, "best_first");
    widget_tooltip(!r->timed ? r->failure
                   : present ? "This is how it is built and searched now"
                             : "Click: build and search this way");
    igPopID();
    if (!r->timed) {
        igTableNextColumn();
        widget_text(COLOUR_FAINT, "-");
        return;
    }
    widget_cell("%.1f", r->us_least);
    widget_cell("%.0f %%", 100 * (r->us_most / r->us_least - 1));
    widget_cell("%.1f", r->volume_tests);
    widget_cell("%.1f", r->triangle_tests);
    widget_cell("%.1f", r->updates);
    widget_cell("%.2f", r->build_ms);
    widget_cell("%.1f", 1e-3 * r->bytes);
    lab_break_even_text(table, kind, text, sizeof text);
    widget_cell("%s", text);
}

static void take_sorting(BestPanel *panel)
{
    ImGuiTableSortSpecs *specs = igTableGetSortSpecs();
    if (!specs || specs->SpecsCount < 1)
        return;
    panel->column = specs->Specs[0].ColumnIndex;
    panel->descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    specs->SpecsDirty = false;
}

static void draw_table(const PanelContext *context, const LabTable *table, BestPanel *panel)
{
    static const struct {
        const char *title, *note;
        float letters;
    } columns[COLUMNS] = {
        [COLUMN_RANK] = {"#", "Kinds whose three rounds overlap are tied: =", 2.4f},
        [COLUMN_KIND] = {"Kind", NULL, 0},
        [COLUMN_T] = {"T us", "CPU time per frame, the fastest of three rounds", 3.6f},
        [COLUMN_SPREAD] = {"spread", "How much longer the slowest round took", 4},
        [COLUMN_TESTS] = {"N_v", "Volume tests per frame", 4.2f},
        [COLUMN_TRIANGLES] = {"N_p", "Triangle tests per frame", 4.2f},
        [COLUMN_UPDATES] = {"N_u", "Volume updates per frame", 4.2f},
        [COLUMN_BUILD] = {"build ms", "CPU time of building all trees", 5},
        [COLUMN_BYTES] = {"kB", "Memory of all trees", 3.6f},
        [COLUMN_EVEN] = {"even", "Frames after which a longer construction has paid off", 3.2f}};
    ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                            ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
    if (!igBeginTable("best", COLUMNS, flags, (ImVec2){0, 0}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    for (int i = 0; i < COLUMNS; ++i)
        igTableSetupColumn(columns[i].title,
                           (columns[i].letters > 0 ? ImGuiTableColumnFlags_WidthFixed
                                                   : ImGuiTableColumnFlags_WidthStretch) |
                               (i == COLUMN_T ? ImGuiTableColumnFlags_DefaultSort : 0),
                           columns[i].letters > 0 ? columns[i].letters * igGetFontSize() : 1, 0);
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < COLUMNS; ++i) {
        igTableNextColumn();
        igTableHeader(columns[i].title);
        if (i == COLUMN_BYTES)
            ui_note_rect(context->ui, "best_sort_bytes");
        if (columns[i].note)
            widget_tooltip(columns[i].note);
    }
    take_sorting(panel);
    sort(table, panel);
    for (int i = 0; i < table->count; ++i)
        row(context, table, panel->sorted[i], i);
    igEndTable();
}

static void choose_view(const PanelContext *context, BestPanel *panel)
{
    static const struct {
        const char *title, *rect, *note;
    } shows[SHOWS] = {
        [SHOW_TABLE] = {"Table", "best_table", "Every kind with its figures"},
        [SHOW_FRONT] = {"Pareto", "best_front", "Time against building or memory"},
        [SHOW_TESTS] = {"N_v by frame", "best_by_tests", "Volume tests, frame by frame"},
        [SHOW_TIME] = {"T by frame", "best_by_time", "CPU time, frame by frame"},
    };
    float width = widget_share(SHOWS);
    for (int i = 0; i < SHOWS; ++i) {
        if (i > 0)
            igSameLine(0, -1);
        igPushStyleColor_U32(ImGuiCol_Button,
                             look_colour(panel->shows == i ? COLOUR_ACCENT : COLOUR_FIELD, 1));
        if (widget_button(context, shows[i].title, shows[i].rect, shows[i].note, NULL, width))
            panel->shows = i;
        igPopStyleColor(1);
    }
}

static void found(const PanelContext *context, BestPanel *panel)
{
    LabTable table = best_table(context->app->best.found);
    char motion[160], line[320];
    lab_motion_text(table.subject, motion, sizeof motion);
    int tied = 0;
    for (int i = 0; i < table.count; ++i)
        tied += contest_rank(table.results, table.count, i) == 1;
    snprintf(line, sizeof line, "%d kinds on %s. All found the same contacts. %s", table.count,
             motion, tied > 1 ? "The first ones are tied: their rounds overlap." : "");
    widget_paragraph(COLOUR_FAINT, 0, line);
    choose_view(context, panel);
    if (panel->shows == SHOW_TABLE)
        draw_table(context, &table, panel);
    else if (panel->shows == SHOW_FRONT)
        best_plot_front(context, &table, &panel->bytes);
    else
        best_plot_frames(context, &table, panel->shows == SHOW_TIME);
}

static void draw(const PanelContext *context)
{
    BestPanel *panel = ui_own(context->ui, &memory);
    choose_motion(context, panel);
    choose_kinds(context, panel);
    run_buttons(context, panel);
    if (context->app->best.found)
        found(context, panel);
    else
        widget_paragraph(COLOUR_FAINT, 0,
                         "Select two parts, or record a drag, and press Compare: every kind is "
                         "built and searched on the same motion, and a click takes the one you "
                         "like.");
}

const Panel panel_best = {
    .title = "Best kind",
    .note = "Which kind of hierarchy is best for these parts",
    .chapter = "hierarchies#the-best-kind-panel",
    .place = PLACE_FLOATING,
    .in_view_menu = true,
    .width = 850,
    .height = 560,
    .draw = draw,
};
