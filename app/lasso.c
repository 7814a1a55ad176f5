// Which triangles a line drawn on the screen holds. What is seen is found with a depth buffer of
// our own: it needs no graphics and can be made on a worker.
#include "primitive_fit.h"

#include "core/array.h"

#include <stdio.h>

enum { BUFFER_WIDTH = 1024, MOST_HEIGHT = 4096 };

void lasso_to_text(const Lasso *lasso, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < lasso->count && used + 16 < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%d,%d", i ? " " : "",
                                 (int)lrint(1e4 * fmin(fmax(lasso->points[i][0], -1), 2)),
                                 (int)lrint(1e4 * fmin(fmax(lasso->points[i][1], -1), 2)));
}

bool lasso_from_text(const char *text, Lasso *lasso, Error *err)
{
    lasso->count = 0;
    while (*text && lasso->count < LASSO_MAX_POINTS) {
        char *end;
        double x = strtod(text, &end);
        if (end == text || *end != ',')
            break;
        text = end + 1;
        double y = strtod(text, &end);
        if (end == text || !(fabs(x) < 1e6) || !(fabs(y) < 1e6))
            break;
        lasso->points[lasso->count][0] = x / 1e4;
        lasso->points[lasso->count++][1] = y / 1e4;
        text = *end == ' ' ? end + 1 : end;
    }
    if (*text || lasso->count < 3)
        return error_set(err, "a line around triangles needs 3 to %d points", LASSO_MAX_POINTS);
    return true;
}

// Even-odd, so that a line that crosses itself has an inside everybody expects.
static bool inside(const Lasso *lasso, double x, double y)
{
    bool in = false;
    for (int i = 0, j = lasso->count - 1; i < lasso->count; j = i++) {
        const double *a = lasso->points[i], *b = lasso->points[j];
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
            in = !in;
    }
    return in;
}

// Screen coordinates 0..1, and a number that is linear on the screen and larger where it is nearer.
typedef struct Seen {
    double x, y, near;
} Seen;

typedef struct Picture {
    const Lasso *lasso;
    Vec3d eye, forward;
    int width, height;
    float *depth; // NULL: everything counts as seen
} Picture;

static bool project(const Picture *picture, Vec3d p, Seen *out)
{
    const Lasso *lasso = picture->lasso;
    double far = vec3d_dot(picture->forward, vec3d_sub(p, picture->eye));
    if (!camera_project(&lasso->camera, p, lasso->aspect, 1, &out->x, &out->y))
        return false;
    out->x /= lasso->aspect;
    out->near = lasso->camera.fov_y > 0 ? 1 / far : -far;
    return isfinite(out->x) && isfinite(out->y) && isfinite(out->near);
}

static bool project_triangle(const Picture *picture, const PosedMesh *part, int32_t k, Seen t[3])
{
    Triangle local = mesh_triangle(part->mesh, k);
    Triangle world = triangle_transformed(&local, &part->shown);
    for (int i = 0; i < 3; ++i)
        if (!project(picture, world.p[i], &t[i]))
            return false; // behind the eye
    return true;
}

// near = c + a x + b y over the triangle, in pixels; false: seen from its side.
static bool plane_of(const Picture *picture, const Seen t[3], double plane[3])
{
    double w = picture->width, h = picture->height;
    double x1 = (t[1].x - t[0].x) * w, y1 = (t[1].y - t[0].y) * h;
    double x2 = (t[2].x - t[0].x) * w, y2 = (t[2].y - t[0].y) * h;
    double det = x1 * y2 - x2 * y1;
    if (!(fabs(det) > 1e-12))
        return false;
    double n1 = t[1].near - t[0].near, n2 = t[2].near - t[0].near;
    plane[0] = (n1 * y2 - n2 * y1) / det;
    plane[1] = (x1 * n2 - x2 * n1) / det;
    plane[2] = t[0].near - plane[0] * t[0].x * w - plane[1] * t[0].y * h;
    return true;
}

static int clamped(double value, int most)
{
    return value > 0 ? (value < most ? (int)value : most) : 0;
}

static void draw_row(const Picture *picture, const Seen t[3], const double plane[3], int y)
{
    // The part of the row's middle line that is inside: between the edges that cross it.
    double at = (y + 0.5) / picture->height, lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        const Seen *a = &t[i], *b = &t[(i + 1) % 3];
        if ((a->y > at) == (b->y > at))
            continue;
        double x = a->x + (b->x - a->x) * (at - a->y) / (b->y - a->y);
        lo = fmin(lo, x);
        hi = fmax(hi, x);
    }
    int first = clamped(ceil(lo * picture->width - 0.5), picture->width);
    int last = clamped(floor(hi * picture->width - 0.5) + 1, picture->width);
    float *row = picture->depth + (size_t)y * (size_t)picture->width;
    for (int x = first; x < last; ++x) {
        float near = (float)(plane[0] * (x + 0.5) + plane[1] * (y + 0.5) + plane[2]);
        row[x] = near > row[x] ? near : row[x];
    }
}

static void draw(const Picture *picture, const Seen t[3])
{
    double plane[3];
    if (!plane_of(picture, t, plane))
        return;
    double top = fmin(t[0].y, fmin(t[1].y, t[2].y)), low = fmax(t[0].y, fmax(t[1].y, t[2].y));
    int first = clamped(floor(top * picture->height), picture->height);
    int last = clamped(ceil(low * picture->height), picture->height);
    for (int y = first; y < last; ++y)
        draw_row(picture, t, plane, y);
}

// Nothing is nearer than the triangle's middle, but for what one pixel can err by.
static bool is_seen(const Picture *picture, const Seen t[3], const Seen *middle)
{
    double plane[3];
    if (!picture->depth)
        return true;
    if (!plane_of(picture, t, plane))
        return false;
    int x = clamped(middle->x * picture->width, picture->width - 1);
    int y = clamped(middle->y * picture->height, picture->height - 1);
    double slack = fabs(plane[0]) + fabs(plane[1]) + 1e-5 * fabs(middle->near);
    return middle->near + slack >=
           (double)picture->depth[(size_t)y * (size_t)picture->width + (size_t)x];
}

static bool make_picture(Picture *picture, const Lasso *lasso, const PosedMesh *parts,
                         int32_t count, Job *job)
{
    Vec3d right, up;
    *picture = (Picture){.lasso = lasso, .eye = camera_eye(&lasso->camera), .width = BUFFER_WIDTH};
    camera_axes(&lasso->camera, &right, &up, &picture->forward);
    picture->height = 1 + clamped(BUFFER_WIDTH / lasso->aspect, MOST_HEIGHT);
    if (lasso->through)
        return true;
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    picture->depth = array_alloc(pixels, sizeof *picture->depth);
    if (!picture->depth)
        return false;
    for (size_t i = 0; i < pixels; ++i)
        picture->depth[i] = -INFINITY;
    Seen t[3];
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; parts[i].active && k < parts[i].mesh->triangle_count; ++k) {
            if (k % 1024 == 0 && job_cancelled(job))
                return false;
            if (project_triangle(picture, &parts[i], k, t))
                draw(picture, t);
        }
    return true;
}

static bool choose(const Picture *picture, const PosedMesh *parts, int32_t part, int32_t k,
                   Coverage *covers)
{
    Seen t[3], middle;
    Triangle local = mesh_triangle(parts[part].mesh, k);
    Vec3d sum = vec3d_add(vec3d_add(local.p[0], local.p[1]), local.p[2]);
    Vec3d centre = affine_apply(&parts[part].shown, vec3d_scale(sum, 1.0 / 3));
    if (!project(picture, centre, &middle) || !inside(picture->lasso, middle.x, middle.y))
        return true;
    bool whole = project_triangle(picture, &parts[part], k, t);
    if (!picture->depth || (whole && is_seen(picture, t, &middle)))
        return coverage_add(covers, part, k);
    return true;
}

Coverage *lasso_triangles(const Lasso *lasso, const PosedMesh *parts, int32_t count, Job *job)
{
    Picture picture;
    Coverage *covers = coverage_create();
    bool ok = make_picture(&picture, lasso, parts, count, job) && covers;
    for (int32_t i = 0; ok && i < count; ++i)
        for (int32_t k = 0; ok && parts[i].active && k < parts[i].mesh->triangle_count; ++k)
            ok = choose(&picture, parts, i, k, covers) && (k % 1024 || !job_cancelled(job));
    free(picture.depth);
    if (ok)
        return covers;
    coverage_release(covers);
    return NULL;
}
