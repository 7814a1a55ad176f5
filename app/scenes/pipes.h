// Pipe segments with flanged ends, in millimetres: an end is a flat face with a bore and bolt holes, looking
// out of the part, which is what the recogniser calls a pipe end. NULL when memory is short.
#ifndef SNUG_APP_SCENES_PIPES_H
#define SNUG_APP_SCENES_PIPES_H

#include "app/scenes/solid.h"

enum { PIPE_SEGMENTS = 48 }; // a multiple of 4: the outermost lines of a pipe are exact

// Of one width: the tube and the flange at its ends.
typedef struct PipeSize {
    double radius, bore;         // of the tube
    double flange_radius, thick; // of the flange
    double bolt_circle, bolt_hole;
    int32_t bolts;
} PipeSize;
extern const PipeSize pipe_dn50, pipe_dn80, pipe_dn100, pipe_dn150;
#define PIPE_NECK 26.0 // from the back of a flange to where the tube is as thin as it gets

// Where rings of a pipe are drawn: w out of its end; u and v across.
typedef struct PipeFrame {
    Vec3d origin, w, u, v;
} PipeFrame;
PipeFrame pipe_frame_x(double x, double y, double z, double way); // end that looks along +x or -x
void pipe_ring(MeshBuilder *b, Contour *c, const PipeFrame *frame, double radius, double at);

// A flange with its face at w = 0. *tube: where its neck has become the tube, PIPE_NECK behind its back;
// *mouth: where the bore opens, for the caller's band.
void pipe_flange(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size, Contour *tube,
                 Contour *mouth);
// An end that is cut off, with no flange.
void pipe_plain_end(MeshBuilder *b, const PipeFrame *frame, const PipeSize *size, Contour *tube,
                    Contour *mouth);

// Along x from 0 to its length.
Mesh *pipe_straight(const PipeSize *size, double length);
Mesh *pipe_reducer(const PipeSize *wide, const PipeSize *narrow, double length);
// A flange at x = 0 that looks along +x, on a tube that goes on through a wall; a collar lies before the wall,
// whose face is at x = -to_wall.
Mesh *pipe_wall_end(const PipeSize *size, double to_wall, double behind);
// Flanged at x = 0 and after its length, with a bolted joint in the middle.
Mesh *pipe_run(const PipeSize *size, double length);
// Cut ends at x = 0 and x = length.
Mesh *pipe_plain(const PipeSize *size, double length);

// From x = 0 along x by `leg`, around a quarter of a turn of this radius, and along y by `up`. Legs are longer
// than flange and neck.
Mesh *pipe_elbow(const PipeSize *size, double radius, double leg, double up);
// The same by any angle below half a turn, with two equal legs.
Mesh *pipe_bend(const PipeSize *size, double radius, double leg, double angle);
// Both ends in x = 0, looking along -x, at z = radius and z = -radius.
Mesh *pipe_return_bend(const PipeSize *size, double radius, double leg);

// Run along x from -reach to reach, branch up to y = reach.
Mesh *pipe_tee(const PipeSize *size, double reach);
// The same with a bonnet on the branch, through which the stem goes.
typedef struct ValveSize {
    double reach;        // along the pipe, from the middle to a face
    double neck;         // up, from the middle to the face of the bonnet's flange
    double bonnet;       // its height
    double stem, play;   // radius of the stem, and what the bonnet leaves around it
    double wheel, above; // radius of the handwheel, and its height above the middle
    double travel;       // of the plug
} ValveSize;
Mesh *pipe_valve_body(const PipeSize *size, const ValveSize *valve);
// Wheel, stem and plug, about the y axis; the valve is open.
Mesh *pipe_valve_wheel(const PipeSize *size, const ValveSize *valve);

// A lid for an end that is not used, with a hole for a gauge: its face in y = 0, looking down.
Mesh *pipe_cover(const PipeSize *size, double gauge_hole);

#endif
