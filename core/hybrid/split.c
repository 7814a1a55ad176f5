#include "core/hybrid/split.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"

#include <assert.h>

typedef struct Key {
    double at;
    int32_t item;
} Key;

struct HybridSplitter {
    const Box3d *boxes;
    Key *keys;
    Box3d *after; // [i]: box of the items from i on
    HybridRecord *record;
};

HybridSplitter *hybrid_splitter_create(const Box3d *boxes, int32_t count)
{
    assert(boxes && count >= 0);
    HybridSplitter *s = mem_calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->boxes = boxes;
    s->keys = array_alloc((size_t)count, sizeof *s->keys);
    s->after = array_alloc((size_t)count, sizeof *s->after);
    if (s->keys && s->after)
        return s;
    hybrid_splitter_free(s);
    return NULL;
}

void hybrid_splitter_free(HybridSplitter *s)
{
    if (!s)
        return;
    mem_free(s->keys);
    mem_free(s->after);
    mem_free(s);
}

Box3d hybrid_box_of(const HybridVolume *volume)
{
    Box3d box;
    for (int k = 0; k < 3; ++k) {
        Vec3d axis = vec3d(k == 0, k == 1, k == 2);
        hybrid_volume_interval(volume, axis, &box.lo.v[k], &box.hi.v[k]);
    }
    return box;
}

static int by_place(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    if (p->at != q->at)
        return p->at < q->at ? -1 : 1;
    return (p->item > q->item) - (p->item < q->item);
}

static void sort_along(HybridSplitter *s, const int32_t *items, int32_t count, int axis)
{
    for (int32_t i = 0; i < count; ++i) {
        const Box3d *box = &s->boxes[items[i]];
        s->keys[i] = (Key){box->lo.v[axis] + box->hi.v[axis], items[i]};
    }
    qsort(s->keys, (size_t)count, sizeof *s->keys, by_place);
}

static Box3d joined(const Box3d *a, const Box3d *b)
{
    return (Box3d){vec3d_min(a->lo, b->lo), vec3d_max(a->hi, b->hi)};
}

// Compared from the first to the last: volume, area, length, imbalance.
typedef struct CutCost {
    double by[4];
} CutCost;

static CutCost side_cost(const Box3d *box, int32_t count)
{
    Vec3d d = vec3d_sub(box->hi, box->lo);
    return (CutCost){{count * d.x * d.y * d.z, count * (d.x * d.y + d.y * d.z + d.z * d.x),
                      count * (d.x + d.y + d.z), 0}};
}

static bool is_less(const CutCost *a, const CutCost *b)
{
    for (int i = 0; i < 4; ++i)
        if (a->by[i] != b->by[i])
            return a->by[i] < b->by[i];
    return false;
}

void hybrid_splitter_note(HybridSplitter *s, HybridRecord *record)
{
    s->record = record;
}

int32_t hybrid_split(HybridSplitter *s, int32_t *items, int32_t count)
{
    assert(s && items && count >= 2);
    CutCost best = {{INFINITY, 0, 0, 0}};
    int best_axis = 0;
    int32_t best_left = count / 2;
    for (int axis = 0; axis < 3; ++axis) {
        sort_along(s, items, count, axis);
        s->after[count - 1] = s->boxes[s->keys[count - 1].item];
        for (int32_t i = count - 1; i-- > 0;)
            s->after[i] = joined(&s->boxes[s->keys[i].item], &s->after[i + 1]);
        Box3d before = s->boxes[s->keys[0].item];
        for (int32_t left = 1; left < count; ++left) {
            CutCost cost = side_cost(&before, left);
            CutCost other = side_cost(&s->after[left], count - left);
            for (int i = 0; i < 3; ++i)
                cost.by[i] += other.by[i];
            cost.by[3] = abs(count - 2 * left);
            if (s->record)
                hybrid_note(s->record, &(HybridCandidate){
                                           .cost = cost.by[0],
                                           .left = left,
                                           .right = count - left,
                                           .at = 0.25 * (s->keys[left - 1].at + s->keys[left].at),
                                           .axis = (uint8_t)axis});
            if (is_less(&cost, &best)) {
                best = cost;
                best_axis = axis;
                best_left = left;
            }
            before = joined(&before, &s->boxes[s->keys[left].item]);
        }
    }
    for (uint32_t i = 0; s->record && i < s->record->noted_count; ++i) {
        HybridCandidate *c = &s->record->noted[i];
        c->taken = c->axis == best_axis && c->left == best_left;
    }
    sort_along(s, items, count, best_axis);
    for (int32_t i = 0; i < count; ++i)
        items[i] = s->keys[i].item;
    return best_left;
}
