#include "app/draw/sweep_draw.h"

#include "app/document/fields.h"
#include "app/document/path_pose.h"
#include "app/document/study_actions.h"
#include "app/stages/access_state.h"
#include "app/stages/sweep_state.h"

#define SWEEP_COLOUR 0x3D7BD9
#define SWEEP_OLD 0x8A8F98
#define TOOL_COLOUR 0xE0A030
#define TOOL_BLOCKED 0xC23B2E

void sweep_draw_free(SweepDraw *draw)
{
    gpu_mesh_destroy(draw->surface);
    gpu_mesh_destroy(draw->tool);
    *draw = (SweepDraw){0};
}

static void include(Box3d *box, const Mesh *mesh, const Affine *at)
{
    if (mesh->vertex_count == 0)
        return;
    Box3d more = part_world_bounds(mesh, at);
    *box = box3d_including(box3d_including(*box, more.lo), more.hi);
}

static void add_surface(SweepDraw *draw, const SweepShown *shown, DrawPart *parts, DrawScene *out,
                        Error *trouble)
{
    Affine at = affine_identity();
    if (draw->version != shown->version) {
        gpu_mesh_destroy(draw->surface);
        draw->surface = NULL;
        draw->version = shown->version;
        Error err = {""};
        if (shown->drawn && !(draw->surface = gpu_mesh_create(shown->drawn, &err)))
            error_set(trouble, "What a part sweeps cannot be drawn: %s", err.text);
    }
    if (!draw->surface)
        return;
    parts[out->part_count++] =
        (DrawPart){draw->surface, at, shown->old ? SWEEP_OLD : SWEEP_COLOUR, DRAW_GHOST};
    include(&out->bounds, shown->surface, &at);
}

static const PathPart *way_of(const App *app, int32_t part)
{
    const PathState *path = &app->path;
    for (size_t i = 0; path->matches && path->trouble_count == 0 && i < path->path.part_count; ++i)
        if (path->matches[i].part == part)
            return &path->path.parts[i];
    return NULL;
}

static void add_ghosts(const App *app, const GpuMesh *ghost, DrawPart *parts, DrawScene *out)
{
    const SweepShown *shown = sweep_shown(app);
    const PathPart *way = way_of(app, shown->part);
    int count = (int)field_number(&app->document, &action_sweep_ghosts);
    if (!way || !app->document.parts[shown->part].visible)
        return;
    double start = way->keys[0].time, end = way->keys[way->key_count - 1].time;
    for (int i = 0; i < count && i < GHOSTS_MOST; ++i) {
        double time = count > 1 ? start + (end - start) * i / (count - 1) : end;
        Affine at = path_placement_in(&app->path.path, way, time, app->assembly.unit);
        parts[out->part_count++] =
            (DrawPart){ghost, at, app->assembly.parts[shown->part].colour, DRAW_GHOST | DRAW_EDGES};
        include(&out->bounds, app_part_mesh(app, shown->part), &at);
    }
}

// Where it is put on, and fans of ghosts as far as it turns.
static void add_tool(SweepDraw *draw, const App *app, DrawPart *parts, DrawScene *out,
                     Error *trouble)
{
    const AccessShown *shown = access_shown(app);
    if (draw->tool_version != shown->version) {
        gpu_mesh_destroy(draw->tool);
        draw->tool = NULL;
        draw->tool_version = shown->version;
        Error err = {""};
        if (shown->drawn && !(draw->tool = gpu_mesh_create(shown->drawn, &err)))
            error_set(trouble, "The tool cannot be drawn: %s", err.text);
    }
    if (!shown->known || !draw->tool)
        return;
    uint32_t colour = shown->old ? SWEEP_OLD : shown->blocked ? TOOL_BLOCKED : TOOL_COLOUR;
    Affine back = affine_translation(vec3d_scale(shown->seat.p, -1)), there = shown->seat;
    for (int i = 0; i < TOOLS_MOST; ++i) {
        int side = i - TOOLS_MOST / 2; // the middle one is where it is put on
        double angle = 0.01745329251994329577 * side / (TOOLS_MOST / 2) *
                       shown->ways[side > 0 ? ACCESS_TURN : ACCESS_BACK].free;
        if (side != 0 && shown->ways[ACCESS_TURN].stops < 0)
            continue; // all around: one of them says it
        Affine turn = affine_rotation(shown->axis, angle), at = affine_compose(&turn, &back);
        at.p = vec3d_add(at.p, shown->seat.p);
        there = affine_compose(&at, &shown->seat);
        parts[out->part_count++] =
            (DrawPart){draw->tool, there, colour, DRAW_EDGES | (side == 0 ? 0 : DRAW_GHOST)};
        for (int c = 0; c < 8; ++c)
            out->bounds =
                box3d_including(out->bounds, affine_apply(&there, box3d_corner(&shown->box, c)));
    }
}

void sweep_draw_add(SweepDraw *draw, const App *app, const GpuMesh *ghost, DrawPart *parts,
                    DrawScene *out, Error *trouble)
{
    const SweepShown *shown = sweep_shown(app);
    if (!(app->document.view.explode > 0))
        add_tool(draw, app, parts, out, trouble);
    // In the exploded view parts are not where the path has them.
    if (!shown->known || app->document.view.explode > 0)
        return;
    if (field_flag(&app->document, &action_sweep_surface))
        add_surface(draw, shown, parts, out, trouble);
    if (ghost)
        add_ghosts(app, ghost, parts, out);
}
