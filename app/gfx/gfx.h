// The renderer: draws what a DrawScene describes. It knows nothing of windows, documents or panels; a
// current GL 3.3 core context (GLFW's or EGL's) with its functions loaded by gladLoadGL is all it
// needs.
#ifndef SNUG_APP_GFX_GFX_H
#define SNUG_APP_GFX_GFX_H

#include "app/picture/draw_scene.h"
#include "app/picture/render_mesh.h"
#include "app/picture/volume_lines.h"
#include "core/base/error.h"

// All of it on the thread of the context.

GpuMesh *gpu_mesh_create(const RenderMesh *mesh, Error *err);
void gpu_mesh_destroy(GpuMesh *mesh); // NULL is fine, as for the batches
// Small meshes of one pool are drawn many in one call. The pool goes after its meshes, or before.
typedef struct GpuPool GpuPool;
GpuPool *gpu_pool_create(void); // NULL: memory is short, which is fine for the next one
GpuMesh *gpu_mesh_create_in(GpuPool *pool, const RenderMesh *mesh, Error *err);
// The same, and the mesh's arrays are dropped one after the other as soon as they are there.
GpuMesh *gpu_mesh_take_in(GpuPool *pool, RenderMesh *mesh, Error *err);
void gpu_pool_destroy(GpuPool *pool);

// Buffers of points in some part's frame, for lines, filled triangles or caps; rebuilt only when stale.
PointBatch *point_batch_create(void);
void point_batch_destroy(PointBatch *batch);
// How many points belong together. POINTS_JOINED: segments of curves, each with the point before, its
// two ends and the one after; drawn without gaps where they join, and round where there is no
// neighbour, for which the end itself stands.
enum PointGroup { POINTS_LINES = 2, POINTS_TRIANGLES = 3, POINTS_JOINED = 4 };
void point_batch_set(PointBatch *batch, const Vec3 *points, size_t count, enum PointGroup group);
// Writes the segments of one curve as POINTS_JOINED: 4 * count points at most. Returns how many.
size_t line_join(const Vec3d *points, size_t count, bool closed, Vec3 *out);
// Where the section plane cuts a part open: its outline, pairs of points, and what fills it.
enum CapFill { CAP_NONE, CAP_EVEN_ODD, CAP_WINDING };
void point_batch_set_cap(PointBatch *batch, const Vec3 *points, size_t count, enum CapFill fill);

// Keeps no reference to the lines.
VolumeBatch *volume_batch_create(const VolumeLines *lines, Error *err);
void volume_batch_destroy(VolumeBatch *batch);

typedef struct Renderer Renderer;
// NULL with one clear line when GL is below 3.3 or a shader does not compile. With SNUG_SHADER_DIR
// in the environment the shaders come from that folder instead of from the program.
Renderer *renderer_create(Error *err);
void renderer_destroy(Renderer *renderer);
// 0 or 1 (as created): straight into the bound framebuffer. More: through an antialiased one of its
// own. Beautiful on a GPU, half the speed in software; can change from frame to frame.
void renderer_set_samples(Renderer *renderer, int samples);
int renderer_samples(const Renderer *renderer); // as it was set, or as many as the machine has
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
// So many indices are drawn before the driver is waited for (as created: in software a quarter of a
// million triangles, otherwise as many as there are): for comparing.
void renderer_set_pace(Renderer *renderer, size_t indices);
// True when GL is drawn by the processor: worth fewer samples.
bool renderer_is_software(const Renderer *renderer);

// --- Off-screen.

// EGL surfaceless context with an antialiased framebuffer, current and bound. No X needed.
typedef struct Offscreen Offscreen;
Offscreen *offscreen_create(int width, int height, Error *err);
Offscreen *offscreen_create_sampled(int width, int height, int samples, Error *err); // 1: plain
void offscreen_finish(void); // waits until all that was asked for is drawn: for measuring
bool offscreen_read(Offscreen *offscreen, unsigned char *rgba); // top row first
void offscreen_destroy(Offscreen *offscreen);
#endif
