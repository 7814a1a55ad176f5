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
    CHOICES_OF(list, deform_rules, deform_rule_count);
    igSeparatorText("Deform");
    int chosen = widget_choice(context, "deform_rule", "How", "What happens to the part", list,
                               deform_rule_count, args.index);
    if (chosen >= 0) {
        args.index = chosen;
        action_submit(context->out, &action_part_deform, &args);
    }
    widget_slider(context, "deform_amount", "How much",
                  "Its vertices move and its hierarchy is refitted in every frame",
                  &action_part_deform, &args, -1, 1, "%.2f", 0);
    widget_label("", "");
    bool deformed = shape->amount < 0 || shape->amount > 0;
    if (widget_button(context, "As loaded", "deform_reset", "Takes the deformation away",
                      deformed ? NULL : "The part is not deformed", -1)) {
        args.number = 0;
        action_submit(context->out, &action_part_deform, &args);
    }

    char line[160], ms[32];
    if (shown->refits + shown->builds > 0) {
        snprintf(line, sizeof line, "refitted %u time%s, built %u time%s; last: %s wall clock",
                 shown->refits, shown->refits == 1 ? "" : "s", shown->builds,
                 shown->builds == 1 ? "" : "s", format_wall_ms(ms, sizeof ms, shown->ms));
        widget_paragraph(COLOUR_FAINT, 0, line);
    }
}

static void scale(const PanelContext *context, int32_t part)
{
    const App *app = context->app;
    const Affine *placement = &app->document.parts[part].placement;
    igSeparatorText("Scale");
    for (int k = 0; k < 3; ++k) {
        ActionArgs args = {.part = part, .axis = k, .amount = affine_axis_scale(placement, k)};
        widget_slider(context, axis_rects[k], axis_names[k],
                      "An axis of the part itself; the hierarchy is used as it is",
                      &action_part_scale, &args, 0.2, 5, "%.2f", ImGuiSliderFlags_Logarithmic);
    }
    const OverlapTest *test = &app->document.build.type->tests[app->document.query.test];
    if (affine_is_rigid(placement) || (test->can & TEST_SCALE))
        return;
    widget_paragraph(COLOUR_WARN, 0,
                     "This overlap test is right for unscaled parts only, so contacts are "
                     "not looked for. AABB works with any scale.");
    if (widget_button(context, "Use AABB", "scale_use_aabb",
                      "Boxes along the axes; their overlap test is right for any scale", NULL, -1))
        submit_index(context, &action_build_volume, bv_index(&bv_aabb));
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
    widget_ellipsis(COLOUR_TEXT, 0, app->assembly.parts[part].name);
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
