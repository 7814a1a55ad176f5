#include "app/window/panels/candidate_rows.h"

#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stdio.h>

// Those that could be chosen by cost, then those that could not.
static void sort(const SplitCandidate *list, int count, int order[SPLIT_NOTES_MOST])
{
    for (int i = 0; i < count; ++i) {
        int at = i;
        for (; at > 0; --at) {
            const SplitCandidate *a = &list[i], *b = &list[order[at - 1]];
            bool refused = a->refused != REFUSED_NOT, other = b->refused != REFUSED_NOT;
            if (refused != other ? refused : !(a->cost < b->cost))
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static const char *cost_text(char *text, size_t size, double cost)
{
    if (isnan(cost))
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.7g", cost);
    return text;
}

static void row(const PanelContext *context, const BuildStep *step, int index)
{
    const App *app = context->app;
    const SplitCandidate *c =
        &app->construction.record.candidates[step->candidate + (uint32_t)index];
    bool chosen = index == step->chosen;
    char text[128];
    igTableNextRow(0, 0);
    igTableNextColumn();
    igPushID_Int(index);
    igSelectable_Bool("##candidate", chosen, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0});
    if (igIsItemHovered(0)) {
        context->ui->candidate_hovered = index;
        context->ui->candidate_frame = igGetFrameCount();
        if (chosen)
            ui_note_rect(context->ui, "construction_chosen");
    }
    igSameLine(0, 0);
    uint32_t colour = c->refused ? COLOUR_FAINT : COLOUR_TEXT;
    widget_text(colour, c->axis == SPLIT_OWN_AXIS ? "own"
                        : c->axis == 0            ? "x"
                        : c->axis == 1            ? "y"
                                                  : "z");
    igTableNextColumn();
    if (isnan(c->at[1]))
        snprintf(text, sizeof text, "%.5g", (double)c->at[0]);
    else
        snprintf(text, sizeof text, "%.4g / %.4g", (double)c->at[0], (double)c->at[1]);
    widget_right(text);
    igTableNextColumn();
    widget_right(cost_text(text, sizeof text, c->cost));
    widget_cell("%d", c->left);
    widget_cell("%d", c->right);
    igTableNextColumn();
    widget_ellipsis(chosen ? COLOUR_TEXT : COLOUR_FAINT, 0,
                    chosen && step->flags & BUILD_REFUSED ? "best, but not worth it"
                    : chosen                              ? "chosen"
                    : c->refused                          ? split_refusal_words[c->refused]
                    : c->way != WAY_PLANE                 ? split_way_words[c->way]
                                                          : "");
    igPopID();
}

static void heading(const ConstructionShown *c, const BuildStep *step)
{
    const SplitRule *rule = c->tree->desc.split;
    const char *own = c->tree->type->own_criterion;
    char line[320];
    if (step->flags & BUILD_GUIDED)
        snprintf(line, sizeof line, "Nothing was weighed here: %s.", c->tree->desc.builder->note);
    else if (step->candidates == 0 && step->weighed > 0)
        snprintf(line, sizeof line, "%u were weighed, but not kept: the record is full.",
                 step->weighed);
    else if (step->weighed > step->candidates)
        snprintf(line, sizeof line,
                 "%u weighed; of each part of an axis the best is listed. Cost: %s.", step->weighed,
                 own ? "the difference of both sides and what is crossed" : rule->weighs);
    else
        snprintf(line, sizeof line, "%s%s. Rule: %s.", own || rule->weighs ? "Cost: " : "No costs",
                 own            ? "the difference of both sides and what is crossed"
                 : rule->weighs ? rule->weighs
                                : "",
                 own ? own : rule->note);
    igBeginGroup();
    widget_ellipsis(COLOUR_FAINT, 0, line);
    igEndGroup();
    widget_tooltip(line);
}

void candidate_rows(const PanelContext *context)
{
    const ConstructionShown *c = &context->app->construction;
    const BuildStep *step = &c->record.steps[c->step];
    static const char *const notes[] = {
        "Which axis would be cut; own: a direction of the triangles themselves",
        "Where, in the part's own coordinates; two numbers: where each child's moved side would be",
        "What the criterion compares; less is better",
        "Triangles of the first part",
        "Triangles of the second part; with those of the first fewer than all where some cross",
        "What became of it"};
    int order[SPLIT_NOTES_MOST];
    heading(c, step);
    if (step->candidates == 0)
        return;
    ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
    // All of them where the panel has room; not below six.
    const float line = igGetTextLineHeightWithSpacing();
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float rows = fminf((float)step->candidates + 1.4f, fmaxf(7.4f, space.y / line));
    char where[32];
    snprintf(where, sizeof where, "At, %s", length_unit_info(context->app->assembly.unit)->suffix);
    if (!igBeginTable("candidates", 6, flags, (ImVec2){0, rows * line}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("Axis", 0, 0.5f, 0);
    igTableSetupColumn(where, 0, 1.75f, 0);
    igTableSetupColumn("Cost", 0, 1.35f, 0);
    igTableSetupColumn("First", 0, 0.7f, 0);
    igTableSetupColumn("Second", 0, 0.9f, 0);
    igTableSetupColumn("", 0, 1.35f, 0);
    widget_headers(0x1E, notes);
    sort(&c->record.candidates[step->candidate], step->candidates, order);
    for (int i = 0; i < step->candidates; ++i)
        row(context, step, order[i]);
    igEndTable();
    ui_note_rect(context->ui, "construction_candidates");
}
