// What the colours of contact mean, and those of a level of a hierarchy, in the upper right corner: only
// what is to be seen.
#include "app/window/tools/tool_legend.h"
#include "app/document/field_actions.h"
#include "app/draw/contact_colours.h"
#include "app/stages/tree_paint.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

enum { MOST_ROWS = FIT_KIND_COUNT + 4 + 1 + TREE_ROLES };

typedef struct Legend {
    uint32_t colours[MOST_ROWS];
    char words[MOST_ROWS][64];
    bool plain[MOST_ROWS]; // words alone
    int count, line;       // line: the row that explains one instead of a surface; -1: none
} Legend;

typedef struct LegendState {
    bool over_close; // the cursor is on its cross
} LegendState;

static void add(Legend *legend, uint32_t colour, const char *words)
{
    if (legend->count >= MOST_ROWS)
        return;
    legend->colours[legend->count] = colour;
    snprintf(legend->words[legend->count++], sizeof legend->words[0], "%s", words);
}

static void add_band(Legend *legend, const App *app, int band)
{
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    char length[32], words[64];
    size_t painted = 0;
    for (size_t i = 0; i < app->bands.count; ++i)
        painted += app->bands.items[i].bands.band[band].count;
    if (painted == 0)
        return;
    length_format(clearance_band_end(app->bands.limit, band), app->assembly.unit, length,
                  sizeof length);
    snprintf(words, sizeof words, "Nearer than %s", length);
    add(legend, band == 0 ? theme->clearance : theme->bands[band - 1], words);
}

static void add_plain(Legend *legend, const char *words)
{
    if (legend->count < MOST_ROWS)
        legend->plain[legend->count] = true;
    add(legend, 0, words);
}

static void add_tree(Legend *legend, const App *app)
{
    TreeLegend tree;
    char words[64];
    tree_legend(app, &tree);
    int level = app->document.parts[app->tree.part].overlay_level;
    if (level >= app->tree.map.depth - 1)
        snprintf(words, sizeof words, "Leaves of the tree");
    else
        snprintf(words, sizeof words, "Level %d of the tree", level);
    if (tree.count > 0)
        add_plain(legend, words);
    for (int i = 0; i < tree.count; ++i)
        add(legend, tree.colours[i], tree.words[i]);
}

static Legend legend_of(const View *view)
{
    const App *app = view->app;
    Legend legend = {.count = 0, .line = -1};
    if (!app->document.view.contact.legend)
        return legend;
    bool bands = app->bands.count > 0;
    bool solid = common_solid_shown(app) != NULL; // in the place of what is painted
    const bool *shows = app->contacts.shows;
    for (int kind = FIT_KIND_COUNT - 1; kind > FIT_NONE; --kind)
        if (shows[kind] && !solid && !(bands && kind == FIT_NEAR))
            add(&legend, contact_colour(app, (enum FitKind)kind),
                fit_kind_info((enum FitKind)kind)->title);
    if (app->contacts.shows_curves && app->document.view.intersection_lines) {
        legend.line = legend.count;
        add(&legend, themes[look_theme(app->document.view.look)].contact, "Line of intersection");
    }
    if (solid)
        add(&legend, themes[look_theme(app->document.view.look)].shared, "What both parts share");
    // Which of the two ways it is, where anything is painted at all.
    if (legend.count > 0 && !solid && pieces_wanted(app))
        add_plain(&legend, "Only what lies in the contact");
    for (int band = 0; bands && band < CLEARANCE_BANDS; ++band)
        add_band(&legend, app, band);
    if (tree_paint_shown(app))
        add_tree(&legend, app);
    return legend;
}

// Where it is on the screen: from the viewport's corner.
typedef struct Plate {
    float x, y, width, height, line, pad;
} Plate;

static Plate plate_of(const View *view, const Legend *legend)
{
    float em = igGetFontSize(), widest = 0;
    for (int i = 0; i < legend->count; ++i) {
        ImVec2 size;
        igCalcTextSize(&size, legend->words[i], NULL, false, -1);
        widest = size.x > widest ? size.x : widest;
    }
    Plate plate = {.line = em * 1.3f, .pad = em * 0.55f};
    plate.width = widest + em * 1.4f + 2 * plate.pad + em * 1.1f; // swatch, margins, the cross
    plate.height = (float)legend->count * plate.line + 2 * plate.pad - (plate.line - em);
    plate.x = (float)view->viewport.width - plate.width - em * 0.7f;
    plate.y = view->ui.question_height + tools_mode_hint_height(view) + em * 0.7f;
    // In a narrow view it goes below what the first start teaches.
    if ((float)view->viewport.x + plate.x < view->ui.hints[0] + em * 0.4f)
        plate.y = fmaxf(plate.y, view->ui.hints[1] - (float)view->viewport.y + em * 0.4f);
    return plate;
}

bool tool_legend_place(const View *view, LabelRect *rect)
{
    Legend legend = legend_of(view);
    Plate plate = plate_of(view, &legend);
    float x = (float)view->viewport.x + plate.x, y = (float)view->viewport.y + plate.y;
    *rect = (LabelRect){x, y, x + plate.width, y + plate.height};
    return legend.count > 0;
}

static bool on_close(const Plate *plate, double x, double y)
{
    double size = (double)plate->line, left = (double)(plate->x + plate->width) - size;
    double top = (double)plate->y;
    return x >= left && x < left + size && y >= top && y < top + size;
}

static bool hover(View *view, void *memory, bool inside, double x, double y)
{
    LegendState *state = memory;
    Legend legend = legend_of(view);
    bool before = state->over_close;
    state->over_close = false;
    if (legend.count == 0)
        return false;
    Plate plate = plate_of(view, &legend);
    ui_note_place(&view->ui, "legend_close",
                  (float)view->viewport.x + plate.x + plate.width - plate.line,
                  (float)view->viewport.y + plate.y, plate.line, plate.line);
    state->over_close = inside && on_close(&plate, x, y);
    mark_hover_changed(view, state->over_close != before);
    if (state->over_close)
        igSetTooltip("Hide the legend; View > Contact brings it back");
    return state->over_close;
}

static bool press(View *view, void *memory, int button, double x, double y)
{
    const LegendState *state = memory;
    (void)x, (void)y;
    if (!state->over_close || button != ImGuiMouseButton_Left)
        return false;
    action_submit(&view->app->queue, &action_contact_legend, &(ActionArgs){.flag = false});
    return true;
}

static void draw_close(ImDrawList *list, const Plate *plate, ImVec2 at, bool marked)
{
    float r = plate->line * 0.17f;
    ImVec2 c = {at.x + plate->width - plate->line * 0.6f, at.y + plate->line * 0.6f};
    ImU32 colour = look_colour(marked ? COLOUR_TEXT : COLOUR_FAINT, 1);
    ImDrawList_AddLine(list, (ImVec2){c.x - r, c.y - r}, (ImVec2){c.x + r, c.y + r}, colour, 1.5f);
    ImDrawList_AddLine(list, (ImVec2){c.x - r, c.y + r}, (ImVec2){c.x + r, c.y - r}, colour, 1.5f);
}

static void draw(const View *view, const void *memory)
{
    const LegendState *state = memory;
    Legend legend = legend_of(view);
    if (legend.count == 0)
        return;
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    Plate plate = plate_of(view, &legend);
    float em = igGetFontSize();
    ImVec2 at = {(float)view->viewport.x + plate.x, (float)view->viewport.y + plate.y};
    ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + plate.width, at.y + plate.height},
                             look_colour(COLOUR_PANEL_DEEP, 0.88), em * 0.35f, 0);
    for (int i = 0; i < legend.count; ++i) {
        ImVec2 row = {at.x + plate.pad, at.y + plate.pad + (float)i * plate.line};
        ImVec2 low = {row.x, row.y + em * 0.1f}, high = {row.x + em * 0.85f, row.y + em * 0.95f};
        if (i == legend.line) // with the casing it has in the view
            low.y += em * 0.28f, high.y -= em * 0.28f;
        if (!legend.plain[i]) {
            ImDrawList_AddRectFilled(list, low, high, look_colour(legend.colours[i], 1), em * 0.15f,
                                     0);
            ImDrawList_AddRect(list, low, high, look_colour(COLOUR_FAINT, 0.8), em * 0.15f, 0, 1);
        }
        ImDrawList_AddText_Vec2(list, (ImVec2){row.x + em * 1.4f, row.y},
                                look_colour(COLOUR_TEXT, 1), legend.words[i], NULL);
    }
    draw_close(list, &plate, at, state->over_close);
}

const Tool tool_legend = {.half = 2,
                          .name = "legend",
                          .state_size = sizeof(LegendState),
                          .hover = hover,
                          .press = press,
                          .draw = draw};
