#include "app/window/panels/cost_table.h"

#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

enum { TEXT = 64 };

typedef struct TermText {
    const char *name, *constant, *note;
} TermText;
static const TermText terms[COST_TERMS] = {
    [COST_VOLUME] = {"Volume tests N_v", "C_v", "Pairs of bounding volumes compared"},
    [COST_TRIANGLE] = {"Triangle tests N_p", "C_p", "Pairs of triangles compared"},
    [COST_UPDATE] = {"Updates N_u", "C_u", "Volumes transformed or realigned on the way down"},
};

static const char *format_constant(char *text, const CostModel *model, int term)
{
    if (model->state[term] == COST_MEASURED)
        snprintf(text, TEXT, "%.1f", 1e9 * model->seconds[term]);
    else if (model->state[term] == COST_MERGED)
        snprintf(text, TEXT, "%s",
                 model->state[COST_VOLUME] == COST_MEASURED ? "in C_v" : "in others");
    else
        snprintf(text, TEXT, "-");
    return text;
}

// Of where the part stands now, not of where it was.
static bool has_counts(const SearchCost *cost)
{
    return cost->current && cost->pairs >= 0;
}

static void term_row(const SearchCost *cost, int term)
{
    const CostModel *model = &cost->constants.model;
    char text[TEXT], note[256];
    const char *why = "; its constant is measured in random poses of the part and a copy of it";
    if (model->state[term] == COST_ABSENT)
        why = term == COST_TRIANGLE ? "; a search that stops at volumes has none"
                                    : "; this kind of hierarchy has none";
    else if (model->state[term] == COST_MERGED)
        why = "; they come in step with the others, whose constants contain them";
    igTableNextRow(0, 0);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, terms[term].name);
    snprintf(note, sizeof note, "%s%s", terms[term].note, why);
    widget_tooltip(note);
    widget_cell("%s", !has_counts(cost)
                          ? "-"
                          : format_count(text, sizeof text, (int64_t)cost->here.counts[term]));
    widget_cell("%s", format_constant(text, model, term));
    snprintf(text, sizeof text, "%.4f", 1e3 * model->seconds[term] * cost->here.counts[term]);
    widget_cell("%s", !has_counts(cost) || model->state[term] != COST_MEASURED ? "-" : text);
}

static void sum_row(const char *label, const char *note, const char *middle, const char *value)
{
    widget_figure(label, note, "%s", "");
    widget_cell("%s", middle);
    widget_cell("%s", value);
}

static void rows(const SearchCost *cost)
{
    static const char *const titles[] = {"Term", "Count", "ns each", "CPU ms"};
    static const float widths[] = {2.2f, 1.2f, 1.0f, 1.0f}; // parts of the line
    char text[TEXT], percent[TEXT];
    if (!igBeginTable("cost", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV,
                      (ImVec2){0, 0}, 0))
        return;
    for (int i = 0; i < 4; ++i)
        igTableSetupColumn(titles[i], ImGuiTableColumnFlags_WidthStretch, widths[i], 0);
    static const char *const notes[] = {
        "T = N_v C_v + N_p C_p + N_u C_u", "How often, in searches of this part where it stands",
        "The constants C_v, C_p and C_u: nanoseconds of CPU time of one", "Count times constant"};
    widget_headers(1 << 1 | 1 << 2 | 1 << 3, notes);
    for (int term = 0; term < COST_TERMS; ++term)
        term_row(cost, term);
    bool known = has_counts(cost) && cost->pairs > 0 && cost->here.seconds > 0;
    snprintf(text, sizeof text, "%.4f", 1e3 * cost->forecast);
    snprintf(percent, sizeof percent, "%+.0f %%",
             100 * (cost->forecast / fmax(cost->here.seconds, 1e-12) - 1));
    sum_row(
        "Predicted",
        "The sum of the three, and how far it is off; too low where many faces lie flush, whose "
        "triangle tests take longer",
        known ? percent : "", known ? text : "-");
    snprintf(text, sizeof text, "%.4f", 1e3 * cost->here.seconds);
    sum_row("Measured",
            "CPU time of these searches from the roots on one thread; the search itself may start "
            "where the last one ended, or use several threads",
            "", known ? text : "-");
    igEndTable();
}

static void copy_button(const App *app)
{
    const SearchCost *cost = &app->cost;
    if (igSmallButton("Copy as CSV")) {
        static const char *const states[] = {"absent", "merged", "measured"};
        const OverlapTest *test = &cost->build.type->tests[cost->query.test];
        char text[1024];
        int at =
            snprintf(text, sizeof text, "volume,test,term,count,constant,cpu_ns_each,cpu_ms\n");
        for (int i = 0; i < COST_TERMS; ++i)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s,%s,%s,%.0f,%s,%.3f,%.6f\n",
                           cost->build.type->name, test->name, terms[i].constant,
                           cost->here.counts[i], states[cost->constants.model.state[i]],
                           1e9 * cost->constants.model.seconds[i],
                           1e3 * cost->constants.model.seconds[i] * cost->here.counts[i]);
        snprintf(text + at, sizeof text - (size_t)at,
                 "%s,%s,predicted,,,,%.6f\n%s,%s,measured,,,,%.6f\n", cost->build.type->name,
                 test->name, 1e3 * cost->forecast, cost->build.type->name, test->name,
                 1e3 * cost->here.seconds);
        igSetClipboardText(text);
    }
    widget_tooltip("Puts the table on the clipboard as comma-separated values");
}

void cost_table(const PanelContext *context)
{
    const App *app = context->app;
    const SearchCost *cost = &app->cost;
    int32_t part = app->document.selected;
    igSeparatorText("Cost of searching the selected part");
    ui_note_rect(context->ui, "search_cost");
    if (part == NO_PART) {
        widget_text(COLOUR_FAINT, "Select a part to see what its searches cost.");
        return;
    }
    if (!cost->known || cost->constants.poses == 0) {
        widget_text(COLOUR_FAINT, cost->known ? "Too small to be measured." : "Being measured ...");
        return;
    }
    rows(cost);
    char text[160];
    snprintf(text, sizeof text,
             "Of %d other poses half are predicted within %.0f %%, nine of ten within %.0f %%.",
             cost->constants.checked, 100 * cost->constants.median, 100 * cost->constants.ninth);
    widget_paragraph(COLOUR_FAINT, 0, text);
    copy_button(app);
}
