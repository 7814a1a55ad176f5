#include "app/tests/checker/exact.h"

#include <algorithm>
#include <cmath>

namespace checker
{

namespace
{

struct Vector {
    mpq_class v[3];
};

Vector between(const Point &from, const Point &to)
{
    Vector d;
    for (int k = 0; k < 3; ++k)
        d.v[k] = mpq_class(to.v[k]) - mpq_class(from.v[k]);
    return d;
}

mpq_class dot(const Vector &a, const Vector &b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

Vector cross(const Vector &a, const Vector &b)
{
    Vector c;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        c.v[k] = a.v[i] * b.v[j] - a.v[j] * b.v[i];
    }
    return c;
}

mpq_class square_to_segment(const Point &p, const Point &a, const Point &b)
{
    Vector ab = between(a, b), ap = between(a, p);
    mpq_class whole = dot(ab, ab), along = dot(ap, ab);
    if (along <= 0 || whole == 0)
        return dot(ap, ap);
    if (along >= whole) {
        Vector bp = between(b, p);
        return dot(bp, bp);
    }
    return dot(ap, ap) - along * along / whole;
}

// Where the common perpendicular meets both segments between their ends; else nothing nearer than
// their ends.
bool square_across(const Point &a, const Point &b, const Point &c, const Point &d, mpq_class &out)
{
    Vector u = between(a, b), v = between(c, d), w = between(a, c), n = cross(u, v);
    mpq_class whole = dot(n, n);
    if (whole == 0)
        return false;
    mpq_class s = dot(cross(w, v), n), t = dot(cross(w, u), n);
    if (s < 0 || s > whole || t < 0 || t > whole)
        return false;
    mpq_class height = dot(w, n);
    out = height * height / whole;
    return true;
}

// The sign of the determinant of b - a, c - a, d - a: in doubles where they are sure of it.
int side(const Point &a, const Point &b, const Point &c, const Point &d)
{
    double m[3][3], sum = 0, most = 0;
    for (int k = 0; k < 3; ++k) {
        m[0][k] = b.v[k] - a.v[k];
        m[1][k] = c.v[k] - a.v[k];
        m[2][k] = d.v[k] - a.v[k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double up = m[0][k] * m[1][i] * m[2][j], down = m[0][k] * m[1][j] * m[2][i];
        sum += up - down;
        most += std::fabs(up) + std::fabs(down);
    }
    if (std::fabs(sum) > 1e-13 * most) // some twenty roundings of 1.1e-16 each
        return sum > 0 ? 1 : -1;
    return sgn(dot(cross(between(a, b), between(a, c)), between(a, d)));
}

// 1 up, -1 down through the triangle, 0 not at all; 2: through an edge, or an end lies on it.
int through(const Triangle &t, const Point &p, const Point &q)
{
    bool positive = false, negative = false, edge = false;
    for (int k = 0; k < 3; ++k) {
        int s = side(p, q, t[(size_t)k], t[(size_t)(k + 1) % 3]);
        positive |= s > 0;
        negative |= s < 0;
        edge |= s == 0;
    }
    if (positive && negative)
        return 0;
    int from = side(t[0], t[1], t[2], p), to = side(t[0], t[1], t[2], q);
    if (from * to > 0)
        return 0;
    return edge || from * to == 0 ? 2 : to > 0 ? 1 : -1;
}

bool pierces(const Point &p, const Point &q, const Triangle &t)
{
    return side(t[0], t[1], t[2], p) * side(t[0], t[1], t[2], q) < 0 && through(t, p, q) != 0;
}

} // namespace

Box box_of(const Triangle &t)
{
    Box box;
    for (int k = 0; k < 3; ++k) {
        box.lo[k] = std::min({t[0].v[k], t[1].v[k], t[2].v[k]});
        box.hi[k] = std::max({t[0].v[k], t[1].v[k], t[2].v[k]});
    }
    return box;
}

// Exact: rounding keeps order, so a difference that is no larger than `distance` never becomes so.
bool further(const Box &a, const Box &b, double distance)
{
    for (int k = 0; k < 3; ++k)
        if (a.lo[k] - b.hi[k] > distance || b.lo[k] - a.hi[k] > distance)
            return true;
    return false;
}

mpq_class square_distance(const Point &p, const Triangle &t)
{
    Vector ab = between(t[0], t[1]), ac = between(t[0], t[2]), ap = between(t[0], p);
    Vector n = cross(ab, ac);
    mpq_class whole = dot(n, n);
    if (whole > 0) {
        mpq_class u = dot(cross(ap, ac), n), v = dot(cross(ab, ap), n);
        if (u >= 0 && v >= 0 && u + v <= whole) {
            mpq_class height = dot(ap, n);
            return height * height / whole;
        }
    }
    mpq_class least = square_to_segment(p, t[0], t[1]);
    least = std::min(least, square_to_segment(p, t[1], t[2]));
    return std::min(least, square_to_segment(p, t[2], t[0]));
}

mpq_class square_distance(const Triangle &a, const Triangle &b)
{
    mpq_class least = square_distance(a[0], b), across;
    for (size_t i = 0; i < 3; ++i) {
        if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a))
            return 0;
        least = std::min({least, square_distance(a[i], b), square_distance(b[i], a)});
        for (size_t j = 0; j < 3; ++j)
            if (square_across(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], across))
                least = std::min(least, across);
    }
    return least;
}

bool winding(const Part &part, const Point &p, int &number)
{
    double size = 0;
    for (int k = 0; k < 3; ++k)
        size = std::max(
            {size, std::fabs(part.box.lo[k] - p.v[k]), std::fabs(part.box.hi[k] - p.v[k])});
    for (int turn = 1; turn <= 20; ++turn) {
        // Far out of the box, in directions that have nothing in common with those of parts.
        Point q = {{p.v[0] + size * (3 + std::sqrt(turn)), p.v[1] + size * std::sin(7.3 * turn),
                    p.v[2] + size * std::cos(5.1 * turn)}};
        bool clean = true;
        number = 0;
        for (const Triangle &t : part.triangles) {
            int n = through(t, p, q);
            clean &= n != 2;
            number += n;
        }
        if (clean)
            return true;
    }
    return false;
}

} // namespace checker
