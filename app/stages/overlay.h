// The volumes that are drawn over the parts: which level of which tree, as lines. Parts that share
// a tree share them.
#ifndef SNUG_APP_STAGES_OVERLAY_H
#define SNUG_APP_STAGES_OVERLAY_H

#include "app/picture/volume_lines.h"
#include "app/stages/tree_paint.h"

typedef struct App App;

enum { NO_OVERLAY = -1 };

// One level of one tree.
typedef struct OverlayEntry {
    Bvh *tree; // retained, so that its address cannot come back as another tree; NULL: free
    int level;
    bool empty;           // with the empty cells
    uint32_t paint;       // version of the hues of nodes; 0: siblings differ
    uint32_t number;      // another one for every entry there ever was
    bool ready;           // the lines are there, or could not be made
    bool in_task;         // a worker is making them
    bool used;            // by a part
    VolumeLines lines[2]; // by enum VolumeFilling; empty again when all that is shown was drawn
    size_t count[2];
} OverlayEntry;

// Indices of entries: what is to be shown of a part, and what is until that is ready.
typedef struct PartOverlay {
    int32_t wanted, shown;
} PartOverlay;

// What is on the screen.
typedef struct OverlayCount {
    size_t volumes, empty;
} OverlayCount;

typedef struct Overlay {
    OverlayEntry *entries;
    size_t count, capacity;
    PartOverlay *parts;
    PartOverlay *beside; // the same of B's hierarchies, while two settings are compared
    int32_t part_count;
    uint32_t numbers;
    TreePaint paint; // of the part whose tree is looked at
    OverlayCount shown;
    bool pending; // something that is wanted is not shown yet
} Overlay;

// Whoever draws has its own copies by now: the lines take memory for nothing.
void overlay_release_lines(App *app);

#endif
