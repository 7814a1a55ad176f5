// What the dimension lines say: how far the selected part is from what is nearest to it, and where there are
// safety distances, the worst pair of those.
#ifndef SNUG_APP_WINDOW_DIMENSION_H
#define SNUG_APP_WINDOW_DIMENSION_H

#include "app/stages/app.h"

enum DimensionKind {
    DIMENSION_WATCHED, // of the pair that watch_worst names: "1.2 mm of at least 2 mm"
    DIMENSION_LEAST,   // of the drag, where that is less than what there is, and reads so
    DIMENSION_GAP,     // from the selected parts to what is nearest
    DIMENSION_KINDS
};

typedef struct Dimension {
    enum DimensionKind kind;
    Vec3d at[2]; // in the world, as the parts are shown
    bool meets;  // at the first point: there is no line
    bool near;   // too near, by a safety distance
    char text[160];
} Dimension;

// False: nobody wants to see them, or the view is exploded, where distances are not what is seen.
bool dimension_wanted(const App *app);
// Those that are drawn now, and how many. The last two are left out where the first one is about the
// selection, too, and the gap where the marks of contact say it.
int dimension_lines(const App *app, Dimension out[DIMENSION_KINDS]);

#endif
