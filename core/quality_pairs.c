// Probabilities of pairs, by boxes around the volumes and all fifteen separating axes.
#include "geom/box_sat.h"
#include "quality.h"

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

static void count_poses(const Bvh *a, const Bvh *b, const NodeMeasures *of_a,
                        const NodeMeasures *of_b, const Affine *poses, int count,
                        PairProbability *p)
{
    int parents = 0, children = 0;
    for (int i = 0; i < count; ++i) {
        Affine back;
        BoxFrames frames;
        if (!affine_invert(&poses[i], &back))
            continue;
        box_frames_setup(&frames, &poses[i], &back, a->radius, b->radius);
        if (!meet(&frames, &of_a->nodes[0], &of_b->nodes[0]))
            continue;
        ++parents;
        children += meet(&frames, &of_a->nodes[p->a], &of_b->nodes[p->b]);
    }
    p->observed = parents > 0 ? (double)children / parents : NAN;
}

int quality_pair_probability(const Bvh *a, const Bvh *b, const Affine *b_to_a, int pose_count,
                             PairProbability *out, int max)
{
    NodeMeasures of_a = {0}, of_b = {0};
    int count = 0;
    if (a->node_count == 0 || b->node_count == 0)
        return 0;
    bool ok = quality_measure(a, NULL, &of_a) && quality_measure(b, NULL, &of_b);
    double together = ok ? of_a.nodes[0].volume + of_b.nodes[0].volume : 0;
    for (uint32_t i = 0; ok && i < of_a.nodes[0].child_count; ++i) {
        for (uint32_t j = 0; j < of_b.nodes[0].child_count && count < max; ++j) {
            PairProbability *p = &out[count++];
            p->a = of_a.nodes[0].first_child + i;
            p->b = of_b.nodes[0].first_child + j;
            double volume = of_a.nodes[p->a].volume + of_b.nodes[p->b].volume;
            p->estimated = together > 0 ? volume / together : NAN;
            count_poses(a, b, &of_a, &of_b, b_to_a, pose_count, p);
        }
    }
    node_measures_free(&of_a);
    node_measures_free(&of_b);
    return ok ? count : -1;
}
