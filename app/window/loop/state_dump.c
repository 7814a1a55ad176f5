// --state FILE: what the window shows, as JSON, written in one step whenever it changed. For tests
// that drive the real window from outside.
#include "app/document/fields.h"
#include "app/document/rotation.h"
#include "app/document/selection.h"
#include "app/draw/scene_draw.h"
#include "app/io/file.h"
#include "app/io/json.h"
#include "app/session/save.h"
#include "app/stages/explode.h"
#include "app/stages/hand.h"
#include "app/stages/move.h"
#include "app/stages/removal_state.h"
#include "app/stages/sweep_state.h"
#include "app/window/dimension.h"
#include "app/window/loop/dock.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/help_panel.h"
#include "app/window/panels/number_field.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/tools/tool_switch.h"
#include "app/window/tools/tools.h"
#include "app/window/view.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <cimgui.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 200 }; // that are told one by one

static void put_string(TextBuffer *text, const char *key, const char *string)
{
    text_add(text, "\"%s\":", key);
    json_add_string(text, string);
    text_add(text, ",\n");
}

static void put_part(TextBuffer *text, const View *view, int32_t i)
{
    const App *app = view->app;
    const PartState *state = &app->document.parts[i];
    double x = -1, y = -1;
    Vec3d centre = state->placement.p;
    bool seen =
        camera_project(&app->document.view.camera, vec3d_add(centre, app_shown_shift(app, i)),
                       view->viewport.width, view->viewport.height, &x, &y);
    bool contact = i < view->app->contacts.part_count && view->app->contacts.parts[i].pairs > 0;
    text_add(text, "{\"index\":%d,", (int)i);
    put_string(text, "name", app->assembly.parts[i].name);
    put_string(text, "group", state->group ? state->group : "");
    text_add(text, "\"selected\":%d,\"locked\":%d,\"removed\":%d,\"colour\":%u",
             selection_has(&app->document, i), state->locked, state->removed,
             (unsigned)app->assembly.parts[i].colour);
    text_add(text, ",\"visible\":%d,\"ghost\":%d,\"contact\":%d,\"level\":%d,\"placement\":[",
             state->visible, state->ghost, contact, state->overlay_level);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            text_add(text, "%.17g,", state->placement.m[r][c]);
    text_add(text, "%.17g,%.17g,%.17g]", centre.x, centre.y, centre.z);
    const PartShape *shape = &app->parts[i].shape;
    text_add(text, ",\"shape\":[%d,%.17g],\"refits\":%u,\"builds\":%u", shape->applied.rule,
             shape->applied.amount, shape->refits, shape->builds);
    if (seen)
        text_add(text, ",\"screen\":[%.1f,%.1f]", view->viewport.x + x, view->viewport.y + y);
    text_add(text, "}");
}

static void put_settings(TextBuffer *text, const Document *document)
{
    text_add(text, "\"fields\":");
    fields_describe(text, document);
    text_add(text, ",\n\"params\":[");
    const BvhDesc *build = &document->build;
    for (int i = 0; i < BV_MAX_PARAMS; ++i)
        text_add(text, "%.6g%s", i < build->type->param_count ? build->params[i] : 0.0,
                 i + 1 < BV_MAX_PARAMS ? "," : "],\n");
}

static void put_looks(TextBuffer *text, const View *view)
{
    text_add(text, "\"roll\":%.17g,\n", view->app->document.view.camera.roll);
    text_add(text, "\"measures\":[");
    for (int i = 0, written = 0; i < view->measures.count; ++i) {
        MeasureValue value;
        if (measure_value(view->app, &view->measures.items[i], &value))
            text_add(text, "%s%.17g", written++ ? "," : "", value.value);
    }
    text_add(text, "],\n\"cut_titles\":%d,\n", dock_cut_titles());
}

static void put_primitives(TextBuffer *text, const View *view)
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
    text_add(text, "\"primitives\":%d,\n\"primitive\":%d,\n\"primitive_at\":[%.17g,%.17g,%.17g],\n",
             (int)count, (int)p->selected, at.x, at.y, at.z);
    text_add(text, "\"loose_primitives\":%d,\n\"lasso\":%d,\n", (int)loose,
             view->ui.mode == &tool_lasso);
    text_add(text, "\"hybrid_groups\":%d,\n\"hybrid_proven\":%d,\n",
             app->hybrid.list ? (int)app->hybrid.quality.groups : 0,
             app->hybrid.list && app->hybrid.stats.proven);
}

// Pairs of the report by kind, and what is said of all of it.
static void put_verdict(TextBuffer *text, const App *app)
{
    static const char *const tones[] = {"neutral", "good", "open", "bad"};
    const ContactState *contacts = &app->contacts;
    FitVerdict said;
    fit_verdict_now(app, &said);
    put_string(text, "verdict", said.text);
    text_add(text, "\"tone\":\"%s\",\n\"fit_known\":%d,\n\"kinds\":{", tones[said.tone],
             app->fit_known);
    for (int kind = FIT_NONE + 1; kind < FIT_KIND_COUNT; ++kind)
        text_add(text, "%s\"%s\":%zu", kind > FIT_NONE + 1 ? "," : "",
                 fit_kind_info((enum FitKind)kind)->word, contacts->of_kind[kind]);
    text_add(text, "},\n\"pair_kinds\":[");
    for (size_t p = 0; p < contacts->pair_count && p < MOST_PAIRS; ++p)
        text_add(text, "%s[%d,%d,\"%s\",%d]", p > 0 ? "," : "", (int)app->report.pairs[p].a,
                 (int)app->report.pairs[p].b, fit_kind_info(contacts->kinds[p])->word,
                 !contacts->quiet[p]);
    text_add(text, "],\n");
}

static void put_path(TextBuffer *text, const App *app)
{
    const PathState *state = &app->path;
    text_add(text,
             "\"path\":{\"parts\":%zu,\"keys\":%zu,\"start\":%.17g,\"end\":%.17g,\"time\":%.17g,",
             state->path.part_count, state->path.key_count, motion_path_start(&state->path),
             motion_path_end(&state->path), state->time);
    text_add(text,
             "\"playing\":%d,\"recording\":%d,\"samples\":%zu,\"replay\":%d,\"troubles\":%zu,"
             "\"unsaved\":%d,\"verdict\":%d},\n",
             state->playing, state->recording, state->record.sample_count, path_state_shows(app),
             state->trouble_count, state->unsaved,
             state->proof_known ? (int)state->proof.verdict : -1);
}

// What the panels about variants, workspaces and removal show.
static void put_studies(TextBuffer *text, const App *app)
{
    int32_t part = app->document.selected;
    const VariantTable *table = &app->variant_table;
    const SweepShown *sweep = sweep_shown(app);
    const RemovalState *removal = removal_state(app);
    size_t free_ways = 0;
    for (size_t i = 0; removal->ways_known && i < removal->ways.count; ++i)
        free_ways += removal->ways.items[i].state == PULL_FREE;
    text_add(text,
             "\"studies\":{\"variant\":%d,\"answers\":%d,\"swept\":%.17g,\"free_ways\":%zu,"
             "\"order\":%zu,\"order_at\":%.17g,",
             part == NO_PART ? 0 : (int)app->document.parts[part].variant,
             table->current ? table->count : 0, sweep->known ? sweep->volume_most : 0.0, free_ways,
             removal->order_known ? removal->order.step_count : 0, removal->position);
    const char *variants = part == NO_PART ? NULL : app->document.parts[part].variants;
    text_add(text, "\"variants\":");
    json_add_string(text, variants ? variants : "");
    text_add(text, "},\n");
}

// What the dimension lines say, one after the other.
static void put_dimensions(TextBuffer *text, const App *app)
{
    Dimension lines[DIMENSION_KINDS];
    char said[512] = "";
    int count = dimension_lines(app, lines);
    for (int i = 0, used = 0; i < count; ++i)
        used += snprintf(said + used, sizeof said - (size_t)used, "%s%s", i > 0 ? "; " : "",
                         lines[i].text);
    put_string(text, "dimensions", said);
}

static void put_joints(TextBuffer *text, const App *app)
{
    const JointList *list = app->document.joints;
    text_add(text, "\"couplings\":%d,\n", list ? (int)list->coupling_count : 0);
    put_string(text, "joint_text", app->joint_text);
    text_add(text, "\"joints\":[");
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        const Joint *joint = &list->joints[i];
        JointCoordinates at = app->document.parts[joint->child].joint;
        text_add(text, "%s{", i > 0 ? "," : "");
        put_string(text, "name", list->names[i].text);
        text_add(text, "\"kind\":\"%s\",\"child\":%d,\"parent\":%d,\"turn\":%.17g,\"shift\":%.17g}",
                 joint_kind_word(joint->kind), (int)joint->child, (int)joint->parent,
                 at.turn * DEGREES_PER_RADIAN, at.shift);
    }
    text_add(text, "],\n");
}

// Of those that are there several times, as the crosses of messages, the first: it is the one that scripts click.
static void put_widgets(TextBuffer *text, const UiState *ui)
{
    text_add(text, "\"widgets\":{");
    for (int i = 0; i < ui->rect_count; ++i) {
        const NamedRect *r = &ui->rects[i];
        int first = 0;
        while (strcmp(ui->rects[first].name, r->name) != 0)
            ++first;
        if (first == i)
            text_add(text, "%s\"%s\":[%.0f,%.0f,%.0f,%.0f,%.0f,%.0f]", i ? "," : "", r->name,
                     (double)r->x, (double)r->y, (double)r->width, (double)r->height,
                     (double)r->low, (double)r->high);
    }
    text_add(text, "},\n");
}

static void describe(TextBuffer *text, const View *view)
{
    const App *app = view->app;
    const Document *document = &app->document;
    const Camera *camera = &document->view.camera;
    const ViewRect *v = &view->viewport;
    text_add(text,
             "\"settled\":%d,\n\"heard\":%d,\n\"busy\":%d,\n\"following\":%d,\n\"selected\":%d,\n"
             "\"hovered\":%d,\n",
             view->settled, view->heard, stages_busy(app) || app->overlay.pending,
             hand_active(&app->hand), // what it leads is not there yet
             (int)document->selected, (int)view->hovered);
    const QueryStats *stats = &app->report.stats;
    const RootReading *roots = &app->roots;
    text_add(text, "\"volume_tests\":%llu,\n\"front_tests\":%llu,\n\"t\":%.17g,\n",
             (unsigned long long)stats->volume_tests, (unsigned long long)stats->front_tests,
             app->last_query_ms);
    text_add(text,
             "\"roots\":{\"part\":%d,\"other\":%d,\"pairs\":%d,\"n_v\":%llu,\"n_p\":%llu,"
             "\"n_u\":%llu,\"saved\":%lld,\"known\":%d,\"current\":%d},\n",
             (int)roots->part, (int)roots->other, roots->pairs,
             (unsigned long long)roots->work.volume_tests,
             (unsigned long long)roots->work.triangle_tests,
             (unsigned long long)roots->work.updates, (long long)roots_saved(roots), roots->known,
             roots->current);
    text_add(text,
             "\"pairs\":%zu,\n\"contacts\":%lld,\n\"crossing_pairs\":%d,\n\"volume_pairs\":%d,\n"
             "\"quiet_pairs\":%d,\n",
             app->report.count, (long long)app->report.contact_count,
             (int)app->contacts.crossing_pairs, (int)app->contacts.of_kind[FIT_VOLUMES],
             (int)app->contacts.calm_pairs);
    put_verdict(text, app);
    text_add(text, "\"clashes\":%zu,\n\"clash_rows\":%zu,\n\"fit_current\":%d,\n",
             app->fit.violations, app->fit.count, app->fit_current);
    const PartList *list = parts_panel_list(&view->ui);
    const int32_t *alone = document->view.shown_pair;
    bool is_alone = document_pair_shown(document);
    text_add(text, "\"shown_pair\":[%d,%d],\n", is_alone ? (int)alone[0] : NO_PART,
             is_alone ? (int)alone[1] : NO_PART);
    text_add(text, "\"bands\":%zu,\n\"band_limit\":%.17g,\n", app->bands.count, app->bands.limit);
    text_add(text, "\"gap\":[%d,%d,%.17g],\n\"least_gap\":%.17g,\n\"gap_current\":%d,\n",
             app->gap.part, app->gap.other, app->gap.other == NO_PART ? -1.0 : app->gap.distance,
             app->least_gap.other == NO_PART ? -1.0 : app->least_gap.distance, app->gap_current);
    put_dimensions(text, app);
    text_add(text, "\"view_mode\":%d,\n\"held_tool\":%d,\n", view->active_mode, view->held_tool);
    put_string(text, "rename", list->renamed == NO_PART ? "" : list->rename_text);
    text_add(text,
             "\"undo_steps\":%d,\n\"steps\":%d,\n\"selected_count\":%d,\n\"live_parts\":%d,\n",
             history_done(app->history), history_count(app->history),
             (int)selection_count(document), (int)document_live_count(document));
    const CompareReading *compared = &app->compare.figures;
    text_add(text, "\"compare_known\":%d,\n\"compare_differing\":%d,\n\"compare_contacts\":%zu,\n",
             app->compare.figures_current, compared->differing, compared->side[SIDE_B].contacts);
    const TimedState *timed = &app->timed;
    text_add(text, "\"timed\":[%llu,%llu,%llu,%zu,%d,%.17g],\n", (unsigned long long)timed->frames,
             (unsigned long long)timed->resumed, (unsigned long long)timed->open_answers,
             timed->open_unresolved, timed->open_level, timed->open_error);
    text_add(text, "\"can_undo\":%d,\n\"can_redo\":%d,\n\"dragging\":%d,\n",
             history_can_undo(app->history), history_can_redo(app->history),
             view->drag.kind != DRAG_NONE || view->held_tool != NO_TOOL);
    put_settings(text, document);
    text_add(text, "\"orthographic\":%d,\n", !(camera->fov_y > 0));
    put_looks(text, view);
    put_primitives(text, view);
    put_path(text, app);
    text_add(text, "\"plotted\":%d,\n", app->frames.count);
    put_studies(text, app);
    put_joints(text, app);
    text_add(text, "\"typed\":%.17g,\n\"move_steps\":[%.17g,%.17g,%.17g,%.17g],\n",
             number_field_typed(&view->ui), move_step(app, STEP_GRID), move_step(app, STEP_ANGLE),
             move_step(app, STEP_NUDGE), move_step(app, STEP_TURN));
    text_add(text, "\"volumes\":%zu,\n\"empty_cells\":%zu,\n", app->overlay.shown.volumes,
             app->overlay.shown.empty);
    // Where the panels saw it last: a click that comes in the same frame as its movement is not
    // what a hand does.
    const ImVec2 pointer = igGetIO()->MousePos;
    text_add(text, "\"pointer\":[%d,%d],\n", igIsMousePosValid(&pointer) ? (int)pointer.x : -1,
             igIsMousePosValid(&pointer) ? (int)pointer.y : -1);
    text_add(text, "\"viewport\":[%.0f,%.0f,%.0f,%.0f],\n", v->x, v->y, v->width, v->height);
    text_add(text, "\"camera\":[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g],\n", camera->target.x,
             camera->target.y, camera->target.z, camera->yaw, camera->pitch, camera->distance);
    put_string(text, "palette", palette_typed(&view->ui));
    put_string(text, "part_filter", parts_panel_filter(&view->ui));
    put_string(text, "chapter", help_chapter(&view->ui));
    put_string(text, "help_filter", help_filter(&view->ui));
    put_string(text, "drag_hint", view->ui.drag_hint);
    put_string(text, "hand", app->hand.text);
    char offer[160] = "";
    if (app->snap.offer.found)
        snap_offer_words(app, &app->snap.offer, offer, sizeof offer);
    put_string(text, "snap", offer);
    char changed[512];
    switch_said(view, changed, sizeof changed);
    put_string(text, "changed", changed);
    text_add(text, "\"unsaved\":%d,\n", save_is_dirty(app));
    put_string(text, "title", app->assembly.title ? app->assembly.title : "");
    text_add(text, "\"notices\":%zu,\n", app->notice_count);
    put_string(text, "last_notice",
               app->notice_count > 0 ? app->notices[app->notice_count - 1].text : "");
    put_widgets(text, &view->ui);
    text_add(text, "\"parts\":[\n");
    for (int32_t i = 0; i < document->part_count; ++i) {
        put_part(text, view, i);
        text_add(text, i + 1 < document->part_count ? ",\n" : "\n");
    }
    text_add(text, "]}\n");
}

void state_dump(View *view)
{
    if (!view->state_path)
        return;
    TextBuffer text = {0}, whole = {0};
    describe(&text, view);
    char *body = text_take(&text);
    if (body && (!view->last_state || strcmp(view->last_state, body) != 0)) {
        text_add(&whole, "{\"frame\":%llu,\n%s", (unsigned long long)view->frame, body);
        Error err = {""};
        if (!whole.failed && !file_write_atomic(view->state_path, whole.text, whole.length, &err)) {
            fprintf(stderr, "snug: %s\n", err.text);
            view->state_path = NULL;
        }
        free(view->last_state);
        view->last_state = body;
        body = NULL;
    }
    free(body);
    free(whole.text);
}
