// Largest depth of a surface inside a closed solid, by branch and bound over convex pieces of the
// surface. Two upper bounds for a piece with middle c and radius r:
//   1. depth changes by no more than the way walked: depth(c) + r, where outside counts negative;
//   2. the distance to one triangle of the solid is convex, so on the piece it is largest at a
//      corner: the largest distance of a corner to the triangle nearest to c.
// The second makes flush faces cheap, which is what assemblies are made of; instead of one triangle
// a whole flat region counts, over which the distance is a height: a piece is cut along the border
// of the region it lies over, and what lies on it has the bound 0. And a piece that the
// other surface does not run through lies on one side of it: outside, it is done with.
#include "core/meaning/depth.h"
#include "core/meaning/depth_piece.h"

#include "core/base/array.h"
#include "core/base/memory.h"

static const double RELATIVE_ACCURACY = 0.03; // 0.01 takes twice the samples on deep contacts

typedef struct Heap {
    DepthSearch *search;
    Piece *items;
    size_t count, capacity;
} Heap;

static double distance_to_box(const Box3d *box, Vec3d p)
{
    Vec3d near = vec3d_max(box->lo, vec3d_min(box->hi, p));
    return vec3d_distance(near, p);
}

static size_t place_of(const DepthSearch *search, Vec3d p)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; search->place_count > 1 && i < search->place_count; ++i) {
        double d = distance_to_box(&search->places[i].box, p);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static void note(DepthSearch *search, size_t place, double depth, Vec3d at)
{
    ContactCluster *c = &search->places[place];
    if (!(depth > c->depth))
        return;
    c->depth = depth;
    c->deepest = at;
    c->from_a = search->from_a;
}

// What is deeper than this is worth a search, where a depth is known.
static double enough_at(const DepthSearch *search, double depth)
{
    if (search->decide > 0)
        return depth > search->decide ? INFINITY : search->decide;
    return fmax(search->least, depth + fmax(search->accuracy, RELATIVE_ACCURACY * depth));
}

// What a piece must exceed to matter: the least of the places that points of it may belong to.
static double threshold(const DepthSearch *search, Vec3d middle, double radius)
{
    double nearest = INFINITY, least = INFINITY;
    for (size_t i = 0; search->place_count > 1 && i < search->place_count; ++i)
        nearest = fmin(nearest, distance_to_box(&search->places[i].box, middle));
    for (size_t i = 0; i < search->place_count; ++i) {
        if (search->place_count > 1 &&
            distance_to_box(&search->places[i].box, middle) > nearest + 2 * radius)
            continue;
        least = fmin(least, enough_at(search, search->places[i].depth));
    }
    return least;
}

static double furthest_corner(const Triangle *t, const Piece *piece, int32_t *corner)
{
    double furthest = 0;
    *corner = 0;
    for (int32_t i = 0; i < piece->count; ++i) {
        Vec3d foot;
        double square = triangle_nearest(t, piece->p[i], &foot);
        if (square > furthest) {
            furthest = square;
            *corner = i;
        }
    }
    return sqrt(furthest);
}

static double highest_corner(const Patch *patch, const Piece *piece, int32_t *corner)
{
    double highest = -1;
    for (int32_t i = 0; i < piece->count; ++i) {
        double height = fabs(vec3d_dot(patch->normal, vec3d_sub(piece->p[i], patch->at)));
        if (height > highest) {
            highest = height;
            *corner = i;
        }
    }
    return highest;
}

// How far p is from the surface of the solid; triangle -1 when that is beyond `reach`.
static Nearest look(DepthSearch *search, Vec3d p, double reach, int32_t hint)
{
    const Solid *solid = search->solid->solid;
    Vec3d local = affine_apply(&search->solid->to_local, p);
    if (search->solid->shrink * distance_to_box(&solid->nodes[0].box, local) > reach)
        return (Nearest){.distance = reach, .triangle = -1};
    --search->samples;
    return solid_nearest(search->solid, p, reach, hint);
}

// Are holes closed within reach of p?
static bool near_caps(const DepthSearch *search, Vec3d p, double reach)
{
    return search->caps &&
           solid_nearest(search->caps, p, (reach + search->cap_slack) * (1 + 1e-9), -1).triangle >=
               0;
}

// 1: inside, -1: outside, 0: not known; or on the surface, as far as rounding can tell, where a
// sign would be noise. matters: the answer may become a depth, and is not taken from the piece.
static int side_of(const DepthSearch *search, const Piece *piece, Vec3d p, double distance,
                   bool matters)
{
    int winding;
    if (piece->inside || (piece->within && !matters))
        return 1;
    if (distance <= 1e-13 * search->solid->solid->radius ||
        !solid_winding(search->solid, p, &winding) ||
        (search->cap_slack > 0 && near_caps(search, p, 0)))
        return 0;
    return winding == 0 ? -1 : 1;
}

// What the depth of a point may be larger or smaller by, where its distance is this.
static double slack_at(const DepthSearch *search, Vec3d p, double distance)
{
    return search->cap_slack > 0 && near_caps(search, p, distance) ? search->cap_slack : 0;
}

static bool push(Heap *heap, const Piece *piece)
{
    if (!array_reserve(&heap->items, &heap->capacity, heap->count + 1, sizeof *heap->items))
        return false;
    size_t i = heap->count++;
    for (; i > 0 && heap->items[(i - 1) / 2].upper < piece->upper; i = (i - 1) / 2)
        heap->items[i] = heap->items[(i - 1) / 2];
    heap->items[i] = *piece;
    return true;
}

static Piece pop(Heap *heap)
{
    Piece top = heap->items[0], last = heap->items[--heap->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < heap->count; i = child) {
        if (child + 1 < heap->count && heap->items[child + 1].upper > heap->items[child].upper)
            ++child;
        if (heap->items[child].upper <= last.upper)
            break;
        heap->items[i] = heap->items[child];
    }
    heap->items[i] = last;
    return top;
}

// Puts the node on the heap unless nothing of it can matter.
// parent: the node above; NULL for the root.
static bool consider_node(Heap *heap, NodeId id, const Piece *parent)
{
    DepthSearch *search = heap->search;
    const PlacedSolid *surface = search->surface;
    const Box3d *box = &surface->solid->nodes[id].box;
    Vec3d middle = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    Piece piece = {.node = (int32_t)id, .inside = parent && parent->inside};
    int32_t hint = parent ? parent->near : -1;
    piece.radius = 0.5 * vec3d_distance(box->lo, box->hi);
    if (!surface->rigid)
        piece.radius *= affine_stretch(&surface->to_frame);
    piece.radius *= 1 + 1e-12;
    piece.middle = affine_apply(&surface->to_frame, middle);
    double enough = threshold(search, piece.middle, piece.radius);
    Nearest nearest = look(search, piece.middle, piece.radius, hint);
    if (nearest.triangle < 0) { // all of it on one side
        int side = side_of(search, &piece, piece.middle, INFINITY, true);
        if (side < 0)
            return true;
        piece.inside = side > 0;
        nearest = look(search, piece.middle, INFINITY, hint);
    }
    piece.near = nearest.triangle;
    piece.upper = nearest.distance + piece.radius +
                  slack_at(search, piece.middle, nearest.distance + piece.radius);
    return piece.upper <= enough || push(heap, &piece);
}

// How much of a segment lies inside the piece, by more than rounding; all in one plane.
static double length_inside(const Piece *piece, Vec3d normal, const Vec3d segment[2], double slack)
{
    double from = 0, to = 1;
    for (int32_t i = 0; i < piece->count; ++i) {
        Vec3d p = piece->p[i], edge = vec3d_sub(piece->p[(i + 1) % piece->count], p);
        if (vec3d_length(edge) <= slack) // a corner that is there twice bounds nothing
            continue;
        Vec3d in = vec3d_normalised(vec3d_cross(normal, edge));
        double a = vec3d_dot(in, vec3d_sub(segment[0], p)) - slack;
        double b = vec3d_dot(in, vec3d_sub(segment[1], p)) - slack;
        if (a < 0 && b < 0)
            return 0;
        if (a < 0)
            from = fmax(from, a / (a - b));
        else if (b < 0)
            to = fmin(to, a / (a - b));
    }
    return from < to ? (to - from) * vec3d_distance(segment[0], segment[1]) : 0;
}

// The longest segment of the other surface through the piece; -1: none.
static int32_t find_crossing(const DepthSearch *search, const Piece *piece)
{
    const Crossings *crossings = search->crossings;
    int32_t best = -1, end = crossings->first[piece->triangle + 1];
    double slack = 1e-9 * piece->radius + 1e-13 * search->surface->solid->radius;
    double longest = slack;
    if (crossings->first[piece->triangle] == end)
        return -1;
    Vec3d normal = depth_surface_normal(search, piece->triangle);
    for (int32_t i = crossings->first[piece->triangle]; i < end; ++i) {
        double length = length_inside(piece, normal, crossings->segments[i], slack);
        if (length > longest) {
            longest = length;
            best = i;
        }
    }
    return best;
}

static bool consider_polygon(Heap *heap, Piece *piece)
{
    DepthSearch *search = heap->search;
    Vec3d sum = piece->p[0];
    for (int32_t i = 1; i < piece->count; ++i)
        sum = vec3d_add(sum, piece->p[i]);
    piece->node = -1;
    piece->middle = vec3d_scale(sum, 1.0 / piece->count);
    piece->radius = 0;
    for (int32_t i = 0; i < piece->count; ++i)
        piece->radius = fmax(piece->radius, vec3d_distance(piece->p[i], piece->middle));
    double enough = threshold(search, piece->middle, piece->radius);
    Nearest nearest = look(search, piece->middle, piece->radius, piece->near);
    if (nearest.triangle < 0) {
        int side = side_of(search, piece, piece->middle, INFINITY, true);
        if (side < 0)
            return true;
        piece->inside = side > 0;
        nearest = look(search, piece->middle, INFINITY, piece->near);
    }
    piece->near = nearest.triangle;
    double slack = slack_at(search, piece->middle, nearest.distance + piece->radius);
    Triangle t = placed_solid_triangle(search->solid, nearest.triangle);
    int32_t corner;
    double furthest = furthest_corner(&t, piece, &corner);
    piece->upper = fmin(nearest.distance + piece->radius, furthest) + slack;
    if (piece->upper <= enough)
        return true;
    double flat = 0.1 * search->accuracy;
    piece->over = patch_under(search->solid, piece->near, piece->p, piece->count, piece->middle,
                              flat, &piece->patch);
    if (piece->over == PATCH_COVERS) {
        furthest = flat + highest_corner(&piece->patch, piece, &corner);
        piece->upper = fmin(piece->upper, furthest + slack);
        if (piece->upper <= enough)
            return true;
    }
    int side =
        side_of(search, piece, piece->middle, nearest.distance,
                nearest.distance - slack > search->places[place_of(search, piece->middle)].depth);
    piece->within &= side > 0;
    bool known = search->crossings->first && !near_caps(search, piece->middle, piece->radius);
    piece->crossing = known && !piece->inside && !piece->within ? find_crossing(search, piece) : -1;
    if (known && piece->crossing < 0) {
        if (side < 0)
            return true;
        piece->within |= side > 0;
    }
    if (side > 0)
        note(search, place_of(search, piece->middle), nearest.distance - slack, piece->middle);
    // A middle of which nothing is known may be as deep as it is far from the surface.
    double depth = side < 0 ? -nearest.distance : nearest.distance;
    piece->upper = fmin(piece->upper, depth + piece->radius + slack);
    if (piece->upper <= threshold(search, piece->middle, piece->radius))
        return true;
    Vec3d p = piece->p[corner];
    nearest = look(search, p, furthest * (1 + 1e-12), piece->near);
    size_t place = place_of(search, p);
    if (nearest.triangle >= 0 && nearest.distance > search->places[place].depth &&
        side_of(search, piece, p, nearest.distance, true) > 0)
        note(search, place, nearest.distance - slack_at(search, p, nearest.distance), p);
    return piece->upper <= threshold(search, piece->middle, piece->radius) || push(heap, piece);
}

static bool open_polygon(Heap *heap, const Piece *piece)
{
    double side[PIECE_MAX];
    const Piece fresh = {.near = piece->near,
                         .triangle = piece->triangle,
                         .inside = piece->inside,
                         .within = piece->within};
    if (piece->count == PIECE_MAX) { // by a diagonal: no corner is added
        Piece halves[2] = {fresh, fresh};
        halves[0].count = halves[1].count = 5;
        for (int32_t i = 0; i < 5; ++i) {
            halves[0].p[i] = piece->p[i];
            halves[1].p[i] = piece->p[(i + 4) % PIECE_MAX];
        }
        return consider_polygon(heap, &halves[0]) && consider_polygon(heap, &halves[1]);
    }
    Triangle t = placed_solid_triangle(heap->search->solid, piece->near);
    if (!piece_cut_crossing(heap->search, piece, side)) {
        if (piece->over == PATCH_ENDS)
            piece_cut_border(piece, side);
        else if (piece->over == PATCH_COVERS || !piece_cut_prism(&t, piece, side))
            piece_cut_middle(piece, side);
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
        Piece part = fresh;
        if (piece_cut(piece, side, sign, &part) && !consider_polygon(heap, &part))
            return false;
    }
    return true;
}

static bool open_node(Heap *heap, const Piece *node)
{
    const PlacedSolid *surface = heap->search->surface;
    NodeLinks links = solid_links(&surface->solid->nodes[node->node]);
    for (uint32_t k = links.first; k < links.first + links.count; ++k) {
        if (!links.leaf) {
            if (!consider_node(heap, k, node))
                return false;
            continue;
        }
        int32_t triangle = surface->solid->slots[k];
        Triangle t = placed_solid_triangle(surface, triangle);
        Piece piece = {.near = node->near,
                       .triangle = triangle,
                       .inside = node->inside,
                       .count = 3,
                       .p = {t.p[0], t.p[1], t.p[2]}};
        if (!consider_polygon(heap, &piece))
            return false;
    }
    return true;
}

bool depth_search(DepthSearch *search)
{
    Heap heap = {.search = search};
    search->error = 0;
    if (search->surface->solid->node_count == 0 || search->place_count == 0)
        return true;
    bool ok = consider_node(&heap, 0, NULL);
    for (unsigned turn = 1; ok && heap.count > 0; ++turn) {
        if ((turn & 31) == 0 && job_cancelled(search->job))
            ok = false;
        Piece piece = pop(&heap);
        double enough = threshold(search, piece.middle, piece.radius);
        if (piece.upper <= enough)
            continue;
        if (search->samples <= 0) {
            const ContactCluster *place = &search->places[place_of(search, piece.middle)];
            search->error = fmax(search->error, piece.upper - place->depth);
            continue;
        }
        ok = ok && (piece.node >= 0 ? open_node(&heap, &piece) : open_polygon(&heap, &piece));
    }
    for (size_t i = 0; search->decide <= 0 && i < search->place_count; ++i) {
        double depth = search->places[i].depth;
        search->error = fmax(search->error, enough_at(search, depth) - depth);
    }
    mem_free(heap.items);
    return ok;
}
