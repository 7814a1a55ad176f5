// Why volumes of a hybrid tree are apart. Each pair of kinds has a test of its own, and most of them
// look for a direction; here all directions that any of them tries are offered, and the widest gap
// is the reason that is given.
#include "core/tree/bv/hybrid/bv_hybrid.h"
#include "core/tree/pair/explain.h"

static void offer(Explanation *out, const HybridVolume *a, const HybridVolume *b, Vec3d n,
                  const char *along)
{
    double of_a[2], of_b[2];
    if (!(vec3d_dot(n, n) > 0))
        return;
    n = vec3d_normalised(n);
    hybrid_volume_interval(a, n, &of_a[0], &of_a[1]);
    hybrid_volume_interval(b, n, &of_b[0], &of_b[1]);
    explain_offer(out, n, of_a, of_b, along);
}

static void offer_own_axes(Explanation *out, const HybridVolume *a, const HybridVolume *b,
                           bool of_b)
{
    static const char *const box_names[2][3] = {{"axis 1 of A", "axis 2 of A", "axis 3 of A"},
                                                {"axis 1 of B", "axis 2 of B", "axis 3 of B"}};
    const HybridVolume *own = of_b ? b : a;
    for (int k = 0; own->kind == VOLUME_BOX && k < 3; ++k)
        offer(out, a, b, own->box.axis[k], box_names[of_b][k]);
    if (own->kind == VOLUME_SLAB_BALL)
        offer(out, a, b, own->slab_ball.normal,
              of_b ? "the normal of B's slab" : "the normal of A's slab");
}

// As the test of a box and a capsule finds it.
static void offer_box_and_capsule(Explanation *out, const HybridVolume *a, const HybridVolume *b)
{
    bool swapped = a->kind == VOLUME_CAPSULE;
    const OrientedBox *box = swapped ? &b->box : &a->box;
    const Capsule *capsule = swapped ? &a->capsule : &b->capsule;
    Vec3d d = vec3d_sub(capsule->from, box->centre), from, along, apart = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k) {
        from.v[k] = vec3d_dot(box->axis[k], d);
        along.v[k] = vec3d_dot(box->axis[k], capsule->along);
    }
    segment_box_distance(box->half, from, along, &apart);
    Vec3d n = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        n = vec3d_add_scaled(n, box->axis[k], apart.v[k]);
    offer(out, a, b, n, "the line between the nearest points");
}

static void offer_nearest(Explanation *out, const HybridVolume *a, const HybridVolume *b)
{
    enum { ROUNDS = 6 };
    for (int start = 0; start < 2; ++start) { // the test orders the two by where they are
        const HybridVolume *p = start ? b : a, *q = start ? a : b;
        Vec3d on_q = hybrid_volume_ball(q).centre;
        for (int i = 0; i < ROUNDS; ++i) {
            Vec3d on_p = hybrid_volume_nearest(p, on_q);
            if (i == 0)
                offer(out, a, b, vec3d_sub(on_q, on_p), "the line between the nearest points");
            on_q = hybrid_volume_nearest(q, on_p);
            offer(out, a, b, vec3d_sub(on_q, on_p), "the line between the nearest points");
        }
    }
}

void hybrid_explain(const ExplainPair *pair, Explanation *out)
{
    HybridMap map;
    hybrid_map_setup(&map, &pair->b_to_a);
    const HybridVolume *a = &((const HybridDecoded *)pair->volume_a)->volume;
    HybridVolume moved =
        hybrid_volume_moved_by(&((const HybridDecoded *)pair->volume_b)->volume, &map);
    const HybridVolume *b = &moved;
    explain_begin(out);
    offer_own_axes(out, a, b, false);
    offer_own_axes(out, a, b, true);
    if (a->kind == VOLUME_BOX && b->kind == VOLUME_BOX) {
        ExplainBox boxes[2];
        for (int i = 0; i < 2; ++i) {
            const OrientedBox *own = i ? &b->box : &a->box;
            boxes[i] = (ExplainBox){.centre = own->centre};
            for (int k = 0; k < 3; ++k) {
                boxes[i].direction[k] = own->axis[k];
                boxes[i].half[k] = own->half.v[k];
            }
        }
        explain_boxes(out, &boxes[0], &boxes[1], EXPLAIN_EDGES);
    } else if (a->kind == VOLUME_CAPSULE && b->kind == VOLUME_CAPSULE) {
        Vec3d w = vec3d_sub(b->capsule.from, a->capsule.from);
        offer(out, a, b, segment_gap(a->capsule.along, b->capsule.along, w).direction,
              "the line between the nearest points");
    } else if (a->kind + b->kind == VOLUME_BOX + VOLUME_CAPSULE && a->kind != b->kind) {
        offer_box_and_capsule(out, a, b);
    }
    if (a->kind != VOLUME_BOX || b->kind != VOLUME_BOX)
        offer_nearest(out, a, b);
    Ball ball_a = hybrid_volume_ball(a), ball_b = hybrid_volume_ball(b);
    offer(out, a, b, vec3d_sub(ball_b.centre, ball_a.centre), "the line of the centres");
    if (out->gap == -INFINITY)
        offer(out, a, b, vec3d(1, 0, 0), "any direction");
    out->own = false; // rounded outward, and B grown by what rounding does to its corners
}
