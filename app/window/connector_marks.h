// How connectors are drawn in the 3-D view: round ones as a ring with the stroke of its axis, faces as a
// small square with its normal.
#ifndef SNUG_APP_WINDOW_CONNECTOR_MARKS_H
#define SNUG_APP_WINDOW_CONNECTOR_MARKS_H

#include "app/stages/features.h"
#include "app/window/marks.h"

enum ConnectorMark { CONNECTOR_MARK_FAINT, CONNECTOR_MARK_BRIGHT };

// `at`: in the part's coordinates.
void connector_mark(const View *view, int32_t part, const Connector *at, enum ConnectorMark how);
// Where it is shown, in the world.
bool connector_shown(const View *view, int32_t part, const Connector *at, Connector *out);

#endif
