// Which type a group gets: the least of measure x factor over the allowed ones.
#include "../hybrid.h"

const double hybrid_complexity[VOLUME_TYPE_COUNT] = {
    [VOLUME_TYPE_AABB] = 1.2,    [VOLUME_TYPE_OBB] = 2,   [VOLUME_TYPE_SPHERE] = 1,
    [VOLUME_TYPE_CAPSULE] = 1.4, [VOLUME_TYPE_SCB] = 1.6,
};

static unsigned types_at(const HybridDesc *desc, int level)
{
    unsigned types = 0;
    for (int i = 0; i < HYBRID_MAX_LEVELS && i <= level; ++i)
        if (desc->types[i] & VOLUME_TYPES_ALL)
            types = desc->types[i] & VOLUME_TYPES_ALL;
    return types ? types : VOLUME_TYPES_ALL;
}

static double factor_of(const HybridDesc *desc, enum VolumeType type)
{
    return desc->factors_set ? desc->factors[type] : 1;
}

HybridFit hybrid_fit(const HybridWork *work, const int32_t *primitives, int32_t count, int level)
{
    const AnyVolume **volumes = work->volumes;
    for (int32_t i = 0; i < count; ++i)
        volumes[i] = &work->set->items[primitives[i]].volume;
    HybridFit best = {.score = INFINITY};
    unsigned types = types_at(&work->desc, level);
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t) {
        enum VolumeType type = (enum VolumeType)t;
        if (!(types & 1u << t))
            continue;
        AnyVolume volume = any_fit(type, volumes, count);
        double size = any_volume_measure(&volume, work->measure);
        double score = size * factor_of(&work->desc, type);
        if (score < best.score || best.score == INFINITY)
            best = (HybridFit){volume, type, size, score};
    }
    return best;
}

double hybrid_score(const HybridWork *work, HybridId node)
{
    const HybridNode *n = &work->tree->nodes[node];
    return any_volume_measure(&n->volume, work->measure) * factor_of(&work->desc, n->type);
}

void hybrid_refit(HybridWork *work, HybridId group, int level)
{
    int32_t count = hybrid_coverage(work->tree, group, work->covered);
    HybridFit fit = hybrid_fit(work, work->covered, count, level);
    work->tree->nodes[group].volume = fit.volume;
    work->tree->nodes[group].type = fit.type;
}

void hybrid_refit_up(HybridWork *work, HybridId group)
{
    for (; group != HYBRID_NONE; group = work->tree->nodes[group].parent)
        hybrid_refit(work, group, 0);
}
