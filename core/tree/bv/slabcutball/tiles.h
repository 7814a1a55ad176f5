// Long thin triangles cut across into strips, for volumes that are round: a ball around a needle is
// mostly empty, balls around its strips are not (Larsson 2008, section 6).
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_TILES_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_TILES_H

#include "core/mesh/mesh.h"

enum { TILES_MAX = 128 };

typedef struct TileRule {
    double aspect; // a strip may be this many times longer than its triangle is wide
    double length; // and this long in any case
    int most;      // strips of one triangle, up to TILES_MAX
} TileRule;

// A strip has three to five corners, so it is one to three triangles.
typedef struct Tiles {
    int32_t count;
    int32_t *origin;      // per strip: the triangle it is a part of
    int32_t *first_piece; // per strip, and one more: its triangles in `pieces`
    Mesh *pieces;
    Mesh *strips; // one triangle per strip that is about where it is, for criteria of construction
} Tiles;

// Cuts are made across the longest edge, from points on it to points on the other two: whatever
// these are, the strips between cover the triangle. Rounded to double they lie within 2^-50 R of
// the edges, R being the mesh's radius: a point a + s (b - a) has three roundings of at most 2 R
// 2^-53 per component. So strips that are widened by TILES_SLACK R cover it for certain.
#define TILES_SLACK 0x1p-46
bool tiles_cut(const Mesh *mesh, const TileRule *rule, Tiles *out); // false: memory ran short
void tiles_free(Tiles *tiles);

#endif
