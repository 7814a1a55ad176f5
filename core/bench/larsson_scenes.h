// The scenes of the slab cut ball paper, with stand-ins for its models where they are not exact.
#ifndef SNUG_CORE_BENCH_LARSSON_SCENES_H
#define SNUG_CORE_BENCH_LARSSON_SCENES_H

#include "core/bench/motion.h"

enum LarssonSceneId {
    SPHERES_L1,
    SPHERES_L2,
    CLOSE_L1, // frames 244 to 256 of the spheres: nearly coincident
    CLOSE_L2,
    KNOTS_L1,
    KNOTS_L2,
    KNOTS_L3,
    HORSES,
    HANDS,
    LARSSON_SCENES
};

// What the paper leaves open, for the heads of tables.
#define LARSSON_PARAMETERS                                                                         \
    "Models turned at random before building, seeds 1 and 2. Spheres: own turns of 0.010 and "     \
    "0.013 rad per frame about (1,2,3) and (3,-1,2).\nKnots: (2,3) torus knots, radii 2 and 0.8, " \
    "tube 0.42, the second turned by 60 degrees: a gap of about 0.06. Horse: blob with 6 limbs, "  \
    "seed 4;\ncentres 0.3 to 2.5 apart, Euler angles by 0.011, 0.013, 0.017 rad per frame. Hand: " \
    "blob with 6 limbs, seed 5; falls from 4 above to 4 below.\nL1 spheres: all 500 frames; "      \
    "close: frames 244-256; L2 and horses every 5th, close L2 every 2nd, hands every 20th."

// Its three hierarchies: OBBs, slab cut balls, balls.
enum { LARSSON_KINDS = 3 };
extern const MotionKind larsson_kinds[LARSSON_KINDS];

// Table 3 and section 5 of the paper; NAN where it gives no figure.
typedef struct LarssonPublished {
    double paper[2 * LARSSON_KINDS]; // N_v by larsson_kinds, then N_p
    double prototype[2 * LARSSON_KINDS];
    double ball_time, obb_time; // over slab cut balls'
    double ms[LARSSON_KINDS];   // of a query; 0: not given
} LarssonPublished;
extern const LarssonPublished larsson_published[LARSSON_SCENES];

typedef struct LarssonScene {
    Motion motion;         // its user is the scene itself, which therefore must stay where it is
    Affine a_back, b_back; // undo the models' random rotations
    int every;
} LarssonScene;

// Takes every n-th frame; seed and the next one turn the models. Meshes are NULL when memory is
// short, which motion_measure reports.
void larsson_scene_create(LarssonScene *scene, enum LarssonSceneId id, int every, uint64_t seed);
extern const char *const larsson_scene_names[LARSSON_SCENES];
void larsson_scene_free(LarssonScene *scene);

#endif
