// What is to be drawn, described by plain data: parts, contacts, lines. No GL: buffers are known by
// name alone.
#ifndef SNUG_APP_PICTURE_DRAW_SCENE_H
#define SNUG_APP_PICTURE_DRAW_SCENE_H

#include "app/picture/camera.h"
#include "app/picture/section_plane.h"
#include "app/picture/theme.h"
#include "core/base/units.h"
#include "core/mesh/mesh.h"

#include <stddef.h>

// Made by the renderer (app/gfx/gfx.h).
typedef struct GpuMesh GpuMesh;
typedef struct PointBatch PointBatch;
typedef struct VolumeBatch VolumeBatch;

enum DrawFlags {
    DRAW_SELECTED = 1,
    DRAW_WIREFRAME = 2,
    DRAW_EDGES = 4,
    DRAW_HOVERED = 8,
    DRAW_GHOST = 32,     // transparent
    DRAW_FADED = 16,     // pale: something that lies over it matters more
    DRAW_BLOCKER = 64,   // its edges are lit: the part in the hand runs into it
    DRAW_OUTLINED = 128, // hidden line: paper with the edges that are in front
    DRAW_DIMMED = 512,   // a ghost of which hardly anything is left
    DRAW_XRAY = 256      // transparent, clearer where one looks straight at it; with every edge
};

typedef struct DrawPart {
    const GpuMesh *mesh;
    Affine placement; // part to world, double: made relative to the camera before it is rounded
    uint32_t colour;  // 0xRRGGBB; the mesh's own triangle colours win where it has any
    unsigned flags;
} DrawPart;

typedef struct DrawLines {
    const PointBatch *batch;
    Affine placement;
    uint32_t colour;
    float opacity, width_px; // width in framebuffer pixels
    bool on_top;             // not hidden by what is in front; drawn with a dark casing
} DrawLines;

typedef struct DrawVolumes {
    const VolumeBatch *batch;
    Affine placement;
    bool hues;               // each in the colour of its hue, otherwise all in the one below
    const uint32_t *palette; // VOLUME_PALETTE colours; NULL: the theme's, where neighbours differ
    uint32_t colour;
    float opacity;
} DrawVolumes;
enum { VOLUME_PALETTE = 16 }; // as many as the shaders know

typedef struct DrawTriangles {
    const PointBatch *batch;
    Affine placement;
    uint32_t colour;
    float opacity;
    float hidden_opacity; // where something is in front; 0: nothing shines through
    int layer;            // the higher one is seen where two lie in one plane; 0, 1, 2
} DrawTriangles;

typedef struct DrawCap {
    const PointBatch *batch;
    Affine placement;
    uint32_t colour;
    unsigned flags; // as of the part
    int hatching;   // neighbours with other numbers have other hatchings
} DrawCap;

typedef struct DrawScene {
    Camera camera;
    SectionPlane section; // everything but the floor is cut
    Box3d bounds;         // of everything in the world, for near and far planes
    const DrawPart *parts;
    size_t part_count;
    const DrawTriangles *triangles; // highlighted polygons, drawn over the surfaces they lie on
    size_t triangle_count;
    const DrawLines *lines;
    size_t line_count;
    const DrawCap *caps;
    size_t cap_count;
    const DrawVolumes *volumes;
    size_t volume_count;
    size_t volume_lines; // about so many lines at most for all volumes; 0: as many as there are
    bool occlusion; // corners and gaps are darker: costs a frame more than all the rest in software
    bool no_edges;  // feature edges of parts that are not selected are left out
    bool thin_wires; // wireframes in lines of one pixel without soft borders
    enum ThemeId theme;
    float pixel_scale; // framebuffer pixels per point of the screen (HiDPI); 0 means 1
    enum UpAxis up;    // of the axes there: those of the files
    bool hide_triad;   // no axes in the lower left corner
    int triad_marked;  // 1 + the view whose end of an axis is to be marked; 0: none
    bool grid;         // the floor, under this box:
    Box3d floor;
    bool shadow;      // parts darken the floor below them
    bool keep_shadow; // ... as they last did: nothing is to be spent on where they are now
} DrawScene;

#endif
