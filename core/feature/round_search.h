// Pieces of cylinders, grown over the facets of a mesh.
#ifndef SNUG_CORE_FEATURE_ROUND_SEARCH_H
#define SNUG_CORE_FEATURE_ROUND_SEARCH_H

#include "core/feature/cylinder_fit.h"
#include "core/feature/surface_parts.h"
#include "core/mesh/facets.h"

#define MOST_FACET_TURN 1.0653 // radians: 61 degrees, for a hexagon and the noise of its file

// What hangs together, or several such after they were joined.
typedef struct RoundPiece {
    Cylinder cylinder;
    double limit; // no corner is farther from it
    double area;
    double lo, hi;        // along the axis, from the cylinder's origin
    int32_t first, count; // of RoundSearch.members
} RoundPiece;

typedef struct RoundSearch {
    const SurfaceParts *parts;
    Facets facets;
    int32_t *piece_of; // per facet: -1 free, -2 tried in vain, else its piece
    int32_t *mark;     // per facet: who was there
    int32_t *queue;    // of facets
    int32_t queued;
    int32_t *point_mark; // per vertex
    Vec3d *points;       // corners of what is queued, each once
    size_t point_count;
    int32_t stamp;
    double limit; // how far corners may be from the true cylinder
    RoundPiece *pieces;
    size_t piece_count, piece_capacity;
    int32_t *members; // facets of pieces
    size_t member_count, member_capacity;
} RoundSearch;

// Where a facet is, seen along the axis of a cylinder.
typedef struct FacetView {
    double from, to; // angles from the direction that it faces; width: to - from
    double at;       // the angle of that direction, in the frame of across()
    double lo, hi;   // along the axis, from the cylinder's origin
    double error;    // of the corner that is farthest from the cylinder
} FacetView;
FacetView facet_view(const RoundSearch *search, const Cylinder *cylinder, int32_t facet);

// False: cancelled, or memory is short.
bool round_search_grow(RoundSearch *search); // all pieces within search->limit of what is free
void round_search_gather(RoundSearch *search, const int32_t *facets, int32_t count);

// Joins pieces of one cylinder that is cut in two, or by grooves.
bool round_search_join(RoundSearch *search);

// Whether the surface goes on beyond the ends of a piece as it does within: a band around a ball.
bool round_piece_is_band(RoundSearch *search, int32_t piece);

// The feature that a piece is, without triangles. False: too few facets, or too little of a turn.
bool round_piece_measure(RoundSearch *search, int32_t piece, Feature *out);

#endif
