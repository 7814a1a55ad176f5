// Shapes that stand in for models of the papers which are not ours to give away: of the same character and, where
// a paper says it, of the same number of triangles. Made of closed pieces, which may reach into each other; centred
// on the origin, the longest half side of the box around it as long as wished.
#ifndef SNUG_CORE_MESH_STAND_INS_H
#define SNUG_CORE_MESH_STAND_INS_H

#include "core/mesh/mesh.h"

enum StandIn {
    STAND_IN_HEADLIGHT,   // Zachmann 2002: a thin reflector with flutes
    STAND_IN_CAR,         // Zachmann 2002: the shell of a body, open below
    STAND_IN_LOCK,        // Zachmann 2002: plates, gears and pins
    STAND_IN_X_WING,      // van den Bergen 1998: slender, 6084 triangles at detail 1
    STAND_IN_TEAPOT,      // van den Bergen 1998: 3752 triangles at detail 1
    STAND_IN_HYPERBOLOID, // Zachmann 1997
    STAND_INS
};

extern const char *const stand_in_names[STAND_INS];

// About detail^2 times as many triangles as at detail 1, which is the least. NULL when memory is short.
Mesh *stand_in(enum StandIn which, double detail, double half_side);

#endif
