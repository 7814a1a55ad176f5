// Why cells of the 1997 BoxTree are apart. All tests mean the cells widened by the thickness of the
// planes, so these are what is projected and clipped.
#include "core/tree/bv/boxtree97/boxtree97_explain.h"
#include "core/tree/bv/boxtree97/boxtree97_tests.h"

typedef struct WideCells {
    Box3d a, b; // each in its own frame
} WideCells;

// False: one of them is empty, and that is the whole explanation.
static bool begin(const ExplainPair *pair, WideCells *cells, Explanation *out)
{
    const Cell97 *a = pair->volume_a, *b = pair->volume_b;
    cells->a = widened(&a->box, a->thickness);
    cells->b = widened(&b->box, b->thickness);
    explain_begin(out);
    if (pair->exit != EXIT_EMPTY)
        return true;
    out->kind = REASON_EMPTY;
    out->gap = 0;
    out->empty_a = boxtree97_is_empty(&a->node);
    out->empty_b = boxtree97_is_empty(&b->node);
    return false;
}

static void explain_axes_of(const ExplainPair *pair, const WideCells *cells, unsigned axes,
                            Explanation *out)
{
    ExplainBox a = explain_box_between(cells->a.lo, cells->a.hi);
    ExplainBox b = explain_box_between(cells->b.lo, cells->b.hi);
    b = explain_box_moved(&b, &pair->b_to_a);
    explain_boxes(out, &a, &b, axes);
}

static void explain_by(const ExplainPair *pair, unsigned tried, Explanation *out)
{
    WideCells cells;
    int axis = pair->exit ? pair->exit - EXIT_FIRST_AXIS + 1 : 0;
    if (begin(pair, &cells, out))
        explain_axes_of(pair, &cells, explain_axes(axis, tried), out);
}

void boxtree97_explain_sat(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_ALL, out);
}

void boxtree97_explain_lite(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES, out);
}

void boxtree97_explain_aligned(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES_A, out);
}

static Vec3d edge_point(const Box3d *box, int edge, double at)
{
    int k = edge / 4, i = (k + 1) % 3, j = (k + 2) % 3;
    Vec3d p;
    p.v[k] = at;
    p.v[i] = edge & 2 ? box->hi.v[i] : box->lo.v[i];
    p.v[j] = edge & 1 ? box->hi.v[j] : box->lo.v[j];
    return p;
}

// The edge of which most is left, or of which least is missing: in lengths, over both cells.
static void explain_edge(const ExplainPair *pair, const WideCells *cells, Explanation *out)
{
    Clip97Frames frames;
    clip97_frames_setup(&frames, &pair->b_to_a, &pair->a_to_b, pair->a->radius, pair->b->radius);
    double best = -INFINITY;
    for (int n = 0; n < 2 * CLIP97_EDGES; ++n) {
        int edge = n % CLIP97_EDGES, k = edge / 4;
        bool of_b = n >= CLIP97_EDGES;
        const Box3d *box = of_b ? &cells->b : &cells->a, *solid = of_b ? &cells->a : &cells->b;
        double enter[3], leave[3], from = box->lo.v[k], to = box->hi.v[k];
        clip97_cut_edge(&frames.of[of_b], box, solid, edge, enter, leave);
        double length = to - from, first = from, last = to;
        for (int i = 0; i < 3; ++i) {
            first = fmax(first, enter[i]);
            last = fmin(last, leave[i]);
        }
        Affine map = of_b ? pair->b_to_a : affine_identity();
        Vec3d ends[2] = {affine_apply(&map, edge_point(box, edge, from)),
                         affine_apply(&map, edge_point(box, edge, to))};
        double left = (last - first) * (length > 0 ? vec3d_distance(ends[0], ends[1]) / length : 1);
        if (!(left > best))
            continue;
        best = left;
        out->edge.of_b = of_b;
        out->edge.from = ends[0];
        out->edge.to = ends[1];
        out->edge.enter = length > 0 ? (first - from) / length : 0;
        out->edge.leave = length > 0 ? (last - from) / length : 0;
    }
}

void boxtree97_explain_clipping(const ExplainPair *pair, Explanation *out)
{
    WideCells cells;
    if (!begin(pair, &cells, out))
        return;
    out->kind = REASON_CLIPPING;
    explain_axes_of(pair, &cells, EXPLAIN_ALL, out);
    explain_edge(pair, &cells, out);
}
