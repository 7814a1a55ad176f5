#include "app/draw/scene_draw.h"

#include "app/document/selection.h"
#include "app/draw/contact_draw.h"
#include "app/draw/overlay_draw.h"
#include "app/draw/section_draw.h"
#include "app/draw/sweep_draw.h"
#include "app/io/must.h"
#include "app/stages/explode.h"
#include "app/stages/sweep_state.h"
#include "core/base/address_table.h"
#include "core/base/array.h"

typedef struct PartBuffers {
    RenderMesh *source; // what gpu was made of; it may be gone, and another one be there
    uint64_t serial;    // of the source: tells them apart
    GpuMesh *gpu;       // shared by the parts with the same source
    bool owns_gpu;
    GpuMesh *shape; // of the part as a variant or deformed; drawn instead
    uint32_t shape_version;
} PartBuffers;

struct SceneDraw {
    GpuPool *pool; // for the meshes of the parts
    PartBuffers *parts;
    AddressTable by_source; // of parts that own their gpu
    Box3d floor;            // of all parts at rest: the floor does not follow a part that is moved
    int32_t part_count;
    bool valid;
    uint32_t assembly_version;
    DrawPart *draw_parts;
    DrawVolumes *draw_volumes, *draw_beside;
    DrawCap *draw_caps;
    SectionDraw *section;
    OverlayDraw overlay;
    ContactDraw *contacts;
    SweepDraw sweep;
    Error trouble; // something could not be drawn, and nobody was told yet
};

SceneDraw *scene_draw_create(void)
{
    SceneDraw *scene = must(calloc(1, sizeof *scene));
    scene->pool = gpu_pool_create();
    scene->contacts = contact_draw_create();
    scene->section = section_draw_create();
    return scene;
}

static void release_buffers(PartBuffers *parts, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (parts[i].owns_gpu)
            gpu_mesh_destroy(parts[i].gpu);
        gpu_mesh_destroy(parts[i].shape);
    }
    free(parts);
}

void scene_draw_destroy(SceneDraw *scene)
{
    if (!scene)
        return;
    release_buffers(scene->parts, scene->part_count);
    address_table_free(&scene->by_source);
    free(scene->draw_parts);
    free(scene->draw_volumes);
    free(scene->draw_beside);
    free(scene->draw_caps);
    gpu_pool_destroy(scene->pool);
    overlay_draw_free(&scene->overlay);
    contact_draw_destroy(scene->contacts);
    sweep_draw_free(&scene->sweep);
    section_draw_destroy(scene->section);
    free(scene);
}

// The part that has what is made of the source in graphics memory; NULL: none.
static PartBuffers *find_owner(PartBuffers *parts, const AddressTable *table,
                               const RenderMesh *source)
{
    for (size_t at = 0, i; address_table_next(table, source, &at, &i);)
        if (parts[i].serial == source->serial && parts[i].owns_gpu)
            return &parts[i];
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

static void *longer(void *memory, size_t count, size_t item)
{
    return must(realloc(memory, (count + 1) * item)); // never of no bytes
}

// What was drawn before another assembly was opened.
typedef struct Before {
    PartBuffers *parts;
    int32_t count;
    AddressTable by_source;
} Before;

static GpuMesh *send(SceneDraw *scene, RenderMesh *source, bool take, Error *err)
{
    if (!render_mesh_has_arrays(source)) {
        error_set(err, "not enough memory");
        return NULL;
    }
    return take ? gpu_mesh_take_in(scene->pool, source, err)
                : gpu_mesh_create_in(scene->pool, source, err);
}

// Where there is no memory to remember it, other parts do not find it.
static void own(SceneDraw *scene, int32_t i, GpuMesh *gpu)
{
    scene->parts[i].gpu = gpu;
    scene->parts[i].owns_gpu = true;
    (void)address_table_add(&scene->by_source, scene->parts[i].source, (size_t)i);
}

// A mesh that stays, since files were added or read again, is not sent again.
static void keep_part(SceneDraw *scene, const App *app, int32_t i, Before *before)
{
    RenderMesh *source = app->parts[i].drawn;
    scene->parts[i] = (PartBuffers){.source = source, .serial = source ? source->serial : 0};
    PartBuffers *owner = source ? find_owner(before->parts, &before->by_source, source) : NULL;
    if (!owner)
        return;
    owner->owns_gpu = false;
    own(scene, i, owner->gpu);
}

static void load_part(SceneDraw *scene, const App *app, int32_t i, bool take)
{
    PartBuffers *part = &scene->parts[i];
    Box3d rest = placed(&app_part_rays(app, i)->box, &app->assembly.parts[i].rest);
    if (rest.lo.x <= rest.hi.x)
        scene->floor = box3d_including(box3d_including(scene->floor, rest.lo), rest.hi);
    if (!part->source || part->gpu)
        return;
    PartBuffers *owner = find_owner(scene->parts, &scene->by_source, part->source);
    Error err = {""};
    GpuMesh *gpu = owner ? NULL : send(scene, part->source, take, &err);
    if (owner)
        part->gpu = owner->gpu;
    else if (gpu)
        own(scene, i, gpu);
    else
        error_set(&scene->trouble, "%s cannot be drawn: %s", app->assembly.parts[i].name, err.text);
}

// Parts that came since the last time; all of them when another assembly was opened.
static void load_assembly(SceneDraw *scene, const App *app, bool take)
{
    Before before = {0};
    if (!scene->valid || scene->assembly_version != app->assembly_version) {
        before = (Before){scene->parts, scene->part_count, scene->by_source};
        scene->parts = NULL;
        scene->part_count = 0;
        scene->by_source = (AddressTable){0};
        scene->floor = box3d_empty();
        section_draw_reset(scene->section);
    }
    size_t count = (size_t)app->assembly.part_count;
    scene->parts = longer(scene->parts, count, sizeof *scene->parts);
    scene->draw_caps = longer(scene->draw_caps, count, sizeof *scene->draw_caps);
    scene->draw_parts =
        longer(scene->draw_parts, count + SWEEP_DRAW_MOST, sizeof *scene->draw_parts);
    scene->draw_volumes = longer(scene->draw_volumes, 2 * count, sizeof *scene->draw_volumes);
    scene->draw_beside = longer(scene->draw_beside, 2 * count, sizeof *scene->draw_beside);
    for (int32_t i = scene->part_count; i < app->assembly.part_count; ++i)
        keep_part(scene, app, i, &before);
    release_buffers(before.parts, before.count); // makes room for the new ones
    address_table_free(&before.by_source);
    for (int32_t i = scene->part_count; i < app->assembly.part_count; ++i)
        load_part(scene, app, i, take);
    scene->part_count = app->assembly.part_count;
    scene->assembly_version = app->assembly_version;
    scene->valid = true;
    contact_draw_load(scene->contacts, scene->part_count);
}

static bool has_new_parts(const SceneDraw *scene, const App *app)
{
    return !scene->valid || scene->assembly_version != app->assembly_version ||
           scene->part_count != app->assembly.part_count;
}

void scene_draw_take(SceneDraw *scene, App *app)
{
    if (has_new_parts(scene, app))
        load_assembly(scene, app, true);
}

// Parts that are deformed or a variant, or as they were loaded again.
static void load_shapes(SceneDraw *scene, const App *app)
{
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        const PartShape *shape = &app->parts[i].shape;
        if (part->shape_version == shape->version)
            continue;
        part->shape_version = shape->version;
        gpu_mesh_destroy(part->shape);
        part->shape = NULL;
        Error err = {""};
        const RenderMesh *drawn = app_part_drawn_instead(app, i);
        if (drawn && !(part->shape = gpu_mesh_create(drawn, &err)))
            error_set(&scene->trouble, "%s cannot be drawn as it is now: %s",
                      app->assembly.parts[i].name, err.text);
        contact_draw_stale(scene->contacts);
    }
}

Box3d scene_world_bounds(const App *app, int32_t part)
{
    Affine shown = app_shown_placement(app, part);
    return placed(&app_part_rays(app, part)->box, &shown);
}

Box3d scene_visible_bounds(const App *app)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (!app->document.parts[i].visible)
            continue;
        Box3d part = scene_world_bounds(app, i);
        if (part.lo.x <= part.hi.x)
            box = box3d_including(box3d_including(box, part.lo), part.hi);
    }
    return box;
}

static unsigned part_flags(const App *app, const ContactState *contacts, int32_t i, int32_t hovered)
{
    static const unsigned of_shading[SHADING_COUNT] = {[SHADING_HIDDEN_LINE] = DRAW_OUTLINED,
                                                       [SHADING_XRAY] = DRAW_XRAY,
                                                       [SHADING_WIREFRAME] = DRAW_WIREFRAME};
    const Document *document = &app->document;
    unsigned flags = of_shading[document->view.shading];
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
    if (document->view.wire_on_contact && i < contacts->part_count && contacts->parts[i].wires)
        flags |= DRAW_WIREFRAME;
    if (i < contacts->part_count && contacts->parts[i].blocks)
        flags |= DRAW_BLOCKER;
    if (trace_in_view(app) && (i == app->trace.part[0] || i == app->trace.part[1]))
        flags = (flags & ~(unsigned)(DRAW_WIREFRAME | DRAW_SELECTED)) | DRAW_FADED;
    if ((tree_in_view(app) && i == app->tree.part) ||
        (construction_in_view(app) && i == app->construction.part))
        flags = (flags & ~(unsigned)(DRAW_WIREFRAME | DRAW_SELECTED)) | DRAW_FADED;
    // What they share lies inside both.
    if (common_solid_shown(app) &&
        (i == document->view.shown_pair[0] || i == document->view.shown_pair[1]))
        flags = (flags & ~(unsigned)(DRAW_WIREFRAME | DRAW_SELECTED | DRAW_BLOCKER)) | DRAW_GHOST;
    if (!document_in_full(document, i))
        flags = DRAW_GHOST | DRAW_DIMMED;
    return flags;
}

static const PartBuffers *swept_part(const SceneDraw *scene, const App *app)
{
    int32_t part = sweep_shown(app)->part;
    return sweep_shown(app)->known && part < scene->part_count ? &scene->parts[part] : NULL;
}

void scene_draw_update(SceneDraw *scene, const App *app, const ContactState *contacts,
                       int32_t hovered, float scale, DrawScene *out)
{
    if (has_new_parts(scene, app))
        load_assembly(scene, app, false);
    load_shapes(scene, app);

    const ViewSettings *view = &app->document.view;
    const enum ThemeId theme_id = look_theme(view->look);
    *out = (DrawScene){.camera = view->camera,
                       .section = view->section,
                       .bounds = scene_visible_bounds(app),
                       .theme = theme_id,
                       .up = app->assembly.up,
                       .grid = view->grid,
                       .floor = scene->floor,
                       .shadow = view->grid && view->shading == SHADING_LIT,
                       .pixel_scale = scale,
                       .parts = scene->draw_parts,
                       .caps = scene->draw_caps,
                       .volumes = scene->draw_volumes};
    if (view->explode > 0) // what moves downward takes the floor along
        out->floor.lo.y = fmin(out->floor.lo.y, out->bounds.lo.y);
    for (int32_t i = 0; i < scene->part_count; ++i) {
        PartBuffers *part = &scene->parts[i];
        const PartState *state = &app->document.parts[i];
        if (!state->visible)
            continue;
        const Affine shown = app_shown_placement(app, i);
        if (part->gpu)
            scene->draw_parts[out->part_count++] =
                (DrawPart){part->shape ? part->shape : part->gpu, shown,
                           app->assembly.parts[i].colour, part_flags(app, contacts, i, hovered)};
        if (section_draw_part(scene->section, app, i, part_flags(app, contacts, i, hovered),
                              &scene->draw_caps[out->cap_count]))
            ++out->cap_count;
    }
    if (app->stages) { // reports are drawn without
        const PartBuffers *swept = swept_part(scene, app);
        sweep_draw_add(&scene->sweep, app, swept ? swept->shape ? swept->shape : swept->gpu : NULL,
                       scene->draw_parts, out, &scene->trouble);
    }
    contact_draw_update(scene->contacts, app, contacts, scale, out);
    if (trace_in_view(app) || tree_in_view(app) || construction_in_view(app))
        out->triangle_count = 0; // volumes and triangles of the step or node lie over them
    overlay_draw_update(&scene->overlay, app, &scene->trouble);
    out->volume_count = overlay_draw_list(&scene->overlay, app, false, scene->draw_volumes);
}

void scene_draw_beside(SceneDraw *scene, const App *app, DrawScene *out)
{
    out->volumes = scene->draw_beside;
    out->volume_count = overlay_draw_list(&scene->overlay, app, true, scene->draw_beside);
}

bool scene_draw_trouble(SceneDraw *scene, Error *err)
{
    *err = scene->trouble;
    scene->trouble = (Error){""};
    return err->text[0] != 0;
}
