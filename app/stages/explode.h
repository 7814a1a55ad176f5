// The exploded view: parts are shown away from the middle of the assembly, and those of a group
// together, a little apart. Display only: contacts, distances and files go by the document's
// placements. A part's shift depends on where it is at rest, its group and the slider alone, so that
// a part that is dragged follows the mouse, exploded or not.
#ifndef SNUG_APP_STAGES_EXPLODE_H
#define SNUG_APP_STAGES_EXPLODE_H

#include "app/stages/app.h"

// Brings app->explosion up to date with document and assembly, as every update of the stages does;
// cheap when nothing changed.
void explode_update(App *app);

// Where a part is shown. Everything that is drawn, picked or marked in the 3-D view goes by this.
static inline Vec3d app_shown_shift(const App *app, int32_t part)
{
    const Explosion *e = &app->explosion;
    return part >= 0 && part < e->count ? vec3d_scale(e->outward[part], e->amount) : vec3d(0, 0, 0);
}

static inline Affine app_shown_placement(const App *app, int32_t part)
{
    Affine placement = app->document.parts[part].placement;
    placement.p = vec3d_add(placement.p, app_shown_shift(app, part));
    return placement;
}

#endif
