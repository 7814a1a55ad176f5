// The floor: lines at round distances under what is open. Private to app/gfx.
#ifndef SNUG_APP_GFX_GRID_H
#define SNUG_APP_GFX_GRID_H

#include "app/gfx/gfx.h"

enum { GRID_CELLS = 30, GRID_MAJOR = 5 }; // cells from the middle outwards; every 5th line stronger

typedef struct Grid {
    Vec3d centre;
    double step; // a power of ten
} Grid;

// False: there is none to be drawn.
static inline bool grid_of(const DrawScene *scene, Grid *out)
{
    const Box3d *box = &scene->floor;
    double width = fmax(box->hi.x - box->lo.x, box->hi.z - box->lo.z);
    if (!scene->grid || !(width > 0) || !isfinite(width))
        return false;
    out->step = pow(10, floor(log10(width / 3.5)));
    double whole = GRID_MAJOR * out->step;
    out->centre = vec3d(whole * round((box->lo.x + box->hi.x) / 2 / whole), box->lo.y,
                        whole * round((box->lo.z + box->hi.z) / 2 / whole));
    // Three to thirty cells per part: coarse enough to count, fine enough to see.
    return isfinite(out->step) && out->step > 0;
}

#endif
