// Which triangles a line drawn on the screen holds. What is seen is found with a depth buffer of
// our own: it needs no graphics and can be made on a worker.
#include "app/stages/primitive_fit.h"

#include "core/base/array.h"

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
    bool ghosts;  // of these parts, or of the others
} Picture;

static bool is_asked(const Picture *picture, const PosedMesh *part)
{
    return part->active && part->ghost == picture->ghosts;
}

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

// What the section plane leaves of a triangle: nothing, or three or four corners.
typedef struct Piece {
    Vec3d corners[4];
    int count;
} Piece;

static Piece piece_of(const Picture *picture, const PosedMesh *part, int32_t k)
{
    const SectionPlane *section = &picture->lasso->section;
    Triangle local = mesh_triangle(part->mesh, k);
    Triangle world = triangle_transformed(&local, &part->shown);
    Piece piece = {.count = 0};
    for (int i = 0; i < 3; ++i) {
        Vec3d a = world.p[i], b = world.p[(i + 1) % 3];
        double in_a = section->on ? section_depth(section, a) : 1;
        double in_b = section->on ? section_depth(section, b) : 1;
        if (in_a >= 0)
            piece.corners[piece.count++] = a;
        if ((in_a < 0 && in_b > 0) || (in_a > 0 && in_b < 0))
            piece.corners[piece.count++] =
                vec3d_add_scaled(a, vec3d_sub(b, a), in_a / (in_a - in_b));
    }
    if (piece.count < 3)
        piece.count = 0;
    return piece;
}

static Vec3d middle_of(const Piece *piece)
{
    Vec3d sum = piece->corners[0];
    for (int i = 1; i < piece->count; ++i)
        sum = vec3d_add(sum, piece->corners[i]);
    return vec3d_scale(sum, 1.0 / piece->count);
}

static bool project_piece(const Picture *picture, const Piece *piece, Seen t[4])
{
    for (int i = 0; i < piece->count; ++i)
        if (!project(picture, piece->corners[i], &t[i]))
            return false; // behind the eye
    return piece->count > 0;
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

static bool make_picture(Picture *picture, const Lasso *lasso, bool ghosts, const PosedMesh *parts,
                         int32_t count, Job *job)
{
    Vec3d right, up;
    *picture = (Picture){
        .lasso = lasso, .eye = camera_eye(&lasso->camera), .width = BUFFER_WIDTH, .ghosts = ghosts};
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
    Seen t[4];
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; is_asked(picture, &parts[i]) && k < parts[i].mesh->triangle_count;
             ++k) {
            if (k % 1024 == 0 && job_cancelled(job))
                return false;
            Piece piece = piece_of(picture, &parts[i], k);
            if (!project_piece(picture, &piece, t))
                continue;
            draw(picture, t);
            if (piece.count == 4)
                draw(picture, (Seen[3]){t[0], t[2], t[3]});
        }
    return true;
}

// A cap is in front of it, as long as the part has one.
static bool is_behind_cap(const Picture *picture, const PosedMesh *part, const Piece *piece)
{
    if (!picture->lasso->section.on || !part->solid)
        return false;
    const Vec3d *p = piece->corners;
    Vec3d normal = vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0]));
    Vec3d along =
        picture->lasso->camera.fov_y > 0 ? vec3d_sub(p[0], picture->eye) : picture->forward;
    bool mirrored = affine_determinant(&part->shown) < 0;
    return (vec3d_dot(normal, along) > 0) != mirrored;
}

static bool choose(const Picture *picture, const PosedMesh *parts, int32_t part, int32_t k,
                   Coverage *covers)
{
    Seen t[4], middle;
    Piece piece = piece_of(picture, &parts[part], k);
    if (piece.count == 0 || !project(picture, middle_of(&piece), &middle) ||
        !inside(picture->lasso, middle.x, middle.y))
        return true;
    if (!picture->depth || (project_piece(picture, &piece, t) && is_seen(picture, t, &middle) &&
                            !is_behind_cap(picture, &parts[part], &piece)))
        return coverage_add(covers, part, k);
    return true;
}

// False: cancelled, or memory is short.
static bool choose_among(const Lasso *lasso, bool ghosts, const PosedMesh *parts, int32_t count,
                         Coverage *covers, Job *job)
{
    Picture picture;
    bool ok = make_picture(&picture, lasso, ghosts, parts, count, job);
    for (int32_t i = 0; ok && i < count; ++i)
        for (int32_t k = 0;
             ok && is_asked(&picture, &parts[i]) && k < parts[i].mesh->triangle_count; ++k)
            ok = choose(&picture, parts, i, k, covers) && (k % 1024 || !job_cancelled(job));
    free(picture.depth);
    return ok;
}

Coverage *lasso_triangles(const Lasso *lasso, const PosedMesh *parts, int32_t count, Job *job)
{
    Coverage *covers = coverage_create();
    bool ok = covers && choose_among(lasso, false, parts, count, covers, job);
    if (ok && covers->count == 0)
        ok = choose_among(lasso, true, parts, count, covers, job);
    if (ok)
        return covers;
    coverage_release(covers);
    return NULL;
}
