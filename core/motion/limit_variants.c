#include "core/motion/limit_variants.h"

#include "core/base/array.h"
#include "core/meaning/containment.h"
#include "core/tree/build/build.h"

// So many are enough to learn where more has to be taken off.
enum { MET_LIMIT = 20000 };

// Scale and mirror go into a mesh of the side's own.
static bool bake(LimitSide *side, const PosedPart *part, Grab *grab)
{
    Error err = {""};
    side->mesh = mesh_baked(part->tree->mesh, &part->placement, &err);
    side->placement = affine_translation(part->placement.p);
    side->refused = side->mesh ? LIMIT_NONE : LIMIT_SCALE;
    if (!side->mesh)
        return true;
    side->tree = bvh_build(side->mesh, &part->tree->desc, grab->job, &err);
    side->refused = side->tree ? LIMIT_NONE : LIMIT_MEMORY;
    return !job_cancelled(grab->job);
}

bool limit_side_make(Grab *grab, int32_t part, LimitSide *side)
{
    const PosedPart *posed = &grab->desc->parts[part];
    bool rigid = affine_is_rigid(&posed->placement) && affine_determinant(&posed->placement) > 0;
    *side = (LimitSide){.part = part, .placement = posed->placement};
    if (!rigid && !bake(side, posed, grab))
        return false;
    const Bvh *tree = rigid ? posed->tree : side->tree;
    if (side->refused != LIMIT_NONE)
        return true;
    SolidCache *cache = rigid ? grab->desc->solids : &grab->own;
    const Solid *solid = solid_cache_get(cache, tree->mesh, grab->job);
    Error err = {""};
    enum ShrinkEnd end =
        solid ? shrinker_create(&side->shrinker, solid, tree, grab->job, &err) : SHRINK_FAILED;
    side->refused = end == SHRINK_OPEN     ? LIMIT_OPEN
                    : end == SHRINK_FAILED ? LIMIT_MEMORY
                                           : LIMIT_NONE;
    return !job_cancelled(grab->job);
}

void limit_side_free(LimitSide *side)
{
    shrinker_free(&side->shrinker);
    bvh_release(side->tree);
    mesh_release(side->mesh);
    *side = (LimitSide){.part = -1};
}

enum LimitReason limit_variant_add(Grab *grab, const LimitSide *side, const ShrinkDesc *desc)
{
    Limits *out = grab->out;
    Error err = {""};
    int64_t more = side->shrinker.mesh->triangle_count;
    if (grab->triangles + more > LIMIT_MOST_TRIANGLES ||
        !array_reserve(&out->variants, &out->variant_capacity, out->variant_count + 1,
                       sizeof *out->variants))
        return LIMIT_MEMORY;
    LimitVariant variant = {.part = side->part, .placement = side->placement, .inset = desc->inset};
    for (int64_t i = 0; desc->insets && i < more; ++i)
        variant.inset = fmax(variant.inset, desc->insets[i]);
    enum ShrinkEnd end = shrink(&side->shrinker, desc, grab->job, &variant.shrunk, &err);
    if (end != SHRINK_DONE)
        return end == SHRINK_FAILED ? LIMIT_MEMORY : LIMIT_THIN;
    grab->triangles += more;
    out->variants[out->variant_count++] = variant;
    return LIMIT_NONE;
}

void limit_variant_drop(Grab *grab)
{
    LimitVariant *last = &grab->out->variants[--grab->out->variant_count];
    grab->triangles -= last->shrunk.mesh->triangle_count;
    shrunk_free(&last->shrunk);
}

// Surfaces that are apart; which side of each other are they on?
static enum LimitVerdict check_containment(Grab *grab, const LimitVariant *variant,
                                           const PosedPart *other, const Affine *other_to_variant)
{
    Affine here = affine_identity();
    bool through[2] = {false, false};
    const Solid *solid = solid_cache_get(&grab->own, variant->shrunk.mesh, grab->job);
    const Solid *beside = solid_cache_get(grab->desc->solids, other->tree->mesh, grab->job);
    if (!solid || !beside)
        return LIMIT_FAILED;
    enum Containment in = containment_of(solid, &here, beside, other_to_variant, &through[0]);
    enum Containment around = containment_of(beside, other_to_variant, solid, &here, &through[1]);
    // Points may have come together in shrinking: then it is no solid any more.
    if (in == CONTAINED_UNKNOWN || around == CONTAINED_UNKNOWN || !solid->topology->closed)
        return LIMIT_VAGUE;
    bool apart = in == CONTAINED_OUTSIDE && around == CONTAINED_OUTSIDE;
    return apart && !through[0] && !through[1] ? LIMIT_IS_FREE : LIMIT_CONTAINS;
}

enum LimitVerdict limit_variant_check(Grab *grab, const LimitVariant *variant,
                                      const PosedPart *other, ContactList *met)
{
    Affine other_to_variant;
    Error err = {""};
    const Bvh *tree = variant->shrunk.tree;
    if (!placement_between(&variant->placement, &other->placement, &other_to_variant))
        return LIMIT_FAILED;
    QueryDesc all = {.mode = QUERY_ALL, .limit = MET_LIMIT};
    if (!query_contacts(tree, other->tree, &other_to_variant, &all, grab->job, met, NULL, &err))
        return LIMIT_FAILED;
    if (met->count > 0)
        return LIMIT_MEETS;
    // Motion has to find some room to begin with. Lengths are true in the variant's frame.
    bool closer = false;
    Distance distance;
    if (!query_tolerance(tree, other->tree, &other_to_variant,
                         LIMIT_LEAST_GAP * grab->out->stand_off, NULL, grab->job, &closer,
                         &distance, NULL, &err))
        return LIMIT_FAILED;
    return closer ? LIMIT_MEETS : check_containment(grab, variant, other, &other_to_variant);
}
