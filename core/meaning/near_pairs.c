// Which pairs of parts a fit report has to look at: those whose boxes are nearer than the two may be.
#include "core/meaning/fit_report.h"

#include <assert.h>

typedef struct Finding {
    const FitDesc *desc;
    const BroadPhase *boxes;
    int32_t part; // whose neighbours are being listed
    double reach; // of its box
    NearPairFn *fn;
    void *user;
} Finding;

double fit_desc_clearance(const FitDesc *desc, int32_t a, int32_t b)
{
    return desc->rules ? pair_rules_clearance(desc->rules, a, b, desc->clearance) : desc->clearance;
}

double fit_desc_part_reach(const FitDesc *desc, int32_t part)
{
    return desc->rules ? pair_rules_reach(desc->rules, part, desc->clearance) : desc->clearance;
}

double fit_desc_reach(const FitDesc *desc, int32_t part_count)
{
    double most = desc->clearance;
    for (int32_t i = 0; i < part_count; ++i)
        most = fmax(most, fit_desc_part_reach(desc, i));
    return most;
}

static bool look(void *user, int32_t other)
{
    const Finding *f = user;
    if (other <= f->part) // each pair once
        return true;
    double wanted = fit_desc_clearance(f->desc, f->part, other);
    if (wanted < f->reach) {
        Box3d box = box3d_grown(*broad_phase_box(f->boxes, f->part), wanted);
        if (!box3d_meet(&box, broad_phase_box(f->boxes, other)))
            return true;
    }
    return f->fn(f->user, f->part, other);
}

bool fit_desc_near_pairs(const FitDesc *desc, const BroadPhase *boxes, int32_t part_count,
                         NearPairFn *fn, void *user)
{
    assert(desc && boxes && fn);
    Finding f = {.desc = desc, .boxes = boxes, .fn = fn, .user = user};
    bool ok = true;
    for (f.part = 0; ok && f.part < part_count; ++f.part) {
        const Box3d *box = broad_phase_box(boxes, f.part);
        f.reach = fit_desc_part_reach(desc, f.part);
        Box3d grown = box ? box3d_grown(*box, f.reach) : box3d_empty();
        ok = !box || broad_phase_query(boxes, &grown, look, &f);
    }
    return ok;
}
