// Sets that are too large for a builder: cut into blocks, joined block by block.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/split.h"

// Halves that are too large are cut again, from left to right; one that is cut off-centre too often
// is halved, so that peeling off single items cannot go on for ever.
static int32_t cut_into_blocks(const Box3d *boxes, int32_t *items, int32_t count, int32_t most,
                               int32_t *ends)
{
    HybridSplitter *s = hybrid_splitter_create(boxes, count);
    if (!s)
        return 0;
    int32_t blocks = 0, first = 0, open = 1;
    ends[count - 1] = count; // a stack of ends, growing down from the back
    while (open > 0) {
        int32_t end = ends[count - open], size = end - first;
        if (size <= most) {
            --open;
            ends[blocks++] = first = end;
            continue;
        }
        int32_t left = hybrid_split(s, items + first, size);
        if (left < size / 10 || size - left < size / 10 || open > 64)
            left = size / 2;
        ++open;
        ends[count - open] = first + left;
    }
    hybrid_splitter_free(s);
    return blocks;
}

// One node per block, which stands at the front afterwards.
static bool join_blocks(HybridWork *work, HybridId *nodes, int32_t *count, int32_t block,
                        HybridJoinFn *join, ProposeFn *propose)
{
    Box3d *boxes = array_alloc((size_t)*count, sizeof *boxes);
    int32_t *items = array_alloc((size_t)*count, sizeof *items);
    int32_t *ends = array_alloc((size_t)*count, sizeof *ends);
    HybridId *sorted = array_alloc((size_t)*count, sizeof *sorted);
    bool fine = boxes && items && ends && sorted;
    for (int32_t i = 0; fine && i < *count; ++i) {
        boxes[i] = hybrid_box_of(&work->tree->nodes[nodes[i]].volume);
        items[i] = i;
    }
    int32_t blocks = fine ? cut_into_blocks(boxes, items, *count, block, ends) : 0;
    fine = fine && blocks > 0;
    for (int32_t i = 0; fine && i < *count; ++i)
        sorted[i] = nodes[items[i]];
    for (int32_t b = 0, first = 0; fine && b < blocks; first = ends[b++]) {
        nodes[b] = sorted[first];
        if (ends[b] - first > 1)
            fine = join(work, propose, sorted + first, ends[b] - first, &nodes[b]);
        job_progress(work->job, (double)b / blocks);
    }
    *count = blocks;
    work->stats->blocks += blocks;
    mem_free(boxes);
    mem_free(items);
    mem_free(ends);
    mem_free(sorted);
    return fine;
}

bool hybrid_build_by_blocks(HybridWork *work, int32_t above, int32_t block, HybridJoinFn *join,
                            ProposeFn *propose, HybridId *root)
{
    int32_t count = work->set->count;
    HybridId *nodes = array_alloc((size_t)count, sizeof *nodes);
    bool fine = nodes != NULL;
    for (int32_t i = 0; fine && i < count; ++i)
        nodes[i] = i;
    while (fine && count > above)
        fine = join_blocks(work, nodes, &count, block, join, propose);
    fine = fine && join(work, propose, nodes, count, root);
    mem_free(nodes);
    return fine;
}
