#include "core/tree/build/insertion_tree.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rng.h"

typedef struct Open {
    double way; // what the boxes above grow by
    int32_t node, depth;
} Open;

typedef struct Place {
    double cost;
    int32_t node, count, depth;
} Place;

static Box3 joined(const Box3 *a, const Box3 *b)
{
    Box3 u;
    for (int k = 0; k < 3; ++k) {
        u.lo.v[k] = a->lo.v[k] < b->lo.v[k] ? a->lo.v[k] : b->lo.v[k];
        u.hi.v[k] = a->hi.v[k] > b->hi.v[k] ? a->hi.v[k] : b->hi.v[k];
    }
    return u;
}

static double area(const Box3 *box)
{
    double d[3];
    for (int k = 0; k < 3; ++k)
        d[k] = (double)box->hi.v[k] - (double)box->lo.v[k];
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

static bool comes_before(const Open *a, const Open *b)
{
    return a->way != b->way       ? a->way < b->way
           : a->depth != b->depth ? a->depth < b->depth
                                  : a->node < b->node;
}

static bool push(InsertionTree *t, Open open)
{
    if (!array_reserve(&t->heap, &t->heap_capacity, t->heap_count + 1, sizeof open))
        return false;
    Open *heap = t->heap;
    size_t at = t->heap_count++;
    for (; at > 0 && comes_before(&open, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = open;
    return true;
}

static Open pop(InsertionTree *t)
{
    Open *heap = t->heap, top = heap[0], last = heap[--t->heap_count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < t->heap_count; at = child) {
        if (child + 1 < t->heap_count && comes_before(&heap[child + 1], &heap[child]))
            ++child;
        if (!comes_before(&heap[child], &last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return top;
}

// Equal costs are common, for equal boxes and for those inside others: the smaller partner that is
// higher up keeps the tree balanced.
static bool is_better(const Place *a, const Place *b)
{
    return b->node < 0            ? true
           : a->cost != b->cost   ? a->cost < b->cost
           : a->count != b->count ? a->count < b->count
           : a->depth != b->depth ? a->depth < b->depth
                                  : a->node < b->node;
}

static bool find_place(InsertionTree *t, const Box3 *box, Place *best)
{
    double own = area(box);
    *best = (Place){.node = -1};
    t->heap_count = 0;
    if (!push(t, (Open){0, t->root, 0}))
        return false;
    while (t->heap_count > 0) {
        Open open = pop(t);
        if (best->node >= 0 && open.way + own > best->cost)
            break;
        const InsertionNode *n = &t->nodes[open.node];
        Box3 both = joined(&n->box, box);
        double direct = area(&both);
        Place here = {open.way + direct, open.node, n->count, open.depth};
        if (is_better(&here, best))
            *best = here;
        double way = open.way + direct - area(&n->box);
        for (int c = 0; n->child[0] >= 0 && c < 2; ++c)
            if (way + own <= best->cost && !push(t, (Open){way, n->child[c], open.depth + 1}))
                return false;
    }
    return true;
}

static void refit_up(InsertionTree *t, int32_t node)
{
    for (; node >= 0; node = t->nodes[node].parent) {
        InsertionNode *n = &t->nodes[node];
        const InsertionNode *a = &t->nodes[n->child[0]], *b = &t->nodes[n->child[1]];
        n->box = joined(&a->box, &b->box);
        n->count = a->count + b->count;
    }
}

static void replace_child(InsertionTree *t, int32_t parent, int32_t old, int32_t child)
{
    t->nodes[child].parent = parent;
    if (parent < 0)
        t->root = child;
    else
        t->nodes[parent].child[t->nodes[parent].child[1] == old] = child;
}

// `pair` becomes the parent of the node and of what is at the place.
static void insert_at(InsertionTree *t, int32_t node, int32_t pair, int32_t at)
{
    replace_child(t, t->nodes[at].parent, at, pair);
    t->nodes[pair].child[0] = at;
    t->nodes[pair].child[1] = node;
    t->nodes[at].parent = t->nodes[node].parent = pair;
    refit_up(t, pair);
}

// Out with a node whose parent is not the root, and in again where it is cheapest: its old place is
// among those, so the sum never grows.
static bool reinsert(InsertionTree *t, int32_t node)
{
    int32_t pair = t->nodes[node].parent, above = pair < 0 ? -1 : t->nodes[pair].parent;
    if (above < 0)
        return true;
    int32_t sibling = t->nodes[pair].child[t->nodes[pair].child[0] == node];
    replace_child(t, above, pair, sibling);
    refit_up(t, above);
    Place place;
    if (!find_place(t, &t->nodes[node].box, &place))
        return false;
    t->moves += place.node != sibling;
    insert_at(t, node, pair, place.node);
    return true;
}

double insertion_tree_area(const InsertionTree *tree)
{
    double sum = 0;
    for (int32_t i = tree->leaves; i < tree->count; ++i)
        sum += area(&tree->nodes[i].box);
    return sum;
}

static bool insert_all(InsertionTree *t, Job *job)
{
    // In a drawn order: neighbours in the mesh, one after the other, make long thin trees.
    int32_t *order = array_alloc((size_t)t->leaves, sizeof *order);
    if (!order)
        return false;
    Rng rng = rng_create(1987);
    for (int32_t i = 0; i < t->leaves; ++i) {
        int32_t k = rng_below(&rng, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    t->root = order[0];
    bool fine = true;
    for (int32_t i = 1; fine && i < t->leaves; ++i) {
        Place place;
        fine = !((i & 63) == 0 && job_cancelled(job)) &&
               find_place(t, &t->nodes[order[i]].box, &place);
        if (fine)
            insert_at(t, order[i], t->count++, place.node);
    }
    mem_free(order);
    return fine;
}

bool insertion_tree_build(InsertionTree *t, const Box3 *boxes, const int32_t *items, int32_t count,
                          int passes, Job *job)
{
    *t = (InsertionTree){.leaves = count, .count = count};
    t->nodes = array_alloc(2 * (size_t)count, sizeof *t->nodes);
    if (!t->nodes)
        return false;
    for (int32_t i = 0; i < 2 * count; ++i)
        t->nodes[i] = (InsertionNode){.parent = -1, .child = {-1, -1}, .count = 1};
    for (int32_t i = 0; i < count; ++i)
        t->nodes[i].box = boxes[items[i]];
    if (!insert_all(t, job))
        return false;
    double before = insertion_tree_area(t);
    for (int pass = 0; pass < passes; ++pass) {
        for (int32_t i = 0; i < t->count; ++i)
            if (((i & 63) == 0 && job_cancelled(job)) || !reinsert(t, i))
                return false;
        double now = insertion_tree_area(t);
        if (!(now < before * (1 - 1e-4)))
            break;
        before = now;
    }
    return true;
}

void insertion_tree_free(InsertionTree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->heap);
    *tree = (InsertionTree){0};
}

void insertion_tree_order(const InsertionTree *tree, int32_t *out)
{
    const InsertionNode *nodes = tree->nodes;
    int32_t count = 0, at = tree->root;
    while (at >= 0) {
        while (nodes[at].child[0] >= 0)
            at = nodes[at].child[0];
        out[count++] = at;
        // Up while coming from the right, then over to the right.
        int32_t parent = nodes[at].parent;
        while (parent >= 0 && nodes[parent].child[1] == at) {
            at = parent;
            parent = nodes[at].parent;
        }
        at = parent < 0 ? -1 : nodes[parent].child[1];
    }
}
