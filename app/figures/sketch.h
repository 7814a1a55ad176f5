// Drawings of meshes and volumes as SVG: seen from one side without perspective, triangles from back to front.
#ifndef SNUG_APP_FIGURES_SKETCH_H
#define SNUG_APP_FIGURES_SKETCH_H

#include "app/io/text_buffer.h"
#include "core/mesh/mesh.h"

typedef struct SketchFace {
    double corners[3][2], depth;
    unsigned colour; // 0xRRGGBB, shaded already
} SketchFace;

typedef struct Sketch {
    TextBuffer out; // what is over the faces
    SketchFace *faces;
    size_t face_count, face_capacity;
    Vec3d right, up, forward, middle;
    double scale, width, height;
    bool failed;
} Sketch;

// Shows the box whole. yaw and pitch in radians, as of app/picture/camera.h.
void sketch_begin(Sketch *sketch, Box3d box, double yaw, double pitch, int width, int height);
void sketch_face(Sketch *sketch, const Vec3d corners[3], unsigned colour);
void sketch_mesh(Sketch *sketch, const Mesh *mesh, const Affine *place, unsigned colour);
// Lines of one kind: first how they look, then each.
void sketch_lines(Sketch *sketch, unsigned colour, double width, double opacity);
void sketch_line(Sketch *sketch, Vec3d from, Vec3d to);
void sketch_lines_end(Sketch *sketch);
// A whole <svg> element, to be freed; NULL: memory ran short. The sketch is empty afterwards.
char *sketch_end(Sketch *sketch);

#endif
