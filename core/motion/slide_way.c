#include "core/motion/slide.h"

#include <assert.h>
#include <string.h>

// Going back to a pose that was committed is as good as having stayed there. The list remains: its
// odometer only ever counts what was gone.
void slide_go_back(Slide *slide, MotionScene *scene, NearList *list, const FreedomPlace *to)
{
    FreedomPlace now = freedom_place(&slide->freedom, scene);
    FreedomStep back = freedom_between(&slide->freedom, &now, to, true);
    list->odometer += freedom_closing(&slide->freedom, scene, &back) * (1 + 1e-12);
    freedom_go(&slide->freedom, scene, to);
    while (slide->way_count > 1 && memcmp(&slide->way[slide->way_count - 1], to, sizeof *to) != 0)
        --slide->way_count;
}

// Where a body may turn it comes to rest in places from which the straight way is free: least constraint
// looks at what is near and not at where that leads.
enum AdvanceEnd slide_straight_on(Slide *slide, MotionScene *scene, NearList *list,
                                  const FreedomPlace *target, const AdvanceDesc *desc, Error *err)
{
    assert(slide && scene && list && target && desc && slide->way_count <= SLIDE_STEPS);
    FreedomPlace from = freedom_place(&slide->freedom, scene);
    FreedomStep step = freedom_between(&slide->freedom, &from, target, slide->turning);
    freedom_try(&slide->freedom, scene, &step);
    Advance gone = advance(scene, list, desc, err);
    freedom_stand(&slide->freedom, scene);
    if (gone.end == ADVANCE_ARRIVED)
        slide->way[slide->way_count++] = freedom_place(&slide->freedom, scene);
    else
        slide_go_back(slide, scene, list, &from);
    return gone.end == ADVANCE_STOPPED ? ADVANCE_BLOCKED : gone.end; // it rests where it was
}
