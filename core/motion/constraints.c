#include "core/motion/constraints.h"

#include "core/base/array.h"
#include "core/motion/surface.h"
#include "core/shape/box.h"
#include "core/shape/segment.h"

#include <assert.h>

enum { SEEN_BITS = 15 };

typedef struct Gathering {
    Constraints *set;
    MotionScene *scene;
    int32_t pair;
    Surface side[2];
    NearStance stance;
    Vec3d shift[2]; // of the bodies since the others were gathered
    Box3d reach[2]; // of the two triangles
    double size;    // of the bodies: gaps below rounding have no direction
    size_t item;    // of the list, which is looked at
    bool failed;
} Gathering;

// How far a body of the pair has shifted since.
static Vec3d shift_since(const Constraints *set, const MotionScene *scene, int32_t pair, int side)
{
    const MotionBody *body = &scene->bodies[scene->pairs[pair].body[side]];
    return vec3d_sub(body->pose.pivot, set->stances[pair].pivot[side]);
}

static void add(Gathering *g, Constraint constraint)
{
    Constraints *set = g->set;
    if (!array_reserve(&set->items, &set->capacity, set->count + 1, sizeof *set->items)) {
        g->failed = true;
        return;
    }
    constraint.pair = g->pair;
    constraint.item = g->item;
    for (int k = 0; k < 2; ++k)
        constraint.first[k] = vec3d_sub(constraint.at[k], g->shift[k]);
    constraint.first_gap =
        constraint.gap - vec3d_dot(constraint.normal, vec3d_sub(g->shift[0], g->shift[1]));
    set->items[set->count++] = constraint;
}

// Was the corner seen with this triangle already, through another triangle at the corner? Forgets now
// and then, which only costs a row.
static bool seen_before(Gathering *g, int side, int32_t point, int32_t triangle)
{
    uint64_t key = ((uint64_t)(uint32_t)point << 32 | (uint32_t)triangle) * 2 + (uint64_t)side + 1;
    key = (key ^ (uint64_t)(uint32_t)g->pair << 56) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    uint64_t *slot = &g->set->seen[key >> (64 - SEEN_BITS)];
    if (*slot == key)
        return true;
    *slot = key;
    return false;
}

// What is outside is farther away than `most`.
static Box3d reach_of(const Triangle *t, double most)
{
    Box3d box;
    for (int axis = 0; axis < 3; ++axis) {
        double x[3] = {t->p[0].v[axis], t->p[1].v[axis], t->p[2].v[axis]};
        box.lo.v[axis] = least_of_three(x) - most;
        box.hi.v[axis] = most_of_three(x) + most;
    }
    return box;
}

static bool in_box(const Box3d *box, Vec3d p)
{
    return p.x >= box->lo.x && p.x <= box->hi.x && p.y >= box->lo.y && p.y <= box->hi.y &&
           p.z >= box->lo.z && p.z <= box->hi.z;
}

// A corner of one triangle over the other one.
static void add_corner(Gathering *g, const NearPair *near, const Triangle t[2], int side, int k,
                       double most)
{
    const Surface *own = &g->side[side], *other = &g->side[1 - side];
    int32_t vertex = own->mesh->triangles[near->triangle[side]][k];
    if (!in_box(&g->reach[1 - side], t[side].p[k]) ||
        seen_before(g, side, own->topology->point_of[vertex], near->triangle[1 - side]))
        return;
    TriFeature feature, corner = {TRI_VERTEX, (uint8_t)k};
    Vec3d p = t[side].p[k], foot = triangle_foot(&t[1 - side], p, &feature);
    double gap = vec3d_distance(p, foot);
    if (gap > most || gap < 1e-14 * g->size)
        return;
    Vec3d away = vec3d_scale(vec3d_sub(p, foot), 1 / gap); // from the other to the corner
    if (feature.part == TRI_FACE) {
        // The face's own normal: what two near points say of it is noise.
        Vec3d normal = surface_normal(other, near->triangle[1 - side]);
        double cosine = vec3d_dot(normal, away);
        if (fabs(cosine) > 0.9)
            away = vec3d_scale(normal, cosine > 0 ? 1 : -1);
    }
    if (!surface_is_nearest(other, near->triangle[1 - side], feature, away) ||
        !surface_is_nearest(own, near->triangle[side], corner, vec3d_scale(away, -1)))
        return;
    add(g, (Constraint){.at = {side == 0 ? p : foot, side == 0 ? foot : p},
                        .normal = vec3d_scale(away, side == 0 ? 1 : -1),
                        .gap = gap,
                        .sharp = feature.part != TRI_FACE,
                        .face = (int8_t)(feature.part == TRI_FACE ? 1 - side : -1)});
}

// Two edges that cross, and the surface turns away at both.
static bool edges_convex(const Gathering *g, NearPair *near)
{
    if (near->shape == NEAR_CROSSING)
        near->shape = surface_edge_is_convex(&g->side[0], near->triangle[0], near->edge[0]) &&
                              surface_edge_is_convex(&g->side[1], near->triangle[1], near->edge[1])
                          ? NEAR_CONVEX
                          : NEAR_PLAIN;
    return near->shape == NEAR_CONVEX;
}

static bool both_nearest(const Gathering *g, const NearPair *near, const TriClosest *found,
                         Vec3d normal)
{
    return surface_is_nearest(&g->side[0], near->triangle[0], found->feature_a,
                              vec3d_scale(normal, -1)) &&
           surface_is_nearest(&g->side[1], near->triangle[1], found->feature_b, normal);
}

// The edges that crossed when they were looked at last cross still.
static bool edges_again(const NearPair *near, const Triangle t[2], TriClosest *found)
{
    int i = near->edge[0], j = near->edge[1];
    if (near->shape != NEAR_CONVEX ||
        !segments_perpendicular(t[0].p[i], t[0].p[(i + 1) % 3], t[1].p[j], t[1].p[(j + 1) % 3],
                                &found->on_a, &found->on_b))
        return false;
    found->feature_a = (TriFeature){TRI_EDGE, (uint8_t)i};
    found->feature_b = (TriFeature){TRI_EDGE, (uint8_t)j};
    found->value = vec3d_distance(found->on_a, found->on_b);
    return true;
}

static int8_t face_of(const TriClosest *found)
{
    return found->feature_a.part == TRI_FACE ? 0 : found->feature_b.part == TRI_FACE ? 1 : -1;
}

// Where the two triangles are nearest, unless corners say it better. What ended a step counts in any
// case.
static void add_closest(Gathering *g, NearPair *near, const Triangle t[2], double most)
{
    TriClosest found;
    if (near->shape == NEAR_PLAIN && !near->forced)
        return;
    if (near->forced || !edges_again(near, t, &found)) {
        ++g->scene->work.closest;
        tri_closest(&t[0], &t[1], INFINITY, &found);
        near_note_shape(near, &found);
    }
    double gap = found.value;
    if (!(gap > 1e-14 * g->size))
        return;
    Vec3d normal = vec3d_scale(vec3d_sub(found.on_a, found.on_b), 1 / gap);
    if (gap > most) { // the plane that it had does not show that any more
        near->normal = normal;
        near_keep_gap(near, &g->stance, near_plane_gap(normal, &t[0], &t[1]));
        return;
    }
    bool counts = edges_convex(g, near) && both_nearest(g, near, &found, normal);
    if (!near->forced && !counts)
        return;
    add(g,
        (Constraint){.at = {found.on_a, found.on_b},
                     .normal = normal,
                     .gap = gap,
                     .sharp = found.feature_a.part != TRI_FACE && found.feature_b.part != TRI_FACE,
                     .face = face_of(&found),
                     .forced = !counts});
}

static bool begin_pair(Gathering *g, NearList *list, int32_t index)
{
    const MotionPair *pair = &g->scene->pairs[index];
    g->pair = index;
    g->stance = near_stance(list, g->scene, index);
    for (int k = 0; k < 2; ++k)
        g->shift[k] = shift_since(g->set, g->scene, index, k);
    g->size = 0;
    for (int k = 0; k < 2; ++k) {
        Affine placement = pair_placement(g->scene, pair, k);
        if (!surface_init(&g->side[k], pair->tree[k]->mesh, &placement))
            return false;
        g->size = fmax(g->size, g->scene->bodies[pair->body[k]].reach);
    }
    return true;
}

// A corner is no nearer to the other triangle than to the plane that keeps them apart.
static void add_pair(Gathering *g, NearPair *near, const Triangle t[2], double most)
{
    double height[2][3];
    near_heights(near->normal, &t[0], height[0]);
    near_heights(near->normal, &t[1], height[1]);
    double low = least_of_three(height[0]), high = most_of_three(height[1]);
    near_keep_gap(near, &g->stance, low - high);
    if (low - high > most)
        return;
    add_closest(g, near, t, most);
    for (int side = 0; side < 2; ++side)
        g->reach[side] = reach_of(&t[side], most);
    for (int k = 0; k < 3; ++k) {
        if (height[0][k] - high <= most)
            add_corner(g, near, t, 0, k, most);
        if (low - height[1][k] <= most)
            add_corner(g, near, t, 1, k, most);
    }
}

// --- what was gathered before

static bool pair_moves(const MotionScene *scene, const Freedom *freedom, int32_t pair)
{
    const int32_t *body = scene->pairs[pair].body;
    return freedom_moves(freedom, body[0]) || freedom_moves(freedom, body[1]);
}

static bool note_stances(Constraints *set, const MotionScene *scene, NearList *list,
                         const Freedom *freedom)
{
    size_t count = (size_t)scene->pair_count;
    if (!array_reserve(&set->stances, &set->stance_capacity, count, sizeof *set->stances))
        return false;
    for (int32_t i = 0; i < scene->pair_count; ++i) {
        ConstraintStance *stance = &set->stances[i];
        *stance = (ConstraintStance){.moved = pair_moves(scene, freedom, i),
                                     .stance = near_stance(list, scene, i).number};
        for (int k = 0; k < 2; ++k)
            stance->pivot[k] = scene->bodies[scene->pairs[i].body[k]].pose.pivot;
    }
    set->stance_count = count;
    return true;
}

// A little less than what is wanted will do.
#define ENOUGH 0.8

static bool still_good(const Constraints *set, const MotionScene *scene, NearList *list,
                       const Freedom *freedom, double near_gap, double hot_gap)
{
    if (!set->whole || set->version != list->version ||
        set->stance_count != (size_t)scene->pair_count || set->near < ENOUGH * near_gap ||
        set->hot < ENOUGH * hot_gap)
        return false;
    for (int32_t i = 0; i < scene->pair_count; ++i) {
        const ConstraintStance *stance = &set->stances[i];
        if (stance->moved != pair_moves(scene, freedom, i) ||
            stance->stance != near_stance(list, scene, i).number)
            return false;
        Vec3d shift = vec3d_sub(shift_since(set, scene, i, 0), shift_since(set, scene, i, 1));
        if (stance->moved && !(vec3d_length(shift) <= set->grain))
            return false;
    }
    return true;
}

// Less what is not forced any more.
static void shift_along(Constraints *set, const MotionScene *scene, const NearList *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; ++i) {
        Constraint c = set->items[i];
        if (c.forced && !list->items[c.item].forced)
            continue;
        Vec3d shift[2];
        for (int k = 0; k < 2; ++k) {
            shift[k] = shift_since(set, scene, c.pair, k);
            c.at[k] = vec3d_add(c.first[k], shift[k]);
        }
        c.gap = c.first_gap + vec3d_dot(c.normal, vec3d_sub(shift[0], shift[1]));
        set->items[kept++] = c;
    }
    set->count = kept;
}

// --- all of it

static bool begin(Constraints *set, const MotionScene *scene, NearList *list,
                  const Freedom *freedom, double near_gap, double hot_gap)
{
    size_t slots = (size_t)1 << SEEN_BITS;
    if (!set->seen)
        set->seen = array_alloc(slots, sizeof *set->seen);
    if (!set->seen)
        return false;
    memset(set->seen, 0, slots * sizeof *set->seen);
    set->count = 0;
    set->near = near_gap;
    set->hot = hot_gap;
    set->version = list->version;
    set->whole = note_stances(set, scene, list, freedom);
    return set->whole;
}

bool constraints_gather(Constraints *set, MotionScene *scene, NearList *list,
                        const Freedom *freedom, double near_gap, double hot_gap, bool more,
                        Error *err)
{
    assert(set && scene && list && list->made);
    Gathering g = {.set = set, .scene = scene, .pair = -1};
    if (!more && still_good(set, scene, list, freedom, near_gap, hot_gap)) {
        shift_along(set, scene, list);
        more = true;
    }
    if (!more)
        g.failed = !begin(set, scene, list, freedom, near_gap, hot_gap);
    bool over = false;
    for (size_t i = 0; i < list->count && !g.failed && !over; ++i) {
        NearPair *near = &list->items[i];
        double most = near->hot || near->forced ? hot_gap : near_gap;
        if (more && !near->fresh)
            continue;
        near->fresh = false;
        if (!set->stances[near->pair].moved ||
            list->until[i] > near_gone(list, &scene->pairs[near->pair]) + most)
            continue;
        g.item = i;
        ++scene->work.looks;
        over = scene_over(scene);
        if (near->pair != g.pair && !begin_pair(&g, list, near->pair))
            g.failed = true;
        if (near_gap_is_known(near, &g.stance) && near_known_gap(near, &g.stance) > most)
            continue;
        Triangle t[2];
        for (int k = 0; k < 2 && !g.failed; ++k)
            t[k] = surface_triangle(&g.side[k], near->triangle[k]);
        if (!g.failed)
            add_pair(&g, near, t, most);
    }
    set->whole = !g.failed && !over;
    return !g.failed || error_set(err, "not enough memory to move a part against contact");
}

void constraints_free(Constraints *set)
{
    mem_free(set->items);
    mem_free(set->seen);
    mem_free(set->stances);
    *set = (Constraints){0};
}
