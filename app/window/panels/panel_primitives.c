// Volumes made by hand: fitted to parts and to triangles inside a line, listed, saved and read.
#include "app/actions/list_primitives.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/io/hybrid_samples.h"
#include "app/window/look.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/primitive_rows.h"
#include "app/window/panels/widgets.h"
#include "app/window/tools/tools.h"

#include <stdio.h>

static const char *const type_notes[VOLUME_TYPE_COUNT] = {
    "A box along the axes of the world", "A box along the principal axes of the triangles",
    "A ball close to the smallest", "A cylinder with round ends along the longest axis",
    "A ball between two parallel planes: flat things fit it well"};

static void make(const PanelContext *context)
{
    const Document *document = &context->app->document;
    UiState *ui = context->ui;
    Choice list[VOLUME_TYPE_COUNT];
    for (int i = 0; i < VOLUME_TYPE_COUNT; ++i)
        list[i] = (Choice){volume_type_titles[i], type_notes[i], NULL};
    int chosen = widget_choice(context, "primitive_type", "Volume", "What is fitted to triangles",
                               list, VOLUME_TYPE_COUNT, ui->settings.primitive_type);
    if (chosen >= 0)
        ui->settings.primitive_type = chosen;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float width = (space.x - igGetStyle()->ItemSpacing.x) / 2;
    const char *nothing = document->part_count > 0 ? NULL : "Nothing is open";
    if (widget_button(context, "Fit to part", "primitive_fit",
                      "Around the selected part; of several, around all of them",
                      document->selected == NO_PART ? "Select a part first" : nothing, width))
        action_submit(
            context->out, &action_primitive_fit,
            &(ActionArgs){.part = document->selected, .index = ui->settings.primitive_type});
    igSameLine(0, -1);
    bool drawing = ui->mode == &tool_lasso;
    if (drawing)
        igPushStyleColor_U32(ImGuiCol_Button, look_colour(COLOUR_ACCENT, 1));
    if (widget_button(
            context, drawing ? "Draw now###lasso" : "Lasso###lasso", "primitive_lasso",
            "Draw a line around triangles in the 3-D view: the volume is fitted to those whose "
            "middle is inside",
            nothing, width))
        ui->mode = drawing ? NULL : &tool_lasso;
    if (drawing)
        igPopStyleColor(1);
    igCheckbox("Lasso takes hidden triangles too", &ui->settings.lasso_through);
    ui_note_rect(ui, "lasso_through");
    widget_tooltip("Off: only triangles that nothing hides. On: all the way through");
}

// "12 of 480 triangles stick out, by 1.3 at most"; false: nothing does.
static bool warning(const PrimitiveCover *cover, char *text, size_t size)
{
    char out[32], all[32];
    if (!cover || cover->out == 0)
        return false;
    snprintf(text, size, "%s of %s triangles stick out, by %.3g at most",
             format_count(out, sizeof out, cover->out),
             format_count(all, sizeof all, cover->covered), cover->farthest);
    return true;
}

static void row(const PanelContext *context, int i)
{
    const PrimitiveState *p = &context->app->document.primitives;
    const Primitive *item = &p->list->set.items[i];
    char text[128];
    bool sticks_out = warning(cover_shown_of(&context->app->cover, p->list, i), text, sizeof text);
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (igSelectable_Bool("##row", p->selected == i, ImGuiSelectableFlags_SpanAllColumns,
                          (ImVec2){0, 0}))
        submit_index(context, &action_primitive_select, p->selected == i ? NO_PRIMITIVE : i);
    if (i == 0)
        ui_note_rect(context->ui, "first_primitive");
    widget_tooltip(sticks_out ? text : "Click: select, click again: let go");
    igSameLine(0, 0);
    widget_ellipsis(sticks_out ? COLOUR_WARN : COLOUR_TEXT, 0,
                    item->name[0] ? item->name : "(no name)");
    igTableNextColumn();
    widget_text(COLOUR_FAINT, volume_type_titles[hybrid_volume_type(&item->volume)]);
    igPopID();
}

static void rows(const PanelContext *context)
{
    int32_t count = primitive_list_count(context->app->document.primitives.list);
    float line = igGetTextLineHeightWithSpacing();
    float height = line * (float)(count < 3 ? 3 : count > 7 ? 7 : count) + line * 0.4f;
    if (!igBeginTable("primitives", 2, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, height}, 0))
        return;
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1.6f, 0);
    igTableSetupColumn("Type", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    widget_rows(context, (size_t)count, row);
    igEndTable();
}

static void warn(const PanelContext *context)
{
    const PrimitiveState *p = &context->app->document.primitives;
    char text[128];
    int32_t loose = 0;
    for (int32_t i = 0; i < primitive_list_count(p->list); ++i) {
        const PrimitiveCover *cover = cover_shown_of(&context->app->cover, p->list, i);
        loose += cover && cover->out > 0;
    }
    igPushTextWrapPos(0);
    if (warning(cover_shown_of(&context->app->cover, p->list, p->selected), text, sizeof text)) {
        widget_text(COLOUR_WARN, text);
    } else if (loose > 0) {
        snprintf(text, sizeof text, "%d volume%s cover%s not all of %s triangles", (int)loose,
                 loose == 1 ? "" : "s", loose == 1 ? "s" : "", loose == 1 ? "its" : "their");
        widget_text(COLOUR_WARN, text);
    }
    igPopTextWrapPos();
}

static void files(const PanelContext *context)
{
    const App *app = context->app;
    bool any = primitive_list_count(app->document.primitives.list) > 0;
    const char *none = any ? NULL : "There are no primitives";
    if (widget_button(context, "Open...", "primitives_open",
                      "A set as XML; it replaces this one, a broken file replaces nothing", NULL,
                      0))
        path_dialog_open(context->ui, PATH_OPEN_PRIMITIVES, app);
    igSameLine(0, -1);
    if (widget_button(context, "Save...", "primitives_save", "This set as XML", none, 0))
        path_dialog_open(context->ui, PATH_SAVE_PRIMITIVES, app);
    igSameLine(0, -1);
    if (widget_button(context, "Sets", "primitives_sets", "Sets that come with the program", NULL,
                      0))
        igOpenPopup_Str("sets", 0);
    igSameLine(0, -1);
    if (widget_button(context, "Clear", "primitives_clear", "Deletes all of them", none, 0))
        action_submit(context->out, &action_primitives_clear, NULL);
    if (!igBeginPopup("sets", 0))
        return;
    static const char *const rects[HYBRID_SAMPLES] = {"set_0", "set_1", "set_2", "set_3"};
    for (int i = 0; i < HYBRID_SAMPLES; ++i) {
        if (igMenuItem_Bool(hybrid_samples[i], NULL, false, true))
            submit_index(context, &action_primitives_sample, i);
        widget_explain(context, rects[i],
                       "A stand-in of our own for the object of that name in the paper of 2006");
    }
    igEndPopup();
}

// Sets from files are rarely where the parts are.
static void look_at(const PanelContext *context)
{
    const PrimitiveState *p = &context->app->document.primitives;
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < primitive_list_count(p->list); ++i) {
        Ball ball = hybrid_volume_ball(&p->list->set.items[i].volume);
        const Vec3d reach = vec3d(ball.radius, ball.radius, ball.radius);
        box = box3d_including(box, vec3d_sub(ball.centre, reach));
        box = box3d_including(box, vec3d_add(ball.centre, reach));
    }
    ActionArgs args = {.part = NO_PART};
    args.camera = camera_fitted(&context->app->document.view.camera, box, context->ui->view_aspect);
    action_submit(context->out, &action_camera_set, &args);
}

static void draw(const PanelContext *context)
{
    const PrimitiveState *p = &context->app->document.primitives;
    const bool any = primitive_list_count(p->list) > 0;
    const bool beside = any && widget_halves_begin();
    make(context);
    files(context);
    if (!any) {
        igPushTextWrapPos(0);
        widget_text(COLOUR_FAINT, "Volumes made by hand approximate parts; a hybrid hierarchy is "
                                  "built over them. Fit one, or open a set.");
        igPopTextWrapPos();
        return;
    }
    rows(context);
    warn(context);
    widget_switch(context, "primitives_show", "Show them", &action_primitives_show,
                  "Outlines in the 3-D view; the selected one has grips that move and size it");
    igSameLine(0, -1);
    if (widget_button(context, "Look at them", "primitives_look", "All of them in the view", NULL,
                      0))
        look_at(context);
    primitive_fields(context);
    widget_halves_next(beside);
    hybrid_rows(context);
    widget_halves_end(beside);
    if (!igIsAnyItemActive())
        ++context->ui->merge_key; // the next grip of a field is another step of the history
}

const Panel panel_primitives = {
    .title = "Primitives",
    .note = "Volumes made by hand and the hybrid hierarchy over them",
    .chapter = "primitives#the-primitives-panel",
    .place = PLACE_STRIP,
    .draw = draw,
};
