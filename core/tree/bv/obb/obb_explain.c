// Why oriented boxes are apart.
#include "core/tree/bv/obb/obb_around.h"
#include "core/tree/bv/obb/obb_fit.h"
#include "core/tree/pair/explain.h"

static ExplainBox box_of(const void *volume)
{
    const ObbVolume *stored = volume;
    ExplainBox box = {.centre = vec3d_from_floats(stored->centre)};
    for (int k = 0; k < 3; ++k) {
        box.direction[k] = vec3d_from_floats(stored->axis[k]);
        box.half[k] = (double)stored->half[k];
    }
    return box;
}

static void explain_by(const ExplainPair *pair, unsigned tried, Explanation *out)
{
    ExplainBox a = box_of(pair->volume_a), b = box_of(pair->volume_b);
    b = explain_box_moved(&b, &pair->b_to_a);
    explain_begin(out);
    explain_boxes(out, &a, &b, explain_axes(pair->exit, tried));
}

void obb_explain_sat(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_ALL, out);
}

void obb_explain_lite(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES, out);
}

void obb_explain_around(const ExplainPair *pair, Explanation *out)
{
    ExplainBox a = box_of(pair->volume_a), b = box_of(pair->volume_b);
    ExplainBox *one = pair->one_is_b ? &b : &a;
    *one = explain_box_moved(one, pair->one_is_b ? &pair->b_to_a : &pair->a_to_b);
    obb_around(one->direction, one->half);
    if (!pair->one_is_b) {
        a = explain_box_moved(&a, &pair->b_to_a);
        b = explain_box_moved(&b, &pair->b_to_a);
    }
    explain_begin(out);
    explain_boxes(out, &a, &b, explain_axes(pair->exit, EXPLAIN_ALL));
    out->own = false;
}
