// Triangle-triangle tests. The sets are closed: touching is contact. To add one: a file tri/tri_x.c
// that defines `const TriTest tri_x`, and X(x) in tri/list.h.
#ifndef SNUG_CORE_TRI_H
#define SNUG_CORE_TRI_H

#include "mesh.h"
#include "tri/list.h"

// A triangle whose corners are collinear is a segment, one whose corners coincide is a point.
enum TriContact {
    TRI_DISJOINT,
    TRI_TOUCH, // they meet, but the relative interiors do not, or only along a common line in one's
               // border
    TRI_PROPER,   // they cross: the relative interiors meet in points of different planes
    TRI_COPLANAR, // they lie in one plane and share an area
    TRI_CONTACT_COUNT
};

// Where they meet: a point (count 1), a segment (2) or the corners of a convex polygon (3..6) in
// order. The verdict is exact; the points are its coordinates rounded.
typedef struct TriWitness {
    int count;
    Vec3d point[6];
} TriWitness;

enum TriTestId {
#define X(name) TRI_TEST_##name,
    TRI_TEST_LIST(X)
#undef X
        TRI_TEST_COUNT
};

typedef struct TriTest {
    enum TriTestId id;
    const char *name, *note;
    bool exact; // the verdict is the mathematically right one for the six points given
    enum TriContact (*contact)(const Triangle *a, const Triangle *b,
                               TriWitness *witness); // witness may be NULL
} TriTest;

extern const TriTest *const tri_tests[TRI_TEST_COUNT];
#define X(name) extern const TriTest tri_##name;
TRI_TEST_LIST(X)
#undef X

// Distance of two triangles (0 where they intersect) and the closest points.
double tri_distance(const Triangle *a, const Triangle *b, Vec3d *on_a, Vec3d *on_b);

#endif
