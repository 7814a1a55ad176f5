// Dimensions of the engine bay and the parts made for it. The car drives towards +x; y is up, +z its right
// side. Millimetres. Meshes lie where they belong in the car unless it says otherwise.
#ifndef SNUG_APP_SCENES_BAY_H
#define SNUG_APP_SCENES_BAY_H

#include "app/scenes/elements.h"
#include "app/scenes/solid_sweep.h"

#define BAY_GAP 0.5          // between what is bolted together
#define BAY_HALF_WIDTH 360.0 // inner walls
#define BAY_BLOCK_FRONT 20.0
#define BAY_BLOCK_REAR -300.0
#define BAY_HEAD_SIDE 75.0
#define BAY_BLOCK_SIDE 85.0
#define BAY_BELT_X 70.0 // the plane in which the belt runs

// The axes that the belt runs round, along x, and the radius at which it lies with its inner face.
typedef struct BayAxis {
    double y, z, belt_radius;
} BayAxis;
enum { BAY_CRANK, BAY_PUMP, BAY_ALTERNATOR, BAY_AXES }; // in the order of the belt
extern const BayAxis bay_axes[BAY_AXES];

// The groove of a pulley leaves the belt half a millimetre on either flank.
#define BAY_BELT_HEIGHT 9.0
#define BAY_GROOVE_BELOW 2.0 // deeper than the belt
#define BAY_RIM_ABOVE 1.0    // higher than it
double bay_groove_half_width(double above_inner_face);

// The alternator's thread, on which the fixing wheel sits.
#define BAY_THREAD_START 73.2
#define BAY_THREAD_END 96.0
#define BAY_THREAD_PITCH 28.0 // four starts
#define BAY_THREAD_PLAY 1.5   // radial
#define BAY_WHEEL_WAY 28.0    // one turn

// Where the alternator hangs on pins of its bracket, from its axis.
#define BAY_EARS 2
extern const double bay_ears[BAY_EARS][2]; // y, z
#define BAY_EAR_HOLE 6.4
#define BAY_PIN 5.6

#define BAY_ALTERNATOR_RADIUS 62.0
#define BAY_THROAT_INNER 160.0 // the way up leads between the intake plenum and the fender's rail
#define BAY_THROAT_OUTER 290.0

#define BAY_FILTER_Y 345.0 // the axis on which the oil filter tilts, along x
#define BAY_FILTER_Z 118.0
#define BAY_FILTER_X -55.0
#define BAY_HOOD_X -370.0 // the axis of the hood's hinges, along z
#define BAY_HOOD_Y 552.0
#define BAY_HOOD_HINGE_Z 300.0
#define BAY_HOSE_X 44.0
#define BAY_HOSE_Y 427.0
#define BAY_HOSE_FROM 85.0 // along z, over the stubs at either end
#define BAY_HOSE_TO 300.0
#define BAY_STUB_RADIUS 15.5
#define BAY_FAN_RADIUS 194.0

// Pieces of parts: closed bodies that may run into each other, as what is cast or welded does.
void bay_block(MeshBuilder *b, Vec3d low, Vec3d high, double corner,
               double edge); // rounded, upright
void bay_bar(MeshBuilder *b, Vec3d from, Vec3d to, double height, double thick, Vec3d up);
void bay_pipe(MeshBuilder *b, const Vec3d *points, int32_t count, int32_t steps, double radius,
              int32_t segments);
void bay_rod(MeshBuilder *b, SolidAxis axis, Vec3d at, double from, double to, double radius,
             double edge, int32_t segments);
void bay_tube(MeshBuilder *b, SolidAxis axis, Vec3d at, double from, double to, double outer,
              double inner, int32_t segments);
void bay_append(MeshBuilder *b, Mesh *mesh, Affine placement); // takes the mesh over

Mesh *bay_engine_block(void);
Mesh *bay_oil_pan(void);
Mesh *bay_head(void);
Mesh *bay_cam_cover(void);
Mesh *bay_filler_cap(void);
Mesh *bay_timing_cover(void);
Mesh *bay_plenum(void);
Mesh *bay_air_filter(void);
Mesh *bay_air_duct(void);
Mesh *bay_exhaust(void);
Mesh *bay_ignition_cable(int number); // 0..3

Mesh *bay_pulley(int axis); // with its shaft; the pump's has the nose that the fan sits on
Mesh *bay_belt(void);
Mesh *bay_fixing_wheel(void);        // about its axis, x as in the car
Mesh *bay_alternator(double radius); // about its axis, x as in the car
Mesh *bay_alternator_bracket(void);
Mesh *bay_oil_filter(void); // about the axis on which it tilts
Mesh *bay_filter_mount(void);

Mesh *bay_radiator(void);
Mesh *bay_fan(void); // about its axis, x as in the car
Mesh *bay_thermostat(void);
Mesh *bay_hose(void);
Mesh *bay_radiator_hose(void);
Mesh *bay_expansion_tank(void);

Mesh *bay_battery(void);
Mesh *bay_battery_cable(bool positive);
Mesh *bay_brake_booster(void);
Mesh *bay_brake_reservoir(void);
Mesh *bay_headlight(bool right);

Mesh *bay_firewall(void);
Mesh *bay_fender(bool right);
Mesh *bay_front_panel(void);
Mesh *bay_hood(void); // about its hinges
Mesh *bay_hood_hinge(bool right);

#endif
