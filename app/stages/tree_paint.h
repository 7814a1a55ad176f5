// What the colours of nodes say, in the tree's bars and over the part alike: a role, or a place on the
// scale from light to dark. Volumes drawn over the part keep a byte for it.
#ifndef SNUG_APP_STAGES_TREE_PAINT_H
#define SNUG_APP_STAGES_TREE_PAINT_H

#include "app/picture/draw_scene.h"
#include "app/stages/tree_state.h"

typedef struct TreeTint {
    enum TreeRole role;
    double heat; // 0 .. 1 on the scale; NAN: the role counts
} TreeTint;
// colours: enum TreeColours
TreeTint tree_tint(const TreeShown *shown, int colours, uint32_t place);
uint32_t tree_tint_colour(TreeTint tint);

// The level of the tree that is looked at is to be drawn over its part in these colours.
bool tree_level_painted(const App *app);
bool tree_paint_shown(const App *app); // ... and it is: it has not too many volumes

// Hues of the nodes of that level, without what is picked, which is drawn over them.
typedef struct TreePaint {
    uint8_t *hues;           // by NodeId; NULL: there are none
    uint32_t nodes, version; // another one for other hues
    uint32_t tree, trace;    // versions that they were made of
    int colours, level;
} TreePaint;
// Made anew where something has changed. Without memory, or with too many volumes, there are none, and
// siblings differ as ever.
void tree_paint_update(TreePaint *paint, const App *app);
void tree_paint_free(TreePaint *paint);
void tree_palette(uint32_t out[VOLUME_PALETTE]);

// What is to be read off, beside the view and in the panel.
typedef struct TreeLegend {
    uint32_t colours[TREE_ROLES];
    const char *words[TREE_ROLES];
    char most[32]; // one of the words
    int count;
} TreeLegend;
// None where visits are asked for and nothing is recorded.
void tree_legend(const App *app, TreeLegend *out);

#endif
