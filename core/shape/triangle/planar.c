// The intersection of two triangles, segments or points in one plane. Which corners it has and in
// which order follows from signs of orient2d alone; only the coordinates of crossings are rounded.
#include "core/shape/triangle/planar.h"

#include <string.h>

typedef struct Corner {
    Vec3d at;
    unsigned on_b; // bit j: lies on edge j of B
} Corner;

// Signs of all corners against all edges, and the plain shapes. Edge k runs from corner k to k+1;
// a segment has the one edge 0, a point none.
typedef struct Planar {
    const TriShape *a, *b;
    Vec2d pa[3], pb[3];
    int edges_a, edges_b;
    double a_side[3][3]; // [i][j]: corner i of A left of edge j of B
    double b_side[3][3]; // [j][i]: corner j of B left of edge i of A
    bool a_in_b[3], b_in_a[3];
} Planar;

static int next_of(const TriShape *s, int k)
{
    return k + 1 == s->n ? 0 : k + 1;
}

static bool between(double lo, double x, double hi)
{
    return (lo <= x && x <= hi) || (hi <= x && x <= lo);
}

// side: of p against the edges of s
static bool inside(int n, const Vec2d *s, Vec2d p, const double side[3])
{
    switch (n) {
    case 1:
        return s[0].x == p.x && s[0].y == p.y;
    case 2:
        return side[0] == 0 && between(s[0].x, p.x, s[1].x) && between(s[0].y, p.y, s[1].y);
    default:
        return side[0] >= 0 && side[1] >= 0 && side[2] >= 0;
    }
}

static int edge_count(int n)
{
    return n == 3 ? 3 : n - 1;
}

static void planar_init(Planar *c, const TriShape *a, const TriShape *b, int drop)
{
    *c = (Planar){.a = a, .b = b, .edges_a = edge_count(a->n), .edges_b = edge_count(b->n)};
    for (int i = 0; i < a->n; ++i)
        c->pa[i] = tri_project(a->p[i], drop);
    for (int j = 0; j < b->n; ++j)
        c->pb[j] = tri_project(b->p[j], drop);
    for (int i = 0; i < a->n; ++i)
        for (int j = 0; j < c->edges_b; ++j)
            c->a_side[i][j] =
                orient2d_widened(c->pb[j], c->pb[next_of(b, j)], c->pa[i], ORIENT_ACCURATE);
    for (int j = 0; j < b->n; ++j)
        for (int i = 0; i < c->edges_a; ++i)
            c->b_side[j][i] =
                orient2d_widened(c->pa[i], c->pa[next_of(a, i)], c->pb[j], ORIENT_ACCURATE);
    for (int i = 0; i < a->n; ++i)
        c->a_in_b[i] = inside(b->n, c->pb, c->pa[i], c->a_side[i]);
    for (int j = 0; j < b->n; ++j)
        c->b_in_a[j] = inside(a->n, c->pa, c->pb[j], c->b_side[j]);
}

static bool opposite(double x, double y)
{
    return (x < 0 && y > 0) || (x > 0 && y < 0);
}

// The open edges i of A and j of B cross in one point.
static bool cross(const Planar *c, int i, int j)
{
    return opposite(c->a_side[i][j], c->a_side[next_of(c->a, i)][j]) &&
           opposite(c->b_side[j][i], c->b_side[next_of(c->b, j)][i]);
}

static Corner crossing(const Planar *c, int i, int j)
{
    double from = c->a_side[i][j], to = c->a_side[next_of(c->a, i)][j];
    Vec3d at = vec3d_lerp(c->a->p[i], c->a->p[next_of(c->a, i)], from / (from - to));
    return (Corner){at, 1u << j};
}

// On the open edge i of A; only asked for corners of B that lie in A.
static bool on_open_edge(const Planar *c, int j, int i)
{
    const double *side = c->b_side[j];
    if (side[i] != 0)
        return false;
    for (int k = 0; k < c->edges_a; ++k)
        if (k != i && side[k] == 0)
            return false;
    if (c->edges_a == 3)
        return true;
    for (int k = 0; k < 2; ++k)
        if (c->pa[k].x == c->pb[j].x && c->pa[k].y == c->pb[j].y)
            return false;
    return true;
}

// Corners of the intersection on the open edge i of A, in its direction. There are at most two,
// since what a line shares with a convex set has two ends.
static int corners_on_edge(const Planar *c, int i, Corner out[2])
{
    int n = 0;
    for (int j = 0; j < c->edges_b && n < 2; ++j) {
        if (!cross(c, i, j))
            continue;
        Corner corner = crossing(c, i, j);
        bool enters = c->a_side[i][j] < 0; // for a triangle B; with a segment there is only one
        if (n == 1 && enters) {
            out[1] = out[0];
            out[0] = corner;
        } else {
            out[n] = corner;
        }
        ++n;
    }
    bool first_enters = n == 1 && c->b->n == 3 &&
                        (out[0].on_b & 1   ? c->a_side[i][0]
                         : out[0].on_b & 2 ? c->a_side[i][1]
                                           : c->a_side[i][2]) < 0;
    int previous = -1;
    for (int j = 0; j < c->b->n && n < 2; ++j) {
        if (!c->b_in_a[j] || !on_open_edge(c, j, i))
            continue;
        Corner corner = {c->b->p[j], 1u << j | 1u << (j == 0 ? 2 : j - 1)};
        bool swap = n == 1 && !first_enters;
        if (previous >= 0) {
            Vec2d from = c->pa[i], to = c->pa[next_of(c->a, i)];
            Vec2d x = c->pb[previous], y = c->pb[j];
            swap = from.x != to.x ? (from.x < to.x) != (x.x < y.x) : (from.y < to.y) != (x.y < y.y);
        }
        if (swap) {
            out[1] = out[0];
            out[0] = corner;
        } else {
            out[n] = corner;
        }
        ++n;
        previous = j;
    }
    return n;
}

// Once round the border of A; then the corners of B strictly inside of A, each behind the one
// corner already there on the edge of B that leads to it.
static int collect(const Planar *c, Corner corners[8])
{
    int n = 0;
    for (int i = 0; i < c->a->n; ++i) {
        if (c->a_in_b[i]) {
            unsigned on = 0;
            for (int j = 0; j < c->edges_b; ++j)
                on |= c->a_side[i][j] == 0 ? 1u << j : 0;
            corners[n++] = (Corner){c->a->p[i], on};
        }
        if (i < c->edges_a)
            n += corners_on_edge(c, i, &corners[n]);
    }
    if (c->a->n < 3)
        return n;
    bool strictly[3] = {false, false, false};
    int left = 0;
    for (int j = 0; j < c->b->n; ++j) {
        const double *side = c->b_side[j];
        strictly[j] = side[0] > 0 && side[1] > 0 && side[2] > 0;
        left += strictly[j];
    }
    if (n == 0 || c->b->n < 3) {
        for (int j = 0; j < c->b->n; ++j)
            if (strictly[j])
                corners[n++] = (Corner){c->b->p[j], 0};
        return n;
    }
    for (int pass = 0; pass < 3 && left > 0; ++pass) {
        for (int j = 0; j < 3; ++j) {
            unsigned leading = 1u << (j == 0 ? 2 : j - 1);
            int k = 0;
            while (k < n && !(corners[k].on_b & leading))
                ++k;
            if (!strictly[j] || k == n)
                continue;
            memmove(&corners[k + 2], &corners[k + 1], (size_t)(n - k - 1) * sizeof corners[0]);
            corners[k + 1] = (Corner){c->b->p[j], 1u << j | leading};
            ++n;
            --left;
            strictly[j] = false;
        }
    }
    return n;
}

bool tri_planar_meet(const TriShape *a, const TriShape *b, int drop, TriWitness *witness)
{
    Planar c;
    planar_init(&c, a, b, drop);
    Corner corners[9];
    int n = collect(&c, corners);
    if (witness) {
        witness->count = n < 6 ? n : 6;
        for (int i = 0; i < witness->count; ++i)
            witness->point[i] = corners[i].at;
    }
    return n > 0;
}
