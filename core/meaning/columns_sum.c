// The volume that pairs of columns share, with what rounding does to it.
#include "core/meaning/columns.h"

#include "core/base/array.h"
#include "core/base/pool_each.h"

#include <assert.h>

#define UNIT 0x1p-53
#define SIDE_ROUNDING (5 * UNIT) // as ORIENT2D_BOUND

// What rounding does to one pair, in units of UNIT * reach * length * height of the domain.
//
// Which side of a line a corner is on is known to 5 UNIT of the terms (predicates.h), that is to
// 20 UNIT reach as a distance. A point where an edge passes the line is off by that, by 12 for its
// quotient and by 8 for its coordinates: within 40 UNIT reach of the line and 8 of the edge. So the
// polygon is wrong in a strip of 80 along the line and of 4 along both edges: 90 per line. There are
// three of a triangle and four of the domain: 630. Of the fan over such a polygon, of 8 triangles at
// most, each is cut by three more lines (where the lower lid changes, the floor, the ceiling) at which
// what is counted is 0: 24 at most for the coordinates of new points, and 15 for each of the up to
// 3 triangles of its four terms: 8 * (24 + 180) = 1632. The rest of the room is for what is quadratic
// in UNIT.
#define CLIP_ROUNDING 4096
// The height of a lid over a point: two weights, each off by 20 UNIT reach * length / (2 area) and
// multiplied by the height of the lid: 20, as much for the area, and twice that for good measure. No
// height is off by more than the lid's.
#define LID_ROUNDING 80

enum { CORNERS = 20, CHUNK = 256 };

typedef struct Corner {
    double v[4]; // x, y, and the heights of both lids
} Corner;

typedef struct Polygon {
    Corner at[CORNERS];
    int count;
} Polygon;

typedef struct Sum {
    double value, rest; // what the sum lost of its terms
    double magnitude, error;
} Sum;

static void sum_add(Sum *sum, double term)
{
    double next = sum->value + term;
    sum->rest +=
        fabs(sum->value) >= fabs(term) ? sum->value - next + term : term - next + sum->value;
    sum->value = next;
    sum->magnitude += fabs(term);
}

static void sum_join(Sum *sum, const Sum *other)
{
    sum_add(sum, other->value);
    sum->rest += other->rest;
    sum->magnitude += other->magnitude;
    sum->error += other->error;
}

// A sum of n terms with its losses added again is off by 2 UNIT of itself and n^2 UNIT^2 of the
// magnitudes; magnitudes and errors are off by n UNIT of themselves. n is far below 2^40.
static Measured sum_end(const Sum *sum)
{
    return (Measured){sum->value + sum->rest, 1.0625 * sum->error + 4 * UNIT * sum->magnitude};
}

// --- polygons

// What lies where d >= 0; d: one per corner.
static void clip(Polygon *p, const double *d)
{
    Polygon from = *p;
    p->count = 0;
    for (int i = 0; i < from.count; ++i) {
        int j = (i + 1) % from.count;
        if (d[i] >= 0 && p->count < CORNERS)
            p->at[p->count++] = from.at[i];
        if ((d[i] >= 0) != (d[j] >= 0) && p->count < CORNERS) {
            double t = d[i] / (d[i] - d[j]);
            Corner *c = &p->at[p->count++];
            for (int k = 0; k < 4; ++k)
                c->v[k] = from.at[i].v[k] + t * (from.at[j].v[k] - from.at[i].v[k]);
        }
    }
}

static double side(const Column *t, int k, double x, double y)
{
    int n = (k + 1) % 3;
    return (t->x[n] - t->x[k]) * (y - t->y[k]) - (t->y[n] - t->y[k]) * (x - t->x[k]);
}

// All of b is certainly beyond one edge of a.
static bool beyond(const Column *a, const Column *b)
{
    for (int k = 0; k < 3; ++k) {
        int n = (k + 1) % 3, out = 0;
        for (int i = 0; i < 3; ++i) {
            double u = (a->x[n] - a->x[k]) * (b->y[i] - a->y[k]);
            double v = (a->y[n] - a->y[k]) * (b->x[i] - a->x[k]);
            out += u - v < -SIDE_ROUNDING * (fabs(u) + fabs(v));
        }
        if (out == 3)
            return true;
    }
    return false;
}

static double height(const Column *t, double x, double y)
{
    double twice = 2 * t->area;
    double u = side(t, 2, x, y) / twice, v = side(t, 0, x, y) / twice; // of corners 1 and 2
    double z = t->z[0] + u * (t->z[1] - t->z[0]) + v * (t->z[2] - t->z[0]);
    return fmin(fmax(z, t->lo[2]), t->hi[2]);
}

static double area_of(const Polygon *p)
{
    double twice = 0;
    for (int i = 1; i + 1 < p->count; ++i) {
        const double *a = p->at[0].v, *b = p->at[i].v, *c = p->at[i + 1].v;
        twice += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    return 0.5 * twice;
}

// Over where height `which` is above the level: how much. Nothing jumps where corners are at the level
// but for rounding, however many times that makes a polygon pass it. The same holds below.
static double above(const Polygon *p, int which, double level)
{
    double d[CORNERS], sum = 0;
    bool all = true;
    int h = 2 + which;
    for (int i = 0; i < p->count; ++i) {
        d[i] = p->at[i].v[h] - level;
        all &= d[i] >= 0;
    }
    Polygon q = *p;
    if (!all)
        clip(&q, d);
    for (int i = 1; i + 1 < q.count; ++i) {
        const double *a = q.at[0].v, *b = q.at[i].v, *c = q.at[i + 1].v;
        double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        sum += twice * ((a[h] - level) + (b[h] - level) + (c[h] - level));
    }
    return sum / 6;
}

// How much of a column is between the floor and the ceiling of the domain.
static double within(const Polygon *p, int which, const ColumnFrame *frame)
{
    return above(p, which, frame->lo[2]) - above(p, which, frame->hi[2]);
}

// The same below the lower one of both lids: what is below the first, less what of it is above the
// second. On each triangle of the fan heights are linear, whatever rounding made of them.
static double shared(const Polygon *p, const ColumnFrame *frame)
{
    double sum = 0;
    for (int i = 1; i + 1 < p->count; ++i) {
        Polygon q = {{p->at[0], p->at[i], p->at[i + 1]}, 3};
        double d[3];
        for (int k = 0; k < 3; ++k)
            d[k] = q.at[k].v[2] - q.at[k].v[3];
        sum += within(&q, 0, frame);
        if (d[0] <= 0 && d[1] <= 0 && d[2] <= 0)
            continue;
        if (d[0] < 0 || d[1] < 0 || d[2] < 0)
            clip(&q, d);
        sum -= within(&q, 0, frame) - within(&q, 1, frame);
    }
    return sum;
}

static void clip_to_domain(Polygon *p, const ColumnFrame *frame)
{
    double d[CORNERS];
    for (int line = 0; line < 4 && p->count >= 3; ++line) {
        int k = line / 2;
        bool all = true;
        for (int i = 0; i < p->count; ++i) {
            d[i] = line % 2 ? frame->hi[k] - p->at[i].v[k] : p->at[i].v[k] - frame->lo[k];
            all &= d[i] >= 0;
        }
        if (!all)
            clip(p, d);
    }
}

static bool boxes_meet(const double alo[2], const double ahi[2], const double blo[2],
                       const double bhi[2])
{
    return alo[0] <= bhi[0] && blo[0] <= ahi[0] && alo[1] <= bhi[1] && blo[1] <= ahi[1];
}

static void add_pair(Sum *sum, const Column *s, const Column *t, const ColumnFrame *frame,
                     double weight)
{
    if (!boxes_meet(s->lo, s->hi, t->lo, t->hi) || beyond(s, t) || beyond(t, s))
        return;
    if (s->length > t->length) { // what is clipped is the smaller one
        const Column *swap = s;
        s = t;
        t = swap;
    }
    Polygon p = {.count = 3};
    for (int i = 0; i < 3; ++i)
        p.at[i] = (Corner){{s->x[i], s->y[i]}};
    for (int k = 0; k < 3 && p.count >= 3; ++k) {
        double d[CORNERS];
        bool all = true;
        for (int i = 0; i < p.count; ++i) {
            d[i] = side(t, k, p.at[i].v[0], p.at[i].v[1]);
            all &= d[i] >= 0;
        }
        if (!all)
            clip(&p, d);
    }
    clip_to_domain(&p, frame);
    double top = fmin(frame->hi[2], fmin(s->hi[2], t->hi[2])), tall = top - frame->lo[2], area = 0;
    if (p.count >= 3) {
        for (int i = 0; i < p.count; ++i) {
            p.at[i].v[2] = height(s, p.at[i].v[0], p.at[i].v[1]);
            p.at[i].v[3] = height(t, p.at[i].v[0], p.at[i].v[1]);
        }
        area = fabs(area_of(&p));
        sum_add(sum, weight * s->sign * t->sign * shared(&p, frame));
    }
    double reach = fmax(s->reach, t->reach);
    double strip = CLIP_ROUNDING * UNIT * reach * s->length, error = strip * tall;
    const Column *lids[2] = {s, t};
    for (int i = 0; i < 2; ++i) {
        double own = lids[i]->hi[2] - lids[i]->lo[2];
        double off = LID_ROUNDING * UNIT * reach * lids[i]->length / lids[i]->area;
        error += (area + strip) * fmin(own * fmin(off, 1), tall);
    }
    sum->error += weight * error;
}

// --- pairs

typedef struct Product {
    const Columns *a, *b;
    ColumnWork *work;
    Sum *sums; // one per chunk: the order of adding does not depend on threads
} Product;

// False: cancelled.
static bool add_column(Product *product, int32_t index, Sum *sum, size_t *looked, const Job *job)
{
    enum { ASK_EVERY = 1 << 12 };
    const Columns *b = product->b;
    const Column *s = &product->a->items[index];
    bool same = product->a == b;
    int32_t stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        int32_t n = stack[--depth];
        const ColumnNode *node = &b->nodes[n];
        // Of two of the same surface, each pair counts twice and is looked at once.
        if (!boxes_meet(s->lo, s->hi, node->lo, node->hi) ||
            (same && node->first + node->count <= index))
            continue;
        if (node->right > 0) {
            stack[depth++] = node->right;
            stack[depth++] = n + 1;
            continue;
        }
        for (int32_t j = node->first; j < node->first + node->count; ++j) {
            if (same && j < index)
                continue;
            add_pair(sum, s, &b->items[j], product->work->frame, same && j > index ? 2 : 1);
            if (++*looked % ASK_EVERY == 0 && job_cancelled(job))
                return false;
        }
    }
    return true;
}

static bool add_chunk(void *user, size_t chunk, Job *job, Error *err)
{
    Product *product = user;
    Sum sum = {0};
    for (int32_t i = 0; i < CHUNK; ++i) {
        int64_t index = (int64_t)chunk * CHUNK + i;
        size_t looked = 0;
        if (index >= product->a->count)
            break;
        bool whole = add_column(product, (int32_t)index, &sum, &looked, job);
        size_t before =
            atomic_fetch_add_explicit(&product->work->done, looked, memory_order_relaxed);
        if (!whole || job_cancelled(job))
            return error_set(err, "cancelled");
        if (before + looked > product->work->most)
            return error_set(err, "too many pairs of triangles");
    }
    product->sums[chunk] = sum;
    return true;
}

bool columns_product(const Columns *a, const Columns *b, ColumnWork *work, double from, double to,
                     Job *job, Measured *out)
{
    assert(a && b && work && out);
    *out = (Measured){0};
    if (a->count == 0 || b->count == 0)
        return true;
    size_t chunks = ((size_t)a->count + CHUNK - 1) / CHUNK;
    Product product = {a, b, work, mem_calloc(chunks, sizeof(Sum))};
    Error err = {""};
    bool ok = product.sums &&
              pool_each(job ? job->pool : NULL, chunks, add_chunk, &product, from, to, job, &err);
    Sum sum = {0};
    for (size_t i = 0; ok && i < chunks; ++i)
        sum_join(&sum, &product.sums[i]);
    mem_free(product.sums);
    work->too_much = atomic_load_explicit(&work->done, memory_order_relaxed) > work->most;
    *out = sum_end(&sum);
    return ok && !work->too_much;
}

Measured columns_once(const Columns *a, const ColumnFrame *frame)
{
    Sum sum = {0};
    for (int32_t i = 0; i < a->count; ++i) {
        const Column *s = &a->items[i];
        Polygon p = {.count = 3};
        for (int k = 0; k < 3; ++k)
            p.at[k] = (Corner){{s->x[k], s->y[k], s->z[k], s->z[k]}};
        clip_to_domain(&p, frame);
        double tall = frame->hi[2] - frame->lo[2];
        if (p.count >= 3)
            sum_add(&sum, s->sign * within(&p, 0, frame));
        // Heights of corners are their own; those of new ones lie on edges, as they do.
        sum.error += CLIP_ROUNDING * UNIT * s->reach * s->length * tall;
    }
    return sum_end(&sum);
}
