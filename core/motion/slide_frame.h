// One frame of a slide in the making. Between slide.c and slide_project.c.
#ifndef SNUG_CORE_MOTION_SLIDE_FRAME_H
#define SNUG_CORE_MOTION_SLIDE_FRAME_H

#include "core/motion/slide.h"

typedef struct SlideFrame {
    Slide *slide;
    MotionScene *scene;
    NearList *list;
    const double *insets;
    AdvanceDesc desc;     // of what follows: its work is what is left
    uint64_t work, units; // of all of it, and those that were done before
    Vec3d *force;
    FreedomScale scale; // of the unknowns
    bool strict;        // shrunk pairs keep their inset: what was flush stays so
    Error *err;
} SlideFrame;

static inline double frame_bound(const SlideFrame *frame, const FreedomStep *step)
{
    return freedom_bound(&frame->slide->freedom, frame->scene, step);
}

// The step nearest to *step that what was gathered allows; rows and bent are large enough. False: the
// budget is over, and *step is none.
bool slide_project(SlideFrame *frame, FreedomStep *step);

#endif
