// A tool of ours that is let go at a screw goes onto it, while snapping is on; what that means is the action
// tool.engage. It is quick, so it needs no worker.
#include "app/document/fields.h"
#include "app/stages/rows.h"
#include "app/stages/screw_found.h"
#include "core/feature/flats.h"

#include <math.h>

static const double MOST_LEAN = 0.26;  // sine: 15 degrees
static const double MOST_AWAY = 1.5;   // of the screw's radius, from its axis
static const double MOST_BEYOND = 1.5; // the same, along the axis beyond its end

typedef struct ToolState {
    bool held;
    bool waits;   // something was let go: ...
    int32_t part; // ... this, which may still be on its way
} ToolState;

static ToolState *mine(const App *app)
{
    return stage_state(app, &stage_tool);
}

// How far the tool is from being on the screw, by what is still near enough; 1 and more: it is not.
static double farness(const App *app, int32_t tool, int32_t part, const JointFrame *frame)
{
    const Affine *at = &app->document.parts[tool].placement;
    const PartState *screw = &app->document.parts[part];
    const Mesh *mesh = app_part_mesh(app, part);
    FlatsAxis about = {.origin = frame->origin, .axis = frame->axis, .side = frame->side};
    double radius = flats_reach(mesh, &screw->placement, &about);
    Vec3d up = vec3d_normalised(affine_apply_vector(at, vec3d(0, 1, 0)));
    Vec3d off = vec3d_sub(at->p, frame->origin);
    double along = vec3d_dot(off, frame->axis), low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(&screw->placement, mesh->vertices[i]);
        double place = vec3d_dot(vec3d_sub(p, frame->origin), frame->axis);
        low = fmin(low, place);
        high = fmax(high, place);
    }
    double beyond = fmax(0, fmax(low - along, along - high));
    double lean = vec3d_length(vec3d_cross(up, frame->axis)) / MOST_LEAN;
    double away = vec3d_length(vec3d_cross(off, frame->axis)) / (MOST_AWAY * radius);
    return fmax(fmax(lean, away), beyond / (MOST_BEYOND * radius));
}

// The axis that it turns about in its joint; or would, if it is a screw that has none. What has no flats there is
// taken for none: a tool that is let go is not asked which part was meant.
static bool turns_about(const App *app, int32_t part, JointFrame *axis)
{
    const PartState *state = &app->document.parts[part];
    int32_t index = joint_list_find(app->document.joints, part);
    const Joint *joint = index == NO_JOINT ? NULL : &app->document.joints->joints[index];
    if (state->removed || !state->visible)
        return false;
    if (joint)
        return joint_turns(joint->kind) &&
               joint_frame_at(&joint->frame[1], &state->placement, axis);
    ScrewFound found;
    bool is = screw_known(app, part, &found) && found.hexagon;
    *axis = found.axis;
    return is;
}

// No farther from its box than the box is wide.
static bool is_near(const App *app, int32_t tool, int32_t part)
{
    Vec3d at = app->document.parts[tool].placement.p;
    Box3d box = part_world_bounds(app_part_mesh(app, part), &app->document.parts[part].placement);
    double margin = vec3d_distance(box.lo, box.hi), off = 0;
    for (int k = 0; k < 3; ++k)
        off = fmax(off, fmax(box.lo.v[k] - at.v[k], at.v[k] - box.hi.v[k]));
    return off <= margin;
}

static void put_on(App *app, int32_t tool)
{
    int32_t screw = NO_PART;
    double least = 1;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        JointFrame axis;
        if (i == tool || !is_near(app, tool, i) || !turns_about(app, i, &axis))
            continue;
        double far = farness(app, tool, i, &axis);
        if (far < least) {
            least = far;
            screw = i;
        }
    }
    ActionArgs args = {.part = tool, .other = screw};
    if (screw != NO_PART && app_do(app, action_find("tool.engage"), &args, 0))
        app_notify(app, NOTICE_INFO, "%s is on %s: pull it, and it turns",
                   app->assembly.parts[tool].name, app->assembly.parts[screw].name);
}

static void look(App *app)
{
    ToolState *state = mine(app);
    bool held = app->hand.held, let_go = state->held && !held;
    state->held = held;
    if (held || !app->parts)
        state->waits = false;
    if (let_go && field_flag(&app->document, action_find("move.snap")) &&
        tool_is_free(app, app->document.selected)) {
        state->part = app->document.selected;
        state->waits = true;
    }
    if (!state->waits || hand_on_its_way(&app->hand) || app->hand.snap.on)
        return;
    state->waits = false;
    if (tool_is_free(app, state->part))
        put_on(app, state->part);
}

static bool goes_on(const App *app)
{
    return mine(app)->waits;
}

static void reset(App *app)
{
    *mine(app) = (ToolState){0};
}

const Stage stage_tool = {.name = "tool",
                          .state_size = sizeof(ToolState),
                          .look = look,
                          .goes_on = goes_on,
                          .reset = reset};
