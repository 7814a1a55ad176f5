// A ship's compartment, in millimetres: deck in y = 0, shell in z = 0, bulkhead in x = 0; open towards the
// viewer. NULL when memory is short.
#ifndef SNUG_APP_SCENES_SHIP_H
#define SNUG_APP_SCENES_SHIP_H

#include "app/scenes/solid.h"

#define SHIP_LENGTH 2400.0 // along x
#define SHIP_WIDTH 1400.0  // along z
#define SHIP_HEIGHT 1400.0
#define SHIP_PLATE 12.0
#define SHIP_GAP 0.5 // between parts that would be welded
#define SHIP_FRAME_DEPTH 290.0

typedef struct ShipHole {
    double y, z, radius;
} ShipHole;

Mesh *ship_deck(void);
Mesh *ship_shell(void);
Mesh *ship_bulkhead(const ShipHole *holes, int32_t count); // with its stiffeners
// A web with holes, an oval one to save weight among them, and a face plate; its middle in x = 0.
Mesh *ship_frame(const ShipHole *holes, int32_t count);
Mesh *ship_pillar(double radius);
// Around a pipe along x of this radius, and up or down to a foot `reach` from its axis (positive: up).
Mesh *ship_clamp(double radius, double reach);
Mesh *ship_bench(double length, double width, double height); // its top in y = height, centred

#endif
