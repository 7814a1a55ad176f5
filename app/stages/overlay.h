// The volumes that are drawn over the parts: which level of which tree, made into lines on a
// worker, kept in graphics memory as long as they are shown. Parts that share a tree share them.
#ifndef SNUG_APP_STAGES_OVERLAY_H
#define SNUG_APP_STAGES_OVERLAY_H

#include "app/stages/app.h"

typedef struct Overlay Overlay;

// What is on the screen now.
typedef struct OverlayCount {
    size_t volumes, empty;
} OverlayCount;

Overlay *overlay_create(void);          // small allocation: aborts when memory is short
void overlay_destroy(Overlay *overlay); // with the GL context still current

// Brings buffers in step with the document, waiting at most wait_ms for the worker; what was shown
// stays until the new lines are there. Adds what is to be drawn to `out`, which has room for two
// per part, and returns how many.
size_t overlay_update(Overlay *overlay, App *app, double wait_ms, DrawVolumes *out);
bool overlay_busy(const Overlay *overlay);
OverlayCount overlay_count(const Overlay *overlay);

#endif
