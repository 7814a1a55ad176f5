#include "core/motion/freedom.h"

#include <assert.h>

#define TURN_WEIGHT 0.4 // of the reach: how much a turn counts against a shift

int32_t freedom_count(const Freedom *freedom)
{
    return freedom->coordinates > 0 ? freedom->body_count : 1;
}

int32_t freedom_body(const Freedom *freedom, int32_t index)
{
    return freedom->coordinates > 0 ? freedom->bodies[index].body : freedom->hand;
}

static int32_t index_of(const Freedom *freedom, int32_t body)
{
    for (int32_t i = 0; i < freedom_count(freedom); ++i)
        if (freedom_body(freedom, i) == body)
            return i;
    return -1;
}

bool freedom_moves(const Freedom *freedom, int32_t body)
{
    return index_of(freedom, body) >= 0;
}

bool freedom_is_straight(const Freedom *freedom)
{
    for (int32_t i = 0; i < freedom->body_count; ++i)
        if (freedom->bodies[i].count > 1)
            return false;
    return true;
}

// --- poses

static double sum(const double *per_unit, const double *at)
{
    double total = 0;
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        total += per_unit[k] * at[k];
    return total;
}

// A screw's motion of a body that has been moved by the screws behind it.
static void move_by_screw(const FreedomScrew *screw, const double *at, bool on_axis,
                          RigidPose *pose)
{
    RigidStep turn = {.turn = vec3d_scale(screw->axis, sum(screw->turn, at))};
    if (!on_axis) { // it goes round with the turn
        RigidPose round = rigid_pose_moved(&(RigidPose){.q = {1, 0, 0, 0}}, &turn, 1);
        Affine none = affine_identity(), map = rigid_placement(&round, &none);
        Vec3d arm = vec3d_sub(pose->pivot, screw->origin);
        pose->pivot = vec3d_add(screw->origin, affine_apply_vector(&map, arm));
    }
    *pose = rigid_pose_moved(pose, &turn, 1);
    pose->pivot = vec3d_add_scaled(pose->pivot, screw->axis, sum(screw->shift, at));
}

RigidPose freedom_pose(const Freedom *freedom, int32_t index, const double *at)
{
    const FreedomBody *body = &freedom->bodies[index];
    RigidPose pose = body->start;
    for (int32_t i = body->count - 1; i >= 0; --i)
        move_by_screw(&freedom->screws[body->first + i], at, i == body->count - 1, &pose);
    return pose;
}

FreedomPlace freedom_place_at(const Freedom *freedom, const double *at)
{
    FreedomPlace place = {.pose = freedom_pose(freedom, 0, at)};
    for (int k = 0; k < freedom->coordinates; ++k)
        place.at[k] = at[k];
    return place;
}

FreedomPlace freedom_place(const Freedom *freedom, const MotionScene *scene)
{
    FreedomPlace place = {.pose = scene->bodies[freedom->hand].pose};
    for (int k = 0; k < freedom->coordinates; ++k)
        place.at[k] = freedom->at[k];
    return place;
}

void freedom_go(Freedom *freedom, MotionScene *scene, const FreedomPlace *to)
{
    if (freedom->coordinates == 0)
        scene->bodies[freedom->hand].pose = to->pose;
    for (int k = 0; k < freedom->coordinates; ++k)
        freedom->at[k] = to->at[k];
    for (int32_t i = 0; i < freedom->body_count; ++i)
        scene->bodies[freedom->bodies[i].body].pose = freedom_pose(freedom, i, freedom->at);
}

// --- steps

FreedomStep freedom_between(const Freedom *freedom, const FreedomPlace *from,
                            const FreedomPlace *to, bool turning)
{
    FreedomStep step = {.by = {0}};
    for (int k = 0; k < freedom->coordinates; ++k)
        step.by[k] = to->at[k] - from->at[k];
    if (freedom->coordinates == 0)
        step.step = rigid_step_between(&from->pose, &to->pose);
    if (!turning)
        step.step.turn = vec3d(0, 0, 0);
    return step;
}

FreedomStep freedom_scaled(const FreedomStep *step, double s)
{
    FreedomStep scaled = {.step = rigid_step_scaled(&step->step, s)};
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        scaled.by[k] = step->by[k] * s;
    return scaled;
}

RigidStep freedom_step(const Freedom *freedom, int32_t index, const FreedomStep *step)
{
    if (freedom->coordinates == 0)
        return step->step;
    const FreedomBody *body = &freedom->bodies[index];
    const FreedomScrew *screw = &freedom->screws[body->first];
    if (body->count == 1)
        return (RigidStep){vec3d_scale(screw->axis, sum(screw->shift, step->by)),
                           vec3d_scale(screw->axis, sum(screw->turn, step->by))};
    double end[FREEDOM_COORDINATES];
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        end[k] = freedom->at[k] + step->by[k];
    RigidPose from = freedom_pose(freedom, index, freedom->at);
    RigidPose to = freedom_pose(freedom, index, end);
    return rigid_step_between(&from, &to);
}

double freedom_turn(const Freedom *freedom, const FreedomStep *step)
{
    double most = 0;
    for (int32_t i = 0; i < freedom_count(freedom); ++i)
        most = fmax(most, vec3d_length(freedom_step(freedom, i, step).turn));
    return most;
}

double freedom_turn_way(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step)
{
    double most = 0;
    for (int32_t i = 0; i < freedom_count(freedom); ++i) {
        double arm = body_arm(&scene->bodies[freedom_body(freedom, i)]);
        most = fmax(most, vec3d_length(freedom_step(freedom, i, step).turn) * arm);
    }
    return most;
}

// What of a step turns something; of a screw that is all of it.
FreedomStep freedom_turn_scaled(const Freedom *freedom, const FreedomStep *step, double s)
{
    FreedomStep scaled = *step;
    scaled.step.turn = vec3d_scale(step->step.turn, s);
    for (int k = 0; k < freedom->coordinates; ++k) {
        FreedomStep alone = {.by = {0}};
        alone.by[k] = step->by[k];
        if (freedom_turn(freedom, &alone) > 0)
            scaled.by[k] = step->by[k] * s;
    }
    return scaled;
}

// The two largest ways of bodies.
static void largest(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step,
                    double most[2])
{
    most[0] = most[1] = 0;
    for (int32_t i = 0; i < freedom_count(freedom); ++i) {
        RigidStep one = freedom_step(freedom, i, step);
        double bound = rigid_step_bound(&one, body_arm(&scene->bodies[freedom_body(freedom, i)]));
        most[1] = fmax(most[1], fmin(most[0], bound));
        most[0] = fmax(most[0], bound);
    }
}

double freedom_bound(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step)
{
    double most[2];
    largest(freedom, scene, step, most);
    return most[0];
}

double freedom_closing(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step)
{
    double most[2];
    largest(freedom, scene, step, most);
    return most[0] + most[1];
}

// Both ways begin and end alike, so that they are apart by at most an eighth of how much they bend
// differently. With turns w and shifts v of all screws, in one step, a point within R of every axis is
// bent by no more than |w| (|w| R + 2 |v|), on either way; and twice that is what two bodies come nearer.
double freedom_deviation(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step)
{
    double most = 0;
    for (int32_t i = 0; i < freedom->body_count; ++i) {
        const FreedomBody *body = &freedom->bodies[i];
        double turn = 0, shift = 0, reach = scene->bodies[body->body].reach;
        Vec3d from = body->start.pivot;
        for (int32_t j = body->count - 1; body->count > 1 && j >= 0; --j) {
            const FreedomScrew *screw = &freedom->screws[body->first + j];
            turn += fabs(sum(screw->turn, step->by));
            shift += fabs(sum(screw->shift, step->by));
            reach += vec3d_distance(from, screw->origin) + fabs(sum(screw->shift, freedom->at));
            from = screw->origin;
        }
        most = fmax(most, 0.5 * turn * (turn * reach + 2 * shift));
    }
    return most;
}

void freedom_try(const Freedom *freedom, MotionScene *scene, const FreedomStep *step)
{
    for (int32_t i = 0; i < freedom_count(freedom); ++i)
        scene->bodies[freedom_body(freedom, i)].step = freedom_step(freedom, i, step);
}

void freedom_stand(const Freedom *freedom, MotionScene *scene)
{
    for (int32_t i = 0; i < freedom_count(freedom); ++i)
        scene->bodies[freedom_body(freedom, i)].step = (RigidStep){.shift = vec3d(0, 0, 0)};
}

// --- unknowns

// How much a body's step grows with a coordinate, at its pivot.
static RigidStep column(const Freedom *freedom, const FreedomBody *body, int k, Vec3d pivot)
{
    RigidStep total = {.shift = vec3d(0, 0, 0)};
    for (int32_t i = 0; i < body->count; ++i) {
        const FreedomScrew *screw = &freedom->screws[body->first + i];
        RigidPose origin = {.pivot = screw->origin, .q = {1, 0, 0, 0}};
        for (int32_t j = i - 1; j >= 0; --j)
            move_by_screw(&freedom->screws[body->first + j], freedom->at, false, &origin);
        Affine none = affine_identity();
        origin.pivot = i > 0 ? origin.pivot : screw->origin;
        Affine turned = rigid_placement(&origin, &none);
        Vec3d axis = i > 0 ? affine_apply_vector(&turned, screw->axis) : screw->axis;
        total.turn = vec3d_add_scaled(total.turn, axis, screw->turn[k]);
        total.shift = vec3d_add_scaled(total.shift, axis, screw->shift[k]);
        if (i < body->count - 1) { // the pivot lies on the axis of the last one
            Vec3d round = vec3d_cross(axis, vec3d_sub(pivot, origin.pivot));
            total.shift = vec3d_add_scaled(total.shift, round, screw->turn[k]);
        }
    }
    return total;
}

FreedomScale freedom_scale(const Freedom *freedom, const MotionScene *scene, bool turning)
{
    if (freedom->coordinates == 0)
        return (FreedomScale){.unknowns = turning ? 6 : 3,
                              .weight = {TURN_WEIGHT * scene->bodies[freedom->hand].reach}};
    FreedomScale scale = {.unknowns = freedom->coordinates};
    for (int k = 0; k < freedom->coordinates; ++k) {
        for (int32_t i = 0; i < freedom->body_count; ++i) {
            const MotionBody *body = &scene->bodies[freedom->bodies[i].body];
            RigidStep per = column(freedom, &freedom->bodies[i], k, body->pose.pivot);
            scale.weight[k] =
                fmax(scale.weight[k], vec3d_length(per.shift) +
                                          TURN_WEIGHT * body_arm(body) * vec3d_length(per.turn));
        }
        if (!(scale.weight[k] > 0))
            scale.weight[k] = 1;
    }
    return scale;
}

void freedom_to_unknowns(const Freedom *freedom, const FreedomScale *scale, const FreedomStep *step,
                         double x[PROJECTION_MOST])
{
    for (int k = 0; k < PROJECTION_MOST; ++k)
        x[k] = 0;
    for (int k = 0; k < freedom->coordinates; ++k)
        x[k] = step->by[k] * scale->weight[k];
    for (int k = 0; freedom->coordinates == 0 && k < 3; ++k) {
        x[k] = step->step.shift.v[k];
        x[3 + k] = step->step.turn.v[k] * scale->weight[0];
    }
}

FreedomStep freedom_from_unknowns(const Freedom *freedom, const FreedomScale *scale,
                                  const double x[PROJECTION_MOST])
{
    FreedomStep step = {.by = {0}};
    for (int k = 0; k < freedom->coordinates; ++k)
        step.by[k] = x[k] / scale->weight[k];
    if (freedom->coordinates == 0)
        step.step.shift = vec3d(x[0], x[1], x[2]);
    if (freedom->coordinates == 0 && scale->unknowns == 6)
        step.step.turn = vec3d_scale(vec3d(x[3], x[4], x[5]), 1 / scale->weight[0]);
    return step;
}

void freedom_row(const Freedom *freedom, const FreedomScale *scale, const MotionScene *scene,
                 const int32_t body[2], const Vec3d at[2], Vec3d normal,
                 double row[PROJECTION_MOST])
{
    for (int k = 0; k < PROJECTION_MOST; ++k)
        row[k] = 0;
    for (int side = 0; side < 2; ++side) {
        int32_t index = index_of(freedom, body[side]);
        if (index < 0)
            continue;
        Vec3d pivot = scene->bodies[body[side]].pose.pivot;
        Vec3d away = side == 0 ? normal : vec3d_scale(normal, -1);
        Vec3d moment = vec3d_cross(vec3d_sub(at[side], pivot), away);
        for (int k = 0; k < freedom->coordinates; ++k) {
            RigidStep per = column(freedom, &freedom->bodies[index], k, pivot);
            row[k] += (vec3d_dot(away, per.shift) + vec3d_dot(moment, per.turn)) / scale->weight[k];
        }
        moment = vec3d_scale(moment, 1 / scale->weight[0]);
        for (int k = 0; freedom->coordinates == 0 && k < 3; ++k)
            row[k] = away.v[k], row[3 + k] = moment.v[k];
    }
}
