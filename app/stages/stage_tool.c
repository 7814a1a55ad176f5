// A tool of ours that is let go at a screw goes onto it, while snapping is on; what that means is the action
// tool.engage. It is quick, so it needs no worker.
#include "app/document/fields.h"
#include "app/scenes/kit.h"
#include "app/stages/rows.h"
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

// It works screws, and hangs on nothing.
static bool is_tool(const App *app, int32_t part)
{
    const KitPiece *piece;
    double size;
    Error ignored;
    if (part < 0 || part >= app->sources.part_count || part >= app->document.part_count ||
        joint_list_find(app->document.joints, part) != NO_JOINT)
        return false;
    int32_t source = app->sources.parts[part].source;
    return source >= 0 && source < app->sources.count && app->sources.files[source].kit &&
           kit_parse(app->sources.files[source].kit, &piece, &size, &ignored) && piece->turns;
}

// How far the tool is from being on the screw, by what is still near enough; 1 and more: it is not.
static double farness(const App *app, int32_t tool, const Joint *joint)
{
    const Affine *at = &app->document.parts[tool].placement;
    const PartState *screw = &app->document.parts[joint->child];
    JointFrame frame;
    if (!joint_turns(joint->kind) || screw->removed || !screw->visible || joint->child == tool ||
        !joint_frame_at(&joint->frame[1], &screw->placement, &frame))
        return INFINITY;
    const Mesh *mesh = app_part_mesh(app, joint->child);
    FlatsAxis about = {.origin = frame.origin, .axis = frame.axis, .side = frame.side};
    double radius = flats_reach(mesh, &screw->placement, &about);
    Vec3d up = vec3d_normalised(affine_apply_vector(at, vec3d(0, 1, 0)));
    Vec3d off = vec3d_sub(at->p, frame.origin);
    double along = vec3d_dot(off, frame.axis), low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(&screw->placement, mesh->vertices[i]);
        double place = vec3d_dot(vec3d_sub(p, frame.origin), frame.axis);
        low = fmin(low, place);
        high = fmax(high, place);
    }
    double beyond = fmax(0, fmax(low - along, along - high));
    double lean = vec3d_length(vec3d_cross(up, frame.axis)) / MOST_LEAN;
    double away = vec3d_length(vec3d_cross(off, frame.axis)) / (MOST_AWAY * radius);
    return fmax(fmax(lean, away), beyond / (MOST_BEYOND * radius));
}

static void put_on(App *app, int32_t tool)
{
    const JointList *list = app->document.joints;
    int32_t screw = NO_PART;
    double least = 1;
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        double far = farness(app, tool, &list->joints[i]);
        if (far < least) {
            least = far;
            screw = list->joints[i].child;
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
        is_tool(app, app->document.selected)) {
        state->part = app->document.selected;
        state->waits = true;
    }
    if (!state->waits || hand_on_its_way(&app->hand) || app->hand.snap.on)
        return;
    state->waits = false;
    if (is_tool(app, state->part))
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
