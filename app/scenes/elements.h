// Machine elements as closed meshes, in millimetres. Rotating parts turn about the x axis, bolts
// stand along the y axis with the head up and the origin under the head. NULL when memory is short.
#ifndef SNUG_APP_SCENES_ELEMENTS_H
#define SNUG_APP_SCENES_ELEMENTS_H

#include "app/scenes/solid.h"

// Hexagon head bolt: nominal radius, length below the head, width across flats, head height, and
// how much of the length is thread (drawn as rings, which is what a thread looks like).
typedef struct BoltSize {
    double radius, length, across_flats, head_height, thread_length, pitch;
} BoltSize;
Mesh *element_hex_bolt(const BoltSize *size);

// Socket head cap screw along the x axis, head towards +x, origin under the head.
Mesh *element_socket_screw(const BoltSize *size);

// Deep groove ball bearing, centred. The three parts leave `play` between balls and races.
typedef struct BearingSize {
    double bore_radius, outer_radius, width, ball_radius;
    int32_t ball_count;
    double play;
} BearingSize;
Mesh *element_inner_ring(const BearingSize *size, int32_t segments);
Mesh *element_outer_ring(const BearingSize *size, int32_t segments);
Mesh *element_balls_and_cage(const BearingSize *size, int32_t segments);

// Involute spur gear teeth, pressure angle 20 degrees, a tooth in the direction of +y (u of
// AXIS_X).
typedef struct GearSize {
    double module;
    int32_t teeth;
    double backlash; // taken off each flank, along the pitch circle
} GearSize;
double gear_pitch_radius(const GearSize *gear);
double gear_tip_radius(const GearSize *gear);
// Nothing of the contour lies further out than max_radius: for the chamfer turned on a gear blank.
void contour_gear(MeshBuilder *b, Contour *c, const GearSize *gear, double max_radius, double w);
// The toothed rim from -width/2 to width/2: draws flanks and tip chamfers, leaves both side faces
// to the caller, who gets their outer contours.
void solid_gear_rim(MeshBuilder *b, const GearSize *gear, double width, Contour *low,
                    Contour *high);
Mesh *element_gear_wheel(const GearSize *gear, double width, double bore_radius, double hub_radius,
                         double hub_width);

// Keyway milled into a shaft end, open at the end, on the +y side.
typedef struct Keyway {
    double half_width, floor_height, length; // the floor is this far from the axis
} Keyway;
Mesh *element_key(const Keyway *keyway, double clearance, double height);

// Draws the shaft's end of the given radius from w_shoulder to w_end with a keyway and a chamfer;
// *shoulder is the contour where it leaves the shoulder's face.
void solid_keyed_end(MeshBuilder *b, double radius, double w_shoulder, double w_end,
                     const Keyway *keyway, int32_t segments, Contour *shoulder);

#endif
