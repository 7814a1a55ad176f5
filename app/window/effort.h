// How much a picture may cost: expensive looks are left out while something moves and a frame takes
// too long, one after the other, and come back as soon as the picture stands still.
#ifndef SNUG_APP_WINDOW_EFFORT_H
#define SNUG_APP_WINDOW_EFFORT_H

#include <stdbool.h>

enum EffortLevel {
    EFFORT_FULL,
    EFFORT_NO_OCCLUSION, // shaded corners are left out
    EFFORT_NO_SMOOTHING, // ... and antialiasing
    EFFORT_NO_EDGES,     // ... and feature edges
    EFFORT_LEVELS
};

typedef struct Effort {
    enum EffortLevel moving; // what the last movement could afford
    int slow, fast;          // frames in a row
    enum EffortLevel level;  // of the present frame
    bool still;              // ... in which nothing moves
    double full_ms;          // how long the last one of those took
} Effort;

// Before a frame: how it is to be drawn. software: the processor draws, and never smooths what
// moves.
enum EffortLevel effort_begin(Effort *effort, bool still, bool software);
// After it: how long it took.
void effort_end(Effort *effort, bool still, double ms);
// Whether a picture with everything is there soon enough to answer the mouse that goes over parts:
// better late by a moment than flickering.
bool effort_affords_glance(const Effort *effort);
// For the status bar: "Moving: no smoothing, no edges"; NULL when nothing is left out.
const char *effort_text(const Effort *effort);

#endif
