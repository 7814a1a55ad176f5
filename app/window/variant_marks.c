#include "app/window/variant_marks.h"

#include "app/stages/explode.h"
#include "app/window/marks.h"

#include <math.h>
#include <stdio.h>

bool variant_is_deformed(const ShownVariant *shown)
{
    return fabs(shown->shape.amount) > 0;
}

// Its size in the part's frame decides how it is deformed.
static DeformFrame frame_of(const Mesh *mesh, const Affine *map)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        box = box3d_including(box, affine_apply(map, mesh->vertices[i]));
    return deform_frame_of(&box);
}

bool variant_preview(const App *app, int32_t part, int number, ShownVariant *out)
{
    Variant variant;
    *out = (ShownVariant){.part = part, .number = number, .donor = part};
    if (part < 0 || part >= app->document.part_count || app->document.parts[part].removed)
        return false;
    out->to_part = affine_identity();
    snprintf(out->name, sizeof out->name, "as loaded");
    if (number > 0) {
        if (!variants_find(app->document.parts[part].variants, number, &variant))
            return false;
        out->donor = assembly_find(&app->assembly, variant.donor);
        out->to_part = variant_map(&variant);
        snprintf(out->name, sizeof out->name, "%s", variant.name);
    }
    if (out->donor < 0)
        return false;
    out->shape = app->document.parts[part].shape;
    if (variant_is_deformed(out))
        out->frame = frame_of(app->assembly.parts[out->donor].loaded, &out->to_part);
    out->placed = app_shown_placement(app, part);
    out->to_world = affine_compose(&out->placed, &out->to_part);
    return true;
}

bool variant_shown(const View *view, ShownVariant *out)
{
    const UiState *ui = &view->ui;
    if (igGetFrameCount() - ui->variant_frame > 1 || ui->variant_frame == 0)
        return false;
    return variant_preview(view->app, ui->variant_part, ui->variant, out);
}

Vec3d variant_point(const ShownVariant *shown, Vec3d of_mesh)
{
    if (!variant_is_deformed(shown))
        return affine_apply(&shown->to_world, of_mesh);
    Vec3d in_part = affine_apply(&shown->to_part, of_mesh);
    return affine_apply(&shown->placed, deform_point(&shown->frame, &shown->shape, in_part));
}

void variant_mark(const View *view, const ShownVariant *shown, Vec3d by)
{
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    const RenderMesh *mesh = view->app->parts[shown->donor].drawn;
    for (size_t i = 0; mesh && i < mesh->outline_count; ++i) {
        Vec3d ends[2];
        for (int k = 0; k < 2; ++k) {
            Vec3 p = mesh->outline[i][k];
            ends[k] =
                vec3d_add(by, variant_point(shown, vec3d((double)p.x, (double)p.y, (double)p.z)));
        }
        mark_line(view, ends[0], ends[1], (MarkStyle){theme->accent, 0.85f, 1.5f});
    }
}
