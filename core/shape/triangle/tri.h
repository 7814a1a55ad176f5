// Triangle-triangle tests. The sets are closed: touching is contact. To add one: tri_x.c here that
// defines `const TriTest tri_x`, and X(x) in list.h.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_TRI_H
#define SNUG_CORE_SHAPE_TRIANGLE_TRI_H

#include "core/shape/triangle.h"

#include <stddef.h>
#include <stdint.h>

// A triangle whose corners are collinear is a segment, one whose corners coincide is a point. The
// kinds are decided by the relative interiors (a triangle without its edges, a segment without its
// ends, a point itself) and by whether all six corners lie in one plane:
enum TriContact {
    TRI_DISJOINT,
    TRI_TOUCH, // they meet, and it is neither of the two below
    // They cross: the relative interiors meet and the six corners lie in no common plane.
    TRI_PROPER,
    TRI_COPLANAR, // all in one plane and the two share an area
    TRI_CONTACT_COUNT
};
// So an edge lying in the other's face touches; a segment that pierces a face crosses; segments
// that cross each other, segments in the plane of a face and points only ever touch.

// Where they meet: a point (count 1), a segment (2) or the corners of a convex polygon (3..6) in
// order; count 0 when disjoint. All of it, not a sample. From the exact test the number of points
// and the order are exact and only coordinates are rounded, good to 1e-9 of the size of the pair at
// worst (needles almost in one plane), to a few ulp as a rule.
typedef struct TriWitness {
    int count;
    Vec3d point[6];
} TriWitness;

typedef struct TriTest {
    const char *name, *note;
    bool exact; // verdict and kind are right for the six points given, in range of predicates.h
    // witness may be NULL
    enum TriContact (*contact)(const Triangle *a, const Triangle *b, TriWitness *witness);
} TriTest;

extern const TriTest *const tri_tests[];
extern const int tri_test_count;

// Part of a triangle: corner index, the edge from corner index to the next one, or the face.
enum TriPart { TRI_VERTEX, TRI_EDGE, TRI_FACE };
typedef struct TriFeature {
    uint8_t part; // enum TriPart
    uint8_t index;
} TriFeature;

typedef struct TriClosest {
    double value;
    Vec3d on_a, on_b;
    TriFeature feature_a, feature_b; // the smallest ones the points lie on
} TriClosest;

// Distance of two triangles and the closest points. 0 exactly where the exact test finds contact;
// then both points are one of the witness. Gives up as soon as the triangles are shown to be
// `below` or more apart: the result is then +inf, or the distance. Touching triangles: features to
// 1e-12 of their size.
double tri_closest(const Triangle *a, const Triangle *b, double below, TriClosest *out);

#endif
