// What holds a part, as rows of a projection (projection.h).
#include "core/motion/slide_frame.h"

// How far apart a place should end.
static double goal_of(const SlideFrame *frame, const Constraint *c)
{
    double inset = frame->insets[c->pair];
    double goal = frame->strict && inset > 0 ? inset : frame->slide->gap;
    return c->sharp ? 0.5 * goal : goal;
}

// Wanted: the gap, and what the step adds to it, reach the goal. What is nearer already is pushed out
// by a little at most, or not at all.
static void fill_rows(SlideFrame *frame, bool push_out)
{
    Slide *slide = frame->slide;
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        double b = goal_of(frame, c) - c->gap;
        if (b > 0)
            b = push_out ? fmin(b, 0.3 * slide->gap) : 0;
        slide->rows[i].b = b + slide->bent[i];
    }
}

// Where coordinates end. Rows hold to a tolerance: the last bit is cut behind the projection.
static size_t limit_rows(SlideFrame *frame, ProjectionRow *rows)
{
    const Freedom *freedom = &frame->slide->freedom;
    size_t count = 0;
    for (int k = 0; k < freedom->coordinates; ++k) {
        const double left[2] = {freedom->low[k] - freedom->at[k],
                                freedom->high[k] - freedom->at[k]};
        for (int side = 0; side < 2; ++side) {
            if (!isfinite(left[side]))
                continue;
            ProjectionRow row = {.b = (side == 0 ? 1 : -1) * left[side] * frame->scale.weight[k]};
            row.a[k] = side == 0 ? 1 : -1;
            rows[count++] = row;
        }
    }
    return count;
}

static void note_force(SlideFrame *frame, const Projection *found)
{
    frame->slide->hold_count = 0;
    if (!frame->force)
        return;
    for (int32_t i = 0; i < frame->scene->pair_count; ++i)
        frame->force[i] = vec3d(0, 0, 0);
    for (int j = 0; j < found->active_count; ++j) {
        if ((size_t)found->active[j] >= frame->slide->near.count)
            continue; // a joint's own limit
        const Constraint *c = &frame->slide->near.items[found->active[j]];
        frame->force[c->pair] = vec3d_add_scaled(frame->force[c->pair], c->normal, found->force[j]);
        frame->slide->holds[frame->slide->hold_count++] =
            (struct SlideHold){c->pair, found->force[j], c->at[1]};
    }
}

// Pushing out must not lead farther from the target than standing still would.
static bool acceptable(const SlideFrame *frame, const Projection *found, const double *target,
                       int unknowns)
{
    double away = 0, still = 0;
    for (int k = 0; k < unknowns; ++k) {
        away += (found->x[k] - target[k]) * (found->x[k] - target[k]);
        still += target[k] * target[k];
    }
    return sqrt(away) <= sqrt(still) + 2 * frame->slide->gap;
}

// Where a point of a body is at the end of a step.
typedef struct Bend {
    Vec3d from, to; // the pivot
    Affine turn;
} Bend;

static Bend bend_of(const SlideFrame *frame, int32_t body, const FreedomStep *step)
{
    const Freedom *freedom = &frame->slide->freedom;
    Vec3d pivot = frame->scene->bodies[body].pose.pivot;
    Bend bend = {pivot, pivot, affine_identity()};
    for (int32_t i = 0; i < freedom_count(freedom); ++i) {
        if (freedom_body(freedom, i) != body)
            continue;
        RigidStep own = freedom_step(freedom, i, step), turn = {.turn = own.turn};
        RigidPose zero = {.q = {1, 0, 0, 0}}, turned = rigid_pose_moved(&zero, &turn, 1);
        bend.turn = rigid_placement(&turned, &(Affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
        bend.to = vec3d_add_scaled(pivot, own.shift, 1);
    }
    return bend;
}

static Vec3d bent_point(const Bend *bend, Vec3d p)
{
    return vec3d_add(bend->to, affine_apply(&bend->turn, vec3d_sub(p, bend->from)));
}

// By how much turning has bent the way of each place towards the other body: taken off in the next
// pass. The largest by which a goal is missed.
static double note_bends(SlideFrame *frame, const FreedomStep *step, const double *x)
{
    Slide *slide = frame->slide;
    double worst = 0, most = 0.5 * frame_bound(frame, step);
    int32_t pair = -1;
    bool moves[2] = {false, false};
    Bend bend[2];
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        for (int k = 0; k < 2 && c->pair != pair; ++k) {
            int32_t body = frame->scene->pairs[c->pair].body[k];
            moves[k] = freedom_moves(&slide->freedom, body);
            bend[k] = bend_of(frame, body, step);
        }
        pair = c->pair;
        Vec3d end[2];
        for (int k = 0; k < 2; ++k)
            end[k] = moves[k] ? bent_point(&bend[k], c->at[k]) : c->at[k];
        bool turns = c->face >= 0 && moves[c->face];
        Vec3d normal = turns ? affine_apply(&bend[c->face].turn, c->normal) : c->normal;
        double real = vec3d_dot(normal, vec3d_sub(end[0], end[1]));
        double linear = c->gap;
        for (int k = 0; k < PROJECTION_MOST; ++k)
            linear += slide->rows[i].a[k] * x[k];
        double wanted = fmin(goal_of(frame, c), c->gap);
        worst = fmax(worst, wanted - real);
        bool matters = linear < 3 * slide->gap || real < wanted;
        slide->bent[i] = matters ? fmax(0, fmin(linear - real, most)) : 0;
    }
    return worst;
}

// Rows are work; whoever cancels is heard between two rounds.
static bool is_over(void *user, size_t rows)
{
    MotionScene *scene = user;
    scene->work.rows += rows;
    return scene_over(scene);
}

// The nearest point that the rows allow, pushed out a little if that does not lead away.
static Projection nearest(SlideFrame *frame, size_t count, const double *target)
{
    Projection found = {.feasible = false};
    const ProjectionWatch watch = {is_over, frame->scene};
    for (int push_out = 1; push_out >= 0; --push_out) {
        fill_rows(frame, push_out);
        project(frame->scale.unknowns, frame->slide->rows, count, target, 0.02 * frame->slide->gap,
                &watch, &found);
        if (found.stopped || (found.feasible && (!push_out || acceptable(frame, &found, target,
                                                                         frame->scale.unknowns))))
            break;
    }
    for (int k = found.feasible ? frame->scale.unknowns : 0; k < PROJECTION_MOST; ++k)
        found.x[k] = 0;
    return found;
}

static void forget_bends(Slide *slide)
{
    for (size_t i = 0; i < slide->near.count; ++i)
        slide->bent[i] = 0;
}

enum Bent {
    BENT_FITS,
    BENT_TOO_FAR, // a part of the way is allowed by what is seen from here, but all of it is bent so
                  // much that rows contradict each other
    BENT_STOPPED
};

// Some passes, each with what turning has bent in the last one.
static enum Bent project_bent(SlideFrame *frame, size_t count, const double *target, bool forces,
                              double straight[PROJECTION_MOST], FreedomStep *step)
{
    Slide *slide = frame->slide;
    forget_bends(slide);
    for (int pass = 0; pass < 3; ++pass) {
        Projection found = nearest(frame, count, target);
        if (found.stopped)
            return BENT_STOPPED;
        if (pass > 0 && !found.feasible)
            return BENT_TOO_FAR;
        if (forces)
            note_force(frame, &found);
        if (pass == 0)
            memcpy(straight, found.x, sizeof found.x);
        *step = freedom_from_unknowns(&slide->freedom, &frame->scale, found.x);
        if (freedom_turn_way(&slide->freedom, frame->scene, step) < 0.05 * slide->gap ||
            note_bends(frame, step, found.x) < 0.2 * slide->gap)
            break;
    }
    return BENT_FITS;
}

enum { SHORTER_TRIES = 6 };
#define SHORTER 0.35

bool slide_project(SlideFrame *frame, FreedomStep *step)
{
    Slide *slide = frame->slide;
    const Freedom *freedom = &slide->freedom;
    size_t near = slide->near.count, count = near + limit_rows(frame, slide->rows + near);
    double target[PROJECTION_MOST], straight[PROJECTION_MOST];
    freedom_to_unknowns(freedom, &frame->scale, step, target);
    for (size_t i = 0; i < near; ++i) {
        const Constraint *c = &slide->near.items[i];
        freedom_row(freedom, &frame->scale, frame->scene, frame->scene->pairs[c->pair].body, c->at,
                    c->normal, slide->rows[i].a);
    }
    // What is bent grows with the square of the way: the first part of it can be gone. A peg that got
    // wedged in the mouth of a hole turns back as it goes in, a little at a time.
    enum Bent bent;
    for (int i = 0; (bent = project_bent(frame, count, target, i == 0, straight, step)); ++i) {
        if (bent == BENT_STOPPED)
            return false;
        if (i == SHORTER_TRIES) {
            *step = freedom_scaled(step, 0);
            break;
        }
        for (int k = 0; k < PROJECTION_MOST; ++k)
            target[k] = SHORTER * straight[k];
    }
    return true;
}
