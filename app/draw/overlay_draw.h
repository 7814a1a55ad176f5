// The volumes over the parts on the GPU: buffers are made of the overlay's lines once, and kept as
// long as they are shown.
#ifndef SNUG_APP_DRAW_OVERLAY_DRAW_H
#define SNUG_APP_DRAW_OVERLAY_DRAW_H

#include "app/gfx/gfx.h"
#include "app/stages/app.h"

typedef struct OverlayBuffers {
    uint32_t number; // of the entry that they were made of; 0: none
    VolumeBatch *batch[2];
} OverlayBuffers;

typedef struct OverlayDraw {
    OverlayBuffers *buffers; // parallel to the entries of the overlay
    size_t count;
    // of volumes in the colours of the tree
    uint32_t palette[VOLUME_PALETTE];
} OverlayDraw; // zero initialised: empty

// Brings the buffers up to date; err is set when something cannot be drawn.
void overlay_draw_update(OverlayDraw *draw, const App *app, Error *err);
// Adds what is to be drawn to `out`, which has room for two per part, and returns how many. beside: of B's
// hierarchies, while two settings are compared.
size_t overlay_draw_list(const OverlayDraw *draw, const App *app, bool beside, DrawVolumes *out);
void overlay_draw_free(OverlayDraw *draw); // with the GL context still current

#endif
