#include "core/query/root_levels.h"

#include "core/base/array.h"
#include "core/query/trace.h"

bool query_root_levels(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                       uint32_t most, Job *job, RootLevels *sum, bool *whole, Error *err)
{
    Trace trace;
    *whole = false;
    if (!trace_record(a, b, b_to_a, desc, most, job, &trace, err))
        return false;
    uint8_t *level = array_alloc(trace.test_count, sizeof *level);
    *whole = level && !trace.truncated;
    for (uint32_t i = 0; *whole && i < trace.test_count; ++i) {
        uint32_t parent = trace.tests[i].parent; // recorded before
        int deeper = parent == TRACE_NONE ? 0 : level[parent] + 1;
        level[i] = (uint8_t)(deeper < ROOT_LEVELS ? deeper : ROOT_LEVELS - 1);
        ++sum->tests[level[i]];
        sum->count = level[i] >= sum->count ? level[i] + 1 : sum->count;
    }
    bool ok = level || error_set(err, "not enough memory to count by levels");
    mem_free(level);
    trace_free(&trace);
    return ok;
}
