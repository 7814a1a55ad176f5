// Bounds hold in doubles, whatever happens to the foot of a perpendicular: any point of a triangle
// bounds the distance from above, and the support in any direction bounds it from below. What is left
// is the rounding of sums and products of coordinates, for which all bounds give way.
#include "app/tests/checker/depth.h"

#include <algorithm>
#include <cmath>

namespace checker
{

namespace
{

Point sub(const Point &a, const Point &b)
{
    return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}

double dot(const Point &a, const Point &b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

double distance(const Point &a, const Point &b)
{
    Point d = sub(a, b);
    return std::sqrt(dot(d, d));
}

Point mix(const Point &a, const Point &b, double t)
{
    return {{a.v[0] + t * (b.v[0] - a.v[0]), a.v[1] + t * (b.v[1] - a.v[1]),
             a.v[2] + t * (b.v[2] - a.v[2])}};
}

Point on_segment(const Point &p, const Point &a, const Point &b)
{
    Point ab = sub(b, a);
    double whole = dot(ab, ab);
    double t = whole > 0 ? dot(sub(p, a), ab) / whole : 0;
    return mix(a, b, std::min(1.0, std::max(0.0, t)));
}

// A point of the triangle, as near to p as doubles find.
Point foot(const Point &p, const Triangle &t)
{
    Point ab = sub(t[1], t[0]), ac = sub(t[2], t[0]), ap = sub(p, t[0]);
    double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), pb = dot(ap, ab), pc = dot(ap, ac);
    double whole = bb * cc - bc * bc, u = pb * cc - pc * bc, v = pc * bb - pb * bc;
    if (whole > 0 && u >= 0 && v >= 0 && u + v <= whole) {
        // First along one side, then towards the third corner: stays within.
        double far = (u + v) / whole, share = u + v > 0 ? v / (u + v) : 0;
        return mix(t[0], mix(t[1], t[2], share), far);
    }
    Point best = on_segment(p, t[0], t[1]);
    for (size_t k = 1; k < 3; ++k) {
        Point other = on_segment(p, t[k], t[(k + 1) % 3]);
        if (distance(p, other) < distance(p, best))
            best = other;
    }
    return best;
}

struct Piece {
    Triangle corners;
    std::vector<int> near; // triangles that may be the nearest ones of a point of it
};

struct Search {
    const Part &solid;
    double length, rounding;
    long left; // pieces before it gives up

    double most(const Point &p, const Triangle &t) const
    {
        return distance(p, foot(p, t)) + rounding;
    }

    double least(const Point &p, const Triangle &t) const
    {
        Point to = sub(foot(p, t), p);
        double far = std::sqrt(dot(to, to)), support = far;
        if (far <= rounding)
            return 0;
        for (const Point &corner : t)
            support = std::min(support, dot(to, sub(corner, p)) / far);
        return std::max(0.0, support - rounding);
    }

    Depth look(const Piece &piece)
    {
        const Triangle &t = piece.corners;
        if (further(box_of(t), solid.box, rounding))
            return Depth::within; // out of the box, out of the part
        if (--left < 0)
            return Depth::unknown;
        Point c = mix(mix(t[0], t[1], 0.5), t[2], 1.0 / 3);
        double radius = 0, upper = INFINITY, lower = INFINITY;
        for (const Point &corner : t)
            radius = std::max(radius, distance(c, corner) + rounding);
        std::vector<double> below(piece.near.size());
        for (size_t i = 0; i < piece.near.size(); ++i) {
            const Triangle &other = solid.triangles[(size_t)piece.near[i]];
            double here = most(c, other);
            upper = std::min(upper, here);
            lower = std::min(lower, below[i] = least(c, other));
            // The distance from one triangle is convex: largest at a corner of the piece.
            if (here <= length &&
                std::max({most(t[0], other), most(t[1], other), most(t[2], other)}) <= length)
                return Depth::within;
        }
        if (upper + radius <= length)
            return Depth::within;
        int around;
        if ((lower > length || radius - lower <= length) && winding(solid, c, around)) {
            if (around != 0 && lower > length)
                return Depth::deeper;
            // From outside the way leads through the surface: what is behind is no deeper than the
            // rest of it.
            if (around == 0 && radius - lower <= length)
                return Depth::within;
        }
        return cut(piece, below, upper + 2 * radius);
    }

    // Across the longest side.
    Depth cut(const Piece &piece, const std::vector<double> &below, double reach)
    {
        const Triangle &t = piece.corners;
        size_t k = 0;
        for (size_t i = 1; i < 3; ++i)
            if (distance(t[i], t[(i + 1) % 3]) > distance(t[k], t[(k + 1) % 3]))
                k = i;
        Point middle = mix(t[k], t[(k + 1) % 3], 0.5);
        Piece part = {{t[k], middle, t[(k + 2) % 3]}, {}};
        for (size_t i = 0; i < below.size(); ++i)
            if (below[i] <= reach)
                part.near.push_back(piece.near[i]);
        Depth first = look(part);
        if (first != Depth::within)
            return first;
        part.corners = {middle, t[(k + 1) % 3], t[(k + 2) % 3]};
        return look(part);
    }
};

} // namespace

Depth depth_within(const Part &surface, const Part &solid, double length, double rounding)
{
    Search search = {solid, length, rounding, 2000000};
    std::vector<int> all(solid.triangles.size());
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = (int)i;
    for (const Triangle &t : surface.triangles) {
        Depth depth = search.look({t, all});
        if (depth != Depth::within)
            return depth;
    }
    return Depth::within;
}

} // namespace checker
