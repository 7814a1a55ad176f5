#include "core/meaning/pieces.h"

#include "core/base/array.h"
#include "core/meaning/material.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>

enum { CORNERS = 16, KEPT_CORNERS = 8 };
#define ALONGSIDE 0.94   // cosine of 20 degrees: faces that run alongside each other
#define FLUSH_SINE2 1e-8 // squared sine of the angle up to which faces are flush

typedef struct Corner {
    Vec3d at, local; // in the frame, and in the part's own
} Corner;

typedef struct Piece {
    Corner at[CORNERS];
    int count;
} Piece;

typedef struct Pieces {
    Piece *items;
    size_t count, capacity;
} Pieces;

enum Place { PLACE_UNKNOWN, PLACE_MEETS, PLACE_FREE, PLACE_DONE };

typedef struct Cutter {
    const Solid *own;
    PlacedSolid self, other, inside; // in one frame with true lengths
    bool has_inside;
    double tolerance;
    PieceList *out; // one per kind
    ContactPieces *all;
    int32_t *near; // triangles of the other part near the present one
    size_t near_count, near_capacity;
    int32_t *wanted; // triangles of this part near the other one
    size_t wanted_count, wanted_capacity;
    unsigned char *places; // enum Place, per triangle of this part
    Pieces rest, next;
    bool failed;
} Cutter;

// --- lists

// Round contacts would make pieces of many corners: those are halved, so that five planes more have
// room in any piece.
static void add_piece(Cutter *c, Pieces *list, const Piece *piece)
{
    Piece rest = *piece;
    while (rest.count >= 3) {
        Piece part = rest;
        part.count = rest.count <= KEPT_CORNERS ? rest.count : KEPT_CORNERS / 2 + 1;
        if (!array_reserve(&list->items, &list->capacity, list->count + 1, sizeof part)) {
            c->failed = true;
            return;
        }
        list->items[list->count++] = part;
        if (part.count == rest.count)
            return;
        int kept = 1;
        for (int i = part.count - 1; i < piece->count; ++i)
            rest.at[kept++] = piece->at[i];
        rest.count = kept;
        piece = &rest;
    }
}

static void paint(Cutter *c, const Piece *piece, enum PieceKind kind)
{
    PieceList *list = &c->out[kind];
    size_t more = piece->count >= 3 ? 3 * (size_t)(piece->count - 2) : 0;
    if (!array_reserve(&list->points, &list->capacity, list->count + more, sizeof *list->points)) {
        c->failed = true;
        return;
    }
    for (int i = 1; i + 1 < piece->count; ++i) {
        list->points[list->count++] = piece->at[0].local;
        list->points[list->count++] = piece->at[i].local;
        list->points[list->count++] = piece->at[i + 1].local;
    }
}

static bool note(int32_t **items, size_t *count, size_t *capacity, int32_t triangle)
{
    if (!array_reserve(items, capacity, *count + 1, sizeof **items))
        return false;
    (*items)[(*count)++] = triangle;
    return true;
}

static bool note_near(void *user, int32_t triangle)
{
    Cutter *c = user;
    c->failed |= !note(&c->near, &c->near_count, &c->near_capacity, triangle);
    return !c->failed;
}

static bool note_wanted(void *user, int32_t triangle)
{
    Cutter *c = user;
    c->failed |= !note(&c->wanted, &c->wanted_count, &c->wanted_capacity, triangle);
    return !c->failed;
}

// --- cutting

static void half(const Piece *piece, const double *d, double sign, Piece *out)
{
    out->count = 0;
    for (int i = 0; i < piece->count; ++i) {
        int j = (i + 1) % piece->count;
        double p = sign * d[i], q = sign * d[j];
        if (p >= 0 && out->count < CORNERS)
            out->at[out->count++] = piece->at[i];
        if ((p > 0 && q < 0) || (p < 0 && q > 0)) {
            double t = p / (p - q);
            if (out->count < CORNERS)
                out->at[out->count++] =
                    (Corner){vec3d_lerp(piece->at[i].at, piece->at[j].at, t),
                             vec3d_lerp(piece->at[i].local, piece->at[j].local, t)};
        }
    }
}

// Into what is below and what is above dot(normal, x) = level; either may be empty.
static void split(const Piece *piece, Vec3d normal, double level, Piece *below, Piece *above)
{
    double d[CORNERS], least = INFINITY, most = -INFINITY;
    for (int i = 0; i < piece->count; ++i) {
        d[i] = vec3d_dot(normal, piece->at[i].at) - level;
        least = fmin(least, d[i]);
        most = fmax(most, d[i]);
    }
    below->count = above->count = 0;
    if (most <= 0 || piece->count >= CORNERS)
        *below = *piece;
    else if (least >= 0)
        *above = *piece;
    else {
        half(piece, d, -1, below);
        half(piece, d, 1, above);
    }
}

static void swap_lists(Cutter *c)
{
    Pieces swap = c->rest;
    c->rest = c->next;
    c->next = swap;
}

// What is nearer to the triangle than the tolerance, but for the corners of its border, which are
// square here: below five planes. It is painted, the rest stays.
static void take_alongside(Cutter *c, const Triangle *t, Vec3d normal, enum PieceKind kind)
{
    Vec3d planes[5];
    double levels[5];
    for (int k = 0; k < 3; ++k) {
        Vec3d edge = vec3d_sub(t->p[(k + 1) % 3], t->p[k]);
        planes[k] = vec3d_normalised(vec3d_cross(edge, normal));
        levels[k] = vec3d_dot(planes[k], t->p[k]) + c->tolerance;
    }
    planes[3] = normal;
    planes[4] = vec3d_scale(normal, -1);
    levels[3] = vec3d_dot(normal, t->p[0]) + c->tolerance;
    levels[4] = -vec3d_dot(normal, t->p[0]) + c->tolerance;
    c->next.count = 0;
    for (size_t i = 0; i < c->rest.count; ++i) {
        Piece piece = c->rest.items[i], parts[5];
        int used = 0;
        for (; used < 5 && piece.count >= 3; ++used) {
            Piece below;
            split(&piece, planes[used], levels[used], &below, &parts[used]);
            piece = below;
        }
        if (piece.count < 3) { // nothing of it is near
            add_piece(c, &c->next, &c->rest.items[i]);
            continue;
        }
        paint(c, &piece, kind);
        for (int k = 0; k < used; ++k)
            add_piece(c, &c->next, &parts[k]);
    }
    swap_lists(c);
}

// The line of a contact passes through the piece, and not only along its border.
static bool passes(const Piece *piece, Vec3d normal, const Vec3d line[2])
{
    double from = 0, to = 1, length = vec3d_distance(line[0], line[1]);
    for (int i = 0; i < piece->count && from < to; ++i) {
        Vec3d p = piece->at[i].at, q = piece->at[(i + 1) % piece->count].at;
        Vec3d inward = vec3d_cross(normal, vec3d_sub(q, p));
        double size = vec3d_length(inward), slack = 1e-12 * size * (vec3d_distance(p, q) + length);
        double d = vec3d_dot(inward, vec3d_sub(line[0], p));
        double e = vec3d_dot(inward, vec3d_sub(line[1], p));
        if (d <= slack && e <= slack)
            return false;
        if (d < 0)
            from = fmax(from, d / (d - e));
        else if (e < 0)
            to = fmin(to, d / (d - e));
    }
    return from < to;
}

static void cut_along(Cutter *c, const Triangle *t, Vec3d normal, Vec3d own_normal,
                      const Vec3d line[2])
{
    double level = vec3d_dot(normal, t->p[0]);
    c->next.count = 0;
    for (size_t i = 0; i < c->rest.count; ++i) {
        Piece below = {.count = 0}, above = {.count = 0};
        bool room = c->rest.count + c->next.count < PIECES_MOST;
        bool met = passes(&c->rest.items[i], own_normal, line);
        c->all->coarse |= met && !room;
        if (met && room)
            split(&c->rest.items[i], normal, level, &below, &above);
        if (below.count >= 3 && above.count >= 3) {
            add_piece(c, &c->next, &below);
            add_piece(c, &c->next, &above);
        } else {
            add_piece(c, &c->next, &c->rest.items[i]);
        }
    }
    swap_lists(c);
}

static bool is_inside(const Cutter *c, Vec3d p)
{
    int winding;
    return c->has_inside && (!solid_winding(&c->inside, p, &winding) || winding != 0);
}

static Vec3d middle_of(const Piece *piece)
{
    Vec3d sum = vec3d(0, 0, 0);
    for (int i = 0; i < piece->count; ++i)
        sum = vec3d_add(sum, piece->at[i].at);
    return vec3d_scale(sum, 1.0 / piece->count);
}

static Piece whole(const Cutter *c, int32_t triangle)
{
    Triangle local = mesh_triangle(c->own->mesh, triangle);
    Triangle at = placed_solid_triangle(&c->self, triangle);
    Piece piece = {.count = 3};
    for (int k = 0; k < 3; ++k)
        piece.at[k] = (Corner){at.p[k], local.p[k]};
    return piece;
}

static void cut_triangle(Cutter *c, int32_t triangle)
{
    Piece all = whole(c, triangle);
    Triangle own = {{all.at[0].at, all.at[1].at, all.at[2].at}};
    Vec3d own_normal = triangle_normal(&own);
    bool met = false;
    c->rest.count = 0;
    add_piece(c, &c->rest, &all);
    for (size_t i = 0; i < c->near_count && c->rest.count > 0 && !c->failed; ++i) {
        Triangle t = placed_solid_triangle(&c->other, c->near[i]);
        Vec3d normal = triangle_normal(&t);
        double cosine = fabs(vec3d_dot(normal, own_normal));
        Vec3d across = vec3d_cross(normal, own_normal);
        if (cosine > ALONGSIDE && c->rest.count < PIECES_MOST)
            take_alongside(c, &t, normal,
                           vec3d_dot(across, across) < FLUSH_SINE2 ? PIECE_FLUSH : PIECE_WITHIN);
    }
    for (size_t i = 0; i < c->near_count && c->rest.count > 0 && !c->failed; ++i) {
        Triangle t = placed_solid_triangle(&c->other, c->near[i]);
        TriWitness witness;
        enum TriContact contact = tri_exact.contact(&own, &t, &witness);
        met |= contact == TRI_PROPER;
        if (contact != TRI_DISJOINT && contact != TRI_COPLANAR && witness.count == 2)
            cut_along(c, &t, triangle_normal(&t), own_normal, witness.point);
    }
    for (size_t i = 0; i < c->rest.count && !c->failed; ++i)
        if (c->has_inside ? is_inside(c, middle_of(&c->rest.items[i])) : met)
            paint(c, &c->rest.items[i], PIECE_WITHIN);
}

// --- one part

// The box of the triangle and the tolerance around it, as the other part sees it.
static Box3d seen_box(const Cutter *c, const Triangle *t)
{
    Box3d box = box3d_empty();
    for (int k = 0; k < 3; ++k)
        box = box3d_including(box, affine_apply(&c->other.to_local, t->p[k]));
    double room = c->tolerance / c->other.shrink;
    Vec3d size = vec3d(fmax(fabs(box.lo.x), fabs(box.hi.x)), fmax(fabs(box.lo.y), fabs(box.hi.y)),
                       fmax(fabs(box.lo.z), fabs(box.hi.z)));
    room += 1e-12 * (size.x + size.y + size.z); // rounding of the way there
    Vec3d more = vec3d(room, room, room);
    return (Box3d){vec3d_sub(box.lo, more), vec3d_add(box.hi, more)};
}

static bool boxes_meet(const Box3d *a, const Box3d *b)
{
    for (int k = 0; k < 3; ++k)
        if (a->lo.v[k] > b->hi.v[k] || b->lo.v[k] > a->hi.v[k])
            return false;
    return true;
}

// The triangles that the other part is not near hang together: one answer for all of a piece.
static void take_free(Cutter *c, int32_t first)
{
    const MeshTopology *topology = c->own->topology;
    Piece piece = whole(c, first);
    bool inside = is_inside(c, middle_of(&piece));
    c->near_count = 0;
    note_near(c, first);
    c->places[first] = PLACE_DONE;
    while (c->near_count > 0 && !c->failed) {
        int32_t triangle = c->near[--c->near_count];
        if (inside) {
            piece = whole(c, triangle);
            paint(c, &piece, PIECE_WITHIN);
        }
        for (int k = 0; k < 3; ++k) {
            int32_t beside = triangle_neighbour(topology, triangle, k);
            if (beside >= 0 && c->places[beside] == PLACE_FREE) {
                c->places[beside] = PLACE_DONE;
                note_near(c, beside);
            }
        }
    }
}

// Triangles of this part that may have something in the other one's box.
static bool find_wanted(Cutter *c)
{
    const Solid *other = c->other.solid;
    if (!other->nodes || !c->own->nodes)
        return true;
    Box3d box = box3d_empty();
    for (int k = 0; k < 8; ++k) {
        Vec3d p = vec3d(k & 1 ? other->nodes[0].box.hi.x : other->nodes[0].box.lo.x,
                        k & 2 ? other->nodes[0].box.hi.y : other->nodes[0].box.lo.y,
                        k & 4 ? other->nodes[0].box.hi.z : other->nodes[0].box.lo.z);
        p = affine_apply(&c->other.to_frame, p);
        box = box3d_including(box, affine_apply(&c->self.to_local, p));
    }
    double room = c->tolerance / c->self.shrink + 1e-9 * vec3d_distance(box.lo, box.hi);
    Vec3d more = vec3d(room, room, room);
    box = (Box3d){vec3d_sub(box.lo, more), vec3d_add(box.hi, more)};
    solid_visit_near(c->own, &box, note_wanted, c);
    return !c->failed;
}

static bool cut_part(Cutter *c, Job *job)
{
    enum { ASK_EVERY = 64 };
    c->places = mem_calloc((size_t)c->own->mesh->triangle_count + 1, 1);
    bool ok = c->places && find_wanted(c);
    for (size_t i = 0; ok && i < c->wanted_count; ++i) {
        int32_t triangle = c->wanted[i];
        Triangle t = placed_solid_triangle(&c->self, triangle);
        Box3d box = seen_box(c, &t);
        c->near_count = 0;
        if (!boxes_meet(&box, &c->other.solid->nodes[0].box))
            continue;
        solid_visit_near(c->other.solid, &box, note_near, c);
        c->places[triangle] = c->near_count > 0 ? PLACE_MEETS : PLACE_FREE;
        if (c->near_count > 0)
            cut_triangle(c, triangle);
        ok = !c->failed && (i % ASK_EVERY != 0 || !job_cancelled(job));
    }
    for (size_t i = 0; ok && c->has_inside && i < c->wanted_count; ++i) {
        if (c->places[c->wanted[i]] == PLACE_FREE)
            take_free(c, c->wanted[i]);
        ok = !c->failed && (i % ASK_EVERY != 0 || !job_cancelled(job));
    }
    mem_free(c->places);
    mem_free(c->near);
    mem_free(c->wanted);
    mem_free(c->rest.items);
    mem_free(c->next.items);
    return ok;
}

// What has an inside of a part: itself, or what material.h made of it.
static const Solid *inside_of(const Solid *solid)
{
    return solid->material ? solid->material->inside : solid->encloses ? solid : NULL;
}

bool contact_pieces_make(ContactPieces *out, const PosedPart *a, const PosedPart *b,
                         double tolerance, SolidCache *solids, Job *job, Error *err)
{
    assert(out && a && b && solids);
    *out = (ContactPieces){0};
    const PosedPart *parts[2] = {a, b};
    const Solid *solid[2];
    Affine frames[2] = {a->placement, b->placement};
    // As near to the origin as the parts are to each other.
    for (int i = 0; i < 2; ++i)
        frames[i].p = vec3d_sub(parts[i]->placement.p, a->placement.p);
    bool ok = true;
    for (int i = 0; ok && i < 2; ++i) {
        solid[i] = solid_cache_get(solids, (Mesh *)parts[i]->tree->mesh, job);
        ok = solid[i] != NULL;
    }
    for (int i = 0; ok && i < 2; ++i) {
        const Solid *inside = inside_of(solid[1 - i]);
        Cutter cutter = {.own = solid[i],
                         .tolerance = tolerance,
                         .out = out->side[i],
                         .all = out,
                         .has_inside = inside != NULL};
        ok = placed_solid_init(&cutter.self, solid[i], &frames[i]) &&
             placed_solid_init(&cutter.other, solid[1 - i], &frames[1 - i]) &&
             (!inside || placed_solid_init(&cutter.inside, inside, &frames[1 - i])) &&
             cut_part(&cutter, job);
    }
    if (!ok) {
        contact_pieces_free(out);
        return error_set(err, "the pieces of a contact could not be cut");
    }
    return true;
}

void contact_pieces_free(ContactPieces *pieces)
{
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < PIECE_KIND_COUNT; ++k)
            mem_free(pieces->side[i][k].points);
    *pieces = (ContactPieces){0};
}
