// A tree of any size as an icicle: every node is a bar below its parent's, as wide as the part of the
// tree that it holds. Only what can be seen is looked at, a pixel column at a time, so a million nodes
// cost no more than a thousand. Turn the wheel to zoom at the cursor, drag to move, double-click a bar
// to make it as wide as the picture, or the uppermost one to see all again.
#ifndef SNUG_APP_WINDOW_PANELS_ICICLE_H
#define SNUG_APP_WINDOW_PANELS_ICICLE_H

#include "app/window/panel.h"

#define ICICLE_NONE UINT32_MAX
#define ICICLE_ROW 1.2f // of a bar at most, in letters

// Nodes are numbered as on a walk from the root that goes to the first child first.
typedef struct IcicleTree {
    const uint32_t *size; // of each: how many nodes are below, itself included
    uint32_t count;
    int depth; // levels
    const void *data;
    uint32_t (*colour)(const void *data, uint32_t node); // 0xRRGGBB
    int (*number)(const void *data, uint32_t node);  // on bars with room for it; 0: none; or NULL
    bool (*faint)(const void *data, uint32_t node);  // drawn pale; NULL: none is
    bool (*absent)(const void *data, uint32_t node); // not there, nor what is below; or NULL
    uint32_t marked;                                 // with a frame, or ICICLE_NONE
    // Nodes that all of it is as wide as, where two are on one scale; 0: its own.
    uint32_t across;
} IcicleTree;

// What is seen of it: kept by whoever draws it, all zero at first.
typedef struct IcicleView {
    double from, to; // nodes; to = 0: all of them
    uint32_t shown;  // the marked one when it was last brought into sight
    bool dragging, moved;
} IcicleView;

typedef struct IcicleAnswer {
    uint32_t hovered, clicked; // nodes, or ICICLE_NONE
    int cells, numbers;        // that were drawn
} IcicleAnswer;

// As wide as the rest of the line. rect: a literal, the name of its rectangle.
IcicleAnswer icicle_draw(const PanelContext *context, const char *rect, const IcicleTree *tree,
                         IcicleView *view, float height);

#endif
