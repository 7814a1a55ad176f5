// What is to be seen of a pair of parts: the viewer zooms to it, and pictures in reports show it.
#ifndef SNUG_APP_STAGES_PAIR_REGION_H
#define SNUG_APP_STAGES_PAIR_REGION_H

#include "app/stages/app.h"

// The place where they meet, with so much around it that one knows where one is; without a row in
// the fit report, both parts.
Box3d pair_region(const App *app, int32_t a, int32_t b);

#endif
