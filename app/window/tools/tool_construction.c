// The split of the recorded construction that is shown: the volume of its node, triangles by the side
// that they went to, the planes that were weighed, and the one that was chosen.
#include "app/picture/trace_colours.h"
#include "app/picture/tree_colours.h"
#include "app/stages/stage.h"
#include "app/window/tool.h"
#include "app/window/tools/volume_shape.h"

#include <math.h>
#include <stdio.h>

enum { MOST_TRIANGLES = 6000, MOST_PLANES = 12, MOST_CORNERS = 6 };

static const uint32_t side_colours[2] = {TRACE_COLOUR_A, TRACE_COLOUR_B};

static const Affine *placement(const View *view)
{
    return &view->app->document.parts[view->app->construction.part].placement;
}

static void draw_volume(const View *view, NodeId node, Box3d box, float width)
{
    const ConstructionShown *c = &view->app->construction;
    MarkStyle style = {tree_role_colours[ROLE_PICKED], 1, width};
    VolumeRoom room;
    if (c->tree->type->volume_size <= sizeof room && construction_volume(c, node, room.bytes)) {
        VolumeShape shape;
        volume_shape(c->tree->type, room.bytes, placement(view), &shape);
        volume_shape_lines(view, &shape, style);
        return;
    }
    for (int corner = 0; corner < 8; ++corner) // packed into a block: the box of its triangles
        for (int k = 0; k < 3; ++k) {
            if (corner >> k & 1)
                continue;
            Vec3d ends[2];
            for (int end = 0; end < 2; ++end) {
                int at = corner | end << k;
                ends[end] = affine_apply(placement(view), vec3d(at & 1 ? box.hi.x : box.lo.x,
                                                                at & 2 ? box.hi.y : box.lo.y,
                                                                at & 4 ? box.hi.z : box.lo.z));
            }
            mark_line(view, ends[0], ends[1], style);
        }
}

// Is the triangle listed in the other part, too? These are few slots, or it is not asked.
static bool in_slots(const Bvh *tree, uint32_t first, uint32_t count, int32_t triangle)
{
    for (uint32_t i = 0; i < count; ++i)
        if (tree->slots[first + i] == triangle)
            return true;
    return false;
}

static void draw_sides(const View *view)
{
    const ConstructionShown *c = &view->app->construction;
    uint32_t first[2], count[2];
    for (int side = 0; side < 2; ++side)
        build_side(&c->record, c->step, side, &first[side], &count[side]);
    uint32_t all = count[0] + count[1], every = all / MOST_TRIANGLES + 1;
    bool repeats = c->tree->type->traits & BV_REPEATS_TRIANGLES && all <= MOST_TRIANGLES;
    float opacity = all < 60 ? 0.6f : 0.42f;
    for (int side = 0; side < 2; ++side)
        for (uint32_t i = 0; i < count[side]; i += every) {
            int32_t number = c->tree->slots[first[side] + i];
            bool both = repeats && in_slots(c->tree, first[!side], count[!side], number);
            if (both && side == 1)
                continue; // drawn already
            Triangle t = mesh_triangle(c->tree->mesh, number);
            t = triangle_transformed(&t, placement(view));
            uint32_t colour = both ? TRACE_COLOUR_GAP : side_colours[side];
            mark_face(view, t.p, 3, (MarkStyle){colour, opacity, 1});
            for (int k = 0; all < 400 && k < 3; ++k)
                mark_line(view, t.p[k], t.p[(k + 1) % 3], (MarkStyle){colour, 0.9f, 1});
        }
}

// Where a plane passes the box: its corners, in order around it.
static int cross_section(const Box3d *box, Vec3d n, double at, Vec3d out[MOST_CORNERS])
{
    int count = 0;
    for (int corner = 0; corner < 8; ++corner)
        for (int k = 0; k < 3; ++k) {
            if (corner >> k & 1)
                continue;
            Vec3d ends[2];
            for (int end = 0; end < 2; ++end) {
                int which = corner | end << k;
                ends[end] =
                    vec3d(which & 1 ? box->hi.x : box->lo.x, which & 2 ? box->hi.y : box->lo.y,
                          which & 4 ? box->hi.z : box->lo.z);
            }
            double a = vec3d_dot(n, ends[0]) - at, b = vec3d_dot(n, ends[1]) - at;
            if ((a <= 0) == (b <= 0) || count == MOST_CORNERS)
                continue;
            out[count++] = vec3d_lerp(ends[0], ends[1], a / (a - b));
        }
    Vec3d middle = vec3d(0, 0, 0);
    for (int i = 0; i < count; ++i)
        middle = vec3d_add_scaled(middle, out[i], 1.0 / count);
    // By the angle about the middle: few, so by insertion.
    Vec3d u = count > 0 ? vec3d_sub(out[0], middle) : middle, v = vec3d_cross(n, u);
    for (int i = 1; i < count; ++i) {
        Vec3d moving = out[i];
        double angle =
            atan2(vec3d_dot(v, vec3d_sub(moving, middle)), vec3d_dot(u, vec3d_sub(moving, middle)));
        int k = i;
        for (; k > 0 && atan2(vec3d_dot(v, vec3d_sub(out[k - 1], middle)),
                              vec3d_dot(u, vec3d_sub(out[k - 1], middle))) > angle;
             --k)
            out[k] = out[k - 1];
        out[k] = moving;
    }
    return count;
}

static Vec3d normal_of(const SplitCandidate *c)
{
    if (c->axis != SPLIT_OWN_AXIS)
        return vec3d(c->axis == 0, c->axis == 1, c->axis == 2);
    return vec3d((double)c->direction[0], (double)c->direction[1], (double)c->direction[2]);
}

// One plane, or where both children's sides would be; returns a corner of it for a label.
static bool draw_plane(const View *view, const Box3d *box, const SplitCandidate *c, bool filled,
                       MarkStyle style, Vec3d *corner)
{
    bool any = false;
    for (int which = 0; which < 2 && !isnan(c->at[which]); ++which) {
        Vec3d around[MOST_CORNERS];
        int count = cross_section(box, normal_of(c), (double)c->at[which], around);
        MarkStyle line = style;
        if (filled && !isnan(c->at[1]))
            line.colour = side_colours[which];
        for (int i = 0; i < count; ++i)
            around[i] = affine_apply(placement(view), around[i]);
        if (filled && count >= 3)
            mark_face(view, around, count, (MarkStyle){line.colour, 0.16f, 1});
        for (int i = 0; i < count; ++i)
            mark_line(view, around[i], around[(i + 1) % count], line);
        if (count > 0)
            *corner = around[0];
        any |= count > 0;
    }
    return any;
}

static void label(const View *view, const SplitCandidate *c, Vec3d at)
{
    char place[128], text[192];
    construction_say_place(view->app, c, place, sizeof place);
    if (isnan(c->cost))
        snprintf(text, sizeof text, "%s", place);
    else
        snprintf(text, sizeof text, "%s, cost %.7g", place, c->cost);
    mark_label(view, at, 0, -18, text);
}

// The cheapest ones beside the chosen, the cheaper the darker.
static void draw_planes(const View *view, const Box3d *box)
{
    const ConstructionShown *c = &view->app->construction;
    const BuildStep *step = &c->record.steps[c->step];
    const SplitCandidate *list = &c->record.candidates[step->candidate];
    const SplitCandidate *chosen = step->chosen >= 0 ? &list[step->chosen] : NULL;
    int hovered = view->ui.candidate_frame == igGetFrameCount() &&
                          view->ui.candidate_hovered < step->candidates
                      ? view->ui.candidate_hovered
                      : -1;
    Vec3d corner;
    double reached = -INFINITY;
    for (int drawn = 0; drawn < MOST_PLANES;) {
        double least = INFINITY;
        for (int i = 0; i < step->candidates; ++i)
            if (list[i].refused == REFUSED_NOT && list[i].cost > reached && list[i].cost < least)
                least = list[i].cost;
        if (!isfinite(least))
            break;
        float share = (float)drawn / MOST_PLANES;
        for (int i = 0; i < step->candidates && drawn < MOST_PLANES; ++i)
            if (list[i].cost == least && list[i].refused == REFUSED_NOT && ++drawn > 0 &&
                i != step->chosen)
                draw_plane(view, box, &list[i], false,
                           (MarkStyle){tree_heat_colour(1 - (double)share), 0.55f, 1}, &corner);
        reached = least;
    }
    for (int i = 0; isnan(chosen ? chosen->cost : NAN) && i < step->candidates; ++i)
        draw_plane(view, box, &list[i], false, (MarkStyle){tree_heat_colour(0.3), 0.55f, 1},
                   &corner); // by rule: what was tried before
    if (chosen && draw_plane(view, box, chosen, true,
                             (MarkStyle){tree_role_colours[ROLE_PICKED], 1, 2.2f}, &corner))
        label(view, chosen, corner);
    if (hovered >= 0 && hovered != step->chosen &&
        draw_plane(view, box, &list[hovered], true, (MarkStyle){TRACE_COLOUR_GAP, 1, 2}, &corner))
        label(view, &list[hovered], corner);
}

// The box of a large node is found once.
typedef struct Seen {
    uint32_t version, step;
    bool known;
    Box3d box;
} Seen;

static void settle(const View *view, void *state)
{
    Seen *seen = state;
    const ConstructionShown *c = &view->app->construction;
    if (!construction_known(c) || c->hybrid ||
        (seen->known && seen->version == c->version && seen->step == c->step))
        return;
    *seen = (Seen){c->version, c->step, true, construction_box(c, c->record.steps[c->step].node)};
}

static void draw(const View *view, const void *state)
{
    const Seen *seen = state;
    const ConstructionShown *c = &view->app->construction;
    if (!construction_in_view(view->app) || !seen->known || seen->version != c->version)
        return;
    draw_sides(view);
    draw_planes(view, &seen->box);
    draw_volume(view, c->record.steps[c->step].node, seen->box, 2.2f);
}

const Tool tool_construction = {
    .name = "construction", .state_size = sizeof(Seen), .settle = settle, .draw = draw};
