// Safety distances as they stand, the worst first, and where the last drag crossed one.
#include "app/actions/list_rules.h"
#include "app/actions/list_view.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

// The verdict of the lists where surfaces meet: a distance of surfaces says nothing then.
static void say_distance(const App *app, const WatchedPair *pair, char *text, size_t size)
{
    const FitRow *row = contact_row(app, pair->a, pair->b);
    if (row && row->state != PAIR_CLEAR)
        snprintf(text, size, "%s", fit_row_verdict(row));
    else
        length_format(pair->distance.value, app->assembly.unit, text, size);
}

static void row(const PanelContext *context, int i)
{
    const App *app = context->app;
    const WatchedPair *pair = &app->watch.pairs[i];
    if (pair->b >= app->document.part_count)
        return;
    const int32_t *shown = app->document.view.shown_pair;
    bool near = watched_beyond(pair) < 0, alone = shown[0] == pair->a && shown[1] == pair->b;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    char names[512], distance[64], limit[64];
    snprintf(names, sizeof names, "%.240s \xE2\x80\x93 %.240s", app->assembly.parts[pair->a].name,
             app->assembly.parts[pair->b].name);
    say_distance(app, pair, distance, sizeof distance);
    length_format(pair->limit, app->assembly.unit, limit, sizeof limit);
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (igSelectable_Bool("##row", alone, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0}))
        action_submit(context->out, &action_pair_show,
                      &(ActionArgs){.part = pair->a,
                                    .other = pair->b,
                                    .aspect = context->ui->view_aspect,
                                    .flag = true});
    if (i == 0)
        ui_note_rect(context->ui, "first_distance");
    widget_tooltip("Click: zoom to the two, and dim the other parts; Esc: bring them back");
    igSameLine(0, 0);
    widget_dot(near ? theme->clearance : COLOUR_GOOD, NULL);
    igSameLine(0, -1);
    widget_ellipsis(COLOUR_TEXT, 0, names);
    igTableNextColumn();
    widget_text(near ? COLOUR_ALERT : COLOUR_TEXT, distance);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, limit);
    igPopID();
}

static void rows(const PanelContext *context, size_t count)
{
    static const char *const notes[] = {
        "The two parts, the worst pair first", "How far apart they are now: exact",
        "How far apart they must be: by a rule, or by the safety distance of all parts"};
    float line = igGetTextLineHeightWithSpacing();
    float height = line * (float)(count < 3 ? 4 : count > 14 ? 15 : count + 1) + line * 0.6f;
    if (!igBeginTable("distances", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                      (ImVec2){0, height}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("Pair", ImGuiTableColumnFlags_WidthStretch, 2.2f, 0);
    igTableSetupColumn("Distance", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("At least", ImGuiTableColumnFlags_WidthStretch, 0.9f, 0);
    widget_headers(0, notes);
    widget_rows(context, count, row);
    igEndTable();
}

static void crossings(const PanelContext *context)
{
    const App *app = context->app;
    const WatchState *watch = &app->watch;
    for (int32_t i = 0; i < watch->crossing_count; ++i) {
        const WatchCrossing *crossing = &watch->crossings[i];
        char text[600], limit[64];
        if (crossing->part[0] >= app->document.part_count ||
            crossing->part[1] >= app->document.part_count)
            continue;
        length_format(crossing->limit, app->assembly.unit, limit, sizeof limit);
        snprintf(text, sizeof text, "%.240s crossed %s to %.240s%s",
                 app->assembly.parts[crossing->part[0]].name, limit,
                 app->assembly.parts[crossing->part[1]].name,
                 crossing->known ? "" : "; where exactly is not known");
        igPushID_Int(i);
        if (crossing->known &&
            widget_button(context, "Go there", i == 0 ? "crossing_return" : NULL,
                          "Puts the part back to where it was when it crossed the distance", NULL,
                          0))
            action_submit(context->out, &action_clearance_return, &(ActionArgs){.index = i});
        if (crossing->known)
            igSameLine(0, -1);
        igPushTextWrapPos(0);
        widget_text(COLOUR_TEXT, text);
        igPopTextWrapPos();
        igPopID();
    }
    if (watch->crossings_more > 0) {
        char more[64];
        snprintf(more, sizeof more, "... and %d more", watch->crossings_more);
        widget_text(COLOUR_FAINT, more);
    }
}

static void draw(const PanelContext *context)
{
    const WatchState *watch = &context->app->watch;
    char text[200];
    size_t near = watch_too_near(watch);
    igPushTextWrapPos(0);
    if (!watch->wanted) {
        widget_text(COLOUR_FAINT,
                    "No safety distances. Rules... in the Clashes panel gives them to pairs, "
                    "groups and wildcards; the Safety distance there holds for all others.");
        igPopTextWrapPos();
        return;
    }
    snprintf(text, sizeof text,
             near > 0 ? "%zu pair%s too near" : "All pairs keep their safety distances", near,
             near == 1 ? "" : "s");
    widget_text(near > 0 ? COLOUR_ALERT : COLOUR_GOOD, text);
    if (watch->count == 0)
        widget_text(COLOUR_FAINT, "No pair is nearer than four times its safety distance.");
    igPopTextWrapPos();
    if (watch->count > 0)
        rows(context, watch->count);
    crossings(context);
}

const Panel panel_distances = {
    .title = "Safety distances",
    .note = "Pairs with a safety distance, the worst first, and where a drag crossed one",
    .chapter = "rules#safety-distances",
    .place = PLACE_STRIP,
    .draw = draw,
};
