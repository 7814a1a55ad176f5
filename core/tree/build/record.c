#include "core/tree/build/record.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

void build_record_free(BuildRecord *record)
{
    mem_free(record->steps);
    mem_free(record->candidates);
    mem_free(record->nodes);
    mem_free(record->order);
    mem_free(record->place);
    mem_free(record->size);
    *record = (BuildRecord){0};
}

size_t build_record_bytes(const BuildRecord *record)
{
    return record->step_capacity * sizeof *record->steps +
           record->candidate_capacity * sizeof *record->candidates +
           record->node_capacity * sizeof *record->nodes +
           3 * (size_t)record->node_count * sizeof *record->order;
}

void build_record_begin(BuildRecord *record)
{
    record->step_count = record->candidate_count = record->node_count = 0;
    record->truncated = false;
    split_notes_begin(&record->notes);
}

// The node is the root or was made by a step that is kept.
static bool is_kept(const BuildRecord *record, NodeId node)
{
    return node == 0 || (node < record->node_count && record->nodes[node].parent != BUILD_NONE);
}

static bool keep_candidates(BuildRecord *record, BuildStep *step)
{
    SplitCandidate kept[SPLIT_NOTES_MOST];
    int chosen, count = split_notes_kept(&record->notes, kept, &chosen);
    uint32_t have = record->candidate_count;
    bool large = step->count >= BUILD_LARGE;
    step->candidate = have;
    step->weighed = record->notes.weighed;
    if (have + (uint32_t)count > (large ? BUILD_CANDIDATES_MOST : BUILD_CANDIDATES_MOST / 2))
        return true;
    if (!array_reserve(&record->candidates, &record->candidate_capacity, have + (size_t)count,
                       sizeof *kept))
        return false;
    for (int i = 0; i < count; ++i)
        record->candidates[have + (uint32_t)i] = kept[i];
    record->candidate_count += (uint32_t)count;
    step->candidates = (uint16_t)count;
    step->chosen = (int16_t)chosen;
    return true;
}

bool build_record_split(BuildRecord *record, const BuildStep *given)
{
    BuildStep step = *given;
    if (record->step_count == BUILD_STEPS_MOST || !is_kept(record, step.node)) {
        record->truncated = true;
        return true;
    }
    int32_t less = step.left < step.right ? step.left : step.right;
    step.candidates = 0;
    step.chosen = -1;
    if (record->notes.fell_back)
        step.flags |= BUILD_FELL_BACK;
    if (!(step.flags & BUILD_REFUSED) && 10 * (int64_t)less < step.count)
        step.flags |= BUILD_LOPSIDED;
    if (!keep_candidates(record, &step) ||
        !array_reserve(&record->steps, &record->step_capacity, (size_t)record->step_count + 1,
                       sizeof step))
        return false;
    BuildNode *node = &record->nodes[step.node];
    if (node->opened_at == BUILD_NONE)
        node->opened_at = record->step_count;
    record->steps[record->step_count++] = step;
    return true;
}

bool build_record_node(BuildRecord *record, NodeId node, NodeId parent, uint32_t first,
                       uint32_t count)
{
    bool made = record->step_count > 0;
    if (parent != BUILD_NONE &&
        (!made || record->steps[record->step_count - 1].node != parent || record->truncated))
        return true; // by a step that is not kept
    if (!array_reserve(&record->nodes, &record->node_capacity, (size_t)node + 1,
                       sizeof *record->nodes))
        return false;
    for (; record->node_count <= node; ++record->node_count)
        record->nodes[record->node_count] = (BuildNode){.parent = BUILD_NONE,
                                                        .first_child = BUILD_NONE,
                                                        .made_at = BUILD_NONE,
                                                        .opened_at = BUILD_NONE};
    BuildNode *n = &record->nodes[node];
    n->first = first;
    n->count = count;
    n->parent = parent;
    if (parent == BUILD_NONE)
        return true;
    BuildNode *above = &record->nodes[parent];
    if (above->child_count++ == 0)
        above->first_child = node;
    n->made_at = record->step_count - 1;
    return true;
}

void build_record_slots(BuildRecord *record, NodeId node, uint32_t first, uint32_t count)
{
    if (node >= record->node_count)
        return; // made by a step that is not kept
    record->nodes[node].first = first;
    record->nodes[node].count = count;
}

// Children have higher numbers than their parents.
static void find_slots(BuildRecord *record)
{
    for (NodeId i = record->node_count; i-- > 0;) {
        BuildNode *n = &record->nodes[i];
        if (n->child_count == 0)
            continue;
        const BuildNode *child = &record->nodes[n->first_child];
        uint32_t first = child->first, end = first;
        for (uint32_t k = 0; k < n->child_count; ++k) {
            first = child[k].first < first ? child[k].first : first;
            end = child[k].first + child[k].count > end ? child[k].first + child[k].count : end;
        }
        n->first = first;
        n->count = end - first;
    }
}

static void flag_steps(BuildRecord *record)
{
    for (uint32_t s = 0; s < record->step_count; ++s) {
        BuildStep *step = &record->steps[s];
        const BuildNode *n = &record->nodes[step->node];
        if (s + 1 < record->step_count && record->steps[s + 1].node == step->node)
            continue;
        step->flags |= BUILD_LAST;
        for (uint32_t k = 0; k < n->child_count; ++k)
            if (record->nodes[n->first_child + k].child_count == 0)
                step->flags |= BUILD_LEAF;
    }
}

static bool find_places(BuildRecord *record)
{
    uint32_t *level = array_alloc(record->node_count, sizeof *level);
    record->order = array_alloc(record->node_count, sizeof *record->order);
    record->place = array_alloc(record->node_count, sizeof *record->place);
    record->size = array_alloc(record->node_count, sizeof *record->size);
    bool fine = level && record->order && record->place && record->size;
    for (NodeId i = record->node_count; fine && i-- > 0;) {
        const BuildNode *n = &record->nodes[i];
        record->order[i] = 1; // how many are below, until places are known
        for (uint32_t k = 0; k < n->child_count; ++k)
            record->order[i] += record->order[n->first_child + k];
    }
    for (NodeId i = 0; fine && i < record->node_count; ++i) {
        const BuildNode *n = &record->nodes[i];
        if (i == 0)
            record->place[0] = 0, level[0] = 1;
        record->size[record->place[i]] = record->order[i];
        record->depth = (int)level[i] > record->depth ? (int)level[i] : record->depth;
        uint32_t at = record->place[i] + 1;
        for (uint32_t k = 0; k < n->child_count; ++k) {
            record->place[n->first_child + k] = at;
            level[n->first_child + k] = level[i] + 1;
            at += record->order[n->first_child + k];
        }
    }
    for (NodeId i = 0; fine && i < record->node_count; ++i)
        record->order[record->place[i]] = i;
    mem_free(level);
    return fine;
}

Bvh *bvh_build_recorded(Mesh *mesh, const BvhDesc *desc, Job *job, BuildRecord *record, Error *err)
{
    assert(record);
    build_record_begin(record);
    Bvh *bvh = bvh_build_noted(mesh, desc, job, record, err);
    if (bvh && record->node_count > 0) {
        find_slots(record);
        flag_steps(record);
        if (!find_places(record)) {
            error_set(err, "not enough memory to record how the hierarchy is built");
            bvh_release(bvh);
            bvh = NULL;
        }
    }
    if (!bvh)
        build_record_free(record);
    return bvh;
}

bool build_is_made(const BuildRecord *record, NodeId node, uint32_t step)
{
    uint32_t made = record->nodes[node].made_at;
    return made == BUILD_NONE || (step != BUILD_NONE && made <= step);
}

void build_side(const BuildRecord *record, uint32_t step, int side, uint32_t *first,
                uint32_t *count)
{
    const BuildStep *s = &record->steps[step];
    const BuildNode *n = &record->nodes[s->node];
    if (s->flags & BUILD_REFUSED) {
        *first = n->first;
        *count = side == 0 ? n->count : 0;
    } else if (n->child_count == 2 && n->opened_at == step && s->flags & BUILD_LAST) {
        // Its children's own: where triangles are listed on both sides, numbers do not add up.
        *first = record->nodes[n->first_child + (uint32_t)side].first;
        *count = record->nodes[n->first_child + (uint32_t)side].count;
    } else {
        *first = s->first + (side ? (uint32_t)s->left : 0);
        *count = (uint32_t)(side ? s->right : s->left);
    }
}

static uint32_t next_with(const BuildRecord *record, uint32_t step, unsigned flags)
{
    for (uint32_t s = step == BUILD_NONE ? 0 : step + 1; s < record->step_count; ++s)
        if (record->steps[s].flags & flags)
            return s;
    return BUILD_NONE;
}

uint32_t build_next_leaf(const BuildRecord *record, uint32_t step)
{
    return next_with(record, step, BUILD_LEAF | BUILD_REFUSED);
}

uint32_t build_next_odd(const BuildRecord *record, uint32_t step)
{
    return next_with(record, step, BUILD_FELL_BACK | BUILD_LOPSIDED | BUILD_REFUSED);
}
