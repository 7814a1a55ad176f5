// The first start: three things to do with the mouse, each with a picture of it, ticked when they
// have been done. They take no clicks, and go for good when all were done, or when it is plain that
// nobody needs them.
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/widgets.h"

enum { ENOUGH_MOVES = 5 };

static const struct {
    const char *text;
} hints[HINT_COUNT] = {
    [HINT_MOVE] = {"Drag a part into another one"},
    [HINT_ORBIT] = {"Drag with the right button to look around"},
    [HINT_ZOOM] = {"Turn the wheel to come closer"},
};

typedef struct Lesson {
    bool dismissed;
    bool done[HINT_COUNT];
    int moves;        // of parts, since the start
    uint64_t gesture; // that was noted last
} Lesson;
static const UiPrivate lesson_memory = {.size = sizeof(Lesson)};

static Lesson *lesson_of(const UiState *ui)
{
    return ui_own(ui, &lesson_memory);
}

void hint_note(const UiState *ui, enum Hint hint, uint64_t gesture)
{
    Lesson *lesson = lesson_of(ui);
    if (lesson->dismissed)
        return;
    if (hint != HINT_MOVE)
        lesson->done[hint] = true;
    else if (gesture != lesson->gesture)
        ++lesson->moves; // done when it meets another one
    lesson->gesture = gesture;
}

void hints_begin_again(const UiState *ui)
{
    *lesson_of(ui) = (Lesson){0};
}

void hints_dismiss(const UiState *ui)
{
    lesson_of(ui)->dismissed = true;
}

int hints_left(const UiState *ui)
{
    const Lesson *lesson = lesson_of(ui);
    int left = 0;
    for (int i = 0; i < HINT_COUNT; ++i)
        left += !lesson->done[i];
    return lesson->dismissed || lesson->moves >= ENOUGH_MOVES ? 0 : left;
}

// A mouse with the button or the wheel that is meant.
static void draw_mouse(ImDrawList *list, enum Hint hint, float x, float y, float high)
{
    float wide = high * 0.68f, line = high * 0.07f, round = wide * 0.45f;
    ImU32 outline = look_colour(COLOUR_TEXT, 1), mark = look_colour(COLOUR_ACCENT, 1);
    ImVec2 low = {x, y}, end = {x + wide, y + high};
    float half = y + high * 0.42f, middle = x + wide * 0.5f;
    if (hint != HINT_ZOOM) {
        bool left = hint == HINT_MOVE;
        ImDrawList_AddRectFilled(
            list, (ImVec2){left ? x : middle, y}, (ImVec2){left ? middle : end.x, half}, mark,
            round, left ? ImDrawFlags_RoundCornersTopLeft : ImDrawFlags_RoundCornersTopRight);
    }
    ImDrawList_AddRect(list, low, end, outline, round, 0, line);
    ImDrawList_AddLine(list, (ImVec2){x, half}, (ImVec2){end.x, half}, outline, line);
    if (hint == HINT_ZOOM)
        ImDrawList_AddRectFilled(list, (ImVec2){middle - wide * 0.14f, y + high * 0.1f},
                                 (ImVec2){middle + wide * 0.14f, half - high * 0.04f}, mark,
                                 wide * 0.1f, 0);
    else
        ImDrawList_AddLine(list, (ImVec2){middle, y}, (ImVec2){middle, half}, outline, line);
}

static void draw_tick(ImDrawList *list, float x, float y, float size)
{
    ImU32 colour = look_colour(COLOUR_GOOD, 1);
    ImVec2 low = {x + size * 0.4f, y + size * 0.8f};
    ImDrawList_AddLine(list, (ImVec2){x + size * 0.1f, y + size * 0.5f}, low, colour, size * 0.12f);
    ImDrawList_AddLine(list, low, (ImVec2){x + size * 0.9f, y + size * 0.2f}, colour, size * 0.12f);
}

void hint_draw(const PanelContext *context, float x, float y, float width, float height)
{
    Lesson *lesson = lesson_of(context->ui);
    if (lesson->moves > 0 && context->contacts->crossing_pairs > 0)
        lesson->done[HINT_MOVE] = true;
    if (hints_left(context->ui) == 0)
        lesson->dismissed = true;
    if (lesson->dismissed || context->app->document.part_count == 0)
        return;
    float em = igGetFontSize(), pad = em * 0.8f, row = em * 1.9f, indent = em * 1.7f, widest = 0;
    for (int i = 0; i < HINT_COUNT; ++i) {
        ImVec2 size;
        igCalcTextSize(&size, hints[i].text, NULL, false, -1);
        widest = fmaxf(widest, size.x);
    }
    ImVec2 at = {x + em * 0.8f, y + em * 0.8f};
    ImVec2 end = {at.x + 2 * pad + indent + widest, at.y + 1.2f * pad + HINT_COUNT * row};
    if (end.x > x + width || end.y > y + height)
        return;
    context->ui->hints[0] = end.x;
    context->ui->hints[1] = end.y;
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImDrawList_AddRectFilled(list, at, end, look_colour(COLOUR_PANEL_DEEP, 0.86), em * 0.4f, 0);
    for (int i = 0; i < HINT_COUNT; ++i) {
        float top = at.y + 0.6f * pad + (float)i * row, left = at.x + pad;
        bool done = lesson->done[i];
        if (done)
            draw_tick(list, left, top + em * 0.4f, em);
        else
            draw_mouse(list, (enum Hint)i, left, top + em * 0.25f, em * 1.4f);
        ImDrawList_AddText_Vec2(list, (ImVec2){left + indent, top + (row - em) * 0.5f},
                                look_colour(done ? COLOUR_FAINT : COLOUR_TEXT, 1), hints[i].text,
                                NULL);
    }
}
