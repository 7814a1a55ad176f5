#include "app/window/label_room.h"

#include <math.h>

// How much farther than another place one may be that leads to the other side, or sideways: labels that
// follow a part must not flit about.
static const float OTHER_SIDE = 4, SIDEWAYS = 2;

void label_room_begin(LabelRoom *room, LabelRect within)
{
    room->within = within;
    room->count = 0;
}

static LabelRect moved(LabelRect rect, float dx, float dy)
{
    return (LabelRect){rect.x0 + dx, rect.y0 + dy, rect.x1 + dx, rect.y1 + dy};
}

static bool overlap(const LabelRect *a, const LabelRect *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

// What does not fit at all shows its beginning.
static LabelRect inside(LabelRect rect, const LabelRect *within)
{
    float left = fminf(0, within->x1 - rect.x1), up = fminf(0, within->y1 - rect.y1);
    rect = moved(rect, left, up);
    return moved(rect, fmaxf(0, within->x0 - rect.x0), fmaxf(0, within->y0 - rect.y0));
}

static bool is_free(const LabelRoom *room, const LabelRect *rect)
{
    const LabelRect *w = &room->within;
    bool good = rect->x0 >= w->x0 && rect->y0 >= w->y0 && rect->x1 <= w->x1 && rect->y1 <= w->y1;
    for (int i = 0; i < room->count && good; ++i)
        good = !overlap(rect, &room->taken[i]);
    return good;
}

void label_room_keep(LabelRoom *room, LabelRect rect)
{
    if (room->count < LABELS_MOST)
        room->taken[room->count++] = rect;
}

// Just beside one that is there: up, down, left, right.
static LabelRect beside(LabelRect rect, const LabelRect *there, int way)
{
    switch (way) {
    case 0:
        return moved(rect, 0, there->y0 - rect.y1);
    case 1:
        return moved(rect, 0, there->y1 - rect.y0);
    case 2:
        return moved(rect, there->x0 - rect.x1, 0);
    default:
        return moved(rect, there->x1 - rect.x0, 0);
    }
}

LabelRect label_room_take(LabelRoom *room, LabelRect wanted, bool down)
{
    LabelRect start = inside(wanted, &room->within), best = start;
    float least = is_free(room, &start) ? 0 : INFINITY;
    for (int i = 0; i < room->count && least > 0; ++i)
        for (int way = 0; way < 4; ++way) {
            LabelRect tried = beside(start, &room->taken[i], way);
            float cost = fabsf(tried.x0 - start.x0) + fabsf(tried.y0 - start.y0);
            cost *= way > 1 ? SIDEWAYS : (way == 1) == down ? 1 : OTHER_SIDE;
            if (cost < least && is_free(room, &tried)) {
                least = cost;
                best = tried;
            }
        }
    label_room_keep(room, best);
    return best;
}
