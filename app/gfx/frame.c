// Where everything is seen from: the double precision part of drawing.
#include "app/gfx/frame.h"
#include "app/gfx/grid.h"
#include "app/picture/projection.h"

// Ratio of far to near plane that 24 bits of depth can bear, and how near the near plane may come
// to what the user looks at.
static const double MIN_NEAR_OF_FAR = 1e-5, MAX_NEAR_OF_DISTANCE = 0.05;
static const double LAST_NEAR_OF_DISTANCE = 0.25;               // however far the far plane is
static const double ORTHO_HALF_HEIGHT = 0.26794919243112270647; // tan(15 degrees), see Camera

// Lines lie on surfaces that slope away under their width. Bringing them nearer by this many pixels
// keeps them whole on slopes up to atan(1.5) = 56 degrees, and half of them visible beyond. Pushing
// the surfaces back instead (polygon offset by slope) lets back faces through along silhouettes.
static const double LINE_PULL_PIXELS = 1.5;

static void depth_range(const Frame *frame, double *nearest, double *farthest)
{
    Box3d all = frame->scene->bounds;
    const Box3d *box = &all;
    Grid grid;
    if (grid_of(frame->scene, &grid)) {
        double reach = GRID_CELLS * grid.step;
        all = box3d_including(all, vec3d_sub(grid.centre, vec3d(reach, 0, reach)));
        all = box3d_including(all, vec3d_add(grid.centre, vec3d(reach, 0, reach)));
    }
    *nearest = INFINITY;
    *farthest = -INFINITY;
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = vec3d(i & 1 ? box->hi.x : box->lo.x, i & 2 ? box->hi.y : box->lo.y,
                             i & 4 ? box->hi.z : box->lo.z);
        double depth = -affine_apply(&frame->world_to_eye, corner).z;
        *nearest = fmin(*nearest, depth);
        *farthest = fmax(*farthest, depth);
    }
    if (!isfinite(*nearest) || !isfinite(*farthest)) { // nothing to see: any range will do
        *nearest = 0.5;
        *farthest = 2;
    }
    double margin = 0.01 * (*farthest - *nearest) + 1e-3;
    *nearest -= margin;
    *farthest += margin;
}

static void set_projection(Frame *frame)
{
    double nearest, farthest, aspect = (double)frame->width / frame->height;
    depth_range(frame, &nearest, &farthest);
    if (!frame->perspective) {
        projection_orthographic(ORTHO_HALF_HEIGHT, aspect, nearest, farthest, frame->projection);
        frame->pull[0] = 1;
        frame->pull[1] = (float)(LINE_PULL_PIXELS * 2 * ORTHO_HALF_HEIGHT / frame->height);
        frame->nearest = (float)nearest;
        return;
    }
    farthest = fmax(farthest, 1e-3);
    nearest = fmax(nearest, fmin(farthest * 1e-3, MAX_NEAR_OF_DISTANCE));
    // Deep in a gap of a large assembly what is far behind may flicker; what one looks at must not
    // be cut off.
    nearest = fmax(nearest, fmin(farthest * MIN_NEAR_OF_FAR, LAST_NEAR_OF_DISTANCE));
    farthest = fmax(farthest, nearest * 1.01);
    double pixel = 2 * tan(frame->scene->camera.fov_y / 2) / frame->height; // at unit depth
    frame->pull[0] = (float)(1 - LINE_PULL_PIXELS * pixel);
    frame->pull[1] = 0;
    frame->nearest = (float)nearest;
    projection_perspective(frame->scene->camera.fov_y, aspect, nearest, farthest,
                           frame->projection);
}

// Surfaces begin this far behind the plane, in camera distances: less than a tenth of a pixel, but
// more than rounding, so that a face that lies in the plane gives way to the cap as a whole.
static const double SECTION_MARGIN = 2e-5;

static void set_section(Frame *frame)
{
    const SectionPlane *plane = &frame->scene->section;
    frame->section[3] = 1;
    if (!plane->on)
        return;
    Vec3d normal = vec3d_normalised(affine_apply_vector(&frame->world_to_eye, plane->normal));
    Vec3d at = affine_apply(&frame->world_to_eye, plane->point);
    for (int k = 0; k < 3; ++k)
        frame->section[k] = (float)-normal.v[k];
    frame->section[3] = (float)(vec3d_dot(normal, at) - SECTION_MARGIN);
}

Frame frame_create(const DrawScene *scene, int x, int y, int width, int height)
{
    Frame frame = {.scene = scene,
                   .theme = &themes[scene->theme],
                   .perspective = scene->camera.fov_y > 0,
                   .x = x,
                   .y = y,
                   .width = width,
                   .height = height,
                   .pixel_scale = scene->pixel_scale > 0 ? scene->pixel_scale : 1};
    Vec3d right, up, forward, eye = camera_eye(&scene->camera);
    camera_axes(&scene->camera, &right, &up, &forward);
    double unit = 1 / scene->camera.distance;
    for (int k = 0; k < 3; ++k) {
        frame.world_to_eye.m[0][k] = right.v[k] * unit;
        frame.world_to_eye.m[1][k] = up.v[k] * unit;
        frame.world_to_eye.m[2][k] = -forward.v[k] * unit;
    }
    frame.world_to_eye.p = vec3d_scale(affine_apply_vector(&frame.world_to_eye, eye), -1);
    frame.up_in_eye = vec3((float)right.y, (float)up.y, (float)-forward.y);
    set_projection(&frame);
    set_section(&frame);
    return frame;
}

// Normals go with the inverse transpose, right for any scale: the cofactors with the determinant's
// sign, scaled to a largest entry of 1 to stay within floats.
static void cofactors(const Affine *t, float out[9])
{
    double c[3][3], largest = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] = t->m[i1][j1] * t->m[i2][j2] - t->m[i1][j2] * t->m[i2][j1];
            largest = fmax(largest, fabs(c[i][j]));
        }
    }
    double scale = affine_determinant(t) < 0 ? -largest : largest;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out[3 * j + i] = (float)(largest > 0 ? c[i][j] / scale : i == j);
}

void frame_model_view(const Frame *frame, const Affine *placement, float model_view[16],
                      float normal_matrix[9])
{
    Affine t = affine_compose(&frame->world_to_eye, placement);
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i)
            model_view[4 * j + i] = (float)t.m[i][j];
        model_view[4 * j + 3] = 0;
        model_view[12 + j] = (float)t.p.v[j];
    }
    model_view[15] = 1;
    if (normal_matrix)
        cofactors(&t, normal_matrix);
}

// stretch: mean factor of lengths.
static Vec3d point_in_eye(const Frame *frame, const Affine *placement, Vec3d at, double *stretch)
{
    Affine t = affine_compose(&frame->world_to_eye, placement);
    double square = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            square += t.m[i][j] * t.m[i][j];
    *stretch = sqrt(square / 3);
    return affine_apply(&t, at);
}

double frame_pixels_per_unit(const Frame *frame, const Affine *placement, Vec3d at)
{
    double stretch, depth = -point_in_eye(frame, placement, at, &stretch).z;
    double pixels = stretch * (double)frame->projection[5] * frame->height / 2;
    return frame->perspective ? pixels / fmax(depth, (double)frame->nearest) : pixels;
}

enum Visibility frame_ball_visibility(const Frame *frame, const Affine *placement, Vec3d centre,
                                      double local_radius)
{
    double stretch;
    Vec3d c = point_in_eye(frame, placement, centre, &stretch);
    // The stretch is a mean; its square root of 3 bounds the largest.
    double radius = local_radius * stretch * sqrt(3), depth = -c.z;
    if (depth + radius < (double)frame->nearest)
        return OUT_OF_VIEW;
    // Distance from the four side planes; the projection's diagonal holds their slopes.
    for (int k = 0; k < 2; ++k) {
        double slope = 1 / (double)frame->projection[5 * k];
        double reach =
            frame->perspective ? depth * slope + radius * sqrt(1 + slope * slope) : slope + radius;
        if (fabs(c.v[k]) > reach)
            return OUT_OF_VIEW;
    }
    return depth - radius < (double)frame->nearest ? CUT_BY_NEAR_PLANE : IN_VIEW;
}

float frame_pixels(const Frame *frame, const DrawPart *part, float length)
{
    Vec3d centre = vec3d_from(part->mesh->centre);
    return (float)((double)length * frame_pixels_per_unit(frame, &part->placement, centre));
}

enum Visibility frame_visibility(const Frame *frame, const DrawPart *part)
{
    return frame_ball_visibility(frame, &part->placement, vec3d_from(part->mesh->centre),
                                 (double)part->mesh->radius);
}

void colour_to_screen(uint32_t colour, float rgb[3])
{
    for (int k = 0; k < 3; ++k)
        rgb[k] = (float)(colour >> (16 - 8 * k) & 0xFF) / 255;
}

// A gamma of 2 instead of 2.2: nobody sees the difference, and a square root is cheap in software.
void colour_to_light(uint32_t colour, float rgb[3])
{
    colour_to_screen(colour, rgb);
    for (int k = 0; k < 3; ++k)
        rgb[k] *= rgb[k];
}
