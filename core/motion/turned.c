// Seen from an axis a point is at (r, z): so far away from it, and so far along it. Turning about the axis
// changes neither, and two points are no nearer to each other than their (r, z) are, since r and z of
// a point that moves change no faster than it moves. So what meshes leave blank on a sheet of (r, z) they
// leave blank for ever: where their drawings are apart, they are.
//
// Of a triangle all that is drawn lies between two triangles. With x the part of a point across the axis and l
// its weights of the corners, r = |x| is at most the sum of l |x_i|, as lengths are convex, and for any n of
// length 1 it is at least n.x, the sum of l n.x_i; z is the sum of l z_i. So where z is in some strip, r is no
// more than the most of the triangle of all (|x_i|, z_i) there, and no less than the least of that of all
// (n.x_i, z_i). The best n points to where the triangle is nearest to the axis. At no l are the two farther
// apart than at one of the corners; where that is more than a cell, halves of the triangle are drawn instead.
#include "core/motion/turned.h"

#include "core/base/array.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Drawn more and more finely, as most are far apart.
enum { COARSE = 64, FINER = 4, FINEST = 1024, WORDS = FINEST / 64 };

enum { MOST_HALVINGS = 10 }; // of a triangle: what leaves more room even then is drawn so

#define SLACK 1e-6 // of a cell: more than what rounding moves anything by

typedef struct Flat {
    double r, z;
} Flat;

typedef struct Area {
    Flat lo, hi;
} Area;

typedef struct Sheet {
    Vec3d origin, axis, across[2];
    Area area;
    Flat cell;
    int cells; // in each direction
    uint64_t (*rows)[WORDS];
} Sheet;

typedef struct Seen {
    double x[2], z;
} Seen;

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

static double most_of(double a, double b)
{
    return a > b ? a : b;
}

static Seen see(const Sheet *sheet, const Affine *placement, Vec3d vertex)
{
    Vec3d p = vec3d_sub(affine_apply(placement, vertex), sheet->origin);
    return (Seen){{vec3d_dot(p, sheet->across[0]), vec3d_dot(p, sheet->across[1])},
                  vec3d_dot(p, sheet->axis)};
}

static double length_of(const double x[2])
{
    return sqrt(x[0] * x[0] + x[1] * x[1]);
}

// Of a triangle across the axis, the direction of the point that is nearest to it; zero where the axis goes
// through, or nearly so. Whatever comes out is no longer than 1, which is all that has to hold.
static void nearest_direction(const Seen corner[3], double n[2])
{
    double least = INFINITY;
    int left = 0, right = 0;
    n[0] = n[1] = 0;
    for (int k = 0; k < 3; ++k) {
        const double *a = corner[k].x, *b = corner[(k + 1) % 3].x;
        double e[2] = {b[0] - a[0], b[1] - a[1]}, square = e[0] * e[0] + e[1] * e[1];
        double t = square > 0 ? -(a[0] * e[0] + a[1] * e[1]) / square : 0;
        t = least_of(most_of(t, 0), 1);
        double foot[2] = {a[0] + t * e[0], a[1] + t * e[1]}, length = length_of(foot);
        double side = a[0] * e[1] - a[1] * e[0];
        left += side > 0;
        right += side < 0;
        if (length < least) {
            least = length;
            for (int i = 0; i < 2; ++i)
                n[i] = length > 0 ? foot[i] / length * (1 - 1e-15) : 0;
        }
    }
    if (left == 3 || right == 3)
        n[0] = n[1] = 0;
}

typedef struct Drawing {
    Flat lower[3], upper[3];
    Area area;
} Drawing;

static Drawing drawing_of(const Seen corner[3])
{
    Drawing out = {.area = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}};
    double n[2];
    nearest_direction(corner, n);
    for (int k = 0; k < 3; ++k) {
        double z = corner[k].z, least = n[0] * corner[k].x[0] + n[1] * corner[k].x[1];
        out.lower[k] = (Flat){least, z};
        out.upper[k] = (Flat){length_of(corner[k].x), z};
        out.area.lo.r = least_of(out.area.lo.r, least);
        out.area.hi.r = most_of(out.area.hi.r, out.upper[k].r);
        out.area.lo.z = least_of(out.area.lo.z, z);
        out.area.hi.z = most_of(out.area.hi.z, z);
    }
    return out;
}

// --- a row at a time

typedef struct Span {
    double lo, hi;
} Span;

// What of the line between two points lies in a strip of z.
static Span line_in_strip(Flat a, Flat b, Span strip)
{
    double least = least_of(a.z, b.z), most = most_of(a.z, b.z), length = b.z - a.z;
    if (most < strip.lo || least > strip.hi)
        return (Span){INFINITY, -INFINITY};
    if (least >= strip.lo && most <= strip.hi)
        return (Span){least_of(a.r, b.r), most_of(a.r, b.r)};
    double slope = (b.r - a.r) / length, r[2];
    for (int end = 0; end < 2; ++end) {
        double z = end ? least_of(most, strip.hi) : most_of(least, strip.lo);
        r[end] = a.r + (z - a.z) * slope;
    }
    return (Span){least_of(r[0], r[1]), most_of(r[0], r[1])};
}

// The least of the lower points in a strip, and the most of the upper ones.
static Span drawing_in_strip(const Drawing *drawing, Span strip)
{
    Span span = {INFINITY, -INFINITY};
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3;
        Span lower = line_in_strip(drawing->lower[k], drawing->lower[next], strip);
        Span upper = line_in_strip(drawing->upper[k], drawing->upper[next], strip);
        span.lo = least_of(span.lo, lower.lo);
        span.hi = most_of(span.hi, upper.hi);
    }
    return span;
}

static int cell_of(double x, int count)
{
    return x < 0 ? 0 : x >= count ? count - 1 : (int)x;
}

// Draws cells of a row, or finds one that is drawn already.
static bool row_cells(uint64_t row[WORDS], int from, int to, bool draw)
{
    for (int w = from / 64; w <= to / 64; ++w) {
        uint64_t mask = ~UINT64_C(0);
        if (w == from / 64)
            mask &= ~UINT64_C(0) << from % 64;
        if (w == to / 64)
            mask &= ~UINT64_C(0) >> (63 - to % 64);
        if (draw)
            row[w] |= mask;
        else if (row[w] & mask)
            return true;
    }
    return false;
}

// Draws a triangle, widened by the gap, or finds something that is drawn where it would be.
static bool draw_triangle(Sheet *sheet, const Drawing *drawing, double gap, bool draw)
{
    const Area *area = &sheet->area, *own = &drawing->area;
    if (own->lo.r - gap > area->hi.r)
        return false;
    int first = cell_of((own->lo.z - gap - area->lo.z) / sheet->cell.z - SLACK, sheet->cells);
    int last = cell_of((own->hi.z + gap - area->lo.z) / sheet->cell.z + SLACK, sheet->cells);
    for (int row = first; row <= last; ++row) {
        Span strip = {area->lo.z + (row - SLACK) * sheet->cell.z - gap,
                      area->lo.z + (row + 1 + SLACK) * sheet->cell.z + gap};
        Span span = drawing_in_strip(drawing, strip);
        double from = (span.lo - gap) / sheet->cell.r - SLACK;
        double to = (span.hi + gap) / sheet->cell.r + SLACK;
        if (from < sheet->cells && to >= 0 &&
            row_cells(sheet->rows[row], cell_of(from, sheet->cells), cell_of(to, sheet->cells),
                      draw))
            return true;
    }
    return false;
}

// The room between its bounds hides whatever else is drawn there. In a single row it is not there: that is
// drawn from the least to the most in any case.
static bool leaves_room(const Sheet *sheet, const Drawing *drawing)
{
    double room = 0;
    for (int k = 0; k < 3; ++k)
        room = most_of(room, drawing->upper[k].r - drawing->lower[k].r);
    return room > sheet->cell.r && drawing->area.hi.z - drawing->area.lo.z > sheet->cell.z;
}

static Seen middle_of(const Seen *a, const Seen *b)
{
    return (Seen){{(a->x[0] + b->x[0]) / 2, (a->x[1] + b->x[1]) / 2}, (a->z + b->z) / 2};
}

// The side that is longest across the axis, as the angle that it is seen under is what leaves room.
static int longest_side(const Seen corner[3])
{
    double square[3];
    for (int k = 0; k < 3; ++k) {
        const double *a = corner[k].x, *b = corner[(k + 1) % 3].x;
        square[k] = (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
    }
    return square[0] >= square[1] && square[0] >= square[2] ? 0 : square[1] >= square[2] ? 1 : 2;
}

static bool draw_seen(Sheet *sheet, const Seen corner[3], double gap, bool draw, int halvings)
{
    Drawing drawing = drawing_of(corner);
    if (halvings == 0 || !leaves_room(sheet, &drawing))
        return draw_triangle(sheet, &drawing, gap, draw);
    if (!draw && !draw_triangle(sheet, &drawing, gap, false))
        return false; // nor would its halves meet anything
    int k = longest_side(corner);
    const Seen *a = &corner[k], *b = &corner[(k + 1) % 3], *c = &corner[(k + 2) % 3];
    Seen middle = middle_of(a, b);
    const Seen first[3] = {*a, middle, *c}, second[3] = {middle, *b, *c};
    return draw_seen(sheet, first, gap, draw, halvings - 1) ||
           draw_seen(sheet, second, gap, draw, halvings - 1);
}

// --- both

typedef struct Profile {
    const Mesh *mesh;
    Seen *seen; // per vertex
    Area area;  // from the axis on, as triangles may come nearer to it than their corners
} Profile;

static bool profile_make(Profile *out, const Sheet *sheet, const TurnedMesh *turned)
{
    const Mesh *mesh = turned->mesh;
    *out = (Profile){.mesh = mesh, .area = {{0, INFINITY}, {0, -INFINITY}}};
    out->seen = array_alloc((size_t)mesh->vertex_count + 1, sizeof *out->seen);
    for (int32_t i = 0; out->seen && i < mesh->vertex_count; ++i) {
        Seen seen = out->seen[i] = see(sheet, &turned->placement, mesh->vertices[i]);
        out->area.hi.r = most_of(out->area.hi.r, length_of(seen.x));
        out->area.lo.z = least_of(out->area.lo.z, seen.z);
        out->area.hi.z = most_of(out->area.hi.z, seen.z);
    }
    return out->seen;
}

static bool all_beyond(double a, double b, double c, double lo, double hi)
{
    return (a > hi && b > hi && c > hi) || (a < lo && b < lo && c < lo);
}

// Seen at a glance: nothing of the triangle is drawn.
static bool is_beside(const Seen corner[3], const Area *area, double gap)
{
    const Seen *a = &corner[0], *b = &corner[1], *c = &corner[2];
    double far = area->hi.r + gap;
    return all_beyond(a->z, b->z, c->z, area->lo.z - gap, area->hi.z + gap) ||
           all_beyond(a->x[0], b->x[0], c->x[0], -far, far) ||
           all_beyond(a->x[1], b->x[1], c->x[1], -far, far);
}

static bool draw_mesh(Sheet *sheet, const Profile *profile, double gap, bool draw)
{
    for (int32_t i = 0; i < profile->mesh->triangle_count; ++i) {
        const int32_t *t = profile->mesh->triangles[i];
        Seen corner[3] = {profile->seen[t[0]], profile->seen[t[1]], profile->seen[t[2]]};
        if (is_beside(corner, &sheet->area, gap))
            continue;
        if (draw_seen(sheet, corner, gap, draw, MOST_HALVINGS))
            return true;
    }
    return false;
}

static bool are_apart(Sheet *sheet, const Profile profiles[2], double size, double gap)
{
    const Area *area = &sheet->area;
    for (int cells = COARSE; cells <= FINEST; cells *= FINER) {
        sheet->cells = cells;
        sheet->cell = (Flat){area->hi.r / cells, (area->hi.z - area->lo.z) / cells};
        // What rounding moves is well below the gap, and below the slack of a cell.
        if (!(gap > 1e-9 * size) ||
            !(SLACK * least_of(sheet->cell.r, sheet->cell.z) > 1e-14 * size))
            return false;
        memset(sheet->rows, 0, (size_t)cells * sizeof *sheet->rows);
        draw_mesh(sheet, &profiles[0], 0, true);
        if (!draw_mesh(sheet, &profiles[1], gap, false))
            return true;
    }
    return false;
}

static Sheet sheet_along(Vec3d origin, Vec3d axis)
{
    Sheet sheet = {.origin = origin, .axis = axis};
    int k = fabs(axis.x) < 0.6 ? 0 : fabs(axis.y) < 0.6 ? 1 : 2;
    sheet.across[0] = vec3d_normalised(vec3d_cross(axis, vec3d(k == 0, k == 1, k == 2)));
    sheet.across[1] = vec3d_cross(axis, sheet.across[0]);
    return sheet;
}

// What both may be drawn in.
static bool find_area(Sheet *sheet, const Area *a, const Area *b, double gap)
{
    sheet->area = (Area){{0, most_of(a->lo.z, b->lo.z) - gap},
                         {least_of(a->hi.r, b->hi.r) + gap, least_of(a->hi.z, b->hi.z) + gap}};
    return sheet->area.lo.z <= sheet->area.hi.z;
}

static double size_of(const Area *area)
{
    return area->hi.r + most_of(fabs(area->lo.z), fabs(area->hi.z));
}

bool turned_apart(const TurnedMesh meshes[2], Vec3d origin, Vec3d axis, double gap)
{
    assert(meshes && gap > 0);
    Sheet sheet = sheet_along(origin, axis);
    Profile profiles[2] = {{.mesh = NULL}, {.mesh = NULL}};
    bool good = profile_make(&profiles[0], &sheet, &meshes[0]) &&
                profile_make(&profiles[1], &sheet, &meshes[1]);
    if (good && find_area(&sheet, &profiles[0].area, &profiles[1].area, gap)) {
        double size =
            size_of(&profiles[0].area) + size_of(&profiles[1].area) + vec3d_length(origin);
        sheet.rows = array_alloc(FINEST, sizeof *sheet.rows);
        good = sheet.rows && are_apart(&sheet, profiles, size, gap);
    }
    mem_free(sheet.rows);
    mem_free(profiles[0].seen);
    mem_free(profiles[1].seen);
    return good;
}
