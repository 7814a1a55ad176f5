// A convex piece of a surface whose depth is searched, and the ways to cut it in two.
#ifndef SNUG_CORE_MEANING_DEPTH_PIECE_H
#define SNUG_CORE_MEANING_DEPTH_PIECE_H

#include "core/meaning/depth.h"
#include "core/meaning/patch.h"

enum { PIECE_MAX = 8 };

typedef struct Piece {
    double upper;
    int32_t node;     // of the surface's tree; -1: a polygon
    int32_t near;     // triangle of the solid nearest to the middle; before that, to the parent's
    int32_t triangle; // of the surface, that a polygon is a piece of
    int32_t crossing; // a segment through it; -1: none
    int32_t count;
    bool inside; // all of it is known to be
    // No segment runs through it and its middle is inside, so all of it is, but for what rounding
    // hides: a sliver between two segments that are all but one may reach out beyond their ends.
    bool within;
    enum PatchAnswer over; // what the flat region around `near` is to it
    Patch patch;
    Vec3d middle;
    double radius;
    Vec3d p[PIECE_MAX];
} Piece;

// Of a triangle of the surface, in the frame.
Vec3d depth_surface_normal(const DepthSearch *search, int32_t triangle);

// The part of the polygon where side >= 0 (sign 1) or <= 0 (sign -1). False: too many corners.
bool piece_cut(const Piece *from, const double side[PIECE_MAX], double sign, Piece *to);

// The side plane of the nearest triangle's prism that cuts the piece best: side[] of its corners.
// False when the piece lies on one side of each.
bool piece_cut_prism(const Triangle *t, const Piece *piece, double side[PIECE_MAX]);

// Across the middle of the longest direction between corners.
void piece_cut_middle(const Piece *piece, double side[PIECE_MAX]);

// Along the segment that runs through the piece. False when all of it lies on one side.
bool piece_cut_crossing(const DepthSearch *search, const Piece *piece, double side[PIECE_MAX]);

// Along the border of the flat region it lies over.
void piece_cut_border(const Piece *piece, double side[PIECE_MAX]);

#endif
