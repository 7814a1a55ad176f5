// What the renderer draws, described by plain data: parts, contacts, lines. It knows nothing of
// windows, documents or panels; a current GL 3.3 core context (GLFW's or EGL's) with its functions
// loaded by gladLoadGL is all it needs.
#ifndef SNUG_APP_GFX_GFX_H
#define SNUG_APP_GFX_GFX_H

#include "app/picture/camera.h"
#include "app/picture/section_plane.h"
#include "app/picture/theme.h"
#include "core/base/error.h"
#include "core/base/job.h"
#include "core/mesh/mesh.h"
#include "core/tree/bv.h"
#include "core/tree/bvh.h"

#include <stddef.h>

// --- CPU side: made on a worker, no GL.

// Vertices split at creases with their normals, feature and border edges: how a mesh is drawn.
// NULL: cancelled or no memory.
typedef struct RenderMesh RenderMesh;
RenderMesh *render_mesh_create(const Mesh *mesh, Job *job);
void render_mesh_free(RenderMesh *mesh);

// Outlines of many volumes in some part's frame, the largest first, each at several degrees of
// detail, so that one buffer serves every zoom: what is small on the screen needs few lines.
enum VolumeDetail {
    VOLUME_FINE,   // as the volume draws itself
    VOLUME_COARSE, // circles as octagons
    VOLUME_ROUGH,  // circles as squares
    VOLUME_SKETCH, // three edges that span it
    VOLUME_SPECK,  // one of them
    VOLUME_DETAIL_COUNT
};
typedef struct VolumePoint {
    Vec3 position;
    uint8_t hue; // index in the theme's colours for neighbouring volumes
    uint8_t unused[3];
} VolumePoint;
typedef struct VolumeDetailLines {
    VolumePoint *points; // pairs; NULL for a detail that is the same as the one before
    size_t *ends;        // per volume: points up to and with it
    size_t count;        // volumes that have this detail: the largest ones
} VolumeDetailLines;
typedef struct VolumeLines {
    float *sizes; // per volume: its diameter
    size_t count;
    Box3 box; // of all of them
    VolumeDetailLines detail[VOLUME_DETAIL_COUNT];
} VolumeLines;

// One level of a hierarchy, with the leaves above it: the volumes that hold something, or the empty
// cells of a space partition. False: cancelled or no memory, and nothing is to be freed.
enum VolumeFilling { VOLUMES_FILLED, VOLUMES_EMPTY };
bool volume_lines_build(VolumeLines *out, const Bvh *tree, int level, enum VolumeFilling kind,
                        Job *job);
void volume_lines_free(VolumeLines *lines);

// --- GPU side: on the thread of the context.

typedef struct GpuMesh GpuMesh;
GpuMesh *gpu_mesh_create(const RenderMesh *mesh, Error *err);
void gpu_mesh_destroy(GpuMesh *mesh); // NULL is fine, as for the batches
// Small meshes of one pool are drawn many in one call. The pool goes after its meshes, or before.
typedef struct GpuPool GpuPool;
GpuPool *gpu_pool_create(void); // NULL: memory is short, which is fine for the next one
GpuMesh *gpu_mesh_create_in(GpuPool *pool, const RenderMesh *mesh, Error *err);
void gpu_pool_destroy(GpuPool *pool);

// Buffers of lines or of filled triangles in some part's frame; rebuilt only when stale.
typedef struct LineBatch LineBatch;
LineBatch *line_batch_create(void);
void line_batch_set(LineBatch *batch, const Vec3 *points, size_t count); // pairs of points
// Segments of curves, four points each: the one before, its two ends, the one after. Drawn without
// gaps where they join; round where there is no neighbour, for which the end itself stands.
void line_batch_set_joined(LineBatch *batch, const Vec3 *points, size_t count);
// Writes the segments of one curve in that form: 4 * count points at most. Returns how many.
size_t line_join(const Vec3d *points, size_t count, bool closed, Vec3 *out);
void line_batch_destroy(LineBatch *batch);
typedef struct TriangleBatch TriangleBatch;
TriangleBatch *triangle_batch_create(void);
void triangle_batch_set(TriangleBatch *batch, const Vec3 *points, size_t count); // triples
void triangle_batch_destroy(TriangleBatch *batch);

// Where the section plane cuts a part open: its outline and what fills it.
enum CapFill { CAP_NONE, CAP_EVEN_ODD, CAP_WINDING };
typedef struct CapBatch CapBatch;
CapBatch *cap_batch_create(void);
void cap_batch_set(CapBatch *batch, const Vec3 *points, size_t count, enum CapFill fill); // pairs
void cap_batch_destroy(CapBatch *batch);

// Keeps no reference to the lines.
typedef struct VolumeBatch VolumeBatch;
VolumeBatch *volume_batch_create(const VolumeLines *lines, Error *err);
void volume_batch_destroy(VolumeBatch *batch);

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
    const LineBatch *batch;
    Affine placement;
    uint32_t colour;
    float opacity, width_px; // width in framebuffer pixels
    bool on_top;             // not hidden by what is in front; drawn with a dark casing
} DrawLines;

typedef struct DrawVolumes {
    const VolumeBatch *batch;
    Affine placement;
    bool hues; // neighbours in different colours of the theme, otherwise all in the next one
    uint32_t colour;
    float opacity;
} DrawVolumes;

typedef struct DrawTriangles {
    const TriangleBatch *batch;
    Affine placement;
    uint32_t colour;
    float opacity;
    float hidden_opacity; // where something is in front; 0: nothing shines through
    int layer;            // the higher one is seen where two lie in one plane; 0, 1, 2
} DrawTriangles;

typedef struct DrawCap {
    const CapBatch *batch;
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
    bool hide_triad;   // no axes in the lower left corner
    int triad_marked;  // 1 + the view whose end of an axis is to be marked; 0: none
    bool grid;         // the floor, under this box:
    Box3d floor;
    bool shadow;      // parts darken the floor below them
    bool keep_shadow; // ... as they last did: nothing is to be spent on where they are now
} DrawScene;

typedef struct Renderer Renderer;
// NULL with one clear line when GL is below 3.3 or a shader does not compile. With SNUG_SHADER_DIR
// in the environment the shaders come from that folder instead of from the program.
Renderer *renderer_create(Error *err);
void renderer_destroy(Renderer *renderer);
// Reads the shaders again; on failure the old ones stay in use.
bool renderer_reload_shaders(Renderer *renderer, Error *err);
// 0 or 1 (as created): straight into the bound framebuffer. More: through an antialiased one of its
// own. Beautiful on a GPU, half the speed in software; can change from frame to frame.
void renderer_set_samples(Renderer *renderer, int samples);
// Into the bound framebuffer, at viewport (x, y, width, height) in pixels, y from the bottom.
// Leaves depth test, blending and scissor off, and no program or vertex array bound.
void renderer_draw(Renderer *renderer, const DrawScene *scene, int x, int y, int width, int height);
// Whether the last call showed the picture of the one before: nothing had changed, and it had been
// drawn at least as finely. Only where it goes through a framebuffer of its own.
bool renderer_reused(const Renderer *renderer);
// Whether the scene is the one that was last drawn there, but for what is hovered.
bool renderer_differs_by_hover(const Renderer *renderer, const DrawScene *scene);
// Many parts in one call where the machine can (as created), or each by itself: for comparing.
void renderer_set_batching(Renderer *renderer, bool on);
// True when GL is drawn by the processor: worth fewer samples.
bool renderer_is_software(const Renderer *renderer);

// What was sent to graphics memory so far. Frames in which nothing changed send nothing.
typedef struct GfxUploads {
    size_t meshes, batches, bytes;
} GfxUploads;
GfxUploads gfx_uploads(void);

// --- Off-screen.

// EGL surfaceless context with an antialiased framebuffer, current and bound. No X needed.
typedef struct Offscreen Offscreen;
Offscreen *offscreen_create(int width, int height, Error *err);
Offscreen *offscreen_create_sampled(int width, int height, int samples, Error *err); // 1: plain
void offscreen_finish(void); // waits until all that was asked for is drawn: for measuring
bool offscreen_read(Offscreen *offscreen, unsigned char *rgba); // top row first
void offscreen_destroy(Offscreen *offscreen);
// In memory, to be freed; NULL: too large or no memory.
unsigned char *image_encode_png(int width, int height, const unsigned char *rgba, size_t *size);
// Appears under its name only when it is complete (mkstemp + rename).
bool image_write_png(const char *path, int width, int height, const unsigned char *rgba,
                     Error *err);

#endif
