// What the hand moves, and in which ways: one body in every direction, or bodies on joints, which one or
// two coordinates move together. Where those are follows from the coordinates alone: nothing drifts,
// however often they go forth and back.
#ifndef SNUG_CORE_MOTION_FREEDOM_H
#define SNUG_CORE_MOTION_FREEDOM_H

#include "core/motion/bodies.h"
#include "core/motion/projection.h"

enum { FREEDOM_COORDINATES = 2 };

// A turn about an axis and a shift along it.
typedef struct FreedomScrew {
    Vec3d origin, axis; // in the world, where all coordinates are 0
    double turn[FREEDOM_COORDINATES], shift[FREEDOM_COORDINATES]; // per unit of each
} FreedomScrew;

typedef struct FreedomBody {
    int32_t body;
    RigidPose start; // where all coordinates are 0; its pivot lies on the axis of its last screw
    // From the ground to the body. One alone is the motion of rigid.h itself; with more, each step is
    // a motion of that kind between two poses of the joints.
    int32_t first, count;
} FreedomBody;

typedef struct Freedom {
    int32_t hand;    // the free body, or the first one of those on joints
    int coordinates; // 0: it is free
    FreedomBody *bodies;
    int32_t body_count;
    FreedomScrew *screws;
    double at[FREEDOM_COORDINATES]; // since the start
    double low[FREEDOM_COORDINATES], high[FREEDOM_COORDINATES];
} Freedom;

static inline Freedom freedom_free(int32_t hand)
{
    return (Freedom){.hand = hand};
}

typedef struct FreedomPlace {
    RigidPose pose; // of the hand
    double at[FREEDOM_COORDINATES];
} FreedomPlace;

typedef struct FreedomStep {
    RigidStep step; // of a free body
    double by[FREEDOM_COORDINATES];
} FreedomStep;

bool freedom_moves(const Freedom *freedom, int32_t body);
int32_t freedom_count(const Freedom *freedom);               // of bodies that are moved
int32_t freedom_body(const Freedom *freedom, int32_t index); // the first is the hand

FreedomPlace freedom_place(const Freedom *freedom, const MotionScene *scene);
FreedomPlace freedom_place_at(const Freedom *freedom, const double *at); // of those on joints
RigidPose freedom_pose(const Freedom *freedom, int32_t index, const double *at); // as well
// To a place that was committed before, or is proven now.
void freedom_go(Freedom *freedom, MotionScene *scene, const FreedomPlace *to);

FreedomStep freedom_between(const Freedom *freedom, const FreedomPlace *from,
                            const FreedomPlace *to, bool turning);
FreedomStep freedom_scaled(const FreedomStep *step, double s);
// What a moved body does in a step from where it is.
RigidStep freedom_step(const Freedom *freedom, int32_t index, const FreedomStep *step);
// Are poses between the ends of a step poses of the joints, too? Otherwise: by how much less two points
// may be apart on the joints' own way than on that of the step.
bool freedom_is_straight(const Freedom *freedom);
double freedom_deviation(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step);

double freedom_turn(const Freedom *freedom, const FreedomStep *step); // the largest of all bodies
// No point of a body goes farther; and no two points of bodies come nearer by more than the latter.
double freedom_bound(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step);
double freedom_closing(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step);
// The ways of turning alone.
double freedom_turn_way(const Freedom *freedom, const MotionScene *scene, const FreedomStep *step);
FreedomStep freedom_turn_scaled(const Freedom *freedom, const FreedomStep *step, double s);

void freedom_try(const Freedom *freedom, MotionScene *scene, const FreedomStep *step);
void freedom_stand(const Freedom *freedom, MotionScene *scene); // no steps

// --- unknowns of the projection, all of them lengths

typedef struct FreedomScale {
    int unknowns;
    double weight[FREEDOM_COORDINATES]; // of coordinates; of a free body the first one: of its turn
} FreedomScale;

FreedomScale freedom_scale(const Freedom *freedom, const MotionScene *scene, bool turning);
void freedom_to_unknowns(const Freedom *freedom, const FreedomScale *scale, const FreedomStep *step,
                         double x[PROJECTION_MOST]);
FreedomStep freedom_from_unknowns(const Freedom *freedom, const FreedomScale *scale,
                                  const double x[PROJECTION_MOST]);
// How much farther apart two points of bodies get along a normal towards the first, per unknown.
void freedom_row(const Freedom *freedom, const FreedomScale *scale, const MotionScene *scene,
                 const int32_t body[2], const Vec3d at[2], Vec3d normal,
                 double row[PROJECTION_MOST]);

#endif
