// Which contacts are meant to be and which must not be, as a matrix of parts, groups and wildcards.
#include "app/actions/list_rules.h"
#include "app/picture/ink.h"
#include "app/picture/kind_colours.h"
#include "app/stages/target.h"
#include "app/window/look.h"
#include "app/window/panels/matrix_cell.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct KeptRule {
    MatrixRule rule;
    uint32_t version; // of the memory; another one: it is stale
} KeptRule;

typedef struct MatrixMemory {
    MatrixEntries entries;
    KeptRule *
        kept; // of cells for more than two parts: the lower number of the two times the count + the higher one
    uint32_t version;
    // The rules that these are of: the document's, as they apply.
    const SharedRules *rules_of;
    const RuleSet *source;
    uint64_t rigid;
    char filter[64];
    // What the entries were made of:
    RuleSet *rules; // retained
    char filtered[64];
    uint32_t assembly_version, names_version;
    uint64_t grouping;
    size_t live_count;
    bool made;
} MatrixMemory;

static void end_memory(void *state)
{
    MatrixMemory *memory = state;
    matrix_entries_free(&memory->entries);
    free(memory->kept);
    rule_set_release(memory->rules);
}
static const UiPrivate matrix_memory = {.size = sizeof(MatrixMemory), .end = end_memory};

// What holds for this cell; of two parts it is quickly found, of more it is kept.
static MatrixRule rule_at(const App *app, MatrixMemory *memory, size_t r, size_t c)
{
    const MatrixEntries *entries = &memory->entries;
    const MatrixEntry *row = &entries->items[r], *column = &entries->items[c];
    size_t low = r < c ? r : c, high = r < c ? c : r;
    if (low >= entries->several || !memory->kept)
        return matrix_rule(app, entries, row, column);
    KeptRule *kept = &memory->kept[low * entries->count + high];
    if (kept->version != memory->version)
        *kept = (KeptRule){matrix_rule(app, entries, row, column), memory->version};
    return kept->rule;
}

static uint32_t colour_of(const Theme *theme, const MatrixRule *rule)
{
    switch (rule->rule) {
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

// "intentional, said of just these two; other pairs of them differ".
static void rule_sentence(const MatrixRule *rule, char *text, size_t size)
{
    const char *more = rule->said                    ? ", said of just these two"
                       : rule->mixed || !rule->known ? ""
                       : rule->rule != RULE_CHECKED  ? ", by a rule about more than these two"
                                                     : "";
    snprintf(text, size, "%s%s%s",
             rule->mixed && !rule->said ? "various rules" : pair_rule_name(rule->rule), more,
             !rule->known                ? "; too many pairs to look at all of them"
             : rule->mixed && rule->said ? "; not of all pairs, later rules differ"
                                         : "");
}

static void explain(const App *app, const MatrixEntry *row, const MatrixEntry *column,
                    const MatrixRule *rule, const MatrixContacts *found)
{
    if (!widget_begin_aside())
        return;
    char text[640];
    snprintf(text, sizeof text, "%.240s \xE2\x80\x93 %.240s", matrix_entry_name(row, app),
             matrix_entry_name(column, app));
    igPushTextWrapPos(igGetFontSize() * 22);
    igTextUnformatted(text, NULL);
    rule_sentence(rule, text, sizeof text);
    widget_text(COLOUR_FAINT, text);
    if (found->count > 0) {
        fit_kinds_describe(found->of_kind, app->fit.near_limit, app->assembly.unit, FIT_COUNT_ALL,
                           text, sizeof text);
        widget_text(COLOUR_TEXT, text);
    }
    if (found->worst == FIT_CHECKING)
        widget_text(COLOUR_FAINT, "not all of it is known yet");
    char rest[700];
    enum PairRule next = matrix_next_rule(rule);
    bool can = matrix_put_text(app, row, column, next, rest, sizeof rest);
    snprintf(text, sizeof text, "Click: %s",
             !can                   ? "its name cannot stand in a rule"
             : next == RULE_CHECKED ? "nothing said"
                                    : pair_rule_name(next));
    widget_text(COLOUR_FAINT, text);
    igPopTextWrapPos();
    widget_end_aside();
}

// The gravest of what is found as a dot; of more than one pair with their number.
static void draw_found(const Theme *theme, const MatrixContacts *found, bool counts, ImVec2 at,
                       float side)
{
    if (found->worst == FIT_NONE)
        return;
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 middle = {at.x + 0.5f * side, at.y + 0.5f * side};
    float radius = (counts ? 0.34f : 0.2f) * side;
    uint32_t rgb = kind_colour(theme, found->worst), ink = ink_on(rgb);
    // A ring tells it from a cell of the same colour, a light one where both are dark.
    ImDrawList_AddCircleFilled(list, middle, radius + 1.5f,
                               look_colour(ink > 0 ? COLOUR_FAINT : COLOUR_PANEL, 1), 0);
    ImDrawList_AddCircleFilled(list, middle, radius, look_colour(rgb, 1), 0);
    if (!counts || found->count == 0)
        return;
    char number[24];
    if (found->count < 100)
        snprintf(number, sizeof number, "%zu", found->count);
    else
        snprintf(number, sizeof number, "99+");
    ImVec2 size;
    igCalcTextSize(&size, number, NULL, false, -1);
    float scale = 0.75f;
    ImDrawList_AddText_FontPtr(
        list, igGetFont(), igGetFontSize() * scale,
        (ImVec2){middle.x - 0.5f * scale * size.x, middle.y - 0.5f * scale * size.y},
        look_colour(ink, 1), number, NULL, 0, NULL);
}

static void cell_at(const PanelContext *context, MatrixMemory *memory, size_t r, size_t c,
                    ImVec2 at, float side)
{
    const App *app = context->app;
    const MatrixEntries *entries = &memory->entries;
    const MatrixEntry *row = &entries->items[r], *column = &entries->items[c];
    if (row->part != NO_PART && row->part == column->part)
        return;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    MatrixRule rule = rule_at(app, memory, r, c);
    MatrixContacts found = matrix_contacts(app, entries, row, column);
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 low = {at.x + 1, at.y + 1}, high = {at.x + side - 1, at.y + side - 1};
    bool plain = rule.rule == RULE_CHECKED;
    ImDrawList_AddRectFilled(list, low, high,
                             look_colour(colour_of(theme, &rule), plain       ? 0.6f
                                                                  : rule.said ? 1.0f
                                                                              : 0.4f),
                             3, 0);
    if (rule.mixed)
        ImDrawList_AddRect(list, low, high, look_colour(COLOUR_FAINT, 1), 3, 0, 1);
    draw_found(theme, &found, r < entries->several || c < entries->several, at, side);
    igSetCursorScreenPos(at);
    ActionArgs args = {.part = NO_PART};
    if (igInvisibleButton("##cell", (ImVec2){side, side}, 0) &&
        matrix_put_text(app, row, column, matrix_next_rule(&rule), args.text, sizeof args.text))
        action_submit(context->out, &action_rules_put, &args);
    if (igIsItemHovered(0))
        ImDrawList_AddRect(list, low, high, look_colour(COLOUR_TEXT, 0.9f), 3, 0, 1.5f);
    explain(app, row, column, &rule, &found);
}

// Of the names that are in sight, as much as the cells leave: where there are few of them, or the window is wide,
// no name is cut off.
static float names_width(const App *app, const MatrixEntries *entries, size_t first, size_t count,
                         float room)
{
    const float em = igGetFontSize();
    float wanted = em * 11.5f;
    for (size_t r = first; r < entries->count && r < first + count; ++r) {
        ImVec2 size;
        const char *name = matrix_entry_name(&entries->items[r], app);
        igCalcTextSize(&size, name, name + strlen(name), false, -1);
        wanted = fmaxf(wanted, size.x + em * 3);
    }
    return fmaxf(em * 11.5f, fminf(wanted, room));
}

// Only what is to be seen is drawn, in both directions. Columns have the numbers of the rows.
static void cells(const PanelContext *context, MatrixMemory *memory)
{
    const MatrixEntries *entries = &memory->entries;
    float em = igGetFontSize(), side = em * 1.55f;
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
    const float names =
        names_width(context->app, entries, first_row, rows, view.x - side * (float)entries->count);
    char number[32];
    for (size_t r = first_row; r < entries->count && r < first_row + rows; ++r) {
        float y = origin.y + side * (float)(r + 1);
        igPushID_Int((int)r);
        for (size_t c = first_column; c < entries->count && c < first_column + columns; ++c) {
            igPushID_Int((int)c);
            cell_at(context, memory, r, c, (ImVec2){origin.x + names + side * (float)c, y}, side);
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

// Rules as they apply are others: what is kept of cells is stale.
static void follow_rules(const App *app, MatrixMemory *memory)
{
    const SharedRules *rules = stages_known_rules(app);
    const RuleSet *source = rules ? rules->source : NULL;
    uint64_t rigid = rules ? rules->rigid : 0;
    if (memory->rules_of == rules && memory->source == source && memory->rigid == rigid)
        return;
    memory->rules_of = rules;
    memory->source = source;
    memory->rigid = rigid;
    ++memory->version;
}

// Entries are made anew when something is another one.
static void follow(const PanelContext *context, MatrixMemory *memory)
{
    const App *app = context->app;
    uint64_t grouping = matrix_grouping(app);
    follow_rules(app, memory);
    if (memory->made && memory->grouping == grouping && memory->rules == app->document.rules &&
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
    memory->grouping = grouping;
    snprintf(memory->filtered, sizeof memory->filtered, "%s", memory->filter);
    memory->made = matrix_entries_make(&memory->entries, app, context->ui->live,
                                       context->ui->live_count, memory->filter);
    ++memory->version;
    free(memory->kept);
    memory->kept = memory->made ? calloc(memory->entries.several * memory->entries.count + 1,
                                         sizeof *memory->kept)
                                : NULL;
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
        cells(context, memory);
}

const Panel panel_matrix = {
    .title = "Contact matrix",
    .note = "Which contacts are intentional and which forbidden, by part, group and wildcard",
    .chapter = "rules#the-contact-matrix",
    .place = PLACE_STRIP,
    .draw = draw,
};
