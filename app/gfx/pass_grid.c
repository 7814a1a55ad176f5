// The floor. Parts hide it; it hides nothing.
#include "app/gfx/grid.h"
#include "app/gfx/pass.h"

enum { PIECES = 6 }; // of a line: it fades from one to the next

typedef struct GridPass {
    PointBatch *minor, *major;
} GridPass;

static PointBatch *lines(bool major)
{
    Vec3 points[4 * (2 * GRID_CELLS + 1) * PIECES];
    size_t count = 0;
    for (int i = -GRID_CELLS; i <= GRID_CELLS; ++i) {
        // Nothing beyond the circle in which they fade.
        const float at = (float)i, end = sqrtf(fmaxf(GRID_CELLS * GRID_CELLS - at * at, 0));
        if ((i % GRID_MAJOR == 0) != major)
            continue;
        for (int k = 0; k < PIECES; ++k) {
            float from = end * (2 * (float)k / PIECES - 1),
                  to = end * (2 * (float)(k + 1) / PIECES - 1);
            points[count++] = vec3(at, 0, from);
            points[count++] = vec3(at, 0, to);
            points[count++] = vec3(from, 0, at);
            points[count++] = vec3(to, 0, at);
        }
    }
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, points, count, POINTS_LINES);
    return batch;
}

static bool create(void *state, Error *err)
{
    (void)err;
    GridPass *pass = state;
    pass->minor = lines(false);
    pass->major = lines(true);
    return true;
}

static void draw(const void *state, const Frame *frame)
{
    const GridPass *pass = state;
    Grid grid;
    if (!grid_of(frame->scene, &grid))
        return;
    Affine placement = affine_identity();
    placement.p = grid.centre;
    for (int k = 0; k < 3; ++k)
        placement.m[k][k] = grid.step;
    LineStyle style = {.width = frame->pixel_scale, .hidden_opacity = 1, .fade = 1.0f / GRID_CELLS};
    colour_to_screen(frame->theme->grid, style.rgb);
    // No pull: where a part stands on the floor, the part is in front.
    const float no_pull[2] = {1, 0};
    line_program_begin(frame->lines, frame->projection, no_pull, (float)frame->width,
                       (float)frame->height);
    double gap =
        grid.step * frame_pixels_per_unit(frame, &(Affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                          grid.centre);
    const PointBatch *batches[2] = {pass->minor, pass->major};
    const float opacity[2] = {0.34f, 0.8f};
    for (int i = 0; i < 2; ++i) {
        float pixels = (float)gap / frame->pixel_scale * (i == 0 ? 1 : GRID_MAJOR);
        style.opacity = opacity[i] * line_density_opacity(pixels, 12, 0.15f);
        line_program_draw(frame, frame->lines, &placement, &style, batches[i]);
    }
    line_program_end();
}

static void destroy(void *state)
{
    GridPass *pass = state;
    point_batch_destroy(pass->minor);
    point_batch_destroy(pass->major);
}

const PassType pass_grid = {"grid", sizeof(GridPass), create, draw, destroy};
