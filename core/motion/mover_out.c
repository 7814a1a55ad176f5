// What was deep at the grab, and has come out.
#include "core/motion/mover.h"

#include "core/meaning/containment.h"

static void take_as_they_are(Mover *mover, int32_t index, const Motion *motion)
{
    MotionPair *pair = &mover->scene.pairs[index];
    const int32_t part[2] = {mover->infos[index].own, mover->infos[index].part};
    for (int k = 0; k < 2; ++k) {
        const PosedPart *posed = &motion->parts[part[k]];
        pair->tree[k] = posed->tree;
        pair->rest[k] = rigid_rest(&posed->placement, motion->starts[pair->body[k]].pivot);
    }
    pair->waits = false;
    mover->insets[index] = 0;
    near_list_forget(&mover->list);
}

// From its own side, and from that of the other one if it was moved.
static void let_pair_out(Mover *mover, int32_t index, const Motion *motion)
{
    const MoverPair *info = &mover->infos[index];
    Mover *other = motion->movers[mover->scene.pairs[index].body[1]];
    take_as_they_are(mover, index, motion);
    for (int32_t i = 0; other && i < other->scene.pair_count; ++i)
        if (other->infos[i].own == info->part && other->infos[i].part == info->own)
            take_as_they_are(other, i, motion);
}

// Surfaces that are apart; are the parts, too? What is inside another part, or may be, has not come out: held
// there it would be trapped. Only of pairs that nothing has held so far.
static bool are_solids_apart(const Motion *motion, const MoverPair *info, const Affine placement[2],
                             Job *job)
{
    const int32_t part[2] = {info->own, info->part};
    const Solid *solid[2];
    for (int k = 0; k < 2; ++k)
        if (!(solid[k] =
                  solid_cache_get(motion->desc.solids, motion->parts[part[k]].tree->mesh, job)))
            return false; // not known; it waits on
    for (int k = 0; k < 2; ++k) {
        bool through = false;
        if (containment_of(solid[k], &placement[k], solid[!k], &placement[!k], &through) !=
                CONTAINED_OUTSIDE ||
            through)
            return false;
    }
    return true;
}

bool mover_let_out(Mover *mover, const Motion *motion, Job *job, Error *err)
{
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        const MoverPair *info = &mover->infos[i];
        bool deep = info->limit->kind == LIMIT_DEEP && mover->insets[i] > 0;
        if (info->mirrored || (!deep && !mover->scene.pairs[i].waits))
            continue;
        bool waits = mover->scene.pairs[i].waits;
        Affine own = motion_placement(motion, info->own);
        Affine other = motion_placement(motion, info->part), other_to_own;
        bool nearer = true;
        Distance distance;
        QueryDesc lengths = query_distance_desc(motion->parts[info->own].tree->type);
        lengths.true_frame = &own; // as they are in the world
        if (!placement_between(&own, &other, &other_to_own))
            return error_set(err, "a part's placement squashes it flat");
        if (!query_tolerance(motion->parts[info->own].tree, motion->parts[info->part].tree,
                             &other_to_own, 2 * mover->gap, &lengths, job, &nearer, &distance, NULL,
                             err))
            return job_cancelled(job);
        if (nearer)
            continue;
        if (waits && !are_solids_apart(motion, info, (Affine[2]){own, other}, job))
            continue;
        let_pair_out(mover, i, motion);
    }
    return true;
}
