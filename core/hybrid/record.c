#include "core/hybrid/record.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

void hybrid_record_free(HybridRecord *record)
{
    for (uint32_t i = 0; i < record->search_count; ++i)
        partition_notes_free(&record->searches[i].notes);
    mem_free(record->steps);
    mem_free(record->changes);
    mem_free(record->candidates);
    mem_free(record->members);
    mem_free(record->primitives);
    mem_free(record->searches);
    mem_free(record->parents);
    mem_free(record->noted);
    *record = (HybridRecord){0};
}

size_t hybrid_record_bytes(const HybridRecord *record)
{
    size_t bytes = record->step_capacity * sizeof *record->steps +
                   record->change_capacity * sizeof *record->changes +
                   record->candidate_capacity * sizeof *record->candidates +
                   record->member_capacity * sizeof *record->members +
                   record->primitive_capacity * sizeof *record->primitives;
    for (uint32_t i = 0; i < record->search_count; ++i)
        bytes += record->searches[i].notes.capacity * sizeof(PartitionEvent);
    return bytes;
}

void hybrid_record_go(const HybridRecord *record, HybridId *parents, int64_t from, int64_t to)
{
    for (; from < to; ++from) {
        const HybridStep *step = &record->steps[from + 1];
        for (uint32_t i = 0; i < step->changes; ++i) {
            const HybridChange *change = &record->changes[step->change + i];
            parents[change->node] = change->after;
        }
    }
    for (; from > to; --from) {
        const HybridStep *step = &record->steps[from];
        for (uint32_t i = step->changes; i-- > 0;) {
            const HybridChange *change = &record->changes[step->change + i];
            parents[change->node] = change->before;
        }
    }
}

void hybrid_note_begin(HybridRecord *record)
{
    record->noted_count = record->noted_all = 0;
}

// Of more than can be kept, a dear one makes room for a cheaper one.
void hybrid_note(HybridRecord *record, const HybridCandidate *candidate)
{
    ++record->noted_all;
    if (record->noted_count < HYBRID_KEPT_MOST) {
        if (array_reserve(&record->noted, &record->noted_capacity, (size_t)record->noted_count + 1,
                          sizeof *candidate))
            record->noted[record->noted_count++] = *candidate;
        else
            record->failed = true;
        return;
    }
    HybridCandidate *worst = NULL;
    for (uint32_t i = 0; i < record->noted_count; ++i)
        if (!record->noted[i].taken && (!worst || record->noted[i].cost > worst->cost))
            worst = &record->noted[i];
    if (worst && (candidate->taken || candidate->cost < worst->cost))
        *worst = *candidate;
}

static bool keep_changes(HybridWork *work, HybridStep *step)
{
    HybridRecord *r = work->record;
    uint32_t count = (uint32_t)work->tree->count;
    if (!array_reserve(&r->parents, &r->parent_capacity, count, sizeof *r->parents))
        return false;
    for (; r->node_count < count; ++r->node_count)
        r->parents[r->node_count] = HYBRID_NONE;
    step->change = r->change_count;
    for (uint32_t i = 0; i < r->node_count; ++i) {
        HybridId now = i < count ? work->tree->nodes[i].parent : HYBRID_NONE;
        if (now == r->parents[i])
            continue;
        if (!array_reserve(&r->changes, &r->change_capacity, (size_t)r->change_count + 1,
                           sizeof *r->changes))
            return false;
        r->changes[r->change_count++] = (HybridChange){(HybridId)i, r->parents[i], now};
        r->parents[i] = now;
        ++step->changes;
    }
    return true;
}

static bool keep_candidates(HybridRecord *r, HybridStep *step)
{
    step->candidate = r->candidate_count;
    step->weighed = r->noted_all;
    if (r->candidate_count + r->noted_count > HYBRID_CANDIDATES_MOST)
        return true;
    if (!array_reserve(&r->candidates, &r->candidate_capacity,
                       (size_t)r->candidate_count + r->noted_count, sizeof *r->candidates))
        return false;
    for (uint32_t i = 0; i < r->noted_count; ++i)
        r->candidates[r->candidate_count++] = r->noted[i];
    step->candidates = r->noted_count;
    return true;
}

static bool keep_primitives(HybridRecord *r, HybridStep *step, int side, const int32_t *list,
                            int32_t count)
{
    if (!array_reserve(&r->primitives, &r->primitive_capacity,
                       (size_t)r->primitive_count + (size_t)count, sizeof *list))
        return false;
    step->primitive[side] = r->primitive_count;
    step->primitives[side] = (uint32_t)count;
    for (int32_t i = 0; i < count; ++i)
        r->primitives[r->primitive_count++] = list[i];
    return true;
}

bool hybrid_record_step(HybridWork *work, const HybridStep *given, const int32_t *first,
                        int32_t first_count, const int32_t *second, int32_t second_count)
{
    HybridRecord *r = work->record;
    HybridStep step = *given;
    if (r->step_count >= HYBRID_STEPS_MOST) {
        r->truncated = true;
        return !r->failed;
    }
    if (step.kind != HYBRID_STEP_LEVEL)
        step.search = -1;
    bool fine = !r->failed && keep_changes(work, &step) && keep_candidates(r, &step) &&
                keep_primitives(r, &step, 0, first, first_count) &&
                keep_primitives(r, &step, 1, second, second_count) &&
                array_reserve(&r->steps, &r->step_capacity, (size_t)r->step_count + 1, sizeof step);
    if (fine)
        r->steps[r->step_count++] = step;
    hybrid_note_begin(r);
    return fine;
}

bool hybrid_record_rest(HybridWork *work)
{
    HybridRecord *r = work->record;
    HybridStep rest = {0};
    if (r->step_count == 0 || r->truncated)
        return !r->failed;
    bool fine = keep_changes(work, &rest);
    r->steps[r->step_count - 1].changes += rest.changes; // which stand at the end
    return fine && !r->failed;
}

bool hybrid_record_level(HybridWork *work, const HybridId *nodes, int32_t count, int level,
                         const PartitionCandidate *candidates, int32_t candidate_count,
                         const PartitionResult *result, HybridSearch *search)
{
    HybridRecord *r = work->record;
    HybridStep step = {.kind = HYBRID_STEP_LEVEL, .node = HYBRID_NONE, .level = level};
    hybrid_note_begin(r);
    for (int pass = 1; pass >= 0; --pass) // those that were taken first
        for (int32_t i = 0; i < candidate_count; ++i) {
            bool taken = false;
            for (int32_t k = 0; k < result->count; ++k)
                taken |= result->chosen[k] == i;
            if (taken == (pass == 1))
                hybrid_note(r, &(HybridCandidate){.cost = candidates[i].cost,
                                                  .mask = candidates[i].mask,
                                                  .taken = taken});
            if (taken && pass == 1)
                step.cost += candidates[i].cost;
        }
    step.search = (int32_t)r->search_count;
    step.member = r->member_count;
    step.members = (uint32_t)count;
    if (!array_reserve(&r->searches, &r->search_capacity, (size_t)r->search_count + 1,
                       sizeof *search) ||
        !array_reserve(&r->members, &r->member_capacity, (size_t)r->member_count + (size_t)count,
                       sizeof *nodes)) {
        partition_notes_free(&search->notes);
        return false;
    }
    r->searches[r->search_count++] = *search;
    search->notes = (PartitionNotes){0};
    for (int32_t i = 0; i < count; ++i)
        r->members[r->member_count++] = nodes[i];
    return hybrid_record_step(work, &step, NULL, 0, NULL, 0);
}
