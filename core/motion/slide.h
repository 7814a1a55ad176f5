// A body that follows the hand as far as contact lets it, and along it where it does not: of all motions
// that lead away from what is near or along it, the one nearest to the motion that is wanted.
#ifndef SNUG_CORE_MOTION_SLIDE_H
#define SNUG_CORE_MOTION_SLIDE_H

#include "core/motion/advance.h"
#include "core/motion/constraints.h"

enum {
    SLIDE_STEPS = 12,                  // of a walk, of which a frame has up to three
    SLIDE_PLACES = 3 * SLIDE_STEPS + 1 // that it leads through at most
};

// Something that was tried at a place.
typedef struct SlideTried {
    bool in_vain;
    FreedomPlace at, target;
} SlideTried;

typedef struct Slide {
    Freedom freedom;  // what is moved; its arrays are the caller's
    bool turning;     // a free body may turn
    double gap;       // g: how far from what holds it a body stays, unless the pair has an inset
    double stand_off; // of safe.h, well below the gap
    // From frame to frame:
    double trust; // how far it may turn at once; 0: not known yet
    FreedomPlace last_target;
    bool has_last;
    SlideTried sank, turned; // by letting it sink a little further, and by turning first
    // The places that the last frame led through, its first and its last one among them: between two of
    // them the way is one step.
    FreedomPlace way[SLIDE_PLACES];
    int way_count;
    // Where it was held back at last, and how hard: of the first bodies of those pairs.
    struct SlideHold {
        int32_t pair;
        double force;
        Vec3d at; // of the second body
    } holds[PROJECTION_MOST + 1];
    int hold_count;
    Constraints near;
    ProjectionRow *rows;
    double *bent; // per place that is near: what turning adds
    size_t row_capacity, bent_capacity;
} Slide;

// One frame: towards the target. insets: per pair of the scene, how far its meshes are shrunk (0: not).
// force: per pair, how hard it holds what is moved back at the end, in the direction to its first body;
// may be NULL. The pose is proven at every end.
enum AdvanceEnd slide_frame(Slide *slide, MotionScene *scene, NearList *list, const double *insets,
                            const FreedomPlace *target, const AdvanceDesc *desc, Vec3d *force,
                            Error *err);
void slide_free(Slide *slide);

#endif
