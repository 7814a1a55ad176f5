// Edges by the size of what they are a piece of: from afar a few short ones that hang together with
// nothing else are no outline, but a speck.
#ifndef SNUG_APP_PICTURE_EDGE_SIZES_H
#define SNUG_APP_PICTURE_EDGE_SIZES_H

#include "app/picture/render_mesh.h"

// Puts edges that hang together with the longest others first. counts[k]: so many belong to a whole of
// at least `size` / 2^k. False: memory is short.
bool edges_by_size(uint32_t *edges, size_t count, const RenderPoint *points, size_t point_count,
                   double size, uint32_t counts[EDGE_SIZES]);

#endif
