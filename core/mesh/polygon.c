#include "core/mesh/polygon.h"
#include "core/base/array.h"
#include "core/shape/predicates.h"

struct PolygonNode {
    Vec2d at;
    int32_t previous, next;
    int32_t next_in_cell;
    bool reflex; // only these can lie in the way of an ear; convex corners stay convex
};

// A uniform grid of the reflex corners; small polygons get by with one cell.
typedef struct Grid {
    int32_t *heads;
    int columns, rows;
    double x0, y0, per_x, per_y; // cells per unit of length
} Grid;

typedef struct Clipper {
    PolygonNode *nodes;
    Grid grid;
    int32_t reflex_count;
    int64_t budget; // of corners and cells looked at; afterwards the rest is cut without looking
    int32_t (*triangles)[3];
    int32_t triangle_count;
} Clipper;

void polygon_scratch_free(PolygonScratch *scratch)
{
    mem_free(scratch->nodes);
    mem_free(scratch->cells);
    *scratch = (PolygonScratch){0};
}

static Vec2d project(Vec3d p, int drop)
{
    return (Vec2d){p.v[(drop + 1) % 3], p.v[(drop + 2) % 3]};
}

bool polygon_triangle_is_degenerate(Vec3d a, Vec3d b, Vec3d c)
{
    for (int drop = 0; drop < 3; ++drop)
        if (orient2d(project(a, drop), project(b, drop), project(c, drop)) != 0)
            return false;
    return true;
}

// Newell's sum: twice the areas of the three projections. Taken from corner 0, so that a distant
// polygon keeps its digits.
static Vec3d area_vector(const Vec3d *points, int32_t count)
{
    Vec3d sum = vec3d(0, 0, 0), last = vec3d(0, 0, 0);
    for (int32_t i = 1; i < count; ++i) {
        Vec3d next = vec3d_sub(points[i], points[0]);
        sum = vec3d_add(sum, vec3d_cross(last, next));
        last = next;
    }
    return sum;
}

static double turn(const Clipper *clipper, int32_t a, int32_t b, int32_t c)
{
    return orient2d(clipper->nodes[a].at, clipper->nodes[b].at, clipper->nodes[c].at);
}

static double turn_at(const Clipper *clipper, int32_t i)
{
    return turn(clipper, clipper->nodes[i].previous, i, clipper->nodes[i].next);
}

static void emit(Clipper *clipper, int32_t a, int32_t b, int32_t c)
{
    int32_t *t = clipper->triangles[clipper->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static int cell_index(double value, double origin, double per_unit, int count)
{
    double cell = (value - origin) * per_unit;
    return cell < 1 ? 0 : cell >= count - 1 ? count - 1 : (int)cell;
}

// Cells about as wide as high, about as many as there are reflex corners.
static void choose_cells(Grid *grid, double width, double height, double wanted)
{
    enum { ONE_CELL_BELOW = 32, MAX_CELLS = 1 << 20 };
    grid->columns = grid->rows = 1;
    if (wanted < ONE_CELL_BELOW)
        return;
    wanted = fmin(wanted, MAX_CELLS);
    double columns = fmin(fmax(sqrt(wanted * (width / height)), 1), wanted);
    if (isfinite(columns)) { // not for a height of 0
        grid->columns = (int)columns;
        grid->rows = (int)(wanted / columns);
    }
    // The quotients may overflow for tiny extents; then one column or row must do.
    grid->per_x = grid->columns / width;
    grid->per_y = grid->rows / height;
    if (!isfinite(grid->per_x))
        grid->per_x = 0;
    if (!isfinite(grid->per_y))
        grid->per_y = 0;
}

static bool make_grid(Clipper *clipper, int32_t count, PolygonScratch *scratch)
{
    Grid *grid = &clipper->grid;
    Vec2d lo = clipper->nodes[0].at, hi = lo;
    for (int32_t i = 1; i < count; ++i) {
        Vec2d p = clipper->nodes[i].at;
        lo = (Vec2d){fmin(lo.x, p.x), fmin(lo.y, p.y)};
        hi = (Vec2d){fmax(hi.x, p.x), fmax(hi.y, p.y)};
    }
    grid->x0 = lo.x;
    grid->y0 = lo.y;
    choose_cells(grid, hi.x - lo.x, hi.y - lo.y, clipper->reflex_count);
    size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    if (!array_reserve(&scratch->cells, &scratch->cell_capacity, cells, sizeof *scratch->cells))
        return false;
    grid->heads = scratch->cells;
    for (size_t i = 0; i < cells; ++i)
        grid->heads[i] = -1;
    for (int32_t i = 0; i < count; ++i) {
        PolygonNode *node = &clipper->nodes[i];
        if (!node->reflex)
            continue;
        int column = cell_index(node->at.x, grid->x0, grid->per_x, grid->columns);
        int row = cell_index(node->at.y, grid->y0, grid->per_y, grid->rows);
        int32_t *head = &grid->heads[row * grid->columns + column];
        node->next_in_cell = *head;
        *head = i;
    }
    return true;
}

static bool same_place(Vec2d a, Vec2d b)
{
    return a.x == b.x && a.y == b.y;
}

// A corner at the same place as one of the ear's does not count: polygons with holes are written
// with a cut that is walked twice.
static bool blocks(Vec2d p, Vec2d a, Vec2d b, Vec2d c)
{
    return orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0 &&
           !same_place(p, a) && !same_place(p, b) && !same_place(p, c);
}

static bool is_blocked(Clipper *clipper, int32_t i)
{
    if (clipper->reflex_count == 0)
        return false;
    const Grid *grid = &clipper->grid;
    PolygonNode *nodes = clipper->nodes;
    Vec2d a = nodes[nodes[i].previous].at, b = nodes[i].at, c = nodes[nodes[i].next].at;
    double x0 = fmin(a.x, fmin(b.x, c.x)), x1 = fmax(a.x, fmax(b.x, c.x));
    double y0 = fmin(a.y, fmin(b.y, c.y)), y1 = fmax(a.y, fmax(b.y, c.y));
    int column0 = cell_index(x0, grid->x0, grid->per_x, grid->columns);
    int column1 = cell_index(x1, grid->x0, grid->per_x, grid->columns);
    int row0 = cell_index(y0, grid->y0, grid->per_y, grid->rows);
    int row1 = cell_index(y1, grid->y0, grid->per_y, grid->rows);
    for (int row = row0; row <= row1; ++row) {
        for (int column = column0; column <= column1; ++column) {
            --clipper->budget;
            int32_t *link = &grid->heads[row * grid->columns + column];
            while (*link >= 0) {
                PolygonNode *node = &nodes[*link];
                if (!node->reflex) { // no longer: forget it
                    *link = node->next_in_cell;
                    continue;
                }
                --clipper->budget;
                Vec2d p = node->at;
                if (p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1 && blocks(p, a, b, c))
                    return true;
                link = &node->next_in_cell;
            }
        }
    }
    return false;
}

// The cut from a to c would run along the side from a to b: it would leave corners of a straight
// run without area to share.
static bool runs_along_side(const Clipper *clipper, int32_t a, int32_t b, int32_t c)
{
    Vec2d pa = clipper->nodes[a].at, pb = clipper->nodes[b].at, pc = clipper->nodes[c].at;
    return (pb.x - pa.x) * (pc.x - pa.x) + (pb.y - pa.y) * (pc.y - pa.y) > 0 &&
           orient2d(pb, pa, pc) == 0;
}

static bool is_ear(Clipper *clipper, int32_t i)
{
    const PolygonNode *nodes = clipper->nodes;
    int32_t a = nodes[i].previous, c = nodes[i].next;
    return turn(clipper, a, i, c) > 0 && !is_blocked(clipper, i) &&
           !runs_along_side(clipper, a, nodes[a].previous, c) &&
           !runs_along_side(clipper, c, nodes[c].next, a);
}

static void update_reflex(Clipper *clipper, int32_t i)
{
    if (clipper->nodes[i].reflex && turn_at(clipper, i) >= 0) {
        clipper->nodes[i].reflex = false;
        --clipper->reflex_count;
    }
}

static void clip(Clipper *clipper, int32_t i)
{
    PolygonNode *nodes = clipper->nodes;
    int32_t previous = nodes[i].previous, next = nodes[i].next;
    emit(clipper, previous, i, next);
    nodes[previous].next = next;
    nodes[next].previous = previous;
    if (nodes[i].reflex) {
        nodes[i].reflex = false;
        --clipper->reflex_count;
    }
    update_reflex(clipper, previous);
    update_reflex(clipper, next);
}

// No ear is left: the polygon crosses itself, or what remains of it is flat. A corner on a straight
// line costs nothing; failing that a convex one, failing that any.
static int32_t choose_forced(Clipper *clipper, int32_t start, bool *is_flat)
{
    int32_t convex = -1, i = start;
    *is_flat = true;
    do {
        --clipper->budget;
        double t = turn_at(clipper, i);
        if (t == 0)
            return i;
        if (t > 0 && convex < 0)
            convex = i;
        i = clipper->nodes[i].next;
    } while (i != start);
    *is_flat = false;
    return convex >= 0 ? convex : start;
}

static enum PolygonResult clip_ears(Clipper *clipper, int32_t count, const Job *job)
{
    enum PolygonResult result = POLYGON_GOOD;
    const PolygonNode *nodes = clipper->nodes;
    enum { WALK = 4 };
    // `tried` counts corners since the last cut, `beside` is a neighbour of that cut.
    int32_t i = 0, tried = 0, beside = 0;
    for (int32_t left = count, step = 1; left > 3; ++step) {
        if (step % 1024 == 0 && job_cancelled(job))
            return POLYGON_CANCELLED;
        --clipper->budget;
        if (clipper->budget < 0) {
            result = POLYGON_FORCED;
            i = nodes[i].next;
            clip(clipper, nodes[i].previous);
            --left;
        } else if (is_ear(clipper, i)) {
            // Going on with the next but one makes fewer slivers than a fan.
            int32_t next = nodes[nodes[i].next].next;
            beside = nodes[i].previous;
            clip(clipper, i);
            i = next;
            --left;
            tried = 0;
        } else if (++tried == WALK) {
            // Along a straight run of corners the next ear is where the last one was.
            i = beside;
        } else if (tried < left + 2 * WALK) {
            i = nodes[i].next;
        } else {
            bool is_flat;
            int32_t victim = choose_forced(clipper, i, &is_flat);
            if (!is_flat)
                result = POLYGON_FORCED;
            i = beside = nodes[victim].previous;
            clip(clipper, victim);
            --left;
            // Only the neighbours of a flat corner can have changed.
            tried = is_flat ? left + 2 * WALK - 2 : 0;
        }
    }
    int32_t a = nodes[i].previous, c = nodes[i].next;
    emit(clipper, a, i, c);
    return turn(clipper, a, i, c) < 0 ? POLYGON_FORCED : result;
}

static void fan(int32_t count, int32_t (*triangles)[3])
{
    for (int32_t i = 0; i < count - 2; ++i) {
        triangles[i][0] = 0;
        triangles[i][1] = i + 1;
        triangles[i][2] = i + 2;
    }
}

enum PolygonResult polygon_triangulate(const Vec3d *points, int32_t count, int32_t (*triangles)[3],
                                       PolygonScratch *scratch, const Job *job)
{
    fan(count, triangles);
    if (count == 3)
        return POLYGON_GOOD;
    if (!array_reserve(&scratch->nodes, &scratch->node_capacity, (size_t)count,
                       sizeof *scratch->nodes))
        return POLYGON_NO_MEMORY;
    Vec3d area = area_vector(points, count);
    int drop = fabs(area.x) > fabs(area.y) ? 0 : 1;
    drop = fabs(area.z) >= fabs(area.v[drop]) ? 2 : drop;
    if (area.v[drop] == 0)
        return POLYGON_FORCED;
    // 300 looks per corner are more than seven times what combs and rough circles of 100,000
    // corners take; a scribble of that size ends after half a second.
    Clipper clipper = {
        .nodes = scratch->nodes, .triangles = triangles, .budget = 1000000 + 300 * (int64_t)count};
    for (int32_t i = 0; i < count; ++i) {
        Vec2d at = project(points[i], drop);
        if (area.v[drop] < 0)
            at = (Vec2d){at.y, at.x};
        clipper.nodes[i] = (PolygonNode){.at = at,
                                         .previous = i > 0 ? i - 1 : count - 1,
                                         .next = i < count - 1 ? i + 1 : 0,
                                         .next_in_cell = -1};
    }
    if (count == 4 && turn(&clipper, 0, 1, 2) > 0 && turn(&clipper, 0, 2, 3) > 0)
        return POLYGON_GOOD;
    for (int32_t i = 0; i < count; ++i) {
        clipper.nodes[i].reflex = turn_at(&clipper, i) < 0;
        clipper.reflex_count += clipper.nodes[i].reflex;
    }
    if (!make_grid(&clipper, count, scratch))
        return POLYGON_NO_MEMORY;
    return clip_ears(&clipper, count, job);
}
