#include "app/window/effort.h"

#include <stddef.h>

static const double BUDGET_MS = 40, PLENTY_MS = 12, GLANCE_MS = 250;
enum { PATIENCE = 2, TRUST = 30 }; // frames until a step down, until a step up

enum EffortLevel effort_begin(Effort *effort, bool still, bool software)
{
    if (software && effort->moving < EFFORT_NO_SMOOTHING)
        effort->moving = EFFORT_NO_SMOOTHING;
    effort->still = still;
    effort->level = still ? EFFORT_FULL : effort->moving;
    return effort->level;
}

void effort_end(Effort *effort, bool still, double ms)
{
    if (still) { // nobody waits for it
        effort->full_ms = ms;
        return;
    }
    effort->slow = ms > BUDGET_MS ? effort->slow + 1 : 0;
    effort->fast = ms < PLENTY_MS ? effort->fast + 1 : 0;
    if (effort->slow >= PATIENCE && effort->moving + 1 < EFFORT_LEVELS) {
        ++effort->moving;
        effort->slow = 0;
    } else if (effort->fast >= TRUST && effort->moving > EFFORT_FULL) {
        --effort->moving;
        effort->fast = 0;
    }
}

bool effort_affords_glance(const Effort *effort)
{
    return effort->full_ms <= GLANCE_MS;
}

const char *effort_text(const Effort *effort)
{
    static const char *const texts[EFFORT_LEVELS] = {
        [EFFORT_FULL] = NULL,
        [EFFORT_NO_OCCLUSION] = "Drawn quickly while things move: plain corners",
        [EFFORT_NO_SMOOTHING] = "Drawn quickly while things move: not smoothed",
        [EFFORT_NO_EDGES] = "Drawn quickly while things move: no edges",
    };
    return texts[effort->level];
}
