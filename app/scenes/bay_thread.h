// A thread with real flanks, for what is screwed on in earnest: along its pitch it runs free, straight it
// does not.
#ifndef SNUG_APP_SCENES_BAY_THREAD_H
#define SNUG_APP_SCENES_BAY_THREAD_H

#include "app/scenes/solid.h"

enum { BAY_THREAD_SEGMENTS = 28 };

// Draws it along x; play is added to all radii, for the nut. The contours at its ends are left to faces.
void bay_thread(MeshBuilder *b, double from, double to, double play, Contour *first, Contour *last);

#endif
