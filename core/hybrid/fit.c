// Which type a group gets: the least of measure x factor over the allowed ones.
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/hybrid/hybrid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

// --- fits that were made before: regrouping asks for the same ones over and over

enum { REMEMBERED = 1 << 15 };

typedef struct Remembered {
    uint64_t key[2]; // of the set of primitives and the level
    int32_t count;   // 0: empty
    HybridFit fit;
} Remembered;

struct HybridFits {
    Remembered slots[REMEMBERED];
};

HybridFits *hybrid_fits_create(void)
{
    return mem_calloc(1, sizeof(HybridFits));
}

void hybrid_fits_free(HybridFits *fits)
{
    mem_free(fits);
}

// A sum over the primitives of two random words for each: the same for every order, and equal for
// two different sets with a chance of 2^-128.
static void key_of(const int32_t *primitives, int32_t count, int level, uint64_t key[2])
{
    key[0] = key[1] = (uint64_t)level;
    for (int32_t i = 0; i < count; ++i) {
        Rng rng = rng_create((uint64_t)primitives[i]);
        key[0] += rng_next(&rng);
        key[1] += rng_next(&rng);
    }
}

static int by_index(const void *a, const void *b)
{
    int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return (p > q) - (p < q);
}

// In the order of the set, so that the fit is a function of what is covered and of nothing else.
static HybridFit fit_anew(const HybridWork *work, const int32_t *primitives, int32_t count,
                          int level)
{
    int32_t *sorted = work->sorted;
    memcpy(sorted, primitives, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_index);
    for (int32_t i = 0; i < count; ++i)
        work->volumes[i] = &work->set->items[sorted[i]].volume;
    HybridFitter fitter = {.volumes = work->volumes, .count = count};
    HybridFit best = {.score = INFINITY};
    unsigned types = types_at(&work->desc, level);
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t) {
        enum VolumeType type = (enum VolumeType)t;
        if (!(types & 1u << t))
            continue;
        HybridVolume volume = hybrid_fitter_fit(&fitter, type);
        double size = hybrid_volume_measure(&volume, work->measure);
        double score = size * factor_of(&work->desc, type);
        if (score < best.score || best.score == INFINITY)
            best = (HybridFit){volume, type, size, score};
    }
    return best;
}

HybridFit hybrid_fit(const HybridWork *work, const int32_t *primitives, int32_t count, int level)
{
    assert(work && primitives && count >= 1 && level >= 0);
    uint64_t key[2];
    key_of(primitives, count, level, key);
    Remembered *slot = &work->fits->slots[key[0] % REMEMBERED];
    if (slot->count != count || slot->key[0] != key[0] || slot->key[1] != key[1])
        *slot = (Remembered){{key[0], key[1]}, count, fit_anew(work, primitives, count, level)};
    return slot->fit;
}

double hybrid_score(const HybridWork *work, HybridId node)
{
    assert(work && node >= 0 && node < work->tree->count);
    const HybridNode *n = &work->tree->nodes[node];
    return hybrid_volume_measure(&n->volume, work->measure) * factor_of(&work->desc, n->type);
}

void hybrid_refit(HybridWork *work, HybridId group, int level)
{
    assert(work && group >= 0 && group < work->tree->count);
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
