#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/stages/parts.h"
#include "core/base/array.h"

// Room between a part and its copy, as a share of what is copied.
#define GAP 0.1

// Copies stand beside what they are copies of, along x, so that they do not run into it.
static Vec3d shift_of(const App *app, int32_t part)
{
    Box3d bounds = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        if (!selection_goes_along(&app->document, part, i) || mesh->vertex_count == 0)
            continue;
        Box3d box = part_world_bounds(mesh, &app->document.parts[i].placement);
        bounds = box3d_including(box3d_including(bounds, box.lo), box.hi);
    }
    double width = bounds.lo.x <= bounds.hi.x ? bounds.hi.x - bounds.lo.x : 0;
    return vec3d((1 + GAP) * width, 0, 0);
}

// What goes along and where its copies come; the number of them, or 0 when one cannot be there.
static int32_t find_places(const App *app, int32_t part, int32_t *parts, Affine *places, Error *err)
{
    Vec3d shift = shift_of(app, part);
    int32_t count = 0;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (!selection_goes_along(&app->document, part, i))
            continue;
        parts[count] = i;
        places[count] = app->document.parts[i].placement;
        places[count].p = vec3d_add(places[count].p, shift);
        if (!action_check_placement(app, i, &places[count++], err))
            return 0;
    }
    return count;
}

// New parts come in removed and are all brought to life at the end: without memory for the last one
// nothing has changed.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    int32_t before = document->part_count;
    int32_t *parts = array_alloc((size_t)before, sizeof *parts);
    Affine *places = array_alloc((size_t)before, sizeof *places);
    int32_t count = parts && places ? find_places(app, args->part, parts, places, err) : 0;
    bool good = count > 0 && parts_add_copies(app, parts, places, count, err);
    if (!parts || !places)
        error_set(err, "not enough memory for more parts");
    free(parts);
    free(places);
    if (!good)
        return false;
    selection_only(document, NO_PART);
    for (int32_t i = document->part_count - 1; i >= before; --i) {
        document->parts[i].removed = document->parts[i].locked = false;
        document->parts[i].rigid = 0; // a copy is no part of the body
        document->parts[i].visible = true;
        selection_add(document, i);
    }
    return true;
}

const Action action_part_duplicate = {
    .name = "part.duplicate",
    .title = "Duplicate part",
    .shortcut = "Ctrl+D",
    .note = "part: a copy beside it that shares its mesh and its hierarchy; the copy is selected",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .apply = apply,
};
