// Which kind of hierarchy is best for these parts, or which builder for the primitives: what is compared, progress,
// and what was found as a sortable table. A click on a row builds and searches that way.
#include "app/actions/list_best.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/document/lists.h"
#include "app/stages/rows.h"
#include "app/window/look.h"
#include "app/window/panels/best_plots.h"
#include "app/window/panels/best_rows.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum BestShows { SHOW_TABLE, SHOW_FRONT, SHOW_TESTS, SHOW_TIME, SHOWS };
enum { BUTTONS_MOST = 5 };

typedef struct BestPanel {
    bool primitives;
    char kinds[2][1024]; // over triangles, over primitives
    int motion, frames, shows;
    bool bytes; // of the front: memory instead of building
    BestOrder order;
} BestPanel;

static void begin(void *state)
{
    BestPanel *panel = state;
    for (int i = 0; i < 2; ++i)
        snprintf(panel->kinds[i], sizeof panel->kinds[i], "%s", lab_kinds_usual(i == 1));
    panel->motion = 1;
    panel->frames = 60;
}
static const UiPrivate memory = {.size = sizeof(BestPanel), .begin = begin};

// --- what is compared

static void choose_what(const PanelContext *context, BestPanel *panel)
{
    bool none = primitive_list_count(context->app->document.primitives.list) == 0;
    const Choice choices[] = {{"Kinds of hierarchies", "Over the triangles of parts", NULL},
                              {"Hybrid builders", "Over the primitives, which stand for parts",
                               none ? "There are no primitives" : NULL}};
    int chosen = widget_choice(context, "best_what", "Compare",
                               "Hierarchies over triangles, or builders over primitives", choices,
                               2, panel->primitives);
    panel->primitives = chosen >= 0 ? chosen == 1 : panel->primitives;
}

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
                               panel->primitives
                                   ? "How they move: the parts' primitives along the path, or all "
                                     "of them against a copy by a standard motion"
                                   : "How the parts move: along the path, or the two selected "
                                     "parts by a standard motion",
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

static void add_kinds(char kinds[1024], const char *words)
{
    size_t used = strlen(kinds);
    snprintf(kinds + used, 1024 - used, "%s%s", used > 0 ? "," : "", words);
}

static void present_kind(const Document *document, bool primitives, char *text, size_t size)
{
    SearchKind kind = {.build = document->build, .query = document->query};
    HybridDesc builder = hybrid_kind_repeatable(&document->primitives.desc);
    if (primitives)
        hybrid_kind_text(&builder, text, size);
    else
        search_kind_text(&kind, text, size);
}

typedef struct KindsButton {
    const char *title, *rect, *note, *after;
    bool replaces;
} KindsButton;

static int kinds_buttons(bool primitives, const KindsButton **out)
{
    static const KindsButton kinds[] = {
        {"Presets", "best_presets", "After the papers, and the fast one", "presets", true},
        {"Volumes", "best_volumes", "Every volume with its first overlap test", "volumes", true},
        {"Tests", "best_tests", "Every volume with every overlap test", "all", true},
        {"+ Criteria", "best_criteria", "Also the present volume by every criterion", ":criteria",
         false},
        {"+ Present", "best_present", "Also as it is set now", NULL, false},
    };
    static const KindsButton hybrids[] = {
        {"Builders", "best_builders", "Every builder, with the types and limits it starts with",
         "builders", true},
        {"By area", "best_area", "Every builder, by surface instead of volume", "builders:area",
         true},
        {"+ Present", "best_present", "Also as it is set now in the Primitives panel", NULL, false},
    };
    *out = primitives ? hybrids : kinds;
    return primitives ? 3 : BUTTONS_MOST;
}

static void choose_kinds(const PanelContext *context, BestPanel *panel)
{
    const Document *document = &context->app->document;
    char *kinds = panel->kinds[panel->primitives];
    char volume[LAB_KIND_TEXT], now[LAB_KIND_TEXT], words[LAB_KIND_TEXT + 16];
    present_kind(document, panel->primitives, now, sizeof now);
    snprintf(volume, sizeof volume, "%s", document->build.type->name);
    for (char *c = volume; *c; ++c)
        *c = *c == ' ' ? '-' : *c;
    widget_label("Kinds", panel->primitives
                              ? "What is compared, divided by commas: builders, or a builder and "
                                "after colons its parameters, types=5, area ..."
                              : "What is compared, divided by commas: presets, volumes, all, or a "
                                "volume and after colons its tests, criteria, leaf=4, lifted ...");
    igSetNextItemWidth(-1);
    igPushID_Int(panel->primitives);
    igInputText("##kinds", kinds, sizeof panel->kinds[0], 0, NULL, NULL);
    widget_explain(context, "best_kinds", NULL);
    const KindsButton *buttons;
    int count = kinds_buttons(panel->primitives, &buttons);
    float width = widget_share(count);
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            igSameLine(0, -1);
        if (!widget_button(context, buttons[i].title, buttons[i].rect, buttons[i].note, NULL,
                           width))
            continue;
        if (buttons[i].replaces)
            kinds[0] = 0;
        snprintf(words, sizeof words, "%s%s",
                 buttons[i].replaces ? ""
                 : buttons[i].after  ? volume
                                     : now,
                 buttons[i].after ? buttons[i].after : "");
        add_kinds(kinds, words);
    }
    igPopID();
}

static void run_buttons(const PanelContext *context, BestPanel *panel)
{
    const App *app = context->app;
    const StageRun *run = stage_run(app, &stage_best);
    if (run->task || run->asked) {
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
    snprintf(args.text, sizeof args.text, "%s", panel->kinds[panel->primitives]);
    const Action *run_it = panel->primitives ? &action_best_primitives : &action_best_run;
    if (widget_button(context, "Compare", "best_run",
                      "Builds every kind, counts and times it on this motion, in the background",
                      lab_obstacle(app, run_it), width))
        action_submit(context->out, run_it, &args);
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
    snprintf(line, sizeof line, "%d %s on %s. All found the same contacts. %s", table.count,
             table.kinds->primitives ? "builders" : "kinds", motion,
             tied > 1 ? "The first ones are tied: their rounds overlap." : "");
    widget_paragraph(COLOUR_FAINT, 0, line);
    choose_view(context, panel);
    if (panel->shows == SHOW_TABLE)
        best_rows(context, &table, &panel->order);
    else if (panel->shows == SHOW_FRONT)
        best_plot_front(context, &table, &panel->bytes);
    else
        best_plot_frames(context, &table, panel->shows == SHOW_TIME);
}

// Rows as they come.
static bool unfinished(const PanelContext *context, BestPanel *panel)
{
    LabTable table;
    ContestResult results[LAB_KINDS_MOST];
    char line[200];
    if (!best_live(context->app, &table, results))
        return false;
    int known = 0, rounds = CONTEST_ROUNDS;
    for (int i = 0; i < table.count; ++i) {
        known += results[i].counted || results[i].failure[0];
        if (!results[i].failure[0] && results[i].rounds < rounds)
            rounds = results[i].rounds;
    }
    snprintf(line, sizeof line, "Not finished: %d of %d counted, %d of %d rounds timed.", known,
             table.count, rounds, CONTEST_ROUNDS);
    widget_paragraph(COLOUR_WARN, 0, line);
    best_rows(context, &table, &panel->order);
    return true;
}

static void draw(const PanelContext *context)
{
    BestPanel *panel = ui_own(context->ui, &memory);
    choose_what(context, panel);
    choose_motion(context, panel);
    choose_kinds(context, panel);
    run_buttons(context, panel);
    if (unfinished(context, panel))
        return;
    if (context->app->best.found)
        found(context, panel);
    else
        widget_paragraph(COLOUR_FAINT, 0,
                         panel->primitives
                             ? "Press Compare: every builder makes its hierarchy over the "
                               "primitives and is searched on the same motion, and a click takes "
                               "the one you like."
                             : "Select two parts, or record a drag, and press Compare: every kind "
                               "is built and searched on the same motion, and a click takes the "
                               "one you like.");
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
