// Parts that are dragged with Ctrl go onto the axes of others: a bolt into its hole, a bearing onto
// its shaft. The axes are those of the round rims, found on a worker once they are wanted.
#ifndef SNUG_APP_WINDOW_TOOLS_COAXIAL_H
#define SNUG_APP_WINDOW_TOOLS_COAXIAL_H

#include "app/window/view.h"
#include "core/mesh/rims.h"

// Axes of a part, in its frame.
typedef struct PartAxes {
    const RoundAxis *axes;
    size_t count;
    double size; // of the part
} PartAxes;

typedef struct Coaxial {
    int32_t other;    // whose axis it is
    Vec3d point;      // on the axis, in the world
    Vec3d direction;  // of length 1
    Affine placement; // the moved part on it
} Coaxial;

// The pair of axes that are nearest on the screen, of a part that is at `to` and of others that are
// visible and not selected: nearly parallel, at most `pixels` apart, and not far beyond the other
// part's ends; in the exploded view only such that are shown shifted alike. Depth does not count,
// since nobody sees it: the part goes to where the other axis is under the same place of the
// screen. axes: per part.
bool coaxial_find(const App *app, const PartAxes *axes, int32_t part, const Affine *to,
                  double width, double height, double pixels, Coaxial *out);

// For the part in the hand: moves *to onto the nearest axis, if there is one, and has it drawn.
bool coaxial_snap(View *view, int32_t part, Affine *to);
// Only says that there would be one, by a pale line and words in the status bar.
void coaxial_offer(View *view, int32_t part, const Affine *to);
void coaxial_want(View *view); // a part is being dragged: find the axes

#endif
