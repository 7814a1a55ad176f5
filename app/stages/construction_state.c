#include "app/stages/construction_state.h"

#include "app/stages/stage.h"
#include "core/base/length.h"
#include "core/base/memory.h"
#include "core/tree/split/split.h"

#include <stdio.h>

bool construction_part(const App *app, int32_t *part, const char **why)
{
    *part = app->document.selected;
    *why = "select a part: it is the construction of its hierarchy that is recorded";
    if (*part == NO_PART || *part >= app->assembly.part_count)
        return false;
    *why = "the part has no hierarchy yet";
    return app->parts && app->parts[*part].tree;
}

bool construction_in_view(const App *app)
{
    const ConstructionShown *c = &app->construction;
    return construction_known(c) && !c->hybrid && !c->old && app->document.view.explode <= 0 &&
           app->document.parts[c->part].visible &&
           panels_shown_have(&app->panels, CONSTRUCTION_PANEL);
}

bool construction_hybrid_in_view(const App *app)
{
    const ConstructionShown *c = &app->construction;
    return construction_known(c) && c->hybrid && !c->old && app->document.view.explode <= 0 &&
           panels_shown_have(&app->panels, CONSTRUCTION_PANEL);
}

void construction_forget(ConstructionShown *shown)
{
    uint32_t version = shown->version + 1;
    build_record_free(&shown->record);
    hybrid_construction_free(shown->hybrid);
    bvh_release(shown->tree);
    mem_free(shown->packed);
    *shown = (ConstructionShown){.part = NO_PART, .version = version, .speed = shown->speed};
}

// Of types whose volumes follow from their parents': the way up is as the record knows it.
static bool decoded(const ConstructionShown *shown, NodeId node, void *volume)
{
    const Bvh *tree = shown->tree;
    if (!(tree->type->traits & BV_NEEDS_PARENT)) {
        tree->type->decode(tree, node, NULL, volume);
        return true;
    }
    NodeId *above = mem_alloc((size_t)shown->record.node_count * sizeof *above);
    if (!above)
        return false;
    for (NodeId at = node;; at = above[at]) {
        above[at] = shown->record.nodes[at].parent;
        if (above[at] == BUILD_NONE)
            break;
    }
    bool fine = bvh_volume(tree, node, above, volume);
    mem_free(above);
    return fine;
}

bool construction_volume(const ConstructionShown *shown, NodeId node, void *volume)
{
    if (shown->packed)
        node = shown->packed[node];
    return node != BUILD_NONE && node < shown->tree->node_count && decoded(shown, node, volume);
}

Box3d construction_box(const ConstructionShown *shown, NodeId node)
{
    const BuildNode *n = &shown->record.nodes[node];
    Box3d box = box3d_empty();
    for (uint32_t i = 0; i < n->count; ++i) {
        Triangle t = mesh_triangle(shown->tree->mesh, shown->tree->slots[n->first + i]);
        for (int k = 0; k < 3; ++k)
            box = box3d_including(box, t.p[k]);
    }
    return box;
}

void construction_say_place(const App *app, const SplitCandidate *candidate, char *text,
                            size_t size)
{
    char first[48], second[48];
    const char *axis = candidate->axis == SPLIT_OWN_AXIS ? "own axis"
                       : candidate->axis == 0            ? "x"
                       : candidate->axis == 1            ? "y"
                                                         : "z";
    if (isnan(candidate->at[0])) {
        snprintf(text, size, "%s", axis);
        return;
    }
    length_format((double)candidate->at[0], app->assembly.unit, first, sizeof first);
    if (isnan(candidate->at[1])) {
        snprintf(text, size, "%s at %s", axis, first);
        return;
    }
    length_format((double)candidate->at[1], app->assembly.unit, second, sizeof second);
    snprintf(text, size, "%s at %s and %s", axis, first, second);
}

// What led to it, for who knows the criterion's rule.
static void say_reason(const ConstructionShown *shown, const BuildStep *step,
                       const SplitCandidate *chosen, char *text, size_t size)
{
    const SplitRule *rule = shown->tree->desc.split;
    bool own = shown->tree->type->own_criterion;
    if (step->flags & BUILD_GUIDED)
        snprintf(text, size,
                 "The builder decided: triangles were inserted one by one where areas grew least, "
                 "and this split follows the tree that came of it.");
    else if (step->flags & BUILD_REFUSED)
        snprintf(text, size, "Not split: %s. It stays a leaf.", step->reason);
    else if (step->flags & BUILD_FELL_BACK)
        snprintf(text, size,
                 "The criterion found nothing that it may take, so another rule "
                 "decided: %s.",
                 step->reason);
    else if (chosen && !isnan(chosen->cost) && (rule->weighs || own))
        snprintf(text, size, "Reason: %s. Its cost, %.7g, is the least of %u that were weighed.",
                 step->reason, chosen->cost, step->weighed);
    else
        snprintf(text, size, "Reason: %s. This criterion compares no costs, it goes by its rule.",
                 step->reason);
}

void construction_say(const App *app, uint32_t index, char *text, size_t size)
{
    const ConstructionShown *shown = &app->construction;
    const BuildStep *step = &shown->record.steps[index];
    const SplitCandidate *chosen =
        step->chosen >= 0 ? &shown->record.candidates[step->candidate + (uint16_t)step->chosen]
                          : NULL;
    char place[160] = "", reason[256], sides[96] = "";
    if (chosen && !(step->flags & BUILD_REFUSED)) {
        char at[128];
        construction_say_place(app, chosen, at, sizeof at);
        snprintf(place, sizeof place, " Split along %s%s%s%s.", at,
                 chosen->way == WAY_PLANE ? "" : " (",
                 chosen->way == WAY_PLANE ? "" : split_way_words[chosen->way],
                 chosen->way == WAY_PLANE ? "" : ")");
    }
    if (!(step->flags & BUILD_REFUSED))
        snprintf(sides, sizeof sides, " %d go to the first part, %d to the second%s.", step->left,
                 step->right,
                 step->left + step->right > step->count ? ": some are listed in both" : "");
    say_reason(shown, step, chosen, reason, sizeof reason);
    snprintf(text, size, "Node %u on level %d holds %d triangle%s.%s%s %s%s", step->node,
             step->level - 1, step->count, step->count == 1 ? "" : "s", place, sides, reason,
             step->flags & BUILD_LOPSIDED ? " Lopsided: one part gets less than a tenth." : "");
}
