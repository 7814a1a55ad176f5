// Which part comes out next: the ways of the selected part, and an order for the assembly that can be played.
#include "app/actions/list_parts.h"
#include "app/actions/list_removal.h"
#include "app/stages/removal_state.h"
#include "app/window/look.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

static const char *obstacle(const App *app, const Action *action)
{
    const char *why = NULL;
    return app_can(app, action, &why) ? NULL : why ? why : "not possible now";
}

static uint32_t colour_of(enum PullState state)
{
    return state == PULL_FREE ? COLOUR_GOOD : state == PULL_BLOCKED ? COLOUR_ALERT : COLOUR_WARN;
}

static float table_height(size_t count, int most)
{
    float lines = (float)(count < (size_t)most ? (int)count : most) + 1.4f;
    return lines * igGetTextLineHeightWithSpacing();
}

// --- the ways of a part

static void way_row(const PanelContext *context, int i)
{
    const App *app = context->app;
    const RemovalState *state = removal_state(app);
    const RemovalWay *way = &state->ways.items[i];
    char direction[64], length[48], words[512];
    removal_direction_words(app, way->direction, direction, sizeof direction);
    length_format(way->distance, app->assembly.unit, length, sizeof length);
    removal_way_words(app, &state->ways, way, 6, words, sizeof words);
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (igSelectable_Bool("##row", false, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}))
        submit_index(context, &action_removal_path, i);
    if (i == 0)
        ui_note_rect(context->ui, "first_way");
    if (igIsItemHovered(0)) {
        char tip[768];
        snprintf(tip, sizeof tip, "%s.\nClick: this pull as a path, to be played and checked.",
                 words);
        widget_tooltip(tip);
    }
    igSameLine(0, 0);
    widget_dot(colour_of(way->state), NULL);
    igSameLine(0, -1);
    widget_text(COLOUR_TEXT, direction);
    igTableNextColumn();
    widget_right(way->state == PULL_FREE ? length : "");
    igTableNextColumn();
    widget_ellipsis(colour_of(way->state), 0, words);
    igPopID();
}

static void way_rows(const PanelContext *context)
{
    const RemovalState *state = removal_state(context->app);
    if (!igBeginTable("ways", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, table_height(state->ways.count, 8)}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("Direction", ImGuiTableColumnFlags_WidthStretch, 1.3f, 0);
    igTableSetupColumn("Out after", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("Straight pull", ImGuiTableColumnFlags_WidthStretch, 2.6f, 0);
    static const char *const NOTES[] = {"As the file has its axes",
                                        "Where it has left the box around all the others",
                                        "Along this direction, as everything stands now"};
    widget_headers(1u << 1, NOTES);
    widget_rows(context, state->ways.count, way_row);
    igEndTable();
}

static void part_section(const PanelContext *context)
{
    const App *app = context->app;
    const RemovalState *state = removal_state(app);
    char line[256];
    if (widget_button(context, "Where can it leave?", "removal_part",
                      widget_action_note(&action_removal_part), obstacle(app, &action_removal_part),
                      -1))
        submit_part(context, &action_removal_part, app->document.selected);
    if (!state->ways_known)
        return;
    size_t free_ways = 0;
    for (size_t i = 0; i < state->ways.count; ++i)
        free_ways += state->ways.items[i].state == PULL_FREE;
    const char *name = app->assembly.parts[state->part].name;
    if (state->ways_old)
        snprintf(line, sizeof line, "%.120s, before something was changed:", name);
    else if (free_ways > 0)
        snprintf(line, sizeof line, "%.120s can leave in %zu of %zu directions.", name, free_ways,
                 state->ways.count);
    else
        snprintf(line, sizeof line,
                 "%.120s: in none of %zu directions is a straight pull proven to be free.", name,
                 state->ways.count);
    widget_paragraph(state->ways_old ? COLOUR_FAINT
                     : free_ways > 0 ? COLOUR_GOOD
                                     : COLOUR_WARN,
                     0, line);
    way_rows(context);
}

// --- the order

static void seek(const PanelContext *context, double position)
{
    const RemovalState *state = removal_state(context->app);
    action_submit_merged(context->out, &action_removal_seek,
                         &(ActionArgs){.part = NO_PART, .number = position},
                         REMOVAL_FIRST_KEY + state->replay);
}

static void step_row(const PanelContext *context, int i)
{
    const App *app = context->app;
    const RemovalState *state = removal_state(app);
    const RemovalStep *step = &state->order.steps[i];
    char number[24], name[320], direction[64], length[48];
    snprintf(number, sizeof number, "%d", i + 1);
    removal_step_words(app, &state->order, step, name, sizeof name);
    removal_direction_words(app, step->direction, direction, sizeof direction);
    length_format(step->distance, app->assembly.unit, length, sizeof length);
    bool done = state->position >= i + 1;
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    bool here = state->position > i && !done;
    if (igSelectable_Bool("##row", here, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}) &&
        !state->order_old) {
        submit_flag(context, &action_removal_play, false);
        seek(context, i + 1);
    }
    if (i == 0)
        ui_note_rect(context->ui, "first_step");
    if (igIsItemHovered(0)) {
        char tip[1024];
        size_t used =
            (size_t)snprintf(tip, sizeof tip, "Straight %s, out after %s:", direction, length);
        for (size_t k = 0; k < step->count && used < sizeof tip; ++k)
            used += (size_t)snprintf(tip + used, sizeof tip - used, "\n%.100s",
                                     app->assembly.parts[state->order.parts[step->first + k]].name);
        widget_tooltip(tip);
    }
    igSameLine(0, 0);
    widget_right(number);
    igTableNextColumn();
    widget_ellipsis(done ? COLOUR_FAINT : COLOUR_TEXT, 0, name);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, direction);
    igTableNextColumn();
    widget_right(length);
    igPopID();
}

static void step_rows(const PanelContext *context)
{
    const RemovalState *state = removal_state(context->app);
    if (!igBeginTable("steps", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, table_height(state->order.step_count, 12)}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("#", ImGuiTableColumnFlags_WidthStretch, 0.35f, 0);
    igTableSetupColumn("Part", ImGuiTableColumnFlags_WidthStretch, 2.4f, 0);
    igTableSetupColumn("Pull", ImGuiTableColumnFlags_WidthStretch, 0.9f, 0);
    igTableSetupColumn("Out after", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    static const char *const NOTES[] = {NULL, "What leaves in this step: click to go there",
                                        "The direction, as the file has its axes",
                                        "Where it has left the box around all that is left"};
    widget_headers(1u | 1u << 3, NOTES);
    widget_rows(context, state->order.step_count, step_row);
    igEndTable();
}

static void player(const PanelContext *context)
{
    const App *app = context->app;
    const RemovalState *state = removal_state(app);
    const char *why = obstacle(app, &action_removal_seek);
    float width = widget_share(4);
    if (widget_button(context, state->playing ? "Pause###play" : "Play###play", "removal_play",
                      "Parts leave one after the other; undo brings them back",
                      obstacle(app, &action_removal_play), width))
        submit_flag(context, &action_removal_play, !state->playing);
    igSameLine(0, -1);
    if (widget_button(context, "Next", "removal_next", "The next step at once", why, width))
        seek(context, floor(state->position) + 1);
    igSameLine(0, -1);
    if (widget_button(context, "Put back", "removal_back", "All parts where they were", why,
                      width)) {
        submit_flag(context, &action_removal_play, false);
        seek(context, 0);
    }
    igSameLine(0, -1);
    if (widget_button(context, "Save...", "removal_save", "The order as a table (CSV)",
                      obstacle(app, &action_removal_save), width))
        path_dialog_open(context->ui, PATH_SAVE_REMOVAL, app);
}

static void rest(const PanelContext *context)
{
    const App *app = context->app;
    const RemovalOrder *order = &removal_state(app)->order;
    for (size_t i = 0; i < order->rest_count && i < 12; ++i) {
        char words[1024];
        removal_rest_words(app, order, &order->rests[i], words, sizeof words);
        widget_paragraph(COLOUR_FAINT, 0, words);
    }
}

static void order_section(const PanelContext *context)
{
    const App *app = context->app;
    const RemovalState *state = removal_state(app);
    char words[512];
    if (widget_button(context, "Find an order", "removal_order",
                      widget_action_note(&action_removal_order),
                      obstacle(app, &action_removal_order), -1))
        action_submit(context->out, &action_removal_order, NULL);
    if (!state->order_known)
        return;
    if (state->order_old)
        snprintf(words, sizeof words, "Something was changed since: find the order anew.");
    else
        removal_order_words(app, words, sizeof words);
    widget_paragraph(state->order_old || state->order.rest_count > 0 ? COLOUR_WARN : COLOUR_GOOD, 0,
                     words);
    if (state->order.step_count > 0) {
        player(context);
        step_rows(context);
    }
    rest(context);
}

static void draw(const PanelContext *context)
{
    if (context->app->document.part_count == 0) {
        widget_paragraph(COLOUR_FAINT, 0, "Nothing is open.");
        return;
    }
    bool wide = widget_halves_begin();
    part_section(context);
    widget_halves_next(wide);
    if (!wide)
        igSeparator();
    order_section(context);
    widget_halves_end(wide);
}

const Panel panel_removal = {.title = "Removal",
                             .note = "Which part comes out next, and in which order all of them do",
                             .chapter = "removal",
                             .place = PLACE_STRIP,
                             .draw = draw};
