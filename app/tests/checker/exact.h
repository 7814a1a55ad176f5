// Rational arithmetic on triangles for the checker of certificates. Nothing here comes from the
// program that is checked.
#ifndef SNUG_APP_TESTS_CHECKER_EXACT_H
#define SNUG_APP_TESTS_CHECKER_EXACT_H

#include <array>
#include <gmpxx.h>
#include <vector>

namespace checker
{

struct Point {
    double v[3];
};
using Triangle = std::array<Point, 3>;

struct Box {
    double lo[3], hi[3];
};

struct Part {
    std::vector<Triangle> triangles;
    std::vector<int> bodies; // a triangle of each set that hangs together by corners
    bool closed;             // every edge is run through as often one way as the other
    Box box;
};

Box box_of(const Triangle &t);
bool further(const Box &a, const Box &b, double distance); // apart by more than that along an axis

// Squares of exact distances.
mpq_class square_distance(const Point &p, const Triangle &t);
mpq_class square_distance(const Triangle &a, const Triangle &b);

// How often the surface winds around p, by exact signs. False: p lies on it, or every ray that was
// tried meets an edge.
bool winding(const Part &part, const Point &p, int &number);

} // namespace checker

#endif
