// Mueller 1999, top-down: a binary tree, each set cut where it costs least.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"
#include "core/hybrid/split.h"

typedef struct Part {
    int32_t first, count;
    HybridId parent;
    int lopsided; // ancestors in a row that were cut with less than a tenth on one side
} Part;

enum { MOST_LOPSIDED = 8 };

// A leaf is linked where it belongs; a larger part becomes a group and is cut.
static bool open_part(HybridWork *work, HybridSplitter *splitter, int32_t *items, Part part,
                      Part halves[2], bool *leaf)
{
    HybridTree *tree = work->tree;
    *leaf = part.count == 1;
    HybridId node = *leaf ? items[part.first] : hybrid_add_group(tree);
    if (node == HYBRID_NONE)
        return false;
    if (part.parent == HYBRID_NONE)
        tree->root = node;
    else
        hybrid_link(tree, part.parent, node);
    if (*leaf)
        return !work->record || hybrid_record_rest(work);
    HybridFit fit = hybrid_fit(work, items + part.first, part.count, 0);
    tree->nodes[node].volume = fit.volume;
    tree->nodes[node].type = fit.type;
    int32_t left = hybrid_split(splitter, items + part.first, part.count);
    bool lopsided = 10 * left < part.count || 10 * (part.count - left) < part.count;
    int row = lopsided ? part.lopsided + 1 : 0;
    if (row > MOST_LOPSIDED)
        left = part.count / 2;
    halves[0] = (Part){part.first, left, node, row};
    halves[1] = (Part){part.first + left, part.count - left, node, row};
    return !work->record ||
           hybrid_record_step(work, &(HybridStep){.kind = HYBRID_STEP_CUT, .node = node},
                              items + part.first, left, items + part.first + left,
                              part.count - left);
}

static bool build(HybridWork *work)
{
    int32_t count = work->set->count, open = 1, done = 0;
    Box3d *boxes = array_alloc((size_t)count, sizeof *boxes);
    int32_t *items = array_alloc((size_t)count, sizeof *items);
    Part *stack = array_alloc((size_t)count + 1, sizeof *stack);
    HybridSplitter *splitter = NULL;
    bool fine = boxes && items && stack;
    for (int32_t i = 0; fine && i < count; ++i) {
        boxes[i] = hybrid_box_of(&work->set->items[i].volume);
        items[i] = i;
    }
    if (fine) {
        stack[0] = (Part){0, count, HYBRID_NONE, 0};
        splitter = hybrid_splitter_create(boxes, count);
        fine = splitter != NULL;
        if (fine)
            hybrid_splitter_note(splitter, work->record);
    }
    while (fine && open > 0 && !job_cancelled(work->job)) {
        Part halves[2], part = stack[--open];
        bool leaf;
        fine = open_part(work, splitter, items, part, halves, &leaf);
        done += leaf;
        if (fine && !leaf) {
            stack[open++] = halves[1];
            stack[open++] = halves[0];
        }
        job_progress(work->job, (double)done / count);
    }
    hybrid_splitter_free(splitter);
    mem_free(boxes);
    mem_free(items);
    mem_free(stack);
    return fine && open == 0;
}

const HybridBuilder hybrid_top_down = {
    .name = "top-down",
    .note = "sorted along each axis, cut where it costs least, two children each",
    .build = build,
};
