// The bound. During a step a point of a body at r from its pivot is at
//   p + t (v + w x r) + rest,  |rest| <= t^2 |w|^2 |r| / 2,
// because (exp(tw) - 1 - t[w]) r is the integral of (t - s) [w]^2 exp(sw) r ds and exp(sw) keeps
// lengths. So for a direction n of length 1 and corners a of one triangle, b of the other
//   n.a(t) - n.b(t) >= n.a - n.b + t (n.va - n.vb) - t^2 (|wa|^2 |ra| + |wb|^2 |rb|) / 2,
// and what holds for all nine pairs of corners holds for the triangles, which are their hulls.
#include "core/motion/safe.h"

#include "core/shape/triangle/tri.h"

#include <assert.h>

enum { MOST_ROUNDS = 60 };

// Sliding along a face must not end because n.v is -1e-17: what a pair may come nearer in one step,
// as a share of the step. A thousand steps of the part's own size lose less than 1e-8 of that.
#define LEE 1e-12

typedef struct Side {
    const MotionBody *body;
    const Mesh *mesh;
    Affine rest, placement; // the latter at the committed pose
    double square;          // |w|^2
    double bound;           // of the step
    bool still;
} Side;

typedef struct Facing {
    Side side[2];
    double bound;    // of both steps
    double gone;     // since the list was made
    double closing;  // what they come nearer in the steps
    double rounding; // of a gap
    bool straight;   // neither turns
    Vec3d shift;     // of the first against the second, if so
    NearStance stance;
} Facing;

static Facing facing_of(const MotionScene *scene, NearList *list, int32_t index, double most)
{
    const MotionPair *pair = &scene->pairs[index];
    Facing facing = {.bound = pair_bound(scene, index),
                     .rounding = pair_rounding(scene, index),
                     .gone = near_gone(list, pair)};
    facing.closing = fmin(facing.bound, pair_share(pair, most));
    for (int k = 0; k < 2; ++k) {
        const MotionBody *body = &scene->bodies[pair->body[k]];
        facing.side[k] = (Side){.body = body,
                                .mesh = pair->tree[k]->mesh,
                                .rest = pair->rest[k],
                                .placement = rigid_placement(&body->pose, &pair->rest[k]),
                                .square = vec3d_dot(body->step.turn, body->step.turn),
                                .bound = body_bound(body)};
        facing.side[k].still = facing.side[k].bound == 0;
    }
    facing.straight = facing.side[0].square == 0 && facing.side[1].square == 0;
    facing.shift = vec3d_sub(facing.side[0].body->step.shift, facing.side[1].body->step.shift);
    facing.stance = near_stance(list, scene, index);
    return facing;
}

static Triangle placed(const Side *side, int32_t triangle, double now)
{
    Triangle t = mesh_triangle(side->mesh, triangle);
    if (now == 0 || side->still)
        return triangle_transformed(&t, &side->placement);
    RigidPose pose = rigid_pose_moved(&side->body->pose, &side->body->step, now);
    Affine placement = rigid_placement(&pose, &side->rest);
    return triangle_transformed(&t, &placement);
}

// Where f(t) = c + b t - a t^2 first is 0, with c >= 0 and a >= 0. In this form nothing cancels.
static double first_root(double c, double b, double a)
{
    double root = sqrt(b * b + 4 * a * c);
    if (b > 0)
        return a > 0 ? (b + root) / (2 * a) : INFINITY;
    if (root - b > 0)
        return 2 * c / (root - b);
    return a == 0 && b == 0 ? INFINITY : 0; // b is 0, and c or a is, or there is no telling
}

// What the corners of a triangle do along n: where they are, how fast they go, how much that bends.
typedef struct Course {
    double at[3], speed[3], bend[3];
} Course;

static Course course_of(const Side *side, const Triangle *t, Vec3d n, double now)
{
    Course course;
    Vec3d pivot = vec3d_add_scaled(side->body->pose.pivot, side->body->step.shift, now);
    for (int k = 0; k < 3; ++k) {
        Vec3d r = vec3d_sub(t->p[k], pivot);
        Vec3d speed = vec3d_add(side->body->step.shift, vec3d_cross(side->body->step.turn, r));
        course.at[k] = vec3d_dot(n, t->p[k]);
        course.speed[k] = vec3d_dot(n, speed);
        course.bend[k] = 0.5 * side->square * vec3d_length(r) * (1 + 1e-12);
    }
    return course;
}

// For how long the plane with normal n keeps them apart that are `gap` more apart than they have to be.
// Speeds are sums of products below the bound: 16 DBL_EPSILON of it is more than their rounding.
static double straight_time(const Facing *facing, Vec3d n, double gap)
{
    double speed = vec3d_dot(n, facing->shift) - 16 * DBL_EPSILON * facing->bound;
    return first_root(fmax(gap, 0), speed, 0);
}

// For how long it keeps them `floor` apart; anything from `enough` on will do.
static double plane_time(const Facing *facing, const Triangle *a, const Triangle *b, Vec3d n,
                         double now, double floor, double enough)
{
    double off = 16 * DBL_EPSILON * facing->bound;
    if (facing->straight) // all corners of a body go alike
        return straight_time(facing, n, near_plane_gap(n, a, b) - facing->rounding - floor);
    Course ca = course_of(&facing->side[0], a, n, now), cb = course_of(&facing->side[1], b, n, now);
    // The worst of each is no better than any of the nine.
    double gap = least_of_three(ca.at) - most_of_three(cb.at) - facing->rounding - floor;
    double least =
        first_root(fmax(gap, 0), least_of_three(ca.speed) - most_of_three(cb.speed) - off,
                   most_of_three(ca.bend) + most_of_three(cb.bend));
    if (least >= enough)
        return least;
    least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) {
            double c = ca.at[k] - cb.at[j] - facing->rounding - floor;
            double speed = ca.speed[k] - cb.speed[j] - off;
            double time = first_root(fmax(c, 0), speed, ca.bend[k] + cb.bend[j]);
            least = time < least ? time : least;
        }
    }
    return least;
}

static Vec3d edge_of(const Triangle *t, TriFeature feature)
{
    return vec3d_sub(t->p[(feature.index + 1) % 3], t->p[feature.index]);
}

// The direction in which the features that are closest are apart: the normal of a face, or of two
// edges that cross. What the closest points say of it is lost in rounding where they are very near.
static Vec3d feature_normal(const Triangle *a, const Triangle *b, const TriClosest *found)
{
    if (found->feature_a.part == TRI_FACE)
        return triangle_normal(a);
    if (found->feature_b.part == TRI_FACE)
        return triangle_normal(b);
    if (found->feature_a.part != TRI_EDGE || found->feature_b.part != TRI_EDGE)
        return vec3d(0, 0, 0);
    Vec3d across = vec3d_cross(edge_of(a, found->feature_a), edge_of(b, found->feature_b));
    return vec3d_normalised(across);
}

// The best direction that separates them; zero where they meet.
static Vec3d new_normal(MotionScene *scene, NearPair *near, const Triangle *a, const Triangle *b)
{
    TriClosest found;
    ++scene->work.closest;
    double distance = tri_closest(a, b, INFINITY, &found);
    near_note_shape(near, &found);
    if (!(distance > 0))
        return vec3d(0, 0, 0);
    Vec3d apart = vec3d_normalised(vec3d_sub(found.on_a, found.on_b));
    Vec3d normal = feature_normal(a, b, &found);
    normal = vec3d_scale(normal, vec3d_dot(normal, apart) < 0 ? -1 : 1);
    return near_plane_gap(normal, a, b) > near_plane_gap(apart, a, b) ? normal : apart;
}

// How near a pair may come that is `gap` apart now.
static double floor_of(double gap, double stand_off, double lee)
{
    return gap > stand_off + lee ? stand_off : fmax(gap - lee, 0.999 * gap);
}

// The plane that the pair had, or a new one where that does not show that they are far enough apart.
static double gap_now(MotionScene *scene, const Facing *facing, NearPair *near, const Triangle *a,
                      const Triangle *b, double enough)
{
    double gap = near_plane_gap(near->normal, a, b) - facing->rounding;
    if (gap > enough)
        return gap;
    near->normal = new_normal(scene, near, a, b);
    return near_plane_gap(near->normal, a, b) - facing->rounding;
}

// The plane that the pair has lasts, which can be seen without its triangles.
static bool is_far(MotionScene *scene, NearList *list, const Facing *facing, size_t index,
                   double most, double stand_off)
{
    const NearPair *near = &list->items[index];
    if (!facing->straight || !near_gap_is_known(near, &facing->stance))
        return false;
    double gap = near_known_gap(near, &facing->stance) - facing->rounding;
    if (!(gap > stand_off + LEE * facing->bound))
        return false;
    list->until[index] = facing->gone + gap;
    ++scene->work.planes;
    return straight_time(facing, near->normal, gap - stand_off) >= most;
}

// Up to which time, at most `most`, the pair is apart.
static double pair_time(MotionScene *scene, NearList *list, const Facing *facing, size_t index,
                        double most, double stand_off, size_t *fresh)
{
    NearPair *near = &list->items[index];
    Triangle a = placed(&facing->side[0], near->triangle[0], 0);
    Triangle b = placed(&facing->side[1], near->triangle[1], 0);
    double lee = LEE * facing->bound, little = fmax(stand_off * 1e-6, lee), now = 0;
    double gap = gap_now(scene, facing, near, &a, &b, stand_off + lee);
    list->until[index] = facing->gone + gap;
    near_keep_gap(near, &facing->stance, gap + facing->rounding);
    if (!(gap > 0))
        return 0;
    double floor = floor_of(gap, stand_off, lee);
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        ++scene->work.planes;
        double time = plane_time(facing, &a, &b, near->normal, now, floor, most - now);
        if (now + time >= most)
            return most;
        if (round == 0 && !near->hot) {
            near->hot = near->fresh = true;
            ++*fresh;
        }
        now += time * (1 - 1e-9);
        if (round > 1 && time * facing->bound < little)
            break;
        a = placed(&facing->side[0], near->triangle[0], now);
        b = placed(&facing->side[1], near->triangle[1], now);
        near->normal = new_normal(scene, near, &a, &b);
        near->stance = 0; // it is one of a pose that was not committed
        if (!(near_plane_gap(near->normal, &a, &b) - facing->rounding > floor))
            break;
    }
    return now;
}

Safe safe_time(MotionScene *scene, NearList *list, double most, double stand_off)
{
    assert(scene && list && list->made && stand_off > 0);
    Safe safe = {.time = most, .blocker = SIZE_MAX};
    int32_t pair = -1;
    double bound = scene_bound(scene);
    Facing facing = {0};
    for (size_t i = 0; i < list->count; ++i) {
        NearPair *near = &list->items[i];
        if (near->pair != pair) {
            pair = near->pair;
            facing = facing_of(scene, list, pair, bound);
        }
        if (i % SCENE_LOOK == 0 && scene_over(scene)) // planes are work, too
            return (Safe){.blocker = SIZE_MAX, .stopped = true};
        if (facing.bound == 0 ||
            list->until[i] > facing.gone + stand_off + facing.closing * safe.time ||
            is_far(scene, list, &facing, i, safe.time, stand_off))
            continue;
        if (scene_over(scene))
            return (Safe){.blocker = SIZE_MAX, .stopped = true};
        double time = pair_time(scene, list, &facing, i, safe.time, stand_off, &safe.fresh);
        if (time >= safe.time)
            continue;
        safe.time = time;
        safe.blocker = i;
        if (!near->forced) {
            near->forced = near->fresh = true;
            ++safe.fresh;
        }
    }
    return safe;
}

void safe_commit(MotionScene *scene, NearList *list, const Safe *safe)
{
    double bound = scene_bound(scene);
    if (!(safe->time > 0))
        return;
    for (int32_t i = 0; i < scene->body_count; ++i) {
        MotionBody *body = &scene->bodies[i];
        body->pose = rigid_pose_moved(&body->pose, &body->step, safe->time);
        body->step = rigid_step_scaled(&body->step, 1 - safe->time);
    }
    list->odometer += bound * safe->time * (1 + 1e-12);
    ++scene->work.steps;
}
