// Probabilities of pairs, by boxes around the volumes and all fifteen separating axes.
#include "core/base/rng.h"
#include "core/shape/box_sat.h"
#include "core/tree/quality/quality.h"

typedef struct CentredBox {
    float centre[3], half[3];
} CentredBox;

static CentredBox centred(const Box3d *box)
{
    CentredBox c;
    for (int k = 0; k < 3; ++k) {
        c.centre[k] = (float)(0.5 * (box->lo.v[k] + box->hi.v[k]));
        c.half[k] = (float)(0.5 * (box->hi.v[k] - box->lo.v[k]));
    }
    return c;
}

static bool meet(const BoxFrames *frames, const NodeMeasure *a, const NodeMeasure *b)
{
    CentredBox x = centred(&a->box), y = centred(&b->box);
    return box_sat(frames, &(BoxPair){x.centre, x.half, y.centre, y.half}) == 0;
}

static bool roots_meet(const MeasuredTree *a, const MeasuredTree *b, const Affine *pose,
                       BoxFrames *frames)
{
    Affine back;
    if (!affine_invert(pose, &back))
        return false;
    box_frames_setup(frames, pose, &back, a->radius, b->radius);
    return meet(frames, &a->tree->nodes[0], &b->tree->nodes[0]);
}

// Pose by pose, for what the poses take is the same for all pairs.
static void count_poses(const MeasuredTree *a, const MeasuredTree *b, const Affine *poses,
                        int pose_count, PairProbability *pairs, int count)
{
    int parents = 0;
    for (int i = 0; i < count; ++i)
        pairs[i].observed = 0;
    for (int k = 0; k < pose_count; ++k) {
        BoxFrames frames;
        if (!roots_meet(a, b, &poses[k], &frames))
            continue;
        ++parents;
        for (int i = 0; i < count; ++i)
            pairs[i].observed +=
                meet(&frames, &a->tree->nodes[pairs[i].a], &b->tree->nodes[pairs[i].b]);
    }
    for (int i = 0; i < count; ++i)
        pairs[i].observed = parents > 0 ? pairs[i].observed / parents : NAN;
}

int quality_pair_probability(const MeasuredTree *a, const MeasuredTree *b, const Affine *poses,
                             int pose_count, PairProbability *out, int max)
{
    const NodeMeasure *root_a = &a->tree->nodes[0], *root_b = &b->tree->nodes[0];
    double together = root_a->volume + root_b->volume;
    int count = 0;
    for (uint32_t i = 0; i < root_a->child_count; ++i)
        for (uint32_t j = 0; j < root_b->child_count && count < max; ++j) {
            PairProbability *p = &out[count++];
            p->a = root_a->first_child + i;
            p->b = root_b->first_child + j;
            double volume = a->tree->nodes[p->a].volume + b->tree->nodes[p->b].volume;
            p->estimated = together > 0 ? volume / together : NAN;
        }
    count_poses(a, b, poses, pose_count, out, count);
    return count;
}

OverlapForecast quality_forecast(const NodeMeasures *tree, double radius)
{
    OverlapForecast f = {.estimated = NAN, .observed = NAN};
    if (tree->count == 0)
        return f;
    const Box3d *box = &tree->nodes[0].box;
    const Vec3d centre = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    double reach = vec3d_distance(box->lo, box->hi);
    Affine poses[FORECAST_POSES];
    MeasuredTree side = {tree, radius};
    Rng rng = rng_create(2002);
    int count = 0;
    for (int i = 0; i < 20 * FORECAST_POSES && count < FORECAST_POSES; ++i) {
        BoxFrames frames;
        Affine pose = rng_rotation(&rng);
        Vec3d to = vec3d_add(centre, rng_in_cube(&rng, reach));
        pose.p = vec3d_sub(to, affine_apply_vector(&pose, centre));
        if (roots_meet(&side, &side, &pose, &frames))
            poses[count++] = pose;
    }
    f.count = quality_pair_probability(&side, &side, poses, count, f.pairs, FORECAST_PAIRS);
    double estimated = 0, observed = 0;
    for (int i = 0; i < f.count; ++i) {
        estimated += f.pairs[i].estimated;
        observed += f.pairs[i].observed;
    }
    if (f.count > 0) {
        f.estimated = estimated / f.count;
        f.observed = observed / f.count;
    }
    return f;
}
