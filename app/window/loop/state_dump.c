// --state FILE: what the window shows, as JSON, written in one step whenever it changed. For tests
// that drive the real window from outside.
#include "app/document/fields.h"
#include "app/document/selection.h"
#include "app/draw/scene_draw.h"
#include "app/io/file.h"
#include "app/session/save.h"
#include "app/stages/explode.h"
#include "app/stages/move.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/help_panel.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/tools/tools.h"
#include "app/window/view.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <cimgui.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char *data;
    size_t size, used;
} Text;

static void put(Text *text, const char *format, ...) SNUG_PRINTF(2, 3);
static void put(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !text->data)
        return;
    if (text->used + (size_t)length + 1 > text->size) {
        size_t size = 2 * text->size + (size_t)length + 1;
        char *grown = realloc(text->data, size);
        if (!grown)
            return;
        text->data = grown;
        text->size = size;
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->used, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->used += (size_t)length;
}

// Names are valid UTF-8 without control characters.
static void put_string(Text *text, const char *string)
{
    put(text, "\"");
    for (; *string; ++string)
        put(text, *string == '"' || *string == '\\' ? "\\%c" : "%c", *string);
    put(text, "\"");
}

static void put_part(Text *text, const View *view, int32_t i)
{
    const App *app = view->app;
    const PartState *state = &app->document.parts[i];
    double x = -1, y = -1;
    Vec3d centre = state->placement.p;
    bool seen =
        camera_project(&app->document.view.camera, vec3d_add(centre, app_shown_shift(app, i)),
                       view->viewport.width, view->viewport.height, &x, &y);
    bool contact = i < view->app->contacts.part_count && view->app->contacts.parts[i].pairs > 0;
    put(text, "{\"index\":%d,\"name\":", (int)i);
    put_string(text, app->assembly.parts[i].name);
    put(text, ",\"selected\":%d,\"locked\":%d,\"removed\":%d,\"colour\":%u,\"group\":",
        selection_has(&app->document, i), state->locked, state->removed,
        (unsigned)app->assembly.parts[i].colour);
    put_string(text, state->group ? state->group : "");
    put(text, ",\"visible\":%d,\"ghost\":%d,\"contact\":%d,\"level\":%d,\"placement\":[",
        state->visible, state->ghost, contact, state->overlay_level);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            put(text, "%.17g,", state->placement.m[r][c]);
    put(text, "%.17g,%.17g,%.17g]", centre.x, centre.y, centre.z);
    const PartShape *shape = &app->parts[i].shape;
    put(text, ",\"shape\":[%d,%.17g],\"refits\":%u,\"builds\":%u", shape->applied.rule,
        shape->applied.amount, shape->refits, shape->builds);
    if (seen)
        put(text, ",\"screen\":[%.1f,%.1f]", view->viewport.x + x, view->viewport.y + y);
    put(text, "}");
}

static void put_settings(Text *text, const Document *document)
{
    TextBuffer fields = {0};
    fields_describe(&fields, document);
    put(text, "\"fields\":%s,\n\"params\":[", fields.text ? fields.text : "{}");
    free(fields.text);
    const BvhDesc *build = &document->build;
    for (int i = 0; i < BV_MAX_PARAMS; ++i)
        put(text, "%.6g%s", i < build->type->param_count ? build->params[i] : 0.0,
            i + 1 < BV_MAX_PARAMS ? "," : "],\n");
}

static void put_looks(Text *text, const View *view)
{
    put(text, "\"roll\":%.17g,\n", view->app->document.view.camera.roll);
    put(text, "\"measures\":[");
    for (int i = 0, written = 0; i < view->measures.count; ++i) {
        MeasureValue value;
        if (measure_value(view->app, &view->measures.items[i], &value))
            put(text, "%s%.17g", written++ ? "," : "", value.value);
    }
    put(text, "],\n");
}

static void put_primitives(Text *text, const View *view)
{
    const App *app = view->app;
    const PrimitiveState *p = &app->document.primitives;
    int32_t count = primitive_list_count(p->list), loose = 0;
    Vec3d at = {{0, 0, 0}};
    if (p->selected >= 0 && p->selected < count)
        at = hybrid_volume_ball(&p->list->set.items[p->selected].volume).centre;
    for (int32_t i = 0; i < count; ++i) {
        const PrimitiveCover *cover = cover_shown_of(&app->cover, p->list, i);
        loose += cover && cover->out > 0;
    }
    put(text, "\"primitives\":%d,\n\"primitive\":%d,\n\"primitive_at\":[%.17g,%.17g,%.17g],\n",
        (int)count, (int)p->selected, at.x, at.y, at.z);
    put(text, "\"loose_primitives\":%d,\n\"lasso\":%d,\n", (int)loose,
        view->ui.mode == &tool_lasso);
    put(text, "\"hybrid_groups\":%d,\n\"hybrid_proven\":%d,\n",
        app->hybrid.list ? (int)app->hybrid.quality.groups : 0,
        app->hybrid.list && app->hybrid.stats.proven);
}

static void describe(Text *text, const View *view)
{
    const App *app = view->app;
    const Document *document = &app->document;
    const Camera *camera = &document->view.camera;
    const ViewRect *v = &view->viewport;
    put(text, "\"settled\":%d,\n\"busy\":%d,\n\"selected\":%d,\n\"hovered\":%d,\n", view->settled,
        stages_busy(app) || app->overlay.pending, (int)document->selected, (int)view->hovered);
    put(text, "\"pairs\":%zu,\n\"contacts\":%lld,\n\"crossing_pairs\":%d,\n\"volume_pairs\":%d,\n",
        app->report.count, (long long)app->report.contact_count,
        (int)view->app->contacts.crossing_pairs, (int)view->app->contacts.volume_pairs);
    put(text, "\"clashes\":%zu,\n\"clash_rows\":%zu,\n\"fit_current\":%d,\n", app->fit.violations,
        app->fit.count, app->fit_current);
    const PartList *list = parts_panel_list(&view->ui);
    const int32_t *alone = document->view.shown_pair;
    bool is_alone = document_pair_shown(document);
    put(text, "\"shown_pair\":[%d,%d],\n", is_alone ? (int)alone[0] : NO_PART,
        is_alone ? (int)alone[1] : NO_PART);
    put(text, "\"bands\":%zu,\n\"band_limit\":%.17g,\n", app->bands.count, app->bands.limit);
    put(text, "\"gap\":[%d,%d,%.17g],\n\"least_gap\":%.17g,\n\"gap_current\":%d,\n", app->gap.part,
        app->gap.other, app->gap.other == NO_PART ? -1.0 : app->gap.distance,
        app->least_gap.other == NO_PART ? -1.0 : app->least_gap.distance, app->gap_current);
    put(text, "\"view_mode\":%d,\n\"held_tool\":%d,\n\"rename\":", view->active_mode,
        view->held_tool);
    put_string(text, list->renamed == NO_PART ? "" : list->rename_text);
    put(text, ",\n");
    put(text, "\"undo_steps\":%d,\n\"steps\":%d,\n\"selected_count\":%d,\n\"live_parts\":%d,\n",
        history_done(app->history), history_count(app->history), (int)selection_count(document),
        (int)document_live_count(document));
    const TimedState *timed = &app->timed;
    put(text, "\"timed\":[%llu,%llu,%llu,%zu,%d,%.17g],\n", (unsigned long long)timed->frames,
        (unsigned long long)timed->resumed, (unsigned long long)timed->open_answers,
        timed->open_unresolved, timed->open_level, timed->open_error);
    put(text, "\"can_undo\":%d,\n\"can_redo\":%d,\n\"dragging\":%d,\n",
        history_can_undo(app->history), history_can_redo(app->history),
        view->drag.kind != DRAG_NONE || view->held_tool != NO_TOOL);
    put_settings(text, document);
    put(text, "\"orthographic\":%d,\n", !(camera->fov_y > 0));
    put_looks(text, view);
    put_primitives(text, view);
    put(text, "\"typed\":%.17g,\n\"move_steps\":[%.17g,%.17g,%.17g,%.17g],\n",
        pose_typed_number(&view->ui), move_step(app, STEP_GRID), move_step(app, STEP_ANGLE),
        move_step(app, STEP_NUDGE), move_step(app, STEP_TURN));
    put(text, "\"volumes\":%zu,\n\"empty_cells\":%zu,\n", app->overlay.shown.volumes,
        app->overlay.shown.empty);
    // Where the panels saw it last: a click that comes in the same frame as its movement is not
    // what a hand does.
    const ImVec2 pointer = igGetIO()->MousePos;
    put(text, "\"pointer\":[%d,%d],\n", igIsMousePosValid(&pointer) ? (int)pointer.x : -1,
        igIsMousePosValid(&pointer) ? (int)pointer.y : -1);
    put(text, "\"viewport\":[%.0f,%.0f,%.0f,%.0f],\n", v->x, v->y, v->width, v->height);
    put(text, "\"camera\":[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g],\n", camera->target.x,
        camera->target.y, camera->target.z, camera->yaw, camera->pitch, camera->distance);
    put(text, "\"palette\":");
    put_string(text, palette_typed(&view->ui));
    put(text, ",\n\"part_filter\":");
    put_string(text, parts_panel_filter(&view->ui));
    put(text, ",\n\"chapter\":");
    put_string(text, help_chapter(&view->ui));
    put(text, ",\n\"help_filter\":");
    put_string(text, help_filter(&view->ui));
    put(text, ",\n\"drag_hint\":");
    put_string(text, view->ui.drag_hint);
    put(text, ",\n\"unsaved\":%d,\n\"title\":", save_is_dirty(app));
    put_string(text, app->assembly.title ? app->assembly.title : "");
    put(text, ",\n\"notices\":%zu,\n\"last_notice\":", app->notice_count);
    put_string(text, app->notice_count > 0 ? app->notices[app->notice_count - 1].text : "");
    put(text, ",\n\"widgets\":{");
    for (int i = 0; i < view->ui.rect_count; ++i) {
        const NamedRect *r = &view->ui.rects[i];
        put(text, "%s\"%s\":[%.0f,%.0f,%.0f,%.0f]", i ? "," : "", r->name, (double)r->x,
            (double)r->y, (double)r->width, (double)r->height);
    }
    put(text, "},\n\"parts\":[\n");
    for (int32_t i = 0; i < document->part_count; ++i) {
        put_part(text, view, i);
        put(text, i + 1 < document->part_count ? ",\n" : "\n");
    }
    put(text, "]}\n");
}

void state_dump(View *view)
{
    if (!view->state_path)
        return;
    Text body = {malloc(4096), 4096, 0}, whole = {malloc(4096), 4096, 0};
    describe(&body, view);
    if (body.data && whole.data &&
        (!view->last_state || strcmp(view->last_state, body.data) != 0)) {
        put(&whole, "{\"frame\":%llu,\n%s", (unsigned long long)view->frame, body.data);
        Error err = {""};
        if (!file_write_atomic(view->state_path, whole.data, whole.used, &err)) {
            fprintf(stderr, "snug: %s\n", err.text);
            view->state_path = NULL;
        }
        free(view->last_state);
        view->last_state = body.data;
        body.data = NULL;
    }
    free(body.data);
    free(whole.data);
}
