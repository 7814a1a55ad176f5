// How parts are moved by handles, keys and numbers: along which axes, about which point, in which
// steps. No window.
#ifndef SNUG_APP_STAGES_MOVE_H
#define SNUG_APP_STAGES_MOVE_H

#include "app/document/move_settings.h"
#include "app/stages/app.h"

#define PART_LEAST_SCALE 0.05
#define PART_MOST_SCALE 20.0

double move_step(const App *app, enum MoveStep step); // > 0

// The primary part's own axes, of length 1 and at right angles; those of the world otherwise.
void move_axes(const Document *document, bool local, Vec3d axes[3]);

// The point to turn about, in the world.
// False: nothing is selected.
bool move_pivot(const App *app, const Document *document, Vec3d *out);

// Several parts are scaled along the axis of the primary one, each along the axis of its own that
// lies nearest to it: scaled across its axes a part would be sheared.
int move_scaled_axis(const Affine *lead, int axis, const Affine *part);

// The middle of where the part meets others, in its own frame. False: it meets none.
bool move_contact_point(const App *app, int32_t part, Vec3d *out);

#endif
