// A pair that is shown alone says so at the bottom of the view, and how to get the others back;
// pairs that come too near are joined by a line.
#include "app/actions/list_view.h"
#include "app/draw/contact_colours.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"
#include "core/base/utf8.h"

#include <cimgui.h>

#include <stdio.h>

enum { MOST_LABELS = 6, MOST_LINES = 200 };
static const float TRIAD_WIDTH = 104;

typedef struct PairTool {
    bool over; // the cursor is on the plate
} PairTool;

typedef struct Plate {
    char text[400];
    float x, y, width, height, pad; // from the viewport's corner
} Plate;

// Along what they meet, with what sets it off from the words before it; "" where they do not.
static void curves_of(const App *app, const int32_t pair[2], char *text, size_t size)
{
    char words[100] = "";
    const FitRow *row = contact_row(app, pair[0], pair[1]);
    if (row)
        curve_sum_words(&row->curves, app->assembly.unit, words, sizeof words);
    snprintf(text, size, words[0] ? "  \xE2\x80\xA2  %s" : "%s", words);
}

static bool plate_of(const View *view, Plate *plate)
{
    const App *app = view->app;
    const int32_t *pair = app->document.view.shown_pair;
    if (!document_pair_shown(&app->document))
        return false;
    char curves[120];
    curves_of(app, pair, curves, sizeof curves);
    snprintf(plate->text, sizeof plate->text,
             "Only %.120s and %.120s  \xE2\x80\xA2  Esc: all parts%s",
             app->assembly.parts[pair[0]].name, app->assembly.parts[pair[1]].name, curves);
    utf8_sanitise(plate->text); // the cut may have gone through a character
    ImVec2 size;
    igCalcTextSize(&size, plate->text, NULL, false, -1);
    float em = igGetFontSize();
    plate->pad = em * 0.55f;
    plate->width = size.x + 2 * plate->pad;
    plate->height = size.y + 1.2f * plate->pad;
    // Beside the axes, away from hints, legend and messages.
    plate->x = TRIAD_WIDTH * view->ui_scale;
    plate->y = (float)view->viewport.height - plate->height - em * 0.7f;
    return true;
}

static bool hover(View *view, void *memory, bool inside, double x, double y)
{
    PairTool *state = memory;
    Plate plate;
    state->over = false;
    if (!plate_of(view, &plate))
        return false;
    double left = (double)plate.x, top = (double)plate.y;
    state->over = inside && x >= left && x < left + (double)plate.width && y >= top &&
                  y < top + (double)plate.height;
    if (state->over)
        igSetMouseCursor(ImGuiMouseCursor_Hand);
    return state->over;
}

static bool press(View *view, void *memory, int button, double x, double y)
{
    const PairTool *state = memory;
    (void)x, (void)y;
    if (!state->over || button != ImGuiMouseButton_Left)
        return false;
    action_submit(&view->app->queue, &action_pair_leave, NULL);
    return true;
}

static bool row_is_shown(const App *app, const FitRow *row)
{
    const Document *document = &app->document;
    if (row->state != PAIR_CLEAR || document->view.explode > 0 || row->a >= document->part_count ||
        row->b >= document->part_count || !document->parts[row->a].visible ||
        !document->parts[row->b].visible || !app_pair_known(app, row->a, row->b))
        return false;
    if (document_pair_shown(document))
        return document_in_full(document, row->a) && document_in_full(document, row->b);
    return row->violation;
}

// The two closest points of each pair below the safety distance, as soon as they are known.
static void draw_near_pairs(const View *view)
{
    const App *app = view->app;
    int count = 0;
    for (size_t i = 0; i < app->fit.count && count < MOST_LINES; ++i)
        count += row_is_shown(app, &app->fit.rows[i]);
    bool words = count <= MOST_LABELS;
    for (size_t i = 0, drawn = 0; i < app->fit.count && drawn < MOST_LINES; ++i) {
        const FitRow *row = &app->fit.rows[i];
        if (!row_is_shown(app, row))
            continue;
        ++drawn;
        uint32_t colour = contact_colour(app, fit_row_kind(row));
        MarkStyle line = {colour, 1, 2.5f}, dot = {colour, 1, 3.5f};
        mark_line(view, row->closest[0], row->closest[1], line);
        mark_dot(view, row->closest[0], dot);
        mark_dot(view, row->closest[1], dot);
        bool measured = app->document.view.contact.dimension && app->gap.other != NO_PART &&
                        (app->gap.part == row->a || app->gap.part == row->b) &&
                        (app->gap.other == row->a || app->gap.other == row->b);
        if (!words || measured) // the dimension line says it already
            continue;
        char text[64];
        length_format(row->distance, app->assembly.unit, text, sizeof text);
        mark_label(view, row->closest[0], 0, -18, text);
    }
}

static void draw(const View *view, const void *memory)
{
    const PairTool *state = memory;
    Plate plate;
    draw_near_pairs(view);
    if (!plate_of(view, &plate))
        return;
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImVec2 at = {(float)view->viewport.x + plate.x, (float)view->viewport.y + plate.y};
    ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + plate.width, at.y + plate.height},
                             look_colour(state->over ? COLOUR_HOVER : COLOUR_PANEL_DEEP, 0.92),
                             plate.pad * 0.6f, 0);
    ImDrawList_AddText_Vec2(list, (ImVec2){at.x + plate.pad, at.y + 0.6f * plate.pad},
                            look_colour(COLOUR_TEXT, 1), plate.text, NULL);
}

const Tool tool_pair = {.half = 1,
                        .name = "pair",
                        .state_size = sizeof(PairTool),
                        .hover = hover,
                        .press = press,
                        .draw = draw};
