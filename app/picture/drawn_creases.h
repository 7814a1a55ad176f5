// Which creases of a mesh are drawn as edges. Topology judges each edge by its two faces alone, which is
// right for whoever measures; but the picture of a rounded part would be full of specks and dashes:
// around splinters, whose direction is chance, and where facets of a fillet happen to turn by a little
// more than the limit.
#ifndef SNUG_APP_PICTURE_DRAWN_CREASES_H
#define SNUG_APP_PICTURE_DRAWN_CREASES_H

#include "core/mesh/topology.h"

typedef struct DrawnFaces {
    const Mesh *mesh;
    const MeshTopology *topology;
    Vec3d *normals; // per triangle: unit, or zero: such a face has no direction
} DrawnFaces;

// A splinter is a thin triangle with creases along all its long sides, or one without area, between
// faces that go on smoothly beyond it: its normal becomes theirs. Splinters along a real crease stay as
// they are. False: cancelled.
bool splinters_smooth(const DrawnFaces *faces, Job *job);

// By the normals; borders and edges of more than two faces always. Of a face without a normal, what is
// beyond it counts.
bool crease_is_drawn(const DrawnFaces *faces, int32_t side);
// Turns by so little that it is drawn only as a piece of a line that goes on at both ends.
bool crease_is_weak(const DrawnFaces *faces, int32_t side);

// Takes weak edges away from loose ends until none is left there. Edges are pairs of points; those that
// stay come first, then the others; *stay: how many. False: memory is short.
bool weak_ends_last(uint32_t *edges, const uint8_t *weak, size_t count, size_t point_count,
                    size_t *stay);

#endif
