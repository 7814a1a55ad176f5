// Which contacts are meant to be and which must not be, as a matrix of parts, groups and wildcards.
#include "app/actions/list_rules.h"
#include "app/picture/kind_colours.h"
#include "app/window/look.h"
#include "app/window/panels/matrix_entries.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

typedef struct MatrixMemory {
    MatrixEntries entries;
    char filter[64];
    // What the entries were made of:
    RuleSet *rules; // retained
    char filtered[64];
    uint32_t assembly_version, names_version;
    size_t live_count;
    bool made;
} MatrixMemory;

static void end_memory(void *state)
{
    MatrixMemory *memory = state;
    matrix_entries_free(&memory->entries);
    rule_set_release(memory->rules);
}
static const UiPrivate matrix_memory = {.size = sizeof(MatrixMemory), .end = end_memory};

// A click goes on to the next: nothing said, meant to be, must not be, not looked at.
static enum PairRule next_rule(const MatrixCell *cell)
{
    if (!cell->said)
        return cell->rule == RULE_INTENTIONAL ? RULE_FORBIDDEN : RULE_INTENTIONAL;
    return cell->rule == RULE_INTENTIONAL ? RULE_FORBIDDEN
           : cell->rule == RULE_FORBIDDEN ? RULE_IGNORED
                                          : RULE_CHECKED;
}

static void submit(const PanelContext *context, const MatrixEntry *row, const MatrixEntry *column,
                   enum PairRule rule)
{
    ActionArgs args = {.part = NO_PART};
    char a[400], b[400];
    if (!matrix_entry_pattern(row, context->app, a, sizeof a) ||
        !matrix_entry_pattern(column, context->app, b, sizeof b))
        return;
    int n =
        snprintf(args.text, sizeof args.text, "%s \"%s\" \"%s\"", pair_rule_keyword(rule), a, b);
    if (n > 0 && (size_t)n < sizeof args.text)
        action_submit(context->out, &action_rules_put, &args);
}

static uint32_t colour_of(const Theme *theme, const MatrixCell *cell)
{
    switch (cell->rule) {
    case RULE_INTENTIONAL:
        return kind_colour(theme, FIT_INTENTIONAL);
    case RULE_FORBIDDEN:
        return kind_colour(theme, FIT_FORBIDDEN);
    case RULE_BASELINE:
        return kind_colour(theme, FIT_BASELINE);
    case RULE_IGNORED:
        return COLOUR_DIM;
    default:
        return COLOUR_HOVER;
    }
}

static void explain(const App *app, const MatrixEntry *row, const MatrixEntry *column,
                    const MatrixCell *cell)
{
    if (!widget_begin_aside())
        return;
    char text[640];
    snprintf(text, sizeof text, "%.240s \xE2\x80\x93 %.240s", matrix_entry_name(row, app),
             matrix_entry_name(column, app));
    igPushTextWrapPos(igGetFontSize() * 22);
    igTextUnformatted(text, NULL);
    snprintf(text, sizeof text, "%s%s%s", pair_rule_name(cell->rule),
             cell->said                   ? ", said of just these two"
             : cell->rule != RULE_CHECKED ? ", by a rule about more than these two"
                                          : "",
             cell->meets ? cell->counted ? "; in contact, which counts" : "; in contact" : "");
    widget_text(COLOUR_FAINT, text);
    widget_text(COLOUR_FAINT, "Click: intentional, forbidden, ignored, nothing said");
    igPopTextWrapPos();
    widget_end_aside();
}

static void cell_at(const PanelContext *context, const MatrixEntry *row, const MatrixEntry *column,
                    ImVec2 at, float side)
{
    const App *app = context->app;
    if (row->part != NO_PART && row->part == column->part)
        return;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    MatrixCell cell = matrix_cell(app, row, column);
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 low = {at.x + 1, at.y + 1}, high = {at.x + side - 1, at.y + side - 1};
    bool plain = cell.rule == RULE_CHECKED;
    ImDrawList_AddRectFilled(list, low, high,
                             look_colour(colour_of(theme, &cell), plain       ? 0.6f
                                                                  : cell.said ? 1.0f
                                                                              : 0.4f),
                             3, 0);
    if (cell.meets)
        ImDrawList_AddCircleFilled(list, (ImVec2){at.x + 0.5f * side, at.y + 0.5f * side},
                                   0.17f * side,
                                   look_colour(cell.counted ? COLOUR_ALERT : COLOUR_TEXT, 1), 0);
    igSetCursorScreenPos(at);
    if (igInvisibleButton("##cell", (ImVec2){side, side}, 0))
        submit(context, row, column, next_rule(&cell));
    if (igIsItemHovered(0))
        ImDrawList_AddRect(list, low, high, look_colour(COLOUR_TEXT, 0.9f), 3, 0, 1.5f);
    explain(app, row, column, &cell);
}

// Only what is to be seen is drawn, in both directions. Columns have the numbers of the rows.
static void cells(const PanelContext *context, const MatrixEntries *entries)
{
    float em = igGetFontSize(), side = em * 1.55f, names = em * 9.5f;
    float size = side * (float)(entries->count + 1);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float height = space.y > em * 7 ? space.y : em * 7;
    if (!igBeginChild_Str("cells", (ImVec2){0, height}, 0, ImGuiWindowFlags_HorizontalScrollbar)) {
        igEndChild();
        return;
    }
    ImVec2 origin, view;
    igGetCursorScreenPos(&origin);
    igGetContentRegionAvail(&view);
    float left = igGetScrollX(), top = igGetScrollY();
    size_t first_row = (size_t)(top / side), first_column = (size_t)(left / side);
    size_t rows = (size_t)(view.y / side) + 2, columns = (size_t)(view.x / side) + 2;
    char number[32];
    for (size_t r = first_row; r < entries->count && r < first_row + rows; ++r) {
        const MatrixEntry *row = &entries->items[r];
        float y = origin.y + side * (float)(r + 1);
        igPushID_Int((int)r);
        for (size_t c = first_column; c < entries->count && c < first_column + columns; ++c) {
            igPushID_Int((int)c);
            cell_at(context, row, &entries->items[c],
                    (ImVec2){origin.x + names + side * (float)c, y}, side);
            if (r == 0 && c == entries->count - 1)
                ui_note_rect(context->ui, "matrix_last_of_first");
            igPopID();
        }
        igPopID();
    }
    // Names and numbers stay where they are seen.
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 corner = {origin.x + left, origin.y + top};
    ImDrawList_AddRectFilled(list, corner, (ImVec2){corner.x + names, corner.y + view.y + side},
                             look_colour(COLOUR_PANEL, 1), 0, 0);
    for (size_t r = first_row; r < entries->count && r < first_row + rows; ++r) {
        const MatrixEntry *row = &entries->items[r];
        snprintf(number, sizeof number, "%zu ", r + 1);
        igSetCursorScreenPos((ImVec2){corner.x, origin.y + side * (float)(r + 1) + 0.2f * em});
        widget_text(COLOUR_FAINT, number);
        igSameLine(0, 0);
        widget_ellipsis(row->pattern ? COLOUR_LINK : COLOUR_TEXT, names - em * 2.2f,
                        matrix_entry_name(row, context->app));
    }
    ImDrawList_AddRectFilled(list, corner, (ImVec2){corner.x + view.x + names, corner.y + side},
                             look_colour(COLOUR_PANEL, 1), 0, 0);
    for (size_t c = first_column; c < entries->count && c < first_column + columns; ++c) {
        float x = origin.x + names + side * (float)c;
        if (x < corner.x + names - 1)
            continue;
        snprintf(number, sizeof number, "%zu", c + 1);
        igSetCursorScreenPos((ImVec2){x + 0.2f * em, corner.y + 0.2f * em});
        widget_text(COLOUR_FAINT, number);
    }
    igSetCursorScreenPos(origin);
    igDummy((ImVec2){names + size - side, size});
    igEndChild();
}

// Both counters, live.
static void counters(const App *app)
{
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    static const enum FitKind kinds[2] = {FIT_INTENTIONAL, FIT_FORBIDDEN};
    for (int i = 0; i < 2; ++i) {
        const FitKindInfo *info = fit_kind_info(kinds[i]);
        size_t count = app->fit.of_kind[kinds[i]];
        char text[80];
        snprintf(text, sizeof text, "%zu %s", count, count == 1 ? info->one : info->many);
        widget_dot(kind_colour(theme, kinds[i]), NULL);
        igSameLine(0, -1);
        widget_text(COLOUR_TEXT, text);
    }
    if (!app->fit_known)
        widget_text(COLOUR_FAINT, "checking ...");
}

// Entries are made anew when something is another one.
static void follow(const PanelContext *context, MatrixMemory *memory)
{
    const App *app = context->app;
    if (memory->made && memory->rules == app->document.rules &&
        memory->assembly_version == app->assembly_version &&
        memory->names_version == app->names_version &&
        memory->live_count == context->ui->live_count &&
        strcmp(memory->filtered, memory->filter) == 0)
        return;
    rule_set_release(memory->rules);
    memory->rules = rule_set_retain(app->document.rules);
    memory->assembly_version = app->assembly_version;
    memory->names_version = app->names_version;
    memory->live_count = context->ui->live_count;
    snprintf(memory->filtered, sizeof memory->filtered, "%s", memory->filter);
    memory->made = matrix_entries_make(&memory->entries, app, context->ui->live,
                                       context->ui->live_count, memory->filter);
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    MatrixMemory *memory = ui_own(context->ui, &matrix_memory);
    if (app->document.part_count == 0) {
        widget_text(COLOUR_FAINT, "Nothing is open.");
        return;
    }
    counters(app);
    igSetNextItemWidth(-1);
    igInputTextWithHint("##filter", "Filter by name", memory->filter, sizeof memory->filter, 0,
                        NULL, NULL);
    widget_explain(context, "matrix_filter",
                   "Rows and columns whose name holds this: parts, groups of rules, wildcards");
    follow(context, memory);
    if (memory->made)
        cells(context, &memory->entries);
}

const Panel panel_matrix = {
    .title = "Contact matrix",
    .note = "Which contacts are intentional and which forbidden, by part, group and wildcard",
    .chapter = "rules#the-contact-matrix",
    .place = PLACE_STRIP,
    .draw = draw,
};
