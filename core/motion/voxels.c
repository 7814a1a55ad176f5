#include "core/motion/voxels.h"

#include "core/base/array.h"

#include <assert.h>
#include <math.h>

// Cells around the box: rounding never leads out of the grid.
enum { RIM = 2 };

static double cells_along(const Box3d *box, double cell, int axis)
{
    return ceil((box->hi.v[axis] - box->lo.v[axis]) / cell) + 2 * RIM;
}

double voxels_needed(const Box3d *box, double cell)
{
    return cells_along(box, cell, 0) * cells_along(box, cell, 1) * cells_along(box, cell, 2);
}

bool voxels_init(Voxels *voxels, const Box3d *box, double cell)
{
    assert(cell > 0 && box->lo.x <= box->hi.x);
    *voxels = (Voxels){.cell = cell};
    size_t rows = 1;
    for (int k = 0; k < 3; ++k) {
        double count = cells_along(box, cell, k);
        if (!(count < 1 << 20))
            return false;
        voxels->size[k] = (int32_t)count;
        voxels->origin.v[k] = box->lo.v[k] - RIM * cell;
        rows *= k > 0 ? (size_t)voxels->size[k] : 1;
    }
    voxels->words = ((size_t)voxels->size[0] + 63) / 64;
    voxels->bits = array_alloc(rows * voxels->words, sizeof *voxels->bits);
    if (voxels->bits)
        voxels_clear(voxels);
    return voxels->bits != NULL;
}

void voxels_free(Voxels *voxels)
{
    mem_free(voxels->bits);
    *voxels = (Voxels){0};
}

static size_t words_of(const Voxels *v)
{
    return (size_t)v->size[1] * (size_t)v->size[2] * v->words;
}

void voxels_clear(Voxels *v)
{
    memset(v->bits, 0, words_of(v) * sizeof *v->bits);
}

bool voxels_copy(Voxels *to, const Voxels *from)
{
    *to = *from;
    to->bits = array_alloc(words_of(from), sizeof *to->bits);
    if (to->bits)
        memcpy(to->bits, from->bits, words_of(from) * sizeof *to->bits);
    return to->bits != NULL;
}

bool voxels_hold(const Voxels *v, Vec3d point)
{
    Vec3d at = voxels_local(v, point);
    int32_t cell[3];
    for (int k = 0; k < 3; ++k) {
        if (!(at.v[k] >= 0 && at.v[k] < v->size[k]))
            return false;
        cell[k] = (int32_t)at.v[k];
    }
    return voxels_taken(v, cell[0], cell[1], cell[2]);
}

size_t voxels_count(const Voxels *v)
{
    size_t count = 0;
    for (size_t i = 0; i < words_of(v); ++i)
        count += (size_t)__builtin_popcountll(v->bits[i]);
    return count;
}

// --- triangles

// More than what rounding can move anything by here, in cells: coordinates are below 2^20.
#define ROUNDING 1e-8

static double least_of(double a, double b)
{
    return a < b ? a : b;
}
static double most_of(double a, double b)
{
    return a > b ? a : b;
}

// One side of the triangle seen along an axis: cells whose nearest corner is on the wrong side of it are apart.
typedef struct Side {
    double u, v, c; // u x + v y + c >= 0 for the corner of a cell that is farthest inwards
} Side;

typedef struct Flat {
    int u, v; // axes of the picture
    Side sides[3];
} Flat;

// Cells are known by their lower corners; reach: from the middle to a side, with the margin.
static Flat flatten(const Vec3d t[3], int axis, double reach)
{
    Flat flat = {.u = (axis + 1) % 3, .v = (axis + 2) % 3};
    int u = flat.u, v = flat.v;
    double area = (t[1].v[u] - t[0].v[u]) * (t[2].v[v] - t[0].v[v]) -
                  (t[1].v[v] - t[0].v[v]) * (t[2].v[u] - t[0].v[u]);
    double sign = area < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) {
        const Vec3d *a = &t[i], *b = &t[(i + 1) % 3], *other = &t[(i + 2) % 3];
        double nu = -sign * (b->v[v] - a->v[v]), nv = sign * (b->v[u] - a->v[u]);
        double c = -(nu * a->v[u] + nv * a->v[v]);
        // Rounding may turn a side of a needle: whatever the triangle has is inside.
        double slack = most_of(0, -(nu * other->v[u] + nv * other->v[v] + c));
        c += nu / 2 + nv / 2 + (fabs(nu) + fabs(nv)) * reach + slack;
        flat.sides[i] = (Side){nu, nv, c};
    }
    return flat;
}

static bool flat_meets(const Flat *flat, const double cell[3])
{
    for (int i = 0; i < 3; ++i) {
        const Side *s = &flat->sides[i];
        if (s->u * cell[flat->u] + s->v * cell[flat->v] + s->c < 0)
            return false;
    }
    return true;
}

static int32_t clamped(double at, int32_t size)
{
    return at < 0 ? 0 : at > size - 1 ? size - 1 : (int32_t)at; // which rounds down
}

typedef struct Range {
    int32_t from, to;
} Range;

// Cells along an axis that come as near as the margin to what lies from lo to hi.
static Range range_of(double lo, double hi, double margin, int32_t size)
{
    if (hi + margin < 0 || lo - margin > size)
        return (Range){0, -1};
    return (Range){clamped(lo - margin, size), clamped(hi + margin, size)};
}

static Range range_along(const Voxels *v, const Vec3d t[3], int axis, double margin)
{
    double lo = least_of(t[0].v[axis], least_of(t[1].v[axis], t[2].v[axis]));
    double hi = most_of(t[0].v[axis], most_of(t[1].v[axis], t[2].v[axis]));
    return range_of(lo, hi, margin, v->size[axis]);
}

// Where the plane of the triangle can be over a square of the picture along `axis`.
typedef struct Depth {
    double du, dv, at, spread;
    bool flat; // seen from its edge: it may be anywhere
} Depth;

static Depth depth_of(const Vec3d t[3], Vec3d n, int axis, double reach)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Depth depth = {.flat = !(fabs(n.v[axis]) > 1e-200)};
    if (depth.flat)
        return depth;
    depth.du = -n.v[u] / n.v[axis];
    depth.dv = -n.v[v] / n.v[axis];
    depth.at = t[0].v[axis] - depth.du * t[0].v[u] - depth.dv * t[0].v[v];
    depth.spread = (fabs(depth.du) + fabs(depth.dv)) * reach;
    return depth;
}

// a b - c d, right but for the last bits, whatever cancels (Kahan).
static double product_difference(double a, double b, double c, double d)
{
    double cd = c * d;
    return fma(a, b, -cd) + fma(-c, d, cd);
}

// Of needles as well: the plane goes through the corners but for some 1e-15 of the triangle's length.
static Vec3d normal_of(const Vec3d t[3])
{
    Vec3d a = vec3d_sub(t[1], t[0]), b = vec3d_sub(t[2], t[0]), n = vec3d_cross(a, b);
    double length = most_of(vec3d_dot(a, a), vec3d_dot(b, b));
    if (vec3d_dot(n, n) > 1e-12 * length * length)
        return n;
    for (int k = 0; k < 3; ++k) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        n.v[k] = product_difference(a.v[u], b.v[v], a.v[v], b.v[u]);
    }
    return n;
}

static int widest_side(Vec3d n)
{
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (fabs(n.v[k]) > fabs(n.v[axis]))
            axis = k;
    return axis;
}

bool voxels_visit(Voxels *v, const Vec3d t[3], double margin, VoxelFn *visit, void *user)
{
    margin += ROUNDING;
    double reach = 0.5 + margin;
    Vec3d normal = normal_of(t);
    int w = widest_side(normal), axes[3] = {(w + 1) % 3, (w + 2) % 3, w};
    Range ranges[3];
    for (int k = 0; k < 3; ++k)
        ranges[k] = range_along(v, t, axes[k], margin);
    Flat flats[3];
    for (int k = 0; k < 3; ++k)
        flats[k] = flatten(t, axes[k], reach);
    Depth depth = depth_of(t, normal, w, reach);
    double cell[3];
    for (int32_t i = ranges[0].from; i <= ranges[0].to; ++i)
        for (int32_t j = ranges[1].from; j <= ranges[1].to; ++j) {
            cell[axes[0]] = i, cell[axes[1]] = j;
            if (!flat_meets(&flats[2], cell))
                continue;
            Range deep = ranges[2];
            if (!depth.flat) {
                double at = depth.at + depth.du * (i + 0.5) + depth.dv * (j + 0.5);
                Range near = range_of(at - depth.spread, at + depth.spread, margin, v->size[w]);
                deep.from = near.from > deep.from ? near.from : deep.from;
                deep.to = near.to < deep.to ? near.to : deep.to;
            }
            for (int32_t d = deep.from; d <= deep.to; ++d) {
                cell[w] = d;
                if (flat_meets(&flats[0], cell) && flat_meets(&flats[1], cell) &&
                    !visit(user, v, (int32_t)cell[0], (int32_t)cell[1], (int32_t)cell[2]))
                    return false;
            }
        }
    return true;
}

static bool take(void *user, Voxels *v, int32_t x, int32_t y, int32_t z)
{
    (void)user;
    voxels_row(v, y, z)[x >> 6] |= UINT64_C(1) << (x & 63);
    return true;
}

// Triangles that have hardly moved come into cells that are taken already.
static bool all_taken(const Voxels *v, const Vec3d t[3], double margin)
{
    enum { MOST_ROWS = 36 };
    Range x = range_along(v, t, 0, margin), y = range_along(v, t, 1, margin),
          z = range_along(v, t, 2, margin);
    if (x.to < x.from || x.to - x.from > 62 ||
        (y.to - y.from + 1) * (z.to - z.from + 1) > MOST_ROWS)
        return false;
    uint64_t ones = (UINT64_C(1) << (x.to - x.from + 1)) - 1;
    int shift = x.from & 63;
    for (int32_t k = z.from; k <= z.to; ++k)
        for (int32_t j = y.from; j <= y.to; ++j) {
            const uint64_t *word = &voxels_row(v, j, k)[x.from >> 6];
            uint64_t here = word[0] >> shift;
            if (shift > 0 && x.to >> 6 > x.from >> 6)
                here |= word[1] << (64 - shift);
            if ((here & ones) != ones)
                return false;
        }
    return true;
}

void voxels_take(Voxels *v, const Vec3d triangle[3], double margin)
{
    if (all_taken(v, triangle, margin + ROUNDING))
        return;
    voxels_visit(v, triangle, margin, take, NULL);
}
