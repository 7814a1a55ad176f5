// Lids of columns and the tree over their projections.
#include "core/meaning/columns.h"

#include "core/base/array.h"
#include "core/shape/predicates.h"

#include <assert.h>

enum { LEAF = 4 };

Vec3d column_point(const ColumnFrame *frame, Vec3d p)
{
    Vec3d q = vec3d_sub(p, frame->middle);
    return vec3d(q.v[(frame->up + 1) % 3], q.v[(frame->up + 2) % 3], q.v[frame->up]);
}

// False: it has no part in the domain, or no area from above. Comparisons are exact, so that nothing
// is left out that matters.
static bool lid_make(Column *out, const Vec3d p[3], const ColumnFrame *frame)
{
    Vec2d flat[3];
    Column c = {.reach = 0};
    for (int k = 0; k < 3; ++k) {
        c.lo[k] = fmin(fmin(p[0].v[k], p[1].v[k]), p[2].v[k]);
        c.hi[k] = fmax(fmax(p[0].v[k], p[1].v[k]), p[2].v[k]);
        flat[k] = (Vec2d){p[k].x, p[k].y};
        c.reach = fmax(c.reach, fmax(fabs(p[k].x), fabs(p[k].y)));
    }
    for (int k = 0; k < 2; ++k)
        if (c.hi[k] < frame->lo[k] || c.lo[k] > frame->hi[k])
            return false;
    if (c.hi[2] <= frame->lo[2])
        return false;
    double twice = orient2d_widened(flat[0], flat[1], flat[2], ORIENT_ACCURATE);
    if (!(fabs(twice) > 0))
        return false;
    c.sign = twice > 0 ? 1 : -1;
    c.area = 0.5 * fabs(twice);
    c.length = 1.01 * hypot(c.hi[0] - c.lo[0], c.hi[1] - c.lo[1]);
    for (int k = 0; k < 3; ++k) {
        const Vec3d *q = &p[twice > 0 ? k : 2 - k];
        c.x[k] = q->x;
        c.y[k] = q->y;
        c.z[k] = q->z;
    }
    *out = c;
    return true;
}

typedef struct LidKey {
    double middle[2];
    int32_t index;
} LidKey;

static int by_axis(const LidKey *a, const LidKey *b, int axis)
{
    if (a->middle[axis] < b->middle[axis] || a->middle[axis] > b->middle[axis])
        return a->middle[axis] < b->middle[axis] ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static int by_x(const void *a, const void *b)
{
    return by_axis(a, b, 0);
}

static int by_y(const void *a, const void *b)
{
    return by_axis(a, b, 1);
}

// Halves, in turn along the longer side of what holds them.
static int32_t node_make(Columns *columns, const Column *lids, LidKey *keys, int32_t first,
                         int32_t count)
{
    int32_t index = columns->node_count++;
    ColumnNode node = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, first, count, 0};
    for (int32_t i = first; i < first + count; ++i)
        for (int k = 0; k < 2; ++k) {
            node.lo[k] = fmin(node.lo[k], lids[keys[i].index].lo[k]);
            node.hi[k] = fmax(node.hi[k], lids[keys[i].index].hi[k]);
        }
    if (count > LEAF) {
        bool wide = node.hi[0] - node.lo[0] >= node.hi[1] - node.lo[1];
        qsort(keys + first, (size_t)count, sizeof *keys, wide ? by_x : by_y);
        node_make(columns, lids, keys, first, count / 2);
        node.right = node_make(columns, lids, keys, first + count / 2, count - count / 2);
    }
    columns->nodes[index] = node;
    return index;
}

static bool plant(Columns *columns, Column *lids)
{
    size_t count = (size_t)columns->count;
    LidKey *keys = array_alloc(count, sizeof *keys);
    columns->items = array_alloc(count, sizeof *columns->items);
    columns->nodes = array_alloc(2 * count, sizeof *columns->nodes);
    bool ok = keys && columns->items && columns->nodes;
    for (int32_t i = 0; ok && i < columns->count; ++i)
        keys[i] = (LidKey){
            {0.5 * (lids[i].lo[0] + lids[i].hi[0]), 0.5 * (lids[i].lo[1] + lids[i].hi[1])}, i};
    if (ok && count > 0)
        node_make(columns, lids, keys, 0, columns->count);
    for (size_t i = 0; ok && i < count; ++i)
        columns->items[i] = lids[keys[i].index];
    mem_free(keys);
    return ok;
}

bool columns_make(Columns *out, const Mesh *mesh, const Affine *to_frame, const ColumnFrame *frame)
{
    assert(out && mesh && frame);
    *out = (Columns){0};
    Column *lids = NULL;
    size_t capacity = 0;
    bool ok = true;
    for (int32_t i = 0; ok && i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        if (to_frame)
            t = triangle_transformed(&t, to_frame);
        for (int k = 0; k < 3; ++k)
            t.p[k] = column_point(frame, t.p[k]);
        Column lid;
        Vec3d lo = vec3d_min(vec3d_min(t.p[0], t.p[1]), t.p[2]);
        Vec3d hi = vec3d_max(vec3d_max(t.p[0], t.p[1]), t.p[2]);
        bool meets = true;
        for (int k = 0; k < 3; ++k)
            meets &= lo.v[k] <= frame->hi[k] && hi.v[k] >= frame->lo[k];
        if (meets)
            out->surface += 0.5 * vec3d_length(triangle_cross(&t));
        if (!lid_make(&lid, t.p, frame))
            continue;
        ok = array_reserve(&lids, &capacity, (size_t)out->count + 1, sizeof *lids);
        if (ok)
            lids[out->count++] = lid;
    }
    ok = ok && plant(out, lids);
    mem_free(lids);
    if (!ok)
        columns_free(out);
    return ok;
}

void columns_free(Columns *columns)
{
    mem_free(columns->items);
    mem_free(columns->nodes);
    *columns = (Columns){0};
}
