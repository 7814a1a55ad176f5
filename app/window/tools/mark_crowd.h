// Marks that would cover each other on the screen become one, which says how many it stands for.
// From frame to frame they hold still: a mark stays where it is until another one is clearly
// deeper, and does not come and go where two are about as far apart as marks have to be. No window.
#ifndef SNUG_APP_WINDOW_TOOLS_MARK_CROWD_H
#define SNUG_APP_WINDOW_TOOLS_MARK_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One that could be drawn.
typedef struct MarkSpot {
    int32_t kind; // only those of one kind become one: each has its colour and its line in a legend
    int32_t a, b; // what it belongs to, for knowing it again
    double x, y;  // on the screen
    double weight; // depth: of those that become one the heaviest is drawn
    size_t index;  // the caller's number of it
} MarkSpot;

// One that is drawn.
typedef struct CrowdMark {
    MarkSpot spot;
    double most; // weight of the heaviest that it stands for
    int others;  // that it stands for beside itself
} CrowdMark;

enum { CROWD_MOST = 40 };
typedef struct MarkCrowd {
    CrowdMark marks[CROWD_MOST]; // heaviest first
    int count;
    int left_out; // spots for which there was no mark left
} MarkCrowd;

// crowd: of the frame before, with x and y of its spots brought up to where they are now; becomes
// that of this one. apart: pixels between two marks.
void mark_crowd_settle(MarkCrowd *crowd, const MarkSpot *spots, size_t count, double apart);

#endif
