// Dimensions of the default scene, a single-stage spur gear unit, and the parts made for it. The
// shafts lie along x in the parting plane y = 0; the output shaft drives out at +x. Millimetres.
#ifndef SNUG_APP_SCENES_GEARBOX_H
#define SNUG_APP_SCENES_GEARBOX_H

#include "app/scenes/elements.h"

#define GEARBOX_HALF_LENGTH 70.0   // housing without its foot, along x
#define GEARBOX_HALF_WIDTH 103.0   // along z
#define GEARBOX_CAVITY_LENGTH 48.0 // half the inside
#define GEARBOX_CAVITY_WIDTH 93.0
#define GEARBOX_FLOOR -66.0  // top of the foot and floor of the cavity
#define GEARBOX_BOTTOM -78.0 // underside of the foot
#define GEARBOX_BOLT_X 59.0  // bolts through the bridges: distance from the middle
#define GEARBOX_FOOT_X 58.0  // bolts through the foot
#define GEARBOX_FOOT_Z 113.0
#define GEARBOX_BRIDGE_LOW 0.3 // the bridges stop short of the parting plane
#define GEARBOX_BRIDGE_FOOT 16.0
#define GEARBOX_GAP 0.3 // radial, between what is fitted and its seat: 0.2 promised, 0.1 for facets

enum { GEARBOX_SEGMENTS = 72 }; // around bores, rings and shafts

// A bore for a bearing: its seat ends at a shoulder that keeps the bearing from sliding inwards.
typedef struct GearboxBore {
    double z;
    double seat_radius, shoulder_x; // seat from GEARBOX_HALF_LENGTH to here
    double lip_radius;
    double hump_radius; // of the bridge above it
} GearboxBore;

enum { BORE_INPUT, BORE_OUTPUT, BORE_COUNT };
extern const GearboxBore gearbox_bores[BORE_COUNT];
extern const double gearbox_bolt_z[3];

// The four screws of the output cover lie on this circle, at 45, 135, 225 and 315 degrees.
#define GEARBOX_COVER_CIRCLE 33.0
#define GEARBOX_SCREW_HOLE 2.4

// The contours where a half bore meets the planes at its ends, from outside to inside: seat at the
// outer face, seat at the shoulder, lip at the shoulder, lip at the inner face. Draws the bore.
typedef struct HalfBore {
    Contour seat_outside, seat_inside, lip_outside, lip_inside;
} HalfBore;
void gearbox_half_bore(MeshBuilder *b, const GearboxBore *bore, double side, bool lower,
                       HalfBore *out);

#define GEARBOX_INPUT_END 104.0
#define GEARBOX_OUTPUT_END 122.0
extern const GearSize gearbox_pinion, gearbox_wheel;
extern const Keyway gearbox_input_key, gearbox_output_key;

Mesh *gearbox_input_shaft(void); // pinion and all; x as in the machine, on their own axes
Mesh *gearbox_output_shaft(void);
Mesh *gearbox_housing(void);
Mesh *gearbox_bridge(bool front); // in place at the +x end; the front one has holes for the cover
Mesh *gearbox_cover(void);        // its inner face at x = 0, on its own axis
Mesh *gearbox_base_plate(void);   // top face at y = 0

#endif
