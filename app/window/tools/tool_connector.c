// Chosen as the mode of the view: a click on a hole, a pin or a face of a part makes a connector there.
#include "app/actions/list_parts.h"
#include "app/stages/explode.h"
#include "app/window/connector_marks.h"
#include "app/window/tools/tools.h"

#include <stdio.h>

typedef struct ConnectorTool {
    bool any;
    int32_t part;
    NamedConnector connector; // under the cursor
} ConnectorTool;

// On what is neither flat nor round: where it was clicked, along the normal there.
static bool on_triangle(const Mesh *mesh, int32_t triangle, Vec3d at, Connector *out)
{
    const int32_t *corners = mesh->triangles[triangle];
    Vec3d a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]],
          c = mesh->vertices[corners[2]];
    Vec3d side = vec3d_sub(b, a), normal = vec3d_cross(side, vec3d_sub(c, a));
    if (!(vec3d_length(normal) > 0))
        return false;
    *out = (Connector){.kind = CONNECTOR_FACE,
                       .origin = at,
                       .axis = vec3d_normalised(normal),
                       .side = vec3d_normalised(side),
                       .radius = vec3d_length(side),
                       .feature = -1};
    Error err;
    return connector_check(out, &err);
}

static bool find(View *view, ConnectorTool *tool, double x, double y)
{
    App *app = view->app;
    Pick pick = view_pick(view, x, y);
    Affine back;
    if (pick.part == NO_PART || pick.on_cap)
        return false;
    features_ask(&app->features, pick.part); // found on a worker if it is not known yet
    const MeshFeatures *features = app_features(app, pick.part);
    Affine placement = app_shown_placement(app, pick.part);
    const Mesh *mesh = app_part_mesh(app, pick.part);
    if (!features || pick.triangle < 0 || pick.triangle >= mesh->triangle_count ||
        !affine_invert(&placement, &back))
        return false;
    Vec3d at = affine_apply(&back, pick.point);
    int32_t feature = features->refused ? -1 : features_at(&features->found, pick.triangle);
    Connector *out = &tool->connector.at;
    tool->part = pick.part;
    return (feature >= 0 && connector_from(&features->found, feature, at, out)) ||
           on_triangle(mesh, pick.triangle, at, out);
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    ConnectorTool *tool = state;
    bool before = tool->any;
    tool->any = inside && find(view, tool, x, y);
    mark_hover_changed(view, before != tool->any);
    return tool->any; // beside all parts the camera has the mouse
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    ConnectorTool *tool = state;
    if (button != ImGuiMouseButton_Left || !tool->any)
        return false;
    App *app = view->app;
    ActionArgs args = {.part = tool->part};
    snprintf(tool->connector.name, sizeof tool->connector.name, "My %s %d",
             connector_kind_word(tool->connector.at.kind),
             connectors_count(app->document.parts[tool->part].connectors) + 1);
    connector_to_text(&tool->connector, args.text);
    action_submit(&app->queue, &action_connector_add, &args);
    if (app->document.selected != tool->part)
        action_submit(&app->queue, &action_part_select, &(ActionArgs){.part = tool->part});
    view->ui.mode = NULL;
    return true;
}

static void draw(const View *view, const void *state)
{
    const ConnectorTool *tool = state;
    if (tool->any && tool->part < view->app->document.part_count)
        connector_mark(view, tool->part, &tool->connector.at, CONNECTOR_MARK_BRIGHT);
}

static void mode_ended(View *view, void *state)
{
    features_ask(&view->app->features, NO_PART);
    *(ConnectorTool *)state = (ConnectorTool){0};
}

const Tool tool_connector = {
    .name = "connector",
    .mode_hint = "Click a hole, a pin or a face: a connector is made there. Esc ends.",
    .state_size = sizeof(ConnectorTool),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
