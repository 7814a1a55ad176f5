#include "core/mesh/triangulate.h"

#include "core/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// A corner of the one closed chain that is left after bridging. Bridges pass through a point twice,
// so a point may own several corners.
typedef struct Corner {
    int32_t point, next, previous;
    int32_t blocker; // a corner inside this one's ear, which is no ear as long as that one is there
    double quality;  // of the ear; negative: reflex or flat
    bool alive;
} Corner;

typedef struct Chain {
    const Point2 *points;
    Corner *corners;
    int32_t count;
} Chain;

static double cross3(Point2 a, Point2 b, Point2 c)
{
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

static bool same(Point2 a, Point2 b)
{
    return a.u == b.u && a.v == b.v;
}

static Point2 at(const Chain *chain, int32_t corner)
{
    return chain->points[chain->corners[corner].point];
}

static double ring_area(const Point2 *p, int32_t count)
{
    double twice = 0;
    for (int32_t i = 1; i + 1 < count; ++i)
        twice += cross3(p[0], p[i], p[i + 1]);
    return twice / 2;
}

// Links the corners first..first+count-1 in the direction that keeps the inside on the left.
static void link_ring(Chain *chain, int32_t first, int32_t count, bool outer)
{
    bool forward = (ring_area(chain->points + first, count) > 0) == outer;
    for (int32_t i = 0; i < count; ++i) {
        int32_t after = first + (i + 1) % count, before = first + (i + count - 1) % count;
        chain->corners[first + i] = (Corner){.point = first + i,
                                             .next = forward ? after : before,
                                             .previous = forward ? before : after,
                                             .alive = true};
    }
}

static bool segments_cross(Point2 a, Point2 b, Point2 c, Point2 d)
{
    if (same(a, c) || same(a, d) || same(b, c) || same(b, d))
        return false;
    double c1 = cross3(a, b, c), c2 = cross3(a, b, d), d1 = cross3(c, d, a), d2 = cross3(c, d, b);
    return ((c1 >= 0) != (c2 > 0) || c1 == 0) && ((d1 >= 0) != (d2 > 0) || d1 == 0);
}

// Does the way from the corner to q start inside the polygon?
static bool points_inside(const Chain *chain, int32_t corner, Point2 q)
{
    Point2 p = at(chain, corner);
    Point2 before = at(chain, chain->corners[corner].previous);
    Point2 after = at(chain, chain->corners[corner].next);
    bool left_of_in = cross3(before, p, q) > 0, left_of_out = cross3(p, after, q) > 0;
    return cross3(before, p, after) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
}

// Joins the hole to the chain of `outer` by a double edge from its rightmost corner to the nearest
// corner that it sees. Holes further right are joined already, so one is always in sight.
static bool bridge_hole(Chain *chain, int32_t outer, int32_t hole_first, int32_t hole_count)
{
    int32_t from = hole_first;
    for (int32_t i = hole_first; i < hole_first + hole_count; ++i)
        if (at(chain, i).u > at(chain, from).u)
            from = i;
    Point2 p = at(chain, from);
    int32_t best = -1;
    double best_square = INFINITY;
    int32_t to = outer;
    do {
        Point2 q = at(chain, to);
        double square = (q.u - p.u) * (q.u - p.u) + (q.v - p.v) * (q.v - p.v);
        bool sees =
            square < best_square && points_inside(chain, to, p) && points_inside(chain, from, q);
        for (int32_t e = 0; sees && e < chain->count; ++e)
            sees = !segments_cross(p, q, at(chain, e), at(chain, chain->corners[e].next));
        if (sees) {
            best = to;
            best_square = square;
        }
        to = chain->corners[to].next;
    } while (to != outer);
    if (best < 0)
        return false;
    // best -> from ... round the hole ... from' -> best' -> what followed best
    Corner *c = chain->corners;
    int32_t from2 = chain->count++, best2 = chain->count++;
    c[from2] = (Corner){
        .point = c[from].point, .next = best2, .previous = c[from].previous, .alive = true};
    c[best2] =
        (Corner){.point = c[best].point, .next = c[best].next, .previous = from2, .alive = true};
    c[c[from].previous].next = from2;
    c[c[best].next].previous = best2;
    c[best].next = from;
    c[from].previous = best;
    return true;
}

// Height over longest side: small for slivers. And who stands in the way.
static void rate_ear(Chain *chain, int32_t i)
{
    Corner *c = &chain->corners[i];
    Point2 a = at(chain, c->previous), b = at(chain, i), d = at(chain, c->next);
    double twice = cross3(a, b, d);
    double longest = fmax(fmax(hypot(b.u - a.u, b.v - a.v), hypot(d.u - b.u, d.v - b.v)),
                          hypot(a.u - d.u, a.v - d.v));
    c->quality = longest > 0 ? twice / (longest * longest) : -1;
    c->blocker = -1;
    if (c->quality < 1e-9) // flat to rounding: waits until a neighbour is cut
        return;
    for (int32_t k = 0; k < chain->count; ++k) {
        if (!chain->corners[k].alive)
            continue;
        Point2 q = at(chain, k);
        if (same(q, a) || same(q, b) || same(q, d))
            continue;
        if (cross3(a, b, q) >= 0 && cross3(b, d, q) >= 0 && cross3(d, a, q) >= 0) {
            c->blocker = k;
            return;
        }
    }
}

static int32_t best_ear(Chain *chain)
{
    int32_t best = -1;
    for (int32_t i = 0; i < chain->count; ++i) {
        Corner *c = &chain->corners[i];
        if (!c->alive || c->quality < 1e-9 ||
            (best >= 0 && c->quality <= chain->corners[best].quality))
            continue;
        if (c->blocker >= 0 && !chain->corners[c->blocker].alive)
            rate_ear(chain, i);
        if (c->blocker < 0)
            best = i;
    }
    return best;
}

static bool cut_ears(Chain *chain, int32_t (*triangles)[3])
{
    int32_t left = chain->count;
    for (int32_t i = 0; i < chain->count; ++i)
        rate_ear(chain, i);
    for (int32_t n = 0; left > 2; ++n, --left) {
        int32_t ear = best_ear(chain);
        if (ear < 0)
            return false;
        Corner *c = chain->corners;
        int32_t before = c[ear].previous, after = c[ear].next;
        triangles[n][0] = c[before].point;
        triangles[n][1] = c[ear].point;
        triangles[n][2] = c[after].point;
        c[ear].alive = false;
        c[before].next = after;
        c[after].previous = before;
        rate_ear(chain, before);
        rate_ear(chain, after);
    }
    return true;
}

bool triangulate_polygon(const Point2 *points, const int32_t *ring_sizes, int32_t ring_count,
                         int32_t (*triangles)[3])
{
    assert(ring_count >= 1 && ring_sizes[0] >= 3);
    int32_t count = 0;
    for (int32_t i = 0; i < ring_count; ++i)
        count += ring_sizes[i];
    // The holes' first corners, rightmost hole first.
    struct Hole {
        int32_t first, size;
        double right;
    } *holes = mem_calloc((size_t)ring_count, sizeof *holes);
    Chain chain = {points, mem_calloc((size_t)(count + 2 * ring_count), sizeof(Corner)), count};
    bool ok = holes && chain.corners;
    for (int32_t i = 0, first = 0; ok && i < ring_count; first += ring_sizes[i++]) {
        link_ring(&chain, first, ring_sizes[i], i == 0);
        struct Hole hole = {first, ring_sizes[i], -INFINITY};
        for (int32_t k = first; k < first + hole.size; ++k)
            hole.right = fmax(hole.right, points[k].u);
        int32_t place = i; // entry 0 is the outer ring and stays in front
        for (; place > 1 && holes[place - 1].right < hole.right; --place)
            holes[place] = holes[place - 1];
        holes[place] = hole;
    }
    for (int32_t i = 1; ok && i < ring_count; ++i)
        ok = bridge_hole(&chain, 0, holes[i].first, holes[i].size);
    ok = ok && cut_ears(&chain, triangles);
    mem_free(holes);
    mem_free(chain.corners);
    return ok;
}
