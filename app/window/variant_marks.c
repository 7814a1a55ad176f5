#include "app/window/variant_marks.h"

#include "app/stages/explode.h"
#include "app/window/marks.h"

#include <stdio.h>

bool variant_shown(const View *view, ShownVariant *out)
{
    const App *app = view->app;
    const UiState *ui = &view->ui;
    Variant variant;
    *out = (ShownVariant){.part = ui->variant_part, .number = ui->variant};
    if (igGetFrameCount() - ui->variant_frame > 1 || ui->variant_frame == 0 || out->part < 0 ||
        out->part >= app->document.part_count || app->document.parts[out->part].removed)
        return false;
    Affine placed = app_shown_placement(app, out->part);
    out->donor = out->part;
    out->to_part = affine_identity();
    snprintf(out->name, sizeof out->name, "as loaded");
    if (out->number > 0) {
        if (!variants_find(app->document.parts[out->part].variants, out->number, &variant))
            return false;
        out->donor = assembly_find(&app->assembly, variant.donor);
        out->to_part = variant_map(&variant);
        snprintf(out->name, sizeof out->name, "%s", variant.name);
    }
    out->to_world = affine_compose(&placed, &out->to_part);
    return out->donor >= 0;
}

void variant_mark(const View *view, const ShownVariant *shown, Vec3d by)
{
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    const RenderMesh *mesh = view->app->parts[shown->donor].drawn;
    for (size_t i = 0; mesh && i < mesh->outline_count; ++i) {
        Vec3d ends[2];
        for (int k = 0; k < 2; ++k) {
            Vec3 p = mesh->outline[i][k];
            ends[k] = vec3d_add(
                by, affine_apply(&shown->to_world, vec3d((double)p.x, (double)p.y, (double)p.z)));
        }
        mark_line(view, ends[0], ends[1], (MarkStyle){theme->accent, 0.85f, 1.5f});
    }
}
