// How good a hierarchy is, whatever its volumes: tightness, cost, balance and overlap (Andersen and
// Bay 2006), empty space (Zachmann 2002), convergence (Larsson 2008), and how much of it is lost by
// refitting (van den Bergen 1998). All from one list of measured nodes, which a tree of any kind
// can fill.
#ifndef SNUG_CORE_TREE_QUALITY_QUALITY_H
#define SNUG_CORE_TREE_QUALITY_QUALITY_H

#include "core/tree/bvh.h"

// One node as measured. Children stand together and after their parent, as in the tree.
typedef struct NodeMeasure {
    uint32_t parent;                   // of the root: itself
    uint32_t first_child, child_count; // none: a leaf
    uint32_t level;                    // 0 is the root
    uint32_t triangles;                // below it; repeated ones count as often as they are listed
    double volume, area;
    double diameter, thickness; // 2r and e - f; of boxes the diagonal and the thinnest side
    Box3d box;                  // around the volume
} NodeMeasure;

typedef struct NodeMeasures {
    NodeMeasure *nodes;
    uint32_t count;
} NodeMeasures;

// False on cancel or lack of memory; free it in any case.
bool quality_measure(const Bvh *bvh, Job *job, NodeMeasures *out);
void node_measures_free(NodeMeasures *measures);

// Volume by the sum of the children's: less is tighter. NAN for leaves, and where the children are
// flat and have no volume but rounding.
double quality_tightness(const NodeMeasures *tree, uint32_t node);

typedef struct Quality {
    uint32_t nodes, groups;           // groups: nodes with children
    uint32_t flat_groups;             // groups without volume: the costs by area say more then
    bool flat;                        // so is the root: nothing but area makes sense
    double tightness, root_tightness; // mean over the groups where it is defined; NAN: nowhere
    double cost, root_cost; // sum of children x volume over all groups; the root's part of it
    double area_cost, root_area_cost; // the same with areas
    double root_volume, root_area;
    uint32_t least_depth, most_depth; // of leaves, counted from 0
    double mean_depth;
    double node_balance;   // mean over groups of (most - fewest triangles of a child) / triangles
    double volume_balance; // mean over groups of (largest - least child) / (their sum)
    double empty;          // volume of leaves without triangles, as a part of the root's
    double overlap;        // of siblings' boxes, as a part of these boxes (areas where flat)
} Quality;

Quality quality_of(const NodeMeasures *tree);

// Costs in terms of the root, comparable between meshes of any size; by area for flat data.
double quality_relative_cost(const Quality *quality);

// Refits the tree to its mesh, which has moved since. Before the first time it notes how good the
// tree was when it was built. False for types that cannot, on cancel (err->text stays "") and on
// lack of memory.
bool quality_refit(Bvh *bvh, Job *job, Error *err);

// What refitting has cost so far. Deformations that keep neighbours together hardly change it,
// radical twists do (van den Bergen 1998, section 4).
#define QUALITY_REBUILD_ABOVE 2.0
typedef struct RefitWatch {
    double overlap_growth, cost_growth; // now against as built: 1 before the first refit
    bool rebuild;                       // one of them is above the threshold
} RefitWatch;
RefitWatch quality_watch(const Bvh *bvh, const Quality *now, double threshold);

// How much of a parent's box a child's leaves empty, apart from the side that gives way most: over
// all nodes but the root. Restricted boxes leave nothing empty, by definition.
enum { EMPTY_SPACE_BINS = 20, EMPTY_SPACE_MANY = 10 };
typedef struct EmptySpace {
    uint32_t bins[EMPTY_SPACE_BINS]; // equal parts of 0 .. 1
    uint32_t count;
    double median; // NAN without nodes
} EmptySpace;
// Counts nodes with more triangles than `more_than`: 0 for all but empty cells, EMPTY_SPACE_MANY
// for upper ones.
bool quality_empty_space(const NodeMeasures *tree, uint32_t more_than, EmptySpace *out);

// Quadratic convergence: the thickness falls with the square of the diameter.
typedef struct LevelMeasure {
    uint32_t nodes;
    double diameter, thickness;             // means over the level
    double diameter_ratio, thickness_ratio; // to the level above; NAN at the root
} LevelMeasure;
// Fills at most `max` levels from the root and returns how many there are.
uint32_t quality_levels(const NodeMeasures *tree, LevelMeasure *levels, uint32_t max);

// How often children meet whose parents do: estimated from volumes alone (Zachmann 2002, section
// 4.1, which the volume criterion rests on), and counted over poses.
typedef struct PairProbability {
    NodeId a, b;      // a pair of nodes, one of each tree
    double estimated; // (Vol a + Vol b) / (Vol of their parents together)
    double observed;  // part of the poses in which the parents' boxes meet; NAN: they never do
} PairProbability;
typedef struct MeasuredTree {
    const NodeMeasures *tree; // with one node at least
    double radius;            // of the mesh about its origin
} MeasuredTree;
// All pairs of the roots' children; returns how many there are, at most `max`.
int quality_pair_probability(const MeasuredTree *a, const MeasuredTree *b, const Affine *b_to_a,
                             int pose_count, PairProbability *out, int max);

// The same for a tree and a copy of itself in poses drawn at random, the same in every run, in
// which the roots' boxes meet: how far the estimate can be trusted for this part.
enum { FORECAST_PAIRS = 64, FORECAST_POSES = 400 };
typedef struct OverlapForecast {
    PairProbability pairs[FORECAST_PAIRS];
    int count;                  // 0: the root has no children
    double estimated, observed; // means; NAN: none
} OverlapForecast;
OverlapForecast quality_forecast(const NodeMeasures *tree, double radius);

#endif
