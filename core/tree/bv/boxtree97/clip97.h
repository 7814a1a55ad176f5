// Do two boxes meet? By interval clipping [BoxTree97]: they do if and only if an edge of one meets
// the solid other, because a corner of the common part lies on such an edge. The edges of a box are
// three sets of four parallel ones; the solid's six planes cut an interval out of each. An edge's
// parameter is its own coordinate, so that cutting the box along the edge changes no interval;
// whether a plane is entered or left depends on the frames alone.
//
// Incremental form: where the planes cut the edges is kept from pair to pair. Moving one side of
// one box shifts its four edges in that side, the two sets of two alike (6 multiplications, 24
// additions), and one plane for the twelve edges of the other box (3 and 12): 9 multiplications and
// 36 additions per pair of children, 18 and 72 for both children of a cut, where the paper allows
// 72 and 72. By how far the side moves is known from the node alone, once for all its partners.
//
// Rounding, all in double. Let S be the scale of the frame of the solid: |t| + its radius + the
// stretch N times the radius of the other. An edge's point at parameter 0 errs by a few 2^-53 S, a
// cut by that over |m|, where m is the edge's component across the plane, and by its own rounding,
// a few 2^-53 S / |m| again: all errors scale with 1 / |m| as does the effect of moving the plane.
// Components below 1e-12 N are replaced by that, which moves points of the edge by at most 1e-12 S.
// Every step adds an error of the same kind, and there are a few hundred steps at most. So widening
// the solid by 4e-12 S keeps every point in common, with room to spare. Where the map is not rigid
// its inverse is less exact; 4e-15 times the square of the condition number allows for that.
#ifndef SNUG_CORE_TREE_BV_BOXTREE97_CLIP97_H
#define SNUG_CORE_TREE_BV_BOXTREE97_CLIP97_H

#include "core/mesh/mesh.h"

enum { CLIP97_EDGES = 12 };

// A test counts these.
#ifndef CLIP97_MUL
#define CLIP97_MUL(x, y) ((x) * (y))
#define CLIP97_ADD(x, y) ((x) + (y))
#define CLIP97_SUB(x, y) ((x) - (y))
#endif

// Of one box as edges in the frame of the other as solid.
typedef struct Clip97Frame {
    double m[3][3];       // [a][k]: component a of the edges k, never 0
    double origin[3];     // of the edges' box
    double inverse[3][3]; // 1 / m
    double ratio[3][3]
                [3]; // [a][k][i]: how far a cut on edges k moves per unit along axis i, negated
    double wide;     // by how much the solid is widened
} Clip97Frame;

// [0]: A's edges in solid B. [1]: B's edges in solid A.
typedef struct Clip97Frames {
    Clip97Frame of[2];
} Clip97Frames;

// Where the solid's planes cut the edges: entered and left, per axis of the solid. Edge 4k + 2u + v
// runs along axis k, on the upper side of axis k+1 if u, of axis k+2 if v.
typedef struct Clip97Edges {
    double enter[CLIP97_EDGES][3], leave[CLIP97_EDGES][3];
} Clip97Edges;

typedef struct Clip97Pair {
    Box3d box[2]; // A's and B's, each in its own frame
    Clip97Edges edges[2];
} Clip97Pair;

static inline void clip97_frame_setup(Clip97Frame *f, const Affine *map, double condition,
                                      double radius_edges, double radius_solid)
{
    double stretch = affine_stretch(map), least = 1e-12 * stretch;
    for (int a = 0; a < 3; ++a) {
        f->origin[a] = map->p.v[a];
        for (int k = 0; k < 3; ++k) {
            double m = map->m[a][k];
            f->m[a][k] = fabs(m) < least ? copysign(least, m) : m;
            f->inverse[a][k] = 1 / f->m[a][k];
        }
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                f->ratio[a][k][i] = f->m[a][i] * f->inverse[a][k];
    }
    double scale = vec3d_length(map->p) + radius_solid + stretch * radius_edges;
    f->wide = (4e-12 + 4e-15 * condition * condition) * scale;
}

static inline void clip97_frames_setup(Clip97Frames *f, const Affine *b_to_a, const Affine *a_to_b,
                                       double radius_a, double radius_b)
{
    double condition = affine_stretch(b_to_a) * affine_stretch(a_to_b);
    clip97_frame_setup(&f->of[0], a_to_b, condition, radius_a, radius_b);
    clip97_frame_setup(&f->of[1], b_to_a, condition, radius_b, radius_a);
}

// The six cuts of one edge.
static inline void clip97_cut_edge(const Clip97Frame *f, const Box3d *box, const Box3d *solid,
                                   int edge, double enter[3], double leave[3])
{
    int k = edge / 4, i = (k + 1) % 3, j = (k + 2) % 3;
    double x = edge & 2 ? box->hi.v[i] : box->lo.v[i], y = edge & 1 ? box->hi.v[j] : box->lo.v[j];
    for (int a = 0; a < 3; ++a) {
        double at = f->origin[a] + f->m[a][i] * x + f->m[a][j] * y, inverse = f->inverse[a][k];
        double low = (solid->lo.v[a] - f->wide - at) * inverse;
        double high = (solid->hi.v[a] + f->wide - at) * inverse;
        enter[a] = inverse > 0 ? low : high;
        leave[a] = inverse > 0 ? high : low;
    }
}

static inline bool clip97_inside(const Box3d *box, int edge, const double enter[3],
                                 const double leave[3])
{
    int k = edge / 4;
    double from = box->lo.v[k], to = box->hi.v[k];
    for (int a = 0; a < 3; ++a) {
        from = enter[a] > from ? enter[a] : from;
        to = leave[a] < to ? leave[a] : to;
    }
    return from <= to;
}

// Directly: edge after edge until one is inside.
static inline bool clip97_boxes_meet(const Clip97Frames *f, const Box3d *a, const Box3d *b)
{
    for (int role = 0; role < 2; ++role) {
        const Box3d *box = role ? b : a, *solid = role ? a : b;
        for (int edge = 0; edge < CLIP97_EDGES; ++edge) {
            double enter[3], leave[3];
            clip97_cut_edge(&f->of[role], box, solid, edge, enter, leave);
            if (clip97_inside(box, edge, enter, leave))
                return true;
        }
    }
    return false;
}

static inline void clip97_pair_setup(const Clip97Frames *f, const Box3d *a, const Box3d *b,
                                     Clip97Pair *pair)
{
    pair->box[0] = *a;
    pair->box[1] = *b;
    for (int role = 0; role < 2; ++role)
        for (int edge = 0; edge < CLIP97_EDGES; ++edge)
            clip97_cut_edge(&f->of[role], &pair->box[role], &pair->box[!role], edge,
                            pair->edges[role].enter[edge], pair->edges[role].leave[edge]);
}

static inline bool clip97_pair_meets(const Clip97Pair *pair)
{
    for (int role = 0; role < 2; ++role)
        for (int edge = 0; edge < CLIP97_EDGES; ++edge)
            if (clip97_inside(&pair->box[role], edge, pair->edges[role].enter[edge],
                              pair->edges[role].leave[edge]))
                return true;
    return false;
}

// One side of a box that moves: the upper one if upper, along the axis.
typedef struct Clip97Move {
    int axis;
    bool upper;
    double to, by; // where it is then, and by how much that is more than before
} Clip97Move;

static inline double *clip97_side(Clip97Pair *pair, int which, const Clip97Move *move)
{
    Box3d *box = &pair->box[which];
    return move->upper ? &box->hi.v[move->axis] : &box->lo.v[move->axis];
}

// Moves one side of one box: 0 = A's, 1 = B's.
static inline void clip97_move_side(const Clip97Frames *f, Clip97Pair *pair, int which,
                                    const Clip97Move *move)
{
    int axis = move->axis;
    bool upper = move->upper;
    double by = move->by;
    *clip97_side(pair, which, move) = move->to;
    const Clip97Frame *own = &f->of[which], *other = &f->of[!which];
    for (int turn = 1; turn <= 2; ++turn) {
        int k = (axis + turn) % 3;
        // Seen from k, the axis comes next (then its bit is the first) or last.
        int bit = turn == 2 ? 2 : 1, free_bit = 3 - bit;
        for (int a = 0; a < 3; ++a) {
            double shift = CLIP97_MUL(own->ratio[a][k][axis], by);
            for (int n = 0; n < 2; ++n) {
                int edge = 4 * k + (upper ? bit : 0) + (n ? free_bit : 0);
                double *enter = &pair->edges[which].enter[edge][a];
                double *leave = &pair->edges[which].leave[edge][a];
                *enter = CLIP97_SUB(*enter, shift);
                *leave = CLIP97_SUB(*leave, shift);
            }
        }
    }
    for (int k = 0; k < 3; ++k) {
        double inverse = other->inverse[axis][k], shift = CLIP97_MUL(by, inverse);
        Clip97Edges *e = &pair->edges[!which];
        double(*cut)[3] = (inverse > 0) == upper ? e->leave : e->enter;
        for (int n = 0; n < 4; ++n)
            cut[4 * k + n][axis] = CLIP97_ADD(cut[4 * k + n][axis], shift);
    }
}

#endif
