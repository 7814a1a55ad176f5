// Screws that nobody said anything about: recognised by their shape, and by the hole that they are in. And tools
// that are known to be tools.
#ifndef SNUG_APP_STAGES_SCREW_FOUND_H
#define SNUG_APP_STAGES_SCREW_FOUND_H

#include "app/stages/app.h"

typedef struct ScrewFound {
    JointFrame axis; // in the world
    double nominal;  // diameter in millimetres, of ISO 261
    double pitch;    // in the assembly's unit
    int32_t into;    // the part that has its thread; JOINT_GROUND: none was found
    bool hexagon;    // its head has flats
} ScrewFound;

// tool: does not count as what it is in. At once, whatever is known of pins and holes so far: it takes what finding
// them takes for the screw and for what it meets. False: err says why it is no screw, and what to do.
bool screw_recognise(const App *app, int32_t screw, int32_t tool, ScrewFound *out, Error *err);
// Without its hole, and only if what it looks like is known already.
bool screw_known(const App *app, int32_t screw, ScrewFound *out);

// It is of the kit, works screws, and hangs on nothing.
bool tool_is_free(const App *app, int32_t part);

#endif
