// Parts of the Traversal panel that show two recorded searches side by side while two settings are compared, and one
// otherwise.
#ifndef SNUG_APP_WINDOW_PANELS_TRAVERSAL_PARTS_H
#define SNUG_APP_WINDOW_PANELS_TRAVERSAL_PARTS_H

#include "app/window/panels/icicle.h"

typedef struct TraversalTrees {
    IcicleView views[COMPARE_SIDES];
    uint32_t versions[COMPARE_SIDES]; // of the recorded searches that they are views of
    enum CompareSide exit_side;
    int exit, exit_frame; // pointed at among the counters, in this frame of ImGui
} TraversalTrees;

// One test in a line: its colour, its nodes, what it found; whole: in as many lines as that takes.
void traversal_test(const PanelContext *context, enum CompareSide side, uint32_t test, bool whole);
void traversal_point_at(const PanelContext *context, enum CompareSide side, uint32_t test);
void traversal_second_summary(const PanelContext *context);
void traversal_second_reason(const PanelContext *context); // what the right half does in this step
// The tests as trees, both on one scale.
void traversal_trees(const PanelContext *context, TraversalTrees *trees);
void traversal_counters(const PanelContext *context, TraversalTrees *trees);

#endif
