// How the parts are looked at: surfaces, section plane, exploded view, orbiting.
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/window/look.h"
#include "app/window/panels/length_input.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"
#include "core/shape/up_axis.h"

#include <math.h>
#include <stdio.h>

static void surfaces(const PanelContext *context)
{
    static const Choice shadings[SHADING_COUNT] = {
        [SHADING_LIT] = {"Shaded", "Lit surfaces in the parts' colours", NULL},
        [SHADING_HIDDEN_LINE] = {"Hidden line", "Like a drawing: only edges that are in front",
                                 NULL},
        [SHADING_XRAY] = {"X-ray", "Transparent, with every edge, so that the inside shows", NULL},
        [SHADING_WIREFRAME] = {"Wireframe", "All polygons as lines", NULL},
    };
    static const Choice orbits[2] = {
        {"Turntable", "Up stays up: the view turns about the upright axis", NULL},
        {"Trackball", "The view turns freely, also upside down", NULL},
    };
    widget_field_choice(context, "shading", "Surfaces", "How parts are drawn", shadings,
                        SHADING_COUNT, &action_view_shading);
    widget_field_choice(context, "orbit", "Orbit", "How a right drag turns the view", orbits, 2,
                        &action_camera_trackball);
}

// The axis of the files that the normal points along, or -1.
static int axis_of(const SectionPlane *plane, enum UpAxis up)
{
    for (int k = 0; k < 3; ++k)
        if (fabs(vec3d_dot(plane->normal, up_axis_direction(up, k))) > 1 - 1e-9)
            return k;
    return -1;
}

static void set_plane(const PanelContext *context, Vec3d point, Vec3d normal, uint64_t merge_key)
{
    ActionArgs args = {.part = NO_PART, .placement = affine_identity()};
    for (int k = 0; k < 3; ++k)
        args.placement.m[k][2] = normal.v[k];
    args.placement.p = point;
    action_submit_merged(context->out, &action_section_set, &args, merge_key);
}

static void axes(const PanelContext *context, const SectionPlane *plane)
{
    static const char *const names[3] = {"x", "y", "z"};
    static const char *const rects[3] = {"section_x", "section_y", "section_z"};
    const float gap = 4 * context->ui->scale, flip = 4 * igGetFontSize();
    ImVec2 space;
    widget_label("Across", "The axis perpendicular to the plane");
    igGetContentRegionAvail(&space);
    const enum UpAxis up = context->app->assembly.up;
    int along = axis_of(plane, up);
    for (int k = 0; k < 3; ++k) {
        if (k > 0)
            igSameLine(0, gap);
        igPushStyleColor_U32(ImGuiCol_Button,
                             look_colour(k == along ? COLOUR_ACCENT : COLOUR_FIELD, 1));
        if (igButton(names[k], (ImVec2){(space.x - flip - 3 * gap) / 3, 0}))
            set_plane(context, plane->point, up_axis_direction(up, k), 0);
        igPopStyleColor(1);
        widget_explain(context, rects[k], "Turns the plane straight across this axis");
    }
    igSameLine(0, gap);
    if (widget_button(context, "Flip", "section_flip", "Cuts away the other side (Shift+S)", NULL,
                      flip))
        action_submit(context->out, &action_section_flip, NULL);
}

static void offset(const PanelContext *context, const SectionPlane *plane)
{
    const Box3d *box = &context->ui->shown;
    // Along the axis where there is one, so that the number is a coordinate of the assembly.
    const enum UpAxis up = context->app->assembly.up;
    int along = axis_of(plane, up);
    Vec3d direction = along >= 0 ? up_axis_direction(up, along) : plane->normal;
    double low = 0, high = 0, at = vec3d_dot(direction, plane->point);
    for (int k = 0; k < 3; ++k) {
        double a = direction.v[k] * box->lo.v[k], b = direction.v[k] * box->hi.v[k];
        low += fmin(a, b);
        high += fmax(a, b);
    }
    if (!(low < high) || !isfinite(high - low))
        return;
    char format[32];
    int digits = (int)fmin(fmax(3 - floor(log10(high - low)), 0), 9);
    snprintf(format, sizeof format, "%%.%df %s", digits,
             length_unit_info(context->app->assembly.unit)->suffix);
    widget_label("At", "Where the plane is on its axis, as a coordinate of the assembly; double "
                       "click or Ctrl+click to type");
    double value = at;
    if (igSliderScalar("##offset", ImGuiDataType_Double, &value, &low, &high, format,
                       ImGuiSliderFlags_NoRoundToFormat))
        set_plane(context, vec3d_add_scaled(plane->point, direction, value - at), plane->normal,
                  context->ui->merge_key);
    widget_explain(context, "section_offset", NULL);
}

static void section(const PanelContext *context)
{
    const SectionPlane *plane = &context->app->document.view.section;
    igSeparatorText("Section plane");
    widget_switch(context, "section", "Cut the picture open", &action_view_section,
                  "Takes away what is on one side of a plane, and shows the cut hatched (S)");
    if (!plane->on)
        return;
    axes(context, plane);
    offset(context, plane);
}

static void explode(const PanelContext *context)
{
    static const double least = 0, most = 100;
    double percent = 100 * context->app->document.view.explode;
    igSeparatorText("Exploded view");
    widget_label("Apart",
                 "Shows parts away from the middle of the assembly. What collides is still "
                 "what collides where they really are; a drag moves the real part");
    if (igSliderScalar("##explode", ImGuiDataType_Double, &percent, &least, &most, "%.0f %%",
                       ImGuiSliderFlags_AlwaysClamp)) {
        ActionArgs args = {.part = NO_PART, .number = percent / 100};
        action_submit_merged(context->out, &action_view_explode, &args, context->ui->merge_key);
    }
    widget_explain(context, "explode", NULL);
}

static void mode_button(const PanelContext *context, const char *label, const char *rect,
                        const Tool *mode, const char *note, float width)
{
    bool on = context->ui->mode == mode;
    igPushStyleColor_U32(ImGuiCol_Button, look_colour(on ? COLOUR_ACCENT : COLOUR_FIELD, 1));
    if (widget_button(context, label, rect, note, NULL, width))
        context->ui->mode = on ? NULL : mode;
    igPopStyleColor(1);
}

static void measuring(const PanelContext *context)
{
    const float gap = 4 * context->ui->scale;
    ImVec2 space;
    igSeparatorText("Measure");
    igGetContentRegionAvail(&space);
    float third = (space.x - 2 * gap) / 3;
    mode_button(context, "Distance", "measure", &tool_measure,
                "Click two corners, edges or faces: the distance between them, straight to a face, "
                "or the angle of two faces (M)",
                third);
    igSameLine(0, gap);
    mode_button(context, "Edge", "measure_edge", &tool_measure_edge,
                "Click an edge: its length, or its radius where it is round (Shift+M)", third);
    igSameLine(0, gap);
    igBeginDisabled(context->ui->measure_count == 0);
    if (igButton("Clear", (ImVec2){third, 0}))
        context->ui->measures_clear = true;
    igEndDisabled();
    widget_explain(context, "measure_clear", "Takes all measurements out of the picture");
}

// What is painted near the selected part, and how near that is.
static void contact(const PanelContext *context)
{
    const App *app = context->app;
    const ContactView *view = &app->document.view.contact;
    char guess[64];
    igSeparatorText("Contact");
    length_format(bands_limit(app), app->assembly.unit, guess, sizeof guess);
    widget_label("Clearance bands", "Surfaces near the selected part, in three shades of blue");
    widget_switch(context, "bands", "##bands", &action_contact_bands,
                  "Paint the surfaces that are near the selected part, and the part itself");
    igSameLine(0, -1);
    igBeginDisabled(!view->bands);
    length_input(context, "band_limit", guess,
                 field_number(&context->app->document, &action_contact_band_limit),
                 &action_contact_band_limit);
    igEndDisabled();
    widget_tooltip("The darkest band is nearer than this, the others than twice and four times as "
                   "much; 0 means as the safety distance");
}

static void draw(const PanelContext *context)
{
    surfaces(context);
    widget_switch(context, "occlusion", NULL, &action_view_occlusion,
                  "Corners and gaps are darker, so that shapes read better; left out while "
                  "something moves and the machine is slow");
    section(context);
    explode(context);
    measuring(context);
    contact(context);
}

const Panel panel_view = {
    .title = "View",
    .note = "Surfaces, section plane, exploded view, measuring",
    .chapter = "looking#the-view-panel",
    .place = PLACE_BOTTOM,
    .open = true,
    .draw = draw,
};
