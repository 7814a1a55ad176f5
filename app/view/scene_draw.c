#include "scene_draw.h"

#include "app/gfx/theme.h"
#include "app/selection.h"
#include "core/array.h"
#include "look.h"

#include <stdio.h>

static const double OVERLAY_WAIT_MS = 5; // small levels show in the frame that asks for them

typedef struct PartBuffers {
    const RenderMesh *source; // what gpu was made of
    GpuMesh *gpu;             // shared by the parts with the same source
    bool owns_gpu;
    GpuMesh *shape; // of the deformed part; drawn instead
    uint32_t shape_version;
    TriangleBatch *crossing, *touching;
    LineBatch *lines; // where it meets parts with a higher index
} PartBuffers;

struct SceneDraw {
    PartBuffers *parts;
    Box3d *bounds; // per part, local
    Box3d floor;   // of all parts at rest: the floor does not follow a part that is moved
    int32_t part_count;
    bool valid;
    uint32_t assembly_version, contacts_version;
    DrawPart *draw_parts;
    DrawTriangles *draw_triangles;
    DrawLines *draw_lines;
    DrawVolumes *draw_volumes;
    Overlay *overlay;
    Vec3 *points; // scratch
    size_t point_count, point_capacity;
};

static void *must(void *memory)
{
    if (!memory) {
        fputs("snug: out of memory\n", stderr);
        abort();
    }
    return memory;
}

SceneDraw *scene_draw_create(void)
{
    SceneDraw *scene = must(calloc(1, sizeof *scene));
    scene->overlay = overlay_create();
    return scene;
}

static void release_parts(SceneDraw *scene)
{
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        if (part->owns_gpu)
            gpu_mesh_destroy(part->gpu);
        gpu_mesh_destroy(part->shape);
        if (part->crossing)
            triangle_batch_destroy(part->crossing);
        if (part->touching)
            triangle_batch_destroy(part->touching);
        if (part->lines)
            line_batch_destroy(part->lines);
    }
    free(scene->parts);
    free(scene->bounds);
    free(scene->draw_parts);
    free(scene->draw_triangles);
    free(scene->draw_lines);
    free(scene->draw_volumes);
    scene->parts = NULL;
    scene->bounds = NULL;
    scene->draw_parts = NULL;
    scene->draw_triangles = NULL;
    scene->draw_lines = NULL;
    scene->draw_volumes = NULL;
    scene->part_count = 0;
}

void scene_draw_destroy(SceneDraw *scene)
{
    if (!scene)
        return;
    release_parts(scene);
    overlay_destroy(scene->overlay);
    free(scene->points);
    free(scene);
}

static GpuMesh *find_shared(const SceneDraw *scene, int32_t before, const RenderMesh *source)
{
    for (int32_t i = 0; i < before; ++i)
        if (scene->parts[i].source == source && scene->parts[i].gpu)
            return scene->parts[i].gpu;
    return NULL;
}

static Box3d placed(const Box3d *local, const Affine *placement)
{
    Box3d box = box3d_empty();
    if (!(local->lo.x <= local->hi.x))
        return box;
    for (int corner = 0; corner < 8; ++corner) {
        Vec3d p;
        for (int i = 0; i < 3; ++i)
            p.v[i] = corner >> i & 1 ? local->hi.v[i] : local->lo.v[i];
        box = box3d_including(box, affine_apply(placement, p));
    }
    return box;
}

static void load_assembly(SceneDraw *scene, App *app)
{
    release_parts(scene);
    size_t count = (size_t)app->assembly.part_count;
    scene->parts = must(calloc(count + 1, sizeof *scene->parts));
    scene->bounds = must(array_alloc(count, sizeof *scene->bounds));
    scene->draw_parts = must(array_alloc(count, sizeof *scene->draw_parts));
    scene->draw_triangles = must(array_alloc(2 * count, sizeof *scene->draw_triangles));
    scene->draw_lines = must(array_alloc(count, sizeof *scene->draw_lines));
    scene->draw_volumes = must(array_alloc(2 * count, sizeof *scene->draw_volumes));
    scene->part_count = app->assembly.part_count;
    scene->floor = box3d_empty();
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        scene->bounds[i] = mesh_bounds(app->assembly.parts[i].mesh);
        Box3d rest = placed(&scene->bounds[i], &app->assembly.parts[i].rest);
        if (rest.lo.x <= rest.hi.x)
            scene->floor = box3d_including(box3d_including(scene->floor, rest.lo), rest.hi);
        part->source = app->render_meshes[i];
        if (!part->source)
            continue;
        part->gpu = find_shared(scene, i, part->source);
        if (part->gpu)
            continue;
        Error err = {""};
        part->gpu = gpu_mesh_create(part->source, &err);
        part->owns_gpu = part->gpu != NULL;
        if (!part->gpu)
            app_notify(app, NOTICE_ERROR, "%s cannot be drawn: %s", app->assembly.parts[i].name,
                       err.text);
    }
    scene->assembly_version = app->assembly_version;
    scene->valid = true;
    scene->contacts_version = 0;
}

// Deformed parts, or such as are at rest again.
static void load_shapes(SceneDraw *scene, App *app)
{
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        const PartShape *shape = &app->shapes[i];
        if (part->shape_version == shape->version)
            continue;
        part->shape_version = shape->version;
        scene->bounds[i] = mesh_bounds(app_part_mesh(app, i));
        gpu_mesh_destroy(part->shape);
        part->shape = NULL;
        Error err = {""};
        if (shape->drawn && !(part->shape = gpu_mesh_create(shape->drawn, &err)))
            app_notify(app, NOTICE_ERROR, "%s cannot be drawn deformed: %s",
                       app->assembly.parts[i].name, err.text);
        scene->contacts_version = 0; // marked polygons have moved
    }
}

static bool add_points(SceneDraw *scene, const Vec3d *points, size_t count)
{
    if (!array_reserve(&scene->points, &scene->point_capacity, scene->point_count + count,
                       sizeof *scene->points))
        return false;
    for (size_t i = 0; i < count; ++i)
        scene->points[scene->point_count++] = vec3_from(points[i]);
    return true;
}

// Whole source polygons: a contact of one triangle of a quad lights up the quad.
static void fill_triangles(SceneDraw *scene, TriangleBatch **batch, const Mesh *mesh,
                           const PartContacts *contacts, enum PolygonMark mark)
{
    scene->point_count = 0;
    if (contacts && contacts->marks && contacts->polygons[mark] > 0) {
        for (int32_t i = 0; i < mesh->triangle_count; ++i) {
            if (contacts->marks[mesh->polygon_of[i]] != mark)
                continue;
            Triangle t = mesh_triangle(mesh, i);
            if (!add_points(scene, t.p, 3))
                break;
        }
    }
    if (!*batch && scene->point_count > 0)
        *batch = triangle_batch_create();
    if (*batch)
        triangle_batch_set(*batch, scene->points, scene->point_count);
}

static void add_witness(SceneDraw *scene, const Vec3d *points, int count)
{
    // A closed polygon for coplanar overlaps, one segment otherwise; a single point has no line.
    int edges = count >= 3 ? count : count - 1;
    for (int i = 0; i < edges; ++i) {
        Vec3d edge[2] = {points[i], points[(i + 1) % count]};
        if (!add_points(scene, edge, 2))
            return;
    }
}

static void fill_lines(SceneDraw *scene, const App *app, const ContactState *contacts, int32_t part)
{
    scene->point_count = 0;
    for (size_t p = 0; p < app->report.count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        if (pair->a != part || (p < contacts->pair_count && contacts->quiet[p]))
            continue;
        for (size_t i = 0; i < pair->contacts.count; ++i) {
            const Contact *c = &pair->contacts.items[i];
            if (c->point_count >= 2)
                add_witness(scene, pair->contacts.points + c->first_point, c->point_count);
        }
    }
    LineBatch **batch = &scene->parts[part].lines;
    if (!*batch && scene->point_count > 0)
        *batch = line_batch_create();
    if (*batch)
        line_batch_set(*batch, scene->points, scene->point_count);
}

static void load_contacts(SceneDraw *scene, const App *app, const ContactState *contacts)
{
    for (int32_t i = 0; i < scene->part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        const PartContacts *of_part = i < contacts->part_count ? &contacts->parts[i] : NULL;
        fill_triangles(scene, &scene->parts[i].crossing, mesh, of_part, MARK_CROSSING);
        fill_triangles(scene, &scene->parts[i].touching, mesh, of_part, MARK_TOUCHING);
        fill_lines(scene, app, contacts, i);
    }
    scene->contacts_version = contacts->version;
}

Box3d scene_world_bounds(const SceneDraw *scene, const App *app, int32_t part)
{
    return placed(&scene->bounds[part], &app->document.parts[part].placement);
}

Box3d scene_visible_bounds(const SceneDraw *scene, const App *app)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < scene->part_count; ++i) {
        if (!app->document.parts[i].visible)
            continue;
        Box3d part = scene_world_bounds(scene, app, i);
        if (part.lo.x <= part.hi.x)
            box = box3d_including(box3d_including(box, part.lo), part.hi);
    }
    return box;
}

const Box3d *scene_draw_local_bounds(const SceneDraw *scene)
{
    return scene->bounds;
}

static unsigned part_flags(const App *app, const ContactState *contacts, int32_t i, int32_t hovered)
{
    const Document *document = &app->document;
    unsigned flags = 0;
    if (document->view.feature_edges)
        flags |= DRAW_EDGES;
    if (selection_has(document, i))
        flags |= DRAW_SELECTED;
    if (hovered == i)
        flags |= DRAW_HOVERED;
    if (document->parts[i].ghost)
        flags |= DRAW_GHOST;
    if (document->parts[i].overlay_level != OVERLAY_OFF)
        flags |= DRAW_FADED;
    if (document->view.wire_on_contact && i < contacts->part_count && contacts->parts[i].wrong > 0)
        flags |= DRAW_WIREFRAME;
    return flags;
}

void scene_draw_update(SceneDraw *scene, App *app, const ContactState *contacts, int32_t hovered,
                       float scale, DrawScene *out)
{
    if (!scene->valid || scene->assembly_version != app->assembly_version ||
        scene->part_count != app->assembly.part_count)
        load_assembly(scene, app);
    load_shapes(scene, app);
    if (scene->contacts_version != contacts->version)
        load_contacts(scene, app, contacts);

    const ViewSettings *view = &app->document.view;
    const enum ThemeId theme_id = look_theme(view->look);
    const Theme *theme = &themes[theme_id];
    *out = (DrawScene){.camera = view->camera,
                       .bounds = scene_visible_bounds(scene, app),
                       .theme = theme_id,
                       .grid = view->grid,
                       .floor = scene->floor,
                       .pixel_scale = scale,
                       .parts = scene->draw_parts,
                       .triangles = scene->draw_triangles,
                       .lines = scene->draw_lines,
                       .volumes = scene->draw_volumes};
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        const PartState *state = &app->document.parts[i];
        if (!state->visible)
            continue;
        if (part->gpu)
            scene->draw_parts[out->part_count++] =
                (DrawPart){part->shape ? part->shape : part->gpu, state->placement,
                           app->assembly.parts[i].colour, part_flags(app, contacts, i, hovered)};
        if (part->crossing)
            scene->draw_triangles[out->triangle_count++] =
                (DrawTriangles){part->crossing, state->placement, theme->alert, 1};
        if (part->touching)
            scene->draw_triangles[out->triangle_count++] =
                (DrawTriangles){part->touching, state->placement, theme->touch, 1};
        if (part->lines && view->intersection_lines)
            scene->draw_lines[out->line_count++] = (DrawLines){
                part->lines, state->placement, theme->contact, 1, LINE_WIDTH * scale, true};
    }
    out->volume_count = overlay_update(scene->overlay, app, OVERLAY_WAIT_MS, scene->draw_volumes);
}

bool scene_draw_busy(const SceneDraw *scene)
{
    return overlay_busy(scene->overlay);
}

OverlayCount scene_draw_volumes(const SceneDraw *scene)
{
    return overlay_count(scene->overlay);
}
