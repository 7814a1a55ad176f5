#include "core/tree/bv/slabcutball/slab_explain.h"

static void slab_interval(const SlabBall *ball, double interval[2])
{
    double at = vec3d_dot(ball->normal, ball->centre);
    interval[0] = at + ball->lo;
    interval[1] = at + ball->hi;
}

static void ball_interval(const SlabBall *ball, Vec3d n, double interval[2])
{
    double at = vec3d_dot(n, ball->centre), reach = ball->radius * vec3d_length(n);
    interval[0] = at - reach;
    interval[1] = at + reach;
}

// Of the cylinder around its normal: one of its discs reaches farthest.
static double cylinder_reach(const SlabBall *ball, double cosine, double sine)
{
    return (cosine > 0 ? ball->hi : ball->lo) * cosine + ball->radius * sine;
}

static void volume_interval(const SlabBall *ball, Vec3d n, enum SlabReach reach, double interval[2])
{
    double length = vec3d_length(n), at = vec3d_dot(n, ball->centre);
    double cosine = vec3d_dot(n, ball->normal) / length;
    double sine = vec3d_length(vec3d_cross(n, ball->normal)) / length;
    double lo = ball->lo, hi = ball->hi;
    double up = reach == SLAB_REACH_CYLINDER ? cylinder_reach(ball, cosine, sine)
                                             : slab_support(ball->radius, lo, hi, cosine, sine);
    double down = reach == SLAB_REACH_CYLINDER ? cylinder_reach(ball, -cosine, sine)
                                               : slab_support(ball->radius, lo, hi, -cosine, sine);
    interval[0] = at - down * length;
    interval[1] = at + up * length;
}

void slab_explain(Explanation *out, const SlabBall *a, const SlabBall *b, int exit,
                  enum SlabReach reach, double parallel)
{
    double of_a[2], of_b[2];
    bool slabs_a = isfinite(a->hi - a->lo), slabs_b = isfinite(b->hi - b->lo);
    bool cylinders =
        slabs_a && slabs_b &&
        (reach == SLAB_REACH_SUPPORT || fabs(vec3d_dot(a->normal, b->normal)) > parallel);
    if (!exit || exit == 1)
        explain_balls(out, a->centre, a->radius, b->centre, b->radius, "the line of the centres");
    if (slabs_a) {
        slab_interval(a, of_a);
        ball_interval(b, a->normal, of_b);
        if (!exit || exit == 2)
            explain_offer(out, a->normal, of_a, of_b, "the normal of A's slab, B as a ball");
        volume_interval(b, a->normal, reach, of_b);
        if (exit == 4 || (!exit && cylinders))
            explain_offer(out, a->normal, of_a, of_b, "the normal of A's slab");
    }
    if (slabs_b) {
        ball_interval(a, b->normal, of_a);
        slab_interval(b, of_b);
        if (!exit || exit == 3)
            explain_offer(out, b->normal, of_a, of_b, "the normal of B's slab, A as a ball");
        volume_interval(a, b->normal, reach, of_a);
        if (exit == 5 || (!exit && cylinders))
            explain_offer(out, b->normal, of_a, of_b, "the normal of B's slab");
    }
    out->own = false;
}
