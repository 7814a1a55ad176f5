#include "app/window/panels/search_settings.h"
#include "app/document/field_actions.h"
#include "app/stages/timed_state.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

static const char LABEL[] = "Settings...";
static const double FIRST_BUDGET_US = 500;

float search_settings_width(void)
{
    ImVec2 size;
    igCalcTextSize(&size, LABEL, NULL, false, -1);
    return size.x + 2 * igGetStyle()->FramePadding.x;
}

static void budget(const PanelContext *context)
{
    ActionArgs args = {.number = context->app->document.effort.budget_us};
    bool on = args.number > 0;
    if (igCheckbox("Time budget", &on)) {
        args.number = on ? FIRST_BUDGET_US : 0;
        action_submit(context->out, &action_query_budget, &args);
    }
    widget_explain(context, "query_budget",
                   "While parts move, says only whether they meet, as far as it gets in this time "
                   "per frame; contacts are listed when parts rest");
    igSameLine(0, -1);
    igBeginDisabled(!on);
    igSetNextItemWidth(igGetFontSize() * 9);
    static const double least = 1, most = 20000;
    double shown = on ? args.number : FIRST_BUDGET_US;
    if (igSliderScalar("##budget", ImGuiDataType_Double, &shown, &least, &most, "%.0f \u00b5s",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic) &&
        on) {
        args.number = round(shown);
        action_submit_merged(context->out, &action_query_budget, &args, context->ui->merge_key);
    }
    igEndDisabled();
    widget_explain(context, "query_budget_us", "Microseconds per frame");
}

void search_settings_button(const PanelContext *context)
{
    ImVec2 room;
    igGetContentRegionMax(&room);
    igSameLine(room.x - search_settings_width(), 0);
    if (igSmallButton(LABEL))
        igOpenPopup_Str("search settings", 0);
    widget_explain(context, "search_settings", "How contacts are looked for while parts move");
    ImVec2 corner;
    igGetItemRectMax(&corner);
    corner.y += igGetStyle()->ItemSpacing.y;
    igSetNextWindowPos(corner, ImGuiCond_Appearing, (ImVec2){1, 0}); // below, ends with the button
    if (!igBeginPopup("search settings", 0))
        return;
    widget_switch(context, "query_fronts", NULL, &action_query_fronts, NULL);
    widget_switch(context, "query_threads", NULL, &action_query_threads, NULL);
    budget(context);
    widget_switch(context, "query_frontier", NULL, &action_query_frontier, NULL);
    igEndPopup();
}

void search_answer(const PanelContext *context)
{
    const App *app = context->app;
    const TimedState *timed = &app->timed;
    double budget_us = app->document.effort.budget_us;
    if (!(budget_us > 0))
        return;
    char line[240], band[120], count[32];
    const TimedFrontier *frontier = &timed->frontier;
    bool left = timed->of_verdict[VERDICT_UNDECIDED] > 0;
    if (timed->current && left) {
        timed_band_say(timed->error, timed->farthest, app->assembly.unit, band, sizeof band);
        snprintf(line, sizeof line, "after %.0f \u00b5s: level %d, %s volume pairs left, %s",
                 budget_us, timed->level,
                 format_count(count, sizeof count, (int64_t)timed->unresolved), band);
    } else if (timed->current) {
        snprintf(line, sizeof line, "all decided within %.0f \u00b5s", budget_us);
    } else if (timed_frontier_shown(app)) {
        const TimedAnswer *was = &frontier->rows[0].row.answer;
        timed_band_say(was->error, was->farthest, app->assembly.unit, band, sizeof band);
        snprintf(line, sizeof line,
                 "at rest everything is listed; the first %.0f \u00b5s said: level %d, %s",
                 budget_us, was->level, band);
    } else {
        snprintf(line, sizeof line, "budget %.0f \u00b5s; at rest everything is listed", budget_us);
    }
    igPushTextWrapPos(0);
    widget_text(COLOUR_FAINT, line);
    igPopTextWrapPos();
}
