// What panels share of the window, and the memory that each of them has to itself.
#include "app/io/must.h"
#include "app/window/panel.h"
#include "core/base/array.h"

#include <cimgui.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OWNERS = 64 };

struct UiMemory {
    const UiPrivate *owner[MOST_OWNERS];
    void *state[MOST_OWNERS];
    int count;
};

void ui_state_init(UiState *ui)
{
    ui->memory = must(calloc(1, sizeof *ui->memory));
    ui->view_hovered = ui->list_hovered = NO_PART;
}

void *ui_own(const UiState *ui, const UiPrivate *owner)
{
    struct UiMemory *memory = ui->memory;
    for (int i = 0; i < memory->count; ++i)
        if (memory->owner[i] == owner)
            return memory->state[i];
    assert(memory->count < MOST_OWNERS);
    void *state = must(calloc(1, owner->size));
    if (owner->begin)
        owner->begin(state);
    memory->owner[memory->count] = owner;
    return memory->state[memory->count++] = state;
}

void ui_state_free(UiState *ui)
{
    for (int i = 0; ui->memory && i < ui->memory->count; ++i) {
        if (ui->memory->owner[i]->end)
            ui->memory->owner[i]->end(ui->memory->state[i]);
        free(ui->memory->state[i]);
    }
    free(ui->memory);
    free(ui->question.held.items);
    free(ui->live);
}

void ui_note_place(UiState *ui, const char *name, float x, float y, float width, float height)
{
    if (ui->rect_count < UI_MAX_RECTS)
        ui->rects[ui->rect_count++] = (NamedRect){name, x, y, width, height, 0, 0};
}

void ui_note_clipped(UiState *ui, const char *name)
{
    if (ui->clipped_count < UI_MAX_CLIPPED)
        ui->clipped[ui->clipped_count++] = name;
}

bool named_rect_hidden(const NamedRect *rect)
{
    const float SLACK = 2;
    return rect->high - rect->low >= rect->height &&
           (rect->y + rect->height > rect->high + SLACK || rect->y < rect->low - SLACK);
}

void ui_note_rect(UiState *ui, const char *name)
{
    ImVec2 low, high;
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    ui_note_area(ui, name, low.x, low.y, high.x - low.x, high.y - low.y);
}

void ui_note_area(UiState *ui, const char *name, float x, float y, float width, float height)
{
    int before = ui->rect_count;
    ui_note_place(ui, name, x, y, width, height);
    light_note(ui, name, x, y, width, height);
    if (ui->rect_count > before) {
        const ImRect *seen = &igGetCurrentContext()->CurrentWindow->InnerClipRect;
        ui->rects[before].low = seen->Min.y;
        ui->rects[before].high = seen->Max.y;
        if (strcmp(ui->sought, name) == 0 && named_rect_hidden(&ui->rects[before]))
            igSetScrollHereY(0.5f);
    }
}

void ui_list_parts(UiState *ui, const App *app)
{
    ui->live_count = 0;
    if (!array_reserve(&ui->live, &ui->live_capacity, (size_t)app->document.part_count,
                       sizeof *ui->live))
        return;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (!app->document.parts[i].removed)
            ui->live[ui->live_count++] = i;
}
