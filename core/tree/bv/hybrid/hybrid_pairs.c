// Every statement of separation in this file has one form: a direction n along which the volumes,
// given by their support functions, leave a gap. Such a statement holds whatever n is, so that
// where n comes from, closest points mostly, may be rounded or even guessed.
//
// Rounding, u = 2^-53. Volumes are taken as they are given. With c the vector between the centres
// of the enclosing balls and D = |c| + r_A + r_B, no vector or product below exceeds D in length
// (n taken for a unit vector), and none is the result of more than eight roundings: projections
// err by 4 uD, supports by 10 uD each, gaps by less than 40 uD in all, the nine edge axes of boxes
// included, whose length is below 1. A gap counts above 128 uD.
#include "core/tree/bv/hybrid/hybrid_pairs.h"

#include "core/shape/eigen3.h"
#include "core/shape/slab_overlap.h"

// --- making volumes

// Orthonormal axes, the longest edge kept, and the plane of the two longest: flat boxes stay flat.
static void orthonormal(const Vec3d edges[3], const Vec3d directions[3], Vec3d axes[3])
{
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2 - i; ++k)
            if (vec3d_length(edges[order[k]]) < vec3d_length(edges[order[k + 1]])) {
                int swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
    for (int k = 0; k < 3; ++k) {
        // What is too close to the axes before, or 0, is replaced by a coordinate axis.
        Vec3d left = vec3d(0, 0, 0);
        for (int attempt = -1; attempt < 3; ++attempt) {
            left = vec3d_normalised(directions[order[k]]);
            if (attempt >= 0) {
                left = vec3d(0, 0, 0);
                left.v[attempt] = 1;
            }
            for (int twice = 0; twice < 2; ++twice)
                for (int before = 0; before < k; ++before)
                    left = vec3d_add_scaled(left, axes[order[before]],
                                            -vec3d_dot(left, axes[order[before]]));
            if (vec3d_length(left) > (attempt < 0 ? 1e-6 : 0.5))
                break;
        }
        // Once more, because dividing by a small length enlarged what was left of the others.
        left = vec3d_normalised(left);
        for (int before = 0; before < k; ++before)
            left =
                vec3d_add_scaled(left, axes[order[before]], -vec3d_dot(left, axes[order[before]]));
        axes[order[k]] = vec3d_normalised(left);
    }
}

HybridVolume hybrid_box(Vec3d centre, const Vec3d directions[3], Vec3d half)
{
    HybridVolume volume = {.kind = VOLUME_BOX, .box = {.centre = centre}};
    Vec3d edges[3];
    for (int k = 0; k < 3; ++k)
        edges[k] = vec3d_scale(directions[k], half.v[k]);
    orthonormal(edges, directions, volume.box.axis);
    for (int k = 0; k < 3; ++k) {
        double reach = 0;
        for (int j = 0; j < 3; ++j)
            reach += fabs(vec3d_dot(volume.box.axis[k], edges[j]));
        volume.box.half.v[k] = reach;
    }
    return volume;
}

HybridVolume hybrid_capsule(Vec3d from, Vec3d along, double radius)
{
    return (HybridVolume){.kind = VOLUME_CAPSULE, .capsule = {from, along, radius}};
}

HybridVolume hybrid_ball(Vec3d centre, double radius)
{
    return (HybridVolume){.kind = VOLUME_BALL, .ball = {centre, radius}};
}

HybridVolume hybrid_slab_ball(const SlabBall *ball)
{
    double length = vec3d_length(ball->normal), r = ball->radius;
    double lo = fmax(ball->lo / length, -r), hi = fmin(ball->hi / length, r);
    if (!(length > 0 && lo <= hi) || (lo == -r && hi == r))
        return hybrid_ball(ball->centre, r);
    return (HybridVolume){.kind = VOLUME_SLAB_BALL,
                          .slab_ball = {.centre = ball->centre,
                                        .normal = vec3d_scale(ball->normal, 1 / length),
                                        .radius = r,
                                        .lo = lo,
                                        .hi = hi}};
}

// The middle is rounded, which far from the origin is not small beside the capsule.
static Ball capsule_ball(const Capsule *c)
{
    Vec3d middle = vec3d_add_scaled(c->from, c->along, 0.5);
    double rounding = 4 * 0x1p-53 * vec3d_length(middle);
    return (Ball){middle, vec3d_length(c->along) / 2 + c->radius + rounding};
}

Ball hybrid_volume_ball(const HybridVolume *volume)
{
    switch (volume->kind) {
    case VOLUME_BOX:
        return (Ball){volume->box.centre, vec3d_length(volume->box.half)};
    case VOLUME_CAPSULE:
        return capsule_ball(&volume->capsule);
    case VOLUME_SLAB_BALL:
        return (Ball){volume->slab_ball.centre, volume->slab_ball.radius};
    default:
        return volume->ball;
    }
}

// --- moving

void hybrid_map_setup(HybridMap *map, const Affine *affine)
{
    // A map that cannot be inverted turns no slab; the ball stays.
    Affine back;
    map->invertible = affine_invert(affine, &back);
    slab_map_setup(&map->turn, affine, map->invertible ? &back : affine, 0, 0);
}

HybridVolume hybrid_volume_moved(const HybridVolume *volume, const Affine *map)
{
    HybridMap ready;
    hybrid_map_setup(&ready, map);
    return hybrid_volume_moved_by(volume, &ready);
}

HybridVolume hybrid_volume_moved_by(const HybridVolume *volume, const HybridMap *ready)
{
    const Affine *map = &ready->turn.b_to_a;
    SlabMap turn = ready->turn;
    bool invertible = ready->invertible;
    Ball ball = hybrid_volume_ball(volume);
    // A moved coordinate is the result of seven roundings; the centre's, a point's in a triangle,
    // and those of the sizes below, which grow with the stretch.
    double wider =
        32 * 0x1p-53 *
        (vec3d_length(map->p) + turn.stretch * (vec3d_length(ball.centre) + ball.radius));
    HybridVolume moved = *volume;
    switch (volume->kind) {
    case VOLUME_BOX: {
        Vec3d directions[3];
        for (int k = 0; k < 3; ++k)
            directions[k] = affine_apply_vector(map, volume->box.axis[k]);
        moved = hybrid_box(affine_apply(map, volume->box.centre), directions, volume->box.half);
        for (int k = 0; k < 3; ++k)
            moved.box.half.v[k] += wider;
        break;
    }
    case VOLUME_CAPSULE:
        moved.capsule = (Capsule){affine_apply(map, volume->capsule.from),
                                  affine_apply_vector(map, volume->capsule.along),
                                  turn.stretch * volume->capsule.radius + wider};
        break;
    case VOLUME_SLAB_BALL: {
        SlabBall *own = &moved.slab_ball;
        slab_move_ball(&turn, &volume->slab_ball, own);
        own->radius += wider;
        if (!invertible || !(turn.tilt < 1e-3)) // so nearly singular that the normal is noise
            return hybrid_ball(own->centre, own->radius);
        turn.rigid = false; // so that the rounding of the inverse is allowed for, always
        slab_move_slab(&turn, &volume->slab_ball, own);
        own->lo -= wider;
        own->hi += wider;
        return hybrid_slab_ball(own);
    }
    default:
        moved.ball.centre = affine_apply(map, volume->ball.centre);
        moved.ball.radius = turn.stretch * volume->ball.radius + wider;
    }
    return moved;
}

// --- supports and nearest points

// The point that support counts from.
static Vec3d anchor(const HybridVolume *volume)
{
    switch (volume->kind) {
    case VOLUME_BOX:
        return volume->box.centre;
    case VOLUME_CAPSULE:
        return volume->capsule.from;
    case VOLUME_SLAB_BALL:
        return volume->slab_ball.centre;
    default:
        return volume->ball.centre;
    }
}

// Largest n . (x - anchor) over the volume; length = |n|.
static double support(const HybridVolume *volume, Vec3d n, double length)
{
    switch (volume->kind) {
    case VOLUME_BOX: {
        double sum = 0;
        for (int k = 0; k < 3; ++k)
            sum += volume->box.half.v[k] * fabs(vec3d_dot(volume->box.axis[k], n));
        return sum;
    }
    case VOLUME_CAPSULE:
        return fmax(0, vec3d_dot(volume->capsule.along, n)) + volume->capsule.radius * length;
    case VOLUME_SLAB_BALL: {
        const SlabBall *ball = &volume->slab_ball;
        double sine = vec3d_length(vec3d_cross(ball->normal, n));
        return slab_support(ball->radius, ball->lo, ball->hi, vec3d_dot(ball->normal, n) / length,
                            sine / length) *
               length;
    }
    default:
        return volume->ball.radius * length;
    }
}

void hybrid_volume_interval(const HybridVolume *volume, Vec3d n, double *lo, double *hi)
{
    Ball ball = hybrid_volume_ball(volume);
    double length = vec3d_length(n), at = vec3d_dot(n, anchor(volume));
    double rounding = 32 * 0x1p-53 * length * (vec3d_length(ball.centre) + ball.radius);
    *hi = at + support(volume, n, length) + rounding;
    *lo = at - support(volume, vec3d_scale(n, -1), length) - rounding;
}

// Whether B is beyond A in the direction n.
static bool apart_along(const HybridVolume *a, const HybridVolume *b, Vec3d n, double slack)
{
    double length = vec3d_length(n);
    double gap = vec3d_dot(n, vec3d_sub(anchor(b), anchor(a))) - support(a, n, length) -
                 support(b, vec3d_scale(n, -1), length);
    return length > 0 && gap > slack * length;
}

// Seen from the side, as half a disc between two heights: the height is clamped, or the point is
// pulled to the sphere, or it goes to the rim.
static Vec3d slab_ball_nearest(const SlabBall *ball, Vec3d p)
{
    Vec3d d = vec3d_sub(p, ball->centre);
    double y = vec3d_dot(ball->normal, d), length = vec3d_length(d), r = ball->radius;
    Vec3d out = vec3d_add_scaled(d, ball->normal, -y);
    double x = vec3d_length(out), height = fmin(ball->hi, fmax(ball->lo, y));
    if (x * x + height * height > r * r) {
        double pulled = y * r / length;
        height = fmin(ball->hi, fmax(ball->lo, pulled));
        out = x > 0 ? vec3d_scale(out, sqrt(fmax(0, (r - height) * (r + height))) / x) : out;
    }
    return vec3d_add(vec3d_add_scaled(ball->centre, ball->normal, height), out);
}

static Vec3d ball_nearest(Vec3d centre, double radius, Vec3d p)
{
    double distance = vec3d_distance(centre, p);
    return distance > radius ? vec3d_lerp(centre, p, radius / distance) : p;
}

Vec3d hybrid_volume_nearest(const HybridVolume *volume, Vec3d p)
{
    switch (volume->kind) {
    case VOLUME_BOX: {
        Vec3d d = vec3d_sub(p, volume->box.centre), q = volume->box.centre;
        for (int k = 0; k < 3; ++k) {
            double half = volume->box.half.v[k], at = vec3d_dot(volume->box.axis[k], d);
            q = vec3d_add_scaled(q, volume->box.axis[k], fmin(half, fmax(-half, at)));
        }
        return q;
    }
    case VOLUME_CAPSULE:
        return ball_nearest(segment_nearest(volume->capsule.from, volume->capsule.along, p),
                            volume->capsule.radius, p);
    case VOLUME_SLAB_BALL:
        return slab_ball_nearest(&volume->slab_ball, p);
    default:
        return ball_nearest(volume->ball.centre, volume->ball.radius, p);
    }
}

// --- the pairs

// Anything against a ball: along the way from its nearest point to the centre. Exact.
static bool from_ball(const HybridVolume *a, const HybridVolume *b, double slack)
{
    Vec3d nearest = hybrid_volume_nearest(a, b->ball.centre);
    return apart_along(a, b, vec3d_sub(b->ball.centre, nearest), slack);
}

// The nearest points of two convex sets by projecting to and fro: each round is a direction to
// try, better than the one before. A handful finds nearly all gaps that are wide.
static bool by_projection(const HybridVolume *a, const HybridVolume *b, double slack)
{
    enum { ROUNDS = 6 };
    Vec3d on_b = hybrid_volume_ball(b).centre;
    for (int i = 0; i < ROUNDS; ++i) {
        Vec3d on_a = hybrid_volume_nearest(a, on_b);
        on_b = hybrid_volume_nearest(b, on_a);
        if (apart_along(a, b, vec3d_sub(on_b, on_a), slack))
            return true;
    }
    return false;
}

// Fifteen axes. Those across two edges are left unnormalised: their length is at most 1.
static bool boxes(const HybridVolume *a, const HybridVolume *b, double slack)
{
    const OrientedBox *p = &a->box, *q = &b->box;
    Vec3d d = vec3d_sub(q->centre, p->centre), ha = p->half, hb = q->half;
    double c[3][3], abs_c[3][3], t[3];
    for (int i = 0; i < 3; ++i) {
        t[i] = vec3d_dot(p->axis[i], d);
        for (int j = 0; j < 3; ++j) {
            c[i][j] = vec3d_dot(p->axis[i], q->axis[j]);
            abs_c[i][j] = fabs(c[i][j]);
        }
    }
    for (int i = 0; i < 3; ++i) {
        double on_a = ha.v[i] + hb.x * abs_c[i][0] + hb.y * abs_c[i][1] + hb.z * abs_c[i][2];
        double on_b = hb.v[i] + ha.x * abs_c[0][i] + ha.y * abs_c[1][i] + ha.z * abs_c[2][i];
        if (fabs(t[i]) - on_a > slack || fabs(vec3d_dot(q->axis[i], d)) - on_b > slack)
            return true;
    }
    for (int i = 0; i < 3; ++i) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double distance = fabs(t[i2] * c[i1][j] - t[i1] * c[i2][j]);
            double radius = ha.v[i1] * abs_c[i2][j] + ha.v[i2] * abs_c[i1][j] +
                            hb.v[j1] * abs_c[i][j2] + hb.v[j2] * abs_c[i][j1];
            if (distance - radius > slack)
                return true;
        }
    }
    return false;
}

static Vec3d beyond_box(Vec3d half, Vec3d p)
{
    Vec3d out;
    for (int k = 0; k < 3; ++k)
        out.v[k] = p.v[k] > half.v[k]    ? p.v[k] - half.v[k]
                   : p.v[k] < -half.v[k] ? p.v[k] + half.v[k]
                                         : 0;
    return out;
}

// The squared distance along the segment is a parabola between the at most six places where a
// coordinate passes a face; each has its minimum in closed form.
double segment_box_distance(Vec3d half, Vec3d from, Vec3d along, Vec3d *apart)
{
    double breaks[8] = {0}, best = INFINITY;
    int count = 1;
    for (int k = 0; k < 6; ++k) {
        double face = k % 2 ? half.v[k / 2] : -half.v[k / 2];
        double s = (face - from.v[k / 2]) / along.v[k / 2];
        if (!(s > 0 && s < 1)) // NaN or infinite for a segment along the face
            continue;
        int at = count++;
        for (; breaks[at - 1] > s; --at)
            breaks[at] = breaks[at - 1];
        breaks[at] = s;
    }
    breaks[count] = 1;
    for (int i = 0; i < count; ++i) {
        double middle = (breaks[i] + breaks[i + 1]) / 2, square = 0, slope = 0;
        Vec3d inside = beyond_box(half, vec3d_add_scaled(from, along, middle));
        for (int k = 0; k < 3; ++k) {
            if (inside.v[k] == 0)
                continue;
            square += along.v[k] * along.v[k];
            slope += along.v[k] * inside.v[k];
        }
        double s = square > 0 ? middle - slope / square : middle;
        s = fmin(breaks[i + 1], fmax(breaks[i], s));
        Vec3d out = beyond_box(half, vec3d_add_scaled(from, along, s));
        double distance = vec3d_dot(out, out);
        if (distance < best) {
            best = distance;
            *apart = out;
        }
    }
    return sqrt(best);
}

static bool box_and_capsule(const HybridVolume *a, const HybridVolume *b, double slack)
{
    const OrientedBox *box = &a->box;
    Vec3d d = vec3d_sub(b->capsule.from, box->centre), from, along, apart = {.x = 0};
    for (int k = 0; k < 3; ++k) {
        from.v[k] = vec3d_dot(box->axis[k], d);
        along.v[k] = vec3d_dot(box->axis[k], b->capsule.along);
    }
    segment_box_distance(box->half, from, along, &apart);
    Vec3d n = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        n = vec3d_add_scaled(n, box->axis[k], apart.v[k]);
    return apart_along(a, b, n, slack);
}

static bool capsules(const HybridVolume *a, const HybridVolume *b, double slack)
{
    const Capsule *p = &a->capsule, *q = &b->capsule;
    SegmentGap g = segment_gap(p->along, q->along, vec3d_sub(q->from, p->from));
    return g.gap > (p->radius + q->radius + slack) * g.length;
}

// A slab cut ball against a box or a capsule: across its slab, along the box's axes, and then
// between nearest points. The balls were tried before.
static bool beyond_slab(const HybridVolume *a, const HybridVolume *b, double slack)
{
    Vec3d n = b->slab_ball.normal;
    if (apart_along(a, b, n, slack) || apart_along(a, b, vec3d_scale(n, -1), slack))
        return true;
    for (int k = 0; a->kind == VOLUME_BOX && k < 3; ++k) {
        Vec3d axis = a->box.axis[k];
        double side = vec3d_dot(axis, vec3d_sub(b->slab_ball.centre, a->box.centre));
        if (apart_along(a, b, vec3d_scale(axis, side < 0 ? -1 : 1), slack))
            return true;
    }
    return by_projection(a, b, slack);
}

static bool slab_balls(const HybridVolume *a, const HybridVolume *b, double slack)
{
    Vec3d n = a->slab_ball.normal;
    return apart_along(a, b, n, slack) || apart_along(a, b, vec3d_scale(n, -1), slack) ||
           beyond_slab(a, b, slack);
}

// NULL: the enclosing balls are all there is to test. That is the whole truth for two balls, and
// the fallback for a kind that has no tests of its own yet.
typedef bool PairTest(const HybridVolume *a, const HybridVolume *b, double slack);
static PairTest *const pair_tests[VOLUME_KIND_COUNT][VOLUME_KIND_COUNT] = {
    [VOLUME_BOX] = {boxes, box_and_capsule, beyond_slab, from_ball},
    [VOLUME_CAPSULE] = {NULL, capsules, beyond_slab, from_ball},
    [VOLUME_SLAB_BALL] = {NULL, NULL, slab_balls, from_ball},
    [VOLUME_BALL] = {NULL, NULL, NULL, NULL},
};

// Two of a kind are ordered as well, by where they are, so that exchanging them changes nothing,
// not even by rounding.
static bool goes_after(const HybridVolume *a, const HybridVolume *b)
{
    if (a->kind != b->kind)
        return a->kind > b->kind;
    Vec3d p = anchor(a), q = anchor(b);
    int k = p.x != q.x ? 0 : p.y != q.y ? 1 : 2;
    return p.v[k] > q.v[k];
}

bool hybrid_volumes_separate(const HybridVolume *a, const HybridVolume *b, double eps)
{
    if (goes_after(a, b)) {
        const HybridVolume *swap = a;
        a = b;
        b = swap;
    }
    Ball ball_a = hybrid_volume_ball(a), ball_b = hybrid_volume_ball(b);
    double distance = vec3d_distance(ball_a.centre, ball_b.centre);
    double reach = ball_a.radius + ball_b.radius;
    double slack = eps + 128 * 0x1p-53 * (distance + reach);
    if (distance > reach + slack)
        return true;
    PairTest *test = pair_tests[a->kind][b->kind];
    return test && test(a, b, slack);
}

double hybrid_volumes_gap(const HybridVolume *a, const HybridVolume *b)
{
    enum { ROUNDS = 4 };
    Ball ball_a = hybrid_volume_ball(a), ball_b = hybrid_volume_ball(b);
    double distance = vec3d_distance(ball_a.centre, ball_b.centre);
    double reach = ball_a.radius + ball_b.radius, gap = distance - reach;
    Vec3d on_b = ball_b.centre;
    for (int i = 0; i < ROUNDS; ++i) {
        Vec3d on_a = hybrid_volume_nearest(a, on_b);
        on_b = hybrid_volume_nearest(b, on_a);
        Vec3d n = vec3d_normalised(vec3d_sub(on_b, on_a));
        double length = vec3d_length(n);
        if (length > 0.5)
            gap = fmax(gap, vec3d_dot(n, vec3d_sub(anchor(b), anchor(a))) - support(a, n, length) -
                                support(b, vec3d_scale(n, -1), length));
    }
    return fmax(0, gap - 128 * 0x1p-53 * (distance + reach));
}
