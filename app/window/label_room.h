// Room for labels over the view: whoever comes first stands where it wants, later ones go beside it, and
// none is cut off at the border. No window here.
#ifndef SNUG_APP_WINDOW_LABEL_ROOM_H
#define SNUG_APP_WINDOW_LABEL_ROOM_H

#include <stdbool.h>

typedef struct LabelRect {
    float x0, y0, x1, y1;
} LabelRect;

enum { LABELS_MOST = 64 };

typedef struct LabelRoom {
    LabelRect within;
    LabelRect taken[LABELS_MOST];
    int count;
} LabelRoom;

void label_room_begin(LabelRoom *room, LabelRect within); // of a frame: nothing is taken
void label_room_keep(LabelRoom *room, LabelRect rect);    // for what is drawn there anyway
// Where a label stands that wants to be there: the nearest free place, rather on the side that it is on
// already (down: below what it belongs to). Without any it stays, but within the border.
LabelRect label_room_take(LabelRoom *room, LabelRect wanted, bool down);

#endif
