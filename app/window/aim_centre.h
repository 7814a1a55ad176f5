// Centres: whoever points at the wall or the rim of a hole or a pin mostly means the middle of it, and not
// one of the corners that its mesh happens to have.
#ifndef SNUG_APP_WINDOW_AIM_CENTRE_H
#define SNUG_APP_WINDOW_AIM_CENTRE_H

#include "app/window/aim.h"

// Makes *anchor an ANCHOR_CENTRE, if it lies on something round: the middle of the nearer end of a hole or
// a pin of at least half a turn, or of a round rim. Walls are known once the features of the part are
// (features_ask), rims at once. False: it stays as it was; so it does where the part is scaled by different
// factors and its circles are none.
bool aim_centre(const App *app, Anchor *anchor);

Vec3d anchor_axis(const App *app, const Anchor *anchor); // of a centre, in the world, of length 1
double anchor_radius(const App *app, const Anchor *anchor); // in the world

#endif
