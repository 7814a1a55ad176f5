// Insertion and re-insertion for meshes: a tree over the triangles' boxes is made first, then the
// top-down driver follows it, so that every volume is fitted to its triangles as always. Parts of
// more than 5,000 triangles are split by the criterion until they are small enough.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/tree/build/insertion_tree.h"
#include "core/tree/build/top_down.h"

typedef struct Guide {
    InsertionTree tree; // over the slots first .. first+leaves
    int32_t first;
    int32_t *starts; // where each node's triangles begin, counted from first
    int passes;
    Job *job;
} Guide;

static void guide_free(Guide *g)
{
    insertion_tree_free(&g->tree);
    mem_free(g->starts);
    g->starts = NULL;
}

// A tree over the items, which are brought into the order of its leaves.
static bool begin(Guide *g, const SplitInput *in, int32_t *items, int32_t first, int32_t count)
{
    guide_free(g);
    int32_t *order = array_alloc((size_t)count, sizeof *order);
    int32_t *sorted = array_alloc((size_t)count, sizeof *sorted);
    g->starts = array_alloc(2 * (size_t)count, sizeof *g->starts);
    bool fine = order && sorted && g->starts &&
                insertion_tree_build(&g->tree, in->boxes, items, count, g->passes, g->job);
    if (fine) {
        insertion_tree_order(&g->tree, order);
        for (int32_t i = 0; i < count; ++i) {
            sorted[i] = items[order[i]];
            g->starts[order[i]] = i;
        }
        memcpy(items, sorted, (size_t)count * sizeof *items);
        g->first = first;
        const InsertionNode *nodes = g->tree.nodes;
        for (int32_t i = 0; i < count; ++i) // upwards, as long as it is the leftmost leaf
            for (int32_t at = order[i], up = nodes[at].parent; up >= 0 && nodes[up].child[0] == at;
                 at = up, up = nodes[up].parent)
                g->starts[up] = i;
    }
    mem_free(order);
    mem_free(sorted);
    return fine;
}

// The node that stands for these slots; -1 if none does, because the driver split elsewhere.
static int32_t node_of(const Guide *g, int32_t first, int32_t count)
{
    const InsertionTree *t = &g->tree;
    int32_t start = first - g->first, at = t->root;
    if (!t->nodes || start < 0 || start + count > t->leaves)
        return -1;
    while (at >= 0 && t->nodes[at].count > count) {
        int32_t right = t->nodes[at].child[1];
        at = start >= g->starts[right] ? right : t->nodes[at].child[0];
    }
    return at >= 0 && t->nodes[at].count == count && g->starts[at] == start ? at : -1;
}

static bool guided_split(void *user, const SplitInput *in, int32_t *items, int32_t first,
                         int32_t count, SplitChoice *out, bool *failed)
{
    Guide *g = user;
    if (count > INSERTION_MOST)
        return false;
    bool inside = g->tree.nodes && first >= g->first && first < g->first + g->tree.leaves;
    if (!inside && !begin(g, in, items, first, count)) {
        *failed = true;
        return false;
    }
    int32_t node = node_of(g, first, count);
    if (node < 0)
        return false;
    *out = (SplitChoice){.left_count = g->tree.nodes[g->tree.nodes[node].child[0]].count,
                         .reason = "inserted"};
    return true;
}

static bool build_with(Bvh *bvh, int passes, Job *job, Error *err)
{
    Guide guide = {.passes = passes, .job = job};
    bool built = build_top_down_guided(bvh, &(SplitGuide){guided_split, &guide}, job, err);
    guide_free(&guide);
    return built;
}

static bool build(Bvh *bvh, Job *job, Error *err)
{
    return build_with(bvh, 0, job, err);
}

static bool build_again(Bvh *bvh, Job *job, Error *err)
{
    enum { PASSES = 3 };
    return build_with(bvh, PASSES, job, err);
}

const Builder build_insertion = {
    .name = "insertion",
    .note = "one triangle after the other where areas grow least; above 5,000 the criterion splits",
    .build = build,
};

const Builder build_reinsertion = {
    .name = "re-insertion",
    .note = "insertion, then every node is taken out and inserted again where it costs least",
    .build = build_again,
};
