// Why restricted boxes are apart. Tests compare ends that were moved on the way down; here both
// boxes are projected afresh on the axis of the exit.
#include "core/tree/bv/boxtree/boxtree_explain.h"

static void explain_by(const ExplainPair *pair, unsigned tried, Explanation *out)
{
    const Box3d *box_a = pair->volume_a, *box_b = pair->volume_b;
    ExplainBox a = explain_box_between(box_a->lo, box_a->hi);
    ExplainBox b = explain_box_between(box_b->lo, box_b->hi);
    b = explain_box_moved(&b, &pair->b_to_a);
    explain_begin(out);
    explain_boxes(out, &a, &b, explain_axes(pair->exit, tried));
}

void boxtree_explain_sat(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_ALL, out);
}

void boxtree_explain_lite(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES, out);
}

void boxtree_explain_aligned(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES_A, out);
}
