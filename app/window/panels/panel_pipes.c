// The pipe kit: segments that go on from the open end of the selected part, each with a picture.
#include "app/actions/list_pipes.h"
#include "app/scenes/kit.h"
#include "app/session/pipe_kit.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

enum { LEAST_COLUMNS = 4, COLUMN_WIDTH = 7 }; // in heights of the font

static const double WIDTHS[] = {0, 50, 80, 100, 125, 150}; // the first one: whatever fits
enum { WIDTH_COUNT = sizeof WIDTHS / sizeof *WIDTHS };

typedef struct Chosen {
    int width;
} Chosen;
static const UiPrivate chosen_memory = {.size = sizeof(Chosen)};

// --- pictures: strokes in a square of edge 1, flanges as short lines across the ends

typedef struct Stroke {
    float x0, y0, x1, y1;
    float width; // of the tube: 1, of a flange: 0.35
} Stroke;

enum { STROKES_MOST = 9 };
typedef struct PieceLook {
    const char *label;
    Stroke strokes[STROKES_MOST]; // width 0 ends them
} PieceLook;

#define TUBE 1.0f
#define EDGE 0.4f

// In the order of the pieces that are segments.
static const PieceLook LOOKS[] = {
    {"0.5 m",
     {{0.28f, 0.5f, 0.72f, 0.5f, TUBE},
      {0.28f, 0.28f, 0.28f, 0.72f, EDGE},
      {0.72f, 0.28f, 0.72f, 0.72f, EDGE}}},
    {"1 m",
     {{0.08f, 0.5f, 0.92f, 0.5f, TUBE},
      {0.08f, 0.28f, 0.08f, 0.72f, EDGE},
      {0.92f, 0.28f, 0.92f, 0.72f, EDGE}}},
    {"45\xC2\xB0",
     {{0.12f, 0.66f, 0.5f, 0.66f, TUBE},
      {0.48f, 0.66f, 0.8f, 0.34f, TUBE},
      {0.12f, 0.44f, 0.12f, 0.88f, EDGE},
      {0.64f, 0.18f, 0.96f, 0.5f, EDGE}}},
    {"90\xC2\xB0",
     {{0.12f, 0.7f, 0.62f, 0.7f, TUBE},
      {0.62f, 0.76f, 0.62f, 0.18f, TUBE},
      {0.12f, 0.48f, 0.12f, 0.92f, EDGE},
      {0.4f, 0.18f, 0.84f, 0.18f, EDGE}}},
    {"T",
     {{0.1f, 0.68f, 0.9f, 0.68f, TUBE},
      {0.5f, 0.68f, 0.5f, 0.22f, TUBE},
      {0.1f, 0.46f, 0.1f, 0.9f, EDGE},
      {0.9f, 0.46f, 0.9f, 0.9f, EDGE},
      {0.28f, 0.22f, 0.72f, 0.22f, EDGE}}},
    {"Valve",
     {{0.1f, 0.72f, 0.9f, 0.72f, TUBE},
      {0.5f, 0.72f, 0.5f, 0.5f, TUBE},
      {0.5f, 0.5f, 0.5f, 0.16f, EDGE},
      {0.22f, 0.16f, 0.78f, 0.16f, 0.5f},
      {0.1f, 0.5f, 0.1f, 0.94f, EDGE},
      {0.9f, 0.5f, 0.9f, 0.94f, EDGE}}},
    {"Flange", {{0.46f, 0.2f, 0.46f, 0.8f, 0.8f}, {0.58f, 0.38f, 0.58f, 0.62f, 0.8f}}},
    {"Reducer",
     {{0.16f, 0.5f, 0.5f, 0.5f, 1.7f},
      {0.45f, 0.5f, 0.84f, 0.5f, 0.8f},
      {0.14f, 0.2f, 0.14f, 0.8f, EDGE},
      {0.86f, 0.32f, 0.86f, 0.68f, EDGE}}},
};
enum { PICTURE_COUNT = sizeof LOOKS / sizeof *LOOKS };

static void picture(const PieceLook *look, ImVec2 at, float size, ImU32 colour)
{
    ImDrawList *list = igGetWindowDrawList();
    for (int i = 0; i < STROKES_MOST && look->strokes[i].width > 0; ++i) {
        const Stroke *s = &look->strokes[i];
        ImDrawList_AddLine(list, (ImVec2){at.x + s->x0 * size, at.y + s->y0 * size},
                           (ImVec2){at.x + s->x1 * size, at.y + s->y1 * size}, colour,
                           s->width * 0.2f * size);
    }
}

// --- buttons

static void piece_button(const PanelContext *context, int number, const KitPiece *piece,
                         double width, float share)
{
    const PieceLook *look = &LOOKS[number];
    float line = igGetTextLineHeight(), size = 2.4f * line;
    ImVec2 at, text;
    char tip[256], id[24];
    snprintf(id, sizeof id, "##piece%d", number);
    igGetCursorScreenPos(&at);
    bool pressed = igButton(id, (ImVec2){share, size + 1.5f * line});
    if (number == 0)
        ui_note_rect(context->ui, "first_pipe");
    snprintf(tip, sizeof tip, "Adds a %s, %s, at the open end of the selected part", piece->name,
             piece->note);
    widget_tooltip(tip);
    igCalcTextSize(&text, look->label, NULL, false, -1);
    picture(look, (ImVec2){at.x + (share - size) / 2, at.y + 0.1f * line}, size,
            look_colour(COLOUR_ACCENT, 1));
    ImDrawList_AddText_Vec2(igGetWindowDrawList(),
                            (ImVec2){at.x + (share - text.x) / 2, at.y + size + 0.2f * line},
                            look_colour(COLOUR_TEXT, 1), look->label, NULL);
    if (pressed)
        action_submit(context->out, &action_pipe_add,
                      &(ActionArgs){.part = context->app->document.selected,
                                    .index = number,
                                    .number = width});
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    Chosen *chosen = ui_own(context->ui, &chosen_memory);
    Choice widths[WIDTH_COUNT];
    char names[WIDTH_COUNT][16];
    for (int i = 0; i < WIDTH_COUNT; ++i) {
        snprintf(names[i], sizeof names[i], i == 0 ? "What fits" : "DN %g", WIDTHS[i]);
        widths[i] =
            (Choice){names[i], i == 0 ? "As wide as the open end, or the usual one" : "", NULL};
    }
    int picked = widget_choice(context, "pipe_width", "Width", "Nominal width of the next segment",
                               widths, WIDTH_COUNT, chosen->width);
    if (picked >= 0)
        chosen->width = picked;
    int pieces[PIPE_PIECES_MOST], count = pipe_pieces(pieces);
    int columns = (int)(widget_share(1) / (COLUMN_WIDTH * igGetFontSize()));
    columns = columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns < count ? columns : count;
    float share = widget_share(columns);
    for (int i = 0; i < count && i < PICTURE_COUNT; ++i) {
        if (i % columns != 0)
            igSameLine(0, -1);
        piece_button(context, i, kit_pieces[pieces[i]], WIDTHS[chosen->width], share);
    }
    bool any = app->document.selected != NO_PART;
    widget_paragraph(COLOUR_FAINT, 0,
                     any ? "Goes on from the widest open end of the selected part, bolt hole over "
                           "bolt hole, and is selected then."
                         : "Select a part with an open end to go on from; otherwise the segment "
                           "comes beside everything.");
}

const Panel panel_pipes = {.title = "Pipe kit",
                           .note = "Segments of pipes to add where the line goes on",
                           .chapter = "snapping#the-pipe-kit",
                           .place = PLACE_STRIP,
                           .draw = draw};
