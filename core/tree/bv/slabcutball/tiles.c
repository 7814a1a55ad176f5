#include "core/tree/bv/slabcutball/tiles.h"

#include "core/base/array.h"
#include "core/base/memory.h"

typedef struct Corners {
    Vec3d *vertices;
    int32_t (*pieces)[3];
    int32_t *origin, *first_piece;
    size_t vertex_count, vertex_capacity, piece_count, piece_capacity;
    size_t count, origin_capacity, first_capacity;
} Corners;

// The corners go around the strip: a fan of triangles.
static bool add_strip(Corners *c, const Vec3d *around, int count, int32_t origin)
{
    const size_t most = INT32_MAX / 8;
    if (c->vertex_count > most || c->piece_count > most ||
        !array_reserve(&c->vertices, &c->vertex_capacity, c->vertex_count + (size_t)count,
                       sizeof *c->vertices) ||
        !array_reserve(&c->pieces, &c->piece_capacity, c->piece_count + (size_t)count,
                       sizeof *c->pieces) ||
        !array_reserve(&c->origin, &c->origin_capacity, c->count + 1, sizeof *c->origin) ||
        !array_reserve(&c->first_piece, &c->first_capacity, c->count + 2, sizeof *c->first_piece))
        return false;
    int32_t first = (int32_t)c->vertex_count;
    memcpy(c->vertices + first, around, (size_t)count * sizeof *around);
    c->vertex_count += (size_t)count;
    c->origin[c->count] = origin;
    c->first_piece[c->count++] = (int32_t)c->piece_count;
    for (int k = 2; k < count; ++k, ++c->piece_count) {
        int32_t *piece = c->pieces[c->piece_count];
        piece[0] = first;
        piece[1] = first + k - 1;
        piece[2] = first + k;
    }
    c->first_piece[c->count] = (int32_t)c->piece_count;
    return true;
}

// The triangle with its longest edge from `from` to `to`, and where the apex stands along it.
typedef struct Needle {
    Vec3d from, to, apex;
    double length, width, at; // at: 0 to 1
} Needle;

static Needle needle_of(const Triangle *t)
{
    int edge = 0;
    double longest = -1;
    for (int k = 0; k < 3; ++k) {
        double length = vec3d_distance(t->p[k], t->p[(k + 1) % 3]);
        if (length > longest) {
            longest = length;
            edge = k;
        }
    }
    Needle n = {.from = t->p[edge],
                .to = t->p[(edge + 1) % 3],
                .apex = t->p[(edge + 2) % 3],
                .length = longest};
    Vec3d along = vec3d_sub(n.to, n.from), side = vec3d_sub(n.apex, n.from);
    if (longest > 0) {
        n.width = vec3d_length(vec3d_cross(along, side)) / longest;
        n.at = fmin(1, fmax(0, vec3d_dot(along, side) / (longest * longest)));
    }
    return n;
}

static Vec3d across_from(const Needle *n, double s)
{
    if (s < n->at)
        return vec3d_lerp(n->from, n->apex, s / n->at);
    return n->at < 1 ? vec3d_lerp(n->apex, n->to, (s - n->at) / (1 - n->at)) : n->apex;
}

static bool cut(Corners *c, const Mesh *mesh, int32_t index, const TileRule *rule)
{
    Triangle t = mesh_triangle(mesh, index);
    Needle n = needle_of(&t);
    double limit = fmax(rule->length, rule->aspect * n.width);
    double wanted = limit > 0 ? ceil(n.length / limit) : rule->most;
    int strips = (int)fmin(rule->most, fmax(1, wanted));
    if (strips == 1)
        return add_strip(c, t.p, 3, index);
    for (int i = 0; i < strips; ++i) {
        double s0 = (double)i / strips, s1 = (double)(i + 1) / strips;
        Vec3d around[5];
        int count = 0;
        around[count++] = i == 0 ? n.from : vec3d_lerp(n.from, n.to, s0);
        around[count++] = i == strips - 1 ? n.to : vec3d_lerp(n.from, n.to, s1);
        if (i < strips - 1)
            around[count++] = across_from(&n, s1);
        if (s0 <= n.at && n.at <= s1)
            around[count++] = n.apex;
        if (i > 0)
            around[count++] = across_from(&n, s0);
        if (!add_strip(c, around, count, index))
            return false;
    }
    return true;
}

// The strips' corners without the pieces: of each strip the first triangle.
static bool finish(Corners *c, Tiles *out)
{
    out->pieces = mesh_create((int32_t)c->vertex_count, (int32_t)c->piece_count);
    out->strips = mesh_create((int32_t)c->vertex_count, (int32_t)c->count);
    if (!out->pieces || !out->strips)
        return false;
    if (c->count > 0) {
        memcpy(out->pieces->vertices, c->vertices, c->vertex_count * sizeof *c->vertices);
        memcpy(out->strips->vertices, c->vertices, c->vertex_count * sizeof *c->vertices);
        memcpy(out->pieces->triangles, c->pieces, c->piece_count * sizeof *c->pieces);
    }
    for (size_t i = 0; i < c->count; ++i)
        memcpy(out->strips->triangles[i], c->pieces[c->first_piece[i]], sizeof *c->pieces);
    return true;
}

bool tiles_cut(const Mesh *mesh, const TileRule *rule, Tiles *out)
{
    *out = (Tiles){0};
    Corners c = {0};
    bool ok = true;
    for (int32_t i = 0; ok && i < mesh->triangle_count; ++i)
        ok = cut(&c, mesh, i, rule);
    out->count = (int32_t)c.count;
    out->origin = c.origin;
    out->first_piece = c.first_piece;
    ok = ok && finish(&c, out);
    mem_free(c.vertices);
    mem_free(c.pieces);
    if (!ok)
        tiles_free(out);
    return ok;
}

void tiles_free(Tiles *tiles)
{
    mesh_release(tiles->pieces);
    mesh_release(tiles->strips);
    mem_free(tiles->origin);
    mem_free(tiles->first_piece);
    *tiles = (Tiles){0};
}
