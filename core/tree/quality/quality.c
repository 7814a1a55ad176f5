// Measuring the nodes of a tree, and what follows from their sizes.
#include "core/tree/quality/quality.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/shape/box.h"

#include <assert.h>

typedef struct MeasureVisit {
    const Bvh *bvh;
    Job *job;
    NodeMeasure *nodes;
    bool cancelled;
} MeasureVisit;

static void grow_box(void *user, Vec3 from, Vec3 to)
{
    Box3d *box = user;
    box->lo = vec3d_min(box->lo, vec3d_min(vec3d_from(from), vec3d_from(to)));
    box->hi = vec3d_max(box->hi, vec3d_max(vec3d_from(from), vec3d_from(to)));
}

// A type that does not say how far its volumes reach is measured by what it draws.
static Extent extent_of(const BvType *type, const void *volume)
{
    Extent e = {
        .box = {vec3d(INFINITY, INFINITY, INFINITY), vec3d(-INFINITY, -INFINITY, -INFINITY)}};
    if (type->extent) {
        type->extent(volume, &e);
    } else {
        type->outline(volume, grow_box, &e.box);
        e.thickness = box3d_thickness(&e.box);
    }
    return e;
}

static bool measure_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    MeasureVisit *v = user;
    if (v->cancelled || ((node & 1023) == 0 && job_cancelled(v->job))) {
        v->cancelled = true;
        return false;
    }
    const BvType *type = v->bvh->type;
    NodeMeasure *m = &v->nodes[node];
    Extent extent = extent_of(type, volume);
    m->level = (uint32_t)level;
    m->volume = type->measure(volume, MEASURE_VOLUME);
    m->area = type->measure(volume, MEASURE_AREA);
    m->diameter = 2 * type->measure(volume, MEASURE_RADIUS);
    m->thickness = extent.thickness;
    m->box = extent.box;
    if (links.leaf) {
        m->triangles = links.count;
        return true;
    }
    m->first_child = links.first;
    m->child_count = links.count;
    for (uint32_t i = 0; i < links.count; ++i)
        v->nodes[links.first + i].parent = node;
    return true;
}

bool quality_measure(const Bvh *bvh, Job *job, NodeMeasures *out)
{
    assert(bvh && out);
    *out = (NodeMeasures){mem_calloc((size_t)bvh->node_count + 1, sizeof(NodeMeasure)),
                          bvh->node_count};
    MeasureVisit v = {bvh, job, out->nodes, false};
    if (!v.nodes || !bvh_visit(bvh, measure_node, &v) || v.cancelled) {
        node_measures_free(out);
        return false;
    }
    for (uint32_t i = out->count; i-- > 1;)
        out->nodes[out->nodes[i].parent].triangles += out->nodes[i].triangles;
    return true;
}

void node_measures_free(NodeMeasures *measures)
{
    mem_free(measures->nodes);
    *measures = (NodeMeasures){0};
}

// Volumes are rounded outward, so those of flat sets are small rather than 0: relative to the
// diameter their thickness is that of a float's last bit, or 2/32767 of the radius in quantised
// slab cut balls. Volume by area is half the thickness of a plate, so this bound is above both, and
// below what is modelled: a plate 80 micrometres thick and one metre wide.
static bool has_no_volume(const NodeMeasure *m)
{
    return m->volume <= 2e-5 * m->area * m->diameter;
}

double quality_tightness(const NodeMeasures *tree, uint32_t node)
{
    const NodeMeasure *m = &tree->nodes[node];
    double sum = 0;
    bool flat = true;
    for (uint32_t i = 0; i < m->child_count; ++i) {
        const NodeMeasure *child = &tree->nodes[m->first_child + i];
        flat = flat && has_no_volume(child);
        sum += child->volume;
    }
    return flat ? NAN : m->volume / sum;
}

// The shared part of two boxes, by volume or by area; 0 where they do not meet.
static double shared(const Box3d *a, const Box3d *b, bool by_area)
{
    Box3d both = {vec3d_max(a->lo, b->lo), vec3d_min(a->hi, b->hi)};
    for (int k = 0; k < 3; ++k)
        if (both.hi.v[k] < both.lo.v[k])
            return 0;
    return box3d_measure(&both, by_area ? MEASURE_AREA : MEASURE_VOLUME);
}

typedef struct Sums {
    double tightness, node_balance, volume_balance, depth, shared, boxes, empty;
    uint32_t tight_groups, volume_groups, leaves;
} Sums;

static void add_leaf(Quality *q, Sums *s, const NodeMeasure *m)
{
    q->least_depth = s->leaves == 0 || m->level < q->least_depth ? m->level : q->least_depth;
    q->most_depth = m->level > q->most_depth ? m->level : q->most_depth;
    s->depth += m->level;
    ++s->leaves;
    if (m->triangles == 0)
        s->empty += m->volume;
}

static void add_balance(Sums *s, const NodeMeasure *m, const NodeMeasure *children)
{
    const NodeMeasure *c = children;
    double least = c->volume, most = least, sum = 0;
    uint32_t fewest = c->triangles, largest = fewest;
    for (uint32_t i = 0; i < m->child_count; ++i, ++c) {
        least = fmin(least, c->volume);
        most = fmax(most, c->volume);
        sum += c->volume;
        fewest = c->triangles < fewest ? c->triangles : fewest;
        largest = c->triangles > largest ? c->triangles : largest;
    }
    if (m->triangles > 0)
        s->node_balance += (double)(largest - fewest) / m->triangles;
    if (sum > 0) {
        s->volume_balance += (most - least) / sum;
        ++s->volume_groups;
    }
}

static void add_overlap(Sums *s, const NodeMeasure *children, uint32_t count, bool by_area)
{
    for (uint32_t i = 0; i < count; ++i) {
        s->boxes += shared(&children[i].box, &children[i].box, by_area);
        for (uint32_t j = 0; j < i; ++j)
            s->shared += shared(&children[i].box, &children[j].box, by_area);
    }
}

static void add_group(Quality *q, Sums *s, const NodeMeasures *tree, uint32_t node)
{
    const NodeMeasure *m = &tree->nodes[node], *children = tree->nodes + m->first_child;
    double tightness = quality_tightness(tree, node);
    ++q->groups;
    q->flat_groups += has_no_volume(m);
    if (!isnan(tightness)) {
        s->tightness += tightness;
        ++s->tight_groups;
    }
    // A group of one is a copy of its child carried to the next level: it counts there.
    if (m->child_count > 1) {
        q->cost += m->child_count * m->volume;
        q->area_cost += m->child_count * m->area;
    }
    add_balance(s, m, children);
    add_overlap(s, children, m->child_count, q->flat);
}

Quality quality_of(const NodeMeasures *tree)
{
    assert(tree);
    Quality q = {.nodes = tree->count, .tightness = NAN, .root_tightness = NAN};
    if (tree->count == 0)
        return q;
    const NodeMeasure *root = tree->nodes;
    Sums s = {0};
    q.flat = has_no_volume(root);
    q.root_volume = root->volume;
    q.root_area = root->area;
    q.root_tightness = quality_tightness(tree, 0);
    q.root_cost = root->child_count * root->volume;
    q.root_area_cost = root->child_count * root->area;
    for (uint32_t i = 0; i < tree->count; ++i) {
        if (tree->nodes[i].child_count == 0)
            add_leaf(&q, &s, &tree->nodes[i]);
        else
            add_group(&q, &s, tree, i);
    }
    q.mean_depth = s.depth / s.leaves;
    if (s.tight_groups > 0)
        q.tightness = s.tightness / s.tight_groups;
    if (q.groups > 0)
        q.node_balance = s.node_balance / q.groups;
    if (s.volume_groups > 0)
        q.volume_balance = s.volume_balance / s.volume_groups;
    if (root->volume > 0)
        q.empty = s.empty / root->volume;
    if (s.boxes > 0)
        q.overlap = s.shared / s.boxes;
    return q;
}

double quality_relative_cost(const Quality *q)
{
    double cost = q->flat ? q->area_cost : q->cost, root = q->flat ? q->root_area : q->root_volume;
    return root > 0 ? cost / root : 0;
}
