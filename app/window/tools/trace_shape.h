// Volumes of a recorded search as they are drawn: their outlines in the world.
#ifndef SNUG_APP_WINDOW_TOOLS_TRACE_SHAPE_H
#define SNUG_APP_WINDOW_TOOLS_TRACE_SHAPE_H

#include "app/stages/trace_state.h"
#include "app/window/marks.h"

enum { TRACE_SHAPE_MOST = 640 };

typedef struct TraceShape {
    Affine map;
    Vec3d ends[TRACE_SHAPE_MOST]; // of lines, two each
    int count;
} TraceShape;

// The volume of a node where the parts stood. False: no memory.
bool trace_shape(const TraceShown *shown, bool of_b, NodeId node, TraceShape *out);
void trace_shape_lines(const View *view, const TraceShape *shape, MarkStyle style);
void trace_shape_fill(const View *view, const TraceShape *shape, MarkStyle style);

// The direction that explains a test, with the shadows of both volumes on it and what is between.
void trace_reason_draw(const View *view, uint32_t test, const TraceShape *a, const TraceShape *b);

#endif
