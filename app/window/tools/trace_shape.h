// Volumes of a recorded search as they are drawn, and the reason of a test.
#ifndef SNUG_APP_WINDOW_TOOLS_TRACE_SHAPE_H
#define SNUG_APP_WINDOW_TOOLS_TRACE_SHAPE_H

#include "app/stages/trace_state.h"
#include "app/window/tools/volume_shape.h"

// The volume of a node where the parts stood. False: no memory.
bool trace_shape(const TraceShown *shown, bool of_b, NodeId node, VolumeShape *out);

// The direction that explains a test, with the shadows of both volumes on it and what is between.
void trace_reason_draw(const View *view, uint32_t test, const VolumeShape *a, const VolumeShape *b);

#endif
