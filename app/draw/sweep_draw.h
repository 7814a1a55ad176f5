// What a part sweeps along the path: ghosts of it, and the surface around its cells; and the tool that was tried
// on a screw.
#ifndef SNUG_APP_DRAW_SWEEP_DRAW_H
#define SNUG_APP_DRAW_SWEEP_DRAW_H

#include "app/gfx/gfx.h"
#include "app/stages/app.h"

enum { GHOSTS_MOST = 60, TOOLS_MOST = 9, SWEEP_DRAW_MOST = GHOSTS_MOST + 1 + TOOLS_MOST };

typedef struct SweepDraw {
    GpuMesh *surface;
    uint32_t version; // of what it shows
    GpuMesh *tool;
    uint32_t tool_version; // likewise
} SweepDraw;

void sweep_draw_free(SweepDraw *draw);
// Adds what is to be seen behind the parts of the scene, which have room for it, and its box to the bounds. ghost:
// the mesh of the part that sweeps, or NULL.
void sweep_draw_add(SweepDraw *draw, const App *app, const GpuMesh *ghost, DrawPart *parts,
                    DrawScene *out, Error *trouble);

#endif
