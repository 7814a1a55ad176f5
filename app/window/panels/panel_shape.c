// Deforming and scaling the selected part: its tree is refitted while it changes shape, and needs
// nothing at all when it is scaled.
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "core/mesh/deform/deform.h"
#include "core/query/query.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>

static const char *const axis_names[3] = {"Along x", "Along y", "Along z"};
static const char *const axis_rects[3] = {"scale_x", "scale_y", "scale_z"};

static void deform(const PanelContext *context, int32_t part)
{
    const Deformation *shape = &context->app->document.parts[part].shape;
    const PartShape *shown = &context->app->parts[part].shape;
    Choice list[NAMED_MOST];
    ActionArgs args = {.part = part, .index = (int32_t)shape->rule, .amount = shape->amount};
    for (int i = 0; i < deform_rule_count; ++i)
        list[i] = (Choice){deform_rules[i]->name, deform_rules[i]->note, NULL};
    igSeparatorText("Deform");
    int chosen = widget_choice(context, "deform_rule", "How", "What happens to the part", list,
                               deform_rule_count, args.index);
    if (chosen >= 0) {
        args.index = chosen;
        action_submit(context->out, &action_part_deform, &args);
    }
    static const double least = -1, most = 1;
    widget_label("How much", "Its vertices move and its hierarchy is refitted in every frame");
    if (igSliderScalar("##amount", ImGuiDataType_Double, &args.number, &least, &most, "%.2f",
                       ImGuiSliderFlags_AlwaysClamp))
        action_submit_merged(context->out, &action_part_deform, &args, context->ui->merge_key);
    ui_note_rect(context->ui, "deform_amount");
    widget_label_tooltip();
    widget_label("", "");
    bool deformed = shape->amount < 0 || shape->amount > 0;
    igBeginDisabled(!deformed);
    if (igButton("As loaded", (ImVec2){-1, 0})) {
        args.number = 0;
        action_submit(context->out, &action_part_deform, &args);
    }
    igEndDisabled();
    ui_note_rect(context->ui, "deform_reset");
    widget_tooltip(deformed ? "Takes the deformation away" : "The part is not deformed");

    char line[160], ms[32];
    if (shown->refits + shown->builds > 0) {
        snprintf(line, sizeof line, "refitted %u time%s, built %u time%s; last: %s", shown->refits,
                 shown->refits == 1 ? "" : "s", shown->builds, shown->builds == 1 ? "" : "s",
                 format_ms(ms, sizeof ms, shown->ms));
        widget_paragraph(COLOUR_FAINT, 0, line);
    }
}

static void scale(const PanelContext *context, int32_t part)
{
    const App *app = context->app;
    const Affine *placement = &app->document.parts[part].placement;
    static const double least = 0.2, most = 5;
    igSeparatorText("Scale");
    for (int k = 0; k < 3; ++k) {
        ActionArgs args = {.part = part, .axis = k, .amount = affine_axis_scale(placement, k)};
        igPushID_Int(k);
        widget_label(axis_names[k], "An axis of the part itself; the hierarchy is used as it is");
        if (igSliderScalar("##scale", ImGuiDataType_Double, &args.number, &least, &most, "%.2f",
                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic))
            action_submit_merged(context->out, &action_part_scale, &args, context->ui->merge_key);
        ui_note_rect(context->ui, axis_rects[k]);
        widget_label_tooltip();
        igPopID();
    }
    const OverlapTest *test = &app->document.build.type->tests[app->document.query.test];
    if (affine_is_rigid(placement) || (test->can & TEST_SCALE))
        return;
    widget_paragraph(COLOUR_WARN, 0,
                     "This overlap test is right for unscaled parts only, so contacts are "
                     "not looked for. AABB works with any scale.");
    if (igButton("Use AABB", (ImVec2){-1, 0}))
        submit_index(context, &action_build_volume, bv_index(&bv_aabb));
    ui_note_rect(context->ui, "scale_use_aabb");
    widget_tooltip("Boxes along the axes; their overlap test is right for any scale");
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    int32_t part = app->document.selected;
    context->ui->shape_frame = igGetFrameCount();
    if (part < 0 || part >= app->document.part_count || !app->parts) {
        widget_paragraph(COLOUR_FAINT, 0, "Click a part to deform or scale it.");
        return;
    }
    widget_ellipsis(COLOUR_TEXT, app->assembly.parts[part].name);
    deform(context, part);
    scale(context, part);
}

const Panel panel_shape = {
    .title = "Shape",
    .note = "Deform and scale the selected part",
    .chapter = "moving#the-shape-panel",
    .place = PLACE_BOTTOM,
    .open = true,
    .draw = draw,
};
