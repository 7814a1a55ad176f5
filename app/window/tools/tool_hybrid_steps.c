// The step of the recorded construction over the primitives that is shown: the volumes of the groups that it
// made, and the primitives by the group or side that they went to.
#include "app/picture/theme.h"
#include "app/picture/trace_colours.h"
#include "app/picture/tree_colours.h"
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/tool.h"
#include "app/window/tools/volume_shape.h"
#include "core/base/array.h"
#include "core/base/memory.h"

enum { MOST_GROUPS = 64, MOST_LINES = 20000 };

typedef struct Group {
    HybridId node;
    HybridVolume volume;
} Group;

typedef struct State {
    uint32_t version, step;
    bool known;
    Group groups[MOST_GROUPS];
    int count;
} State;

static void add_group(const HybridConstruction *h, HybridId node, const HybridVolume **volumes,
                      State *s)
{
    int32_t count = 0;
    for (int i = 0; i < s->count; ++i)
        if (s->groups[i].node == node)
            return;
    for (int32_t p = 0; p < h->list->set.count; ++p)
        if (hybrid_construction_below(h, p, node))
            volumes[count++] = &h->list->set.items[p].volume;
    if (count < 2 || s->count == MOST_GROUPS)
        return;
    unsigned types = h->desc.types[0] & VOLUME_TYPES_ALL ? h->desc.types[0] : VOLUME_TYPES_ALL;
    double least = INFINITY;
    Group *group = &s->groups[s->count++];
    group->node = node;
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t) {
        if (!(types >> t & 1))
            continue;
        HybridVolume fit = hybrid_volume_fit((enum VolumeType)t, volumes, count);
        double score = hybrid_volume_measure(&fit, h->stats.measure) * h->desc.factors[t];
        if (score < least) {
            least = score;
            group->volume = fit;
        }
    }
}

// Fitted once per step: groups that got another child in it.
static void settle(const View *view, void *state)
{
    State *s = state;
    const ConstructionShown *c = &view->app->construction;
    const HybridConstruction *h = c->hybrid;
    if (!construction_hybrid_in_view(view->app) || h->at != (int64_t)c->step ||
        (s->known && s->version == c->version && s->step == c->step))
        return;
    const HybridStep *step = &h->record.steps[c->step];
    const HybridVolume **volumes = array_alloc((size_t)h->list->set.count, sizeof *volumes);
    s->version = c->version;
    s->step = c->step;
    s->known = true;
    s->count = 0;
    for (uint32_t i = 0; volumes && i < step->changes; ++i) {
        HybridId group = h->record.changes[step->change + i].after;
        if (group != HYBRID_NONE)
            add_group(h, group, volumes, s);
    }
    mem_free(volumes);
}

typedef struct Pen {
    const View *view;
    MarkStyle style;
    int lines;
} Pen;

static void draw_line(void *user, Vec3 from, Vec3 to)
{
    Pen *pen = user;
    if (pen->lines-- > 0)
        mark_line(pen->view, vec3d_from(from), vec3d_from(to), pen->style);
}

static bool in_list(const HybridRecord *r, const HybridStep *step, int side, int32_t primitive)
{
    for (uint32_t i = 0; i < step->primitives[side]; ++i)
        if (r->primitives[step->primitive[side] + i] == primitive)
            return true;
    return false;
}

// Would the candidate group it?
static bool is_meant(const HybridConstruction *h, const HybridStep *step, const HybridCandidate *c,
                     int32_t primitive)
{
    if (step->kind != HYBRID_STEP_LEVEL)
        return hybrid_construction_below(h, primitive, c->a) ||
               (c->b != HYBRID_NONE && step->kind == HYBRID_STEP_COLLAPSE &&
                hybrid_construction_below(h, primitive, c->b));
    for (uint32_t m = 0; m < step->members; ++m)
        if (c->mask >> m & 1 &&
            hybrid_construction_below(h, primitive, h->record.members[step->member + m]))
            return true;
    return false;
}

// The node of the finished hierarchy that is pointed at in the Tree panel.
static void draw_pointed(const View *view)
{
    const HybridShown *shown = &view->app->hybrid;
    if (view->ui.hybrid_frame != igGetFrameCount() || !shown->list ||
        view->ui.hybrid_hovered >= shown->tree.count)
        return;
    Pen pen = {.view = view, .lines = MOST_LINES, .style = {TRACE_COLOUR_GAP, 1, 2.4f}};
    hybrid_volume_outline(&shown->tree.nodes[view->ui.hybrid_hovered].volume, draw_line, &pen);
}

static void draw(const View *view, const void *state)
{
    const State *s = state;
    const ConstructionShown *c = &view->app->construction;
    draw_pointed(view);
    const HybridConstruction *h = c->hybrid;
    if (!construction_hybrid_in_view(view->app) || !s->known || s->version != c->version ||
        s->step != c->step || h->at != (int64_t)c->step)
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    const HybridStep *step = &h->record.steps[c->step];
    const HybridCandidate *hovered =
        view->ui.candidate_frame == igGetFrameCount() &&
                (uint32_t)view->ui.candidate_hovered < step->candidates
            ? &h->record.candidates[step->candidate + (uint32_t)view->ui.candidate_hovered]
            : NULL;
    Pen pen = {.view = view, .lines = MOST_LINES};
    for (int32_t p = 0; p < h->list->set.count && pen.lines > 0; ++p) {
        uint32_t colour = 0;
        for (int i = 0; i < s->count && step->kind == HYBRID_STEP_LEVEL; ++i)
            if (hybrid_construction_below(h, p, s->groups[i].node))
                colour = theme->hues[i % THEME_HUES];
        for (int side = 0; side < 2 && step->kind != HYBRID_STEP_LEVEL; ++side)
            if (in_list(&h->record, step, side, p))
                colour = side ? TRACE_COLOUR_B : TRACE_COLOUR_A;
        if (hovered && is_meant(h, step, hovered, p))
            colour = TRACE_COLOUR_GAP;
        if (colour == 0)
            continue;
        pen.style = (MarkStyle){colour, 1, 2.4f};
        hybrid_volume_outline(&h->list->set.items[p].volume, draw_line, &pen);
    }
    for (int i = 0; i < s->count; ++i) {
        uint32_t colour = step->kind == HYBRID_STEP_LEVEL ? theme->hues[i % THEME_HUES]
                                                          : tree_role_colours[ROLE_PICKED];
        pen.style = (MarkStyle){colour, 0.9f, 1.6f};
        hybrid_volume_outline(&s->groups[i].volume, draw_line, &pen);
    }
}

const Tool tool_hybrid_steps = {
    .name = "hybrid_steps", .state_size = sizeof(State), .settle = settle, .draw = draw};
