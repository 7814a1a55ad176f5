// What is looked at, and from where.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/document/selection.h"
#include "app/stages/explode.h"
#include "app/stages/pair_region.h"

// Until the window says how wide it is.
#define USUAL_ASPECT 1.6

// Of the visible parts or of the selected ones, as they are shown. Empty: lo is above hi.
static Box3d shown_bounds(const App *app, bool selected)
{
    Box3d bounds = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        bool wanted = selected ? selection_has(&app->document, i) : app->document.parts[i].visible;
        if (!wanted || mesh->vertex_count == 0)
            continue;
        Affine shown = app_shown_placement(app, i);
        Box3d box = part_world_bounds(mesh, &shown);
        bounds = box3d_including(box3d_including(bounds, box.lo), box.hi);
    }
    return bounds;
}

static void look_at(App *app, Box3d bounds, double aspect)
{
    Camera *camera = &app->document.view.camera;
    *camera = camera_fitted(camera, bounds, aspect > 0 ? aspect : USUAL_ASPECT);
}

// Through the middle of what is shown, so that half of it is left on the side away from the usual
// view.
static bool first_plane(const App *app, SectionPlane *plane)
{
    Box3d box = shown_bounds(app, false);
    if (!(box.lo.x <= box.hi.x))
        return false;
    plane->point = vec3d_lerp(box.lo, box.hi, 0.5);
    plane->normal = vec3d(0, 0, 1);
    return true;
}

static bool view_section(App *app, const ActionArgs *args, Error *err)
{
    SectionPlane *plane = &app->document.view.section;
    if (args->flag && vec3d_dot(plane->normal, plane->normal) < 0.5 && !first_plane(app, plane))
        return error_set(err, "there is nothing to be cut");
    plane->on = args->flag;
    return true;
}

static bool view_section_is_on(const App *app, int32_t part)
{
    (void)part;
    return app->document.view.section.on;
}

const Action action_view_section = {
    .name = "view.section",
    .title = "Section plane",
    .shortcut = "S",
    .note = "flag: cut the picture open; the first time through its middle",
    .args = {{.type = ARG_FLAG}},
    .flags = ACTION_UNDOABLE,
    .obstacle = action_needs_parts,
    .apply = view_section,
    .is_on = view_section_is_on,
};

static bool section_set(App *app, const ActionArgs *args, Error *err)
{
    const Affine *to = &args->placement;
    Vec3d normal = vec3d(to->m[0][2], to->m[1][2], to->m[2][2]);
    if (!affine_is_finite(to) || !(vec3d_length(normal) > 1e-6))
        return error_set(err, "the plane stays where it is: it would point nowhere");
    for (int k = 0; k < 3; ++k)
        if (fabs(to->p.v[k]) > MESH_MAX_COORDINATE)
            return error_set(err, "the plane stays where it is: the place is too far away");
    app->document.view.section = (SectionPlane){true, to->p, vec3d_normalised(normal)};
    return true;
}

const Action action_section_set = {
    .name = "section.set",
    .title = "Move section plane",
    .note = "placement: the plane lies in its x and y axes, z points to what is cut away",
    .args = {{.type = ARG_MOTION}},
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .apply = section_set,
    .example = "placement=0.955336489125606,0,0.29552020666133955,0,1,0,-0.29552020666133955,0,0."
               "955336489125606,0.25,0.5,0.125",
};

static const char *section_flip_obstacle(const App *app)
{
    return app->document.view.section.on ? NULL : "there is no section plane";
}

static void section_flip(App *app, const ActionArgs *args)
{
    (void)args;
    SectionPlane *plane = &app->document.view.section;
    plane->normal = vec3d_scale(plane->normal, -1);
}

const Action action_section_flip = {
    .name = "section.flip",
    .title = "Flip section plane",
    .shortcut = "Shift+S",
    .note = "cuts away the other side",
    .flags = ACTION_UNDOABLE,
    .obstacle = section_flip_obstacle,
    .act = section_flip,
};

static bool usable(const Camera *camera)
{
    return vec3d_is_finite(camera->target) && isfinite(camera->yaw) && isfinite(camera->pitch) &&
           isfinite(camera->distance) && camera->distance > 0 && isfinite(camera->fov_y) &&
           camera->fov_y >= 0 && camera->fov_y < 3;
}

static bool camera_set(App *app, const ActionArgs *args, Error *err)
{
    if (!usable(&args->camera))
        return error_set(err, "the camera stays: these are not numbers to look from");
    app->document.view.camera = args->camera;
    return true;
}

const Action action_camera_set = {
    .name = "camera.set",
    .title = "Move the camera",
    .note = "camera; not kept in the history",
    .args = {{.type = ARG_CAMERA}},
    .apply = camera_set,
    .example = "camera=1,2,3,0.5,0.25,100,0.7",
};

static void camera_standard_view(App *app, const ActionArgs *args)
{
    Camera *camera = &app->document.view.camera;
    *camera = camera_standard(camera, (enum StandardView)args->index);
}

const Action action_camera_standard_view = {
    .name = "camera.standard_view",
    .title = "Standard view",
    .shortcut = "1..7",
    .note = "index: front, back, left, right, top, bottom, isometric",
    .args = {{.type = ARG_INDEX, .list = &list_standard_views}},
    .act = camera_standard_view,
    .example = "index=\"Top\"",
};

static void camera_projection(App *app, const ActionArgs *args)
{
    Camera *camera = &app->document.view.camera;
    *camera = camera_projected(camera, args->flag);
}

static bool camera_projection_is_on(const App *app, int32_t part)
{
    (void)part;
    return !(app->document.view.camera.fov_y > 0);
}

const Action action_camera_projection = {
    .name = "camera.projection",
    .title = "Orthographic",
    .shortcut = "O",
    .note = "flag: parallel lines stay parallel; otherwise what is near looks larger",
    .args = {{.type = ARG_FLAG}},
    .flags = ACTION_SETTING,
    .act = camera_projection,
    .is_on = camera_projection_is_on,
};

static bool camera_fit(App *app, const ActionArgs *args, Error *err)
{
    if (args->flag && app->document.selected == NO_PART)
        return error_set(err, "no part is selected");
    Box3d bounds = shown_bounds(app, args->flag);
    if (!(bounds.lo.x <= bounds.hi.x))
        return error_set(err, "there is nothing to be seen");
    look_at(app, bounds, args->aspect);
    return true;
}

const Action action_camera_fit = {
    .name = "camera.fit",
    .title = "Fit view",
    .shortcut = "F",
    .note = "flag: the selected parts alone; number: width / height of the view",
    .args = {{.type = ARG_NUMBER, .optional = true, .what = "the shape of the view"},
             {.type = ARG_FLAG, .optional = true}},
    .obstacle = action_needs_parts,
    .apply = camera_fit,
};

// The others are back, and the camera is where it was before the pair was looked at.
static void leave_pair(App *app)
{
    app->document.view.shown_pair[0] = app->document.view.shown_pair[1] = NO_PART;
    if (app->before_pair_of == app->assembly_version && app->before_pair_of > 0)
        app->document.view.camera = app->before_pair;
    app->before_pair_of = 0;
}

static void pair_show(App *app, const ActionArgs *args)
{
    int32_t *alone = app->document.view.shown_pair;
    bool shown = document_pair_shown(&app->document);
    if (args->flag && shown && alone[0] == args->part && alone[1] == args->other) {
        leave_pair(app);
        return;
    }
    if (args->flag && !shown) { // from one pair to the next it comes back to the same place
        app->before_pair = app->document.view.camera;
        app->before_pair_of = app->assembly_version;
    }
    alone[0] = args->flag ? args->part : NO_PART;
    alone[1] = args->flag ? args->other : NO_PART;
    selection_only(&app->document, args->part);
    look_at(app, pair_region(app, args->part, args->other), args->aspect);
}

const Action action_pair_show = {
    .name = "pair.show",
    .title = "Zoom to pair",
    .note =
        "part, other: the two parts, of which the first is selected; number: width / height; flag: "
        "dims the others, a second time brings them and the camera back",
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .optional = true, .what = "the shape of the view"},
             {.type = ARG_FLAG}},
    .act = pair_show,
};

static const char *pair_leave_obstacle(const App *app)
{
    return document_pair_shown(&app->document) ? NULL : "no pair is shown alone";
}

static void pair_leave(App *app, const ActionArgs *args)
{
    (void)args;
    leave_pair(app);
}

const Action action_pair_leave = {
    .name = "pair.leave",
    .title = "Show the other parts again",
    .note = "after a pair was shown alone",
    .obstacle = pair_leave_obstacle,
    .act = pair_leave,
};

// As a fresh document has it; the camera and the panels' own state are the window's affair.
static bool settings_reset(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    Assembly nothing = {0};
    Document fresh;
    if (!document_init(&fresh, &nothing))
        return error_set(err, "not enough memory");
    fresh.view.camera = app->document.view.camera;
    app->document.view = fresh.view;
    app->document.move = fresh.move;
    document_free(&fresh);
    ++app->settings_resets;
    app_notify(app, NOTICE_INFO, "Colours, view and layout are as they were at the first start");
    return true;
}

const Action action_settings_reset = {
    .name = "settings.reset",
    .title = "Reset settings",
    .note = "colours, what is drawn and the layout of the panels as at the first start",
    .flags = ACTION_UNDOABLE,
    .apply = settings_reset,
    .example = "",
};
