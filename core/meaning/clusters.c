// Contacts by place: witnesses are spread over the cells of a grid; cells that touch are one place.
#include "core/meaning/clusters.h"

#include "core/base/array.h"
#include "core/base/disjoint.h"
#include "core/base/memory.h"

#include <assert.h>

typedef struct Cell {
    int64_t at[3];
    int32_t first; // contact that opened it
} Cell;

typedef struct Grid {
    double size;
    Vec3d origin; // a witness: all of them lie within the smaller part, so cell numbers stay small
    Cell *cells;
    size_t count, capacity;
    int32_t *slots; // open addressing, indices of cells; -1: free
    size_t mask;
    int32_t *parent; // union-find over contacts
    bool failed;
} Grid;

static uint64_t cell_hash(const int64_t at[3])
{
    uint64_t h = (uint64_t)at[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                 (uint64_t)at[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^
                 (uint64_t)at[2] * UINT64_C(0x165667B19E3779F9);
    return h ^ h >> 29;
}

static size_t find_slot(const Grid *grid, const int64_t at[3])
{
    size_t i = cell_hash(at) & grid->mask;
    while (grid->slots[i] >= 0 && memcmp(grid->cells[grid->slots[i]].at, at, 3 * sizeof *at) != 0)
        i = (i + 1) & grid->mask;
    return i;
}

static void rehash(Grid *grid, size_t size)
{
    int32_t *slots = array_alloc(size, sizeof *slots);
    if (!slots) {
        grid->failed = true;
        return;
    }
    mem_free(grid->slots);
    grid->slots = slots;
    grid->mask = size - 1;
    for (size_t i = 0; i < size; ++i)
        slots[i] = -1;
    for (size_t i = 0; i < grid->count; ++i)
        slots[find_slot(grid, grid->cells[i].at)] = (int32_t)i;
}

static void visit(Grid *grid, Vec3d p, int32_t contact)
{
    Cell cell = {.first = contact};
    for (int k = 0; k < 3; ++k)
        cell.at[k] =
            (int64_t)fmax(-1e15, fmin(1e15, floor((p.v[k] - grid->origin.v[k]) / grid->size)));
    size_t slot = find_slot(grid, cell.at);
    if (grid->slots[slot] >= 0) {
        disjoint_join(grid->parent, grid->cells[grid->slots[slot]].first, contact);
        return;
    }
    if (grid->count >= INT32_MAX ||
        !array_reserve(&grid->cells, &grid->capacity, grid->count + 1, sizeof cell)) {
        grid->failed = true;
        return;
    }
    grid->slots[slot] = (int32_t)grid->count;
    grid->cells[grid->count++] = cell;
    if (2 * grid->count > grid->mask)
        rehash(grid, 2 * (grid->mask + 1));
}

// Points along a segment, no further apart than a cell.
static void visit_segment(Grid *grid, Vec3d from, Vec3d to, int32_t contact)
{
    double steps = ceil(vec3d_distance(from, to) / grid->size);
    for (double i = 0; i <= steps && !grid->failed; ++i)
        visit(grid, vec3d_lerp(from, to, steps > 0 ? i / steps : 0), contact);
}

static void visit_witness(Grid *grid, const Vec3d *p, int count, int32_t contact)
{
    if (count <= 2) {
        visit_segment(grid, p[0], p[count - 1], contact);
        return;
    }
    // A polygon by segments from its first corner to points along its border.
    for (int i = 1; i + 1 < count; ++i) {
        double steps = ceil(vec3d_distance(p[i], p[i + 1]) / grid->size);
        for (double k = 0; k <= steps && !grid->failed; ++k)
            visit_segment(grid, p[0], vec3d_lerp(p[i], p[i + 1], steps > 0 ? k / steps : 0),
                          contact);
    }
}

static void join_neighbours(Grid *grid)
{
    for (size_t i = 0; i < grid->count; ++i) {
        for (int n = 0; n < 27; ++n) {
            int64_t at[3] = {grid->cells[i].at[0] + n % 3 - 1, grid->cells[i].at[1] + n / 3 % 3 - 1,
                             grid->cells[i].at[2] + n / 9 - 1};
            int32_t other = grid->slots[find_slot(grid, at)];
            if (other >= 0)
                disjoint_join(grid->parent, grid->cells[i].first, grid->cells[other].first);
        }
    }
}

// Middle of a witness, and its size in cells: points, lengths and areas are added up together.
static double weigh(const Vec3d *p, int count, double link, Vec3d *middle)
{
    const double least = 1e-3;
    *middle = vec3d_lerp(p[0], p[count - 1], 0.5);
    if (count <= 2)
        return least + vec3d_distance(p[0], p[count - 1]) / link;
    double sum = 0;
    Vec3d moment = {{0, 0, 0}};
    for (int i = 1; i + 1 < count; ++i) {
        Vec3d n = vec3d_cross(vec3d_sub(p[i], p[0]), vec3d_sub(p[i + 1], p[0]));
        double area = 0.5 * vec3d_length(n);
        Vec3d centre = vec3d_scale(vec3d_add(p[0], vec3d_add(p[i], p[i + 1])), 1.0 / 3);
        sum += area;
        moment = vec3d_add_scaled(moment, centre, area);
    }
    if (sum > 0)
        *middle = vec3d_scale(moment, 1 / sum);
    return least + sum / (link * link);
}

static bool number_clusters(const ContactList *contacts, int32_t *parent, ContactDetail *detail,
                            int32_t *cluster_of)
{
    detail->cluster_count = 0;
    for (size_t i = 0; i < contacts->count; ++i) {
        int32_t root = disjoint_root(parent, (int32_t)i);
        if ((size_t)root == i) {
            if (!array_reserve(&detail->clusters, &detail->cluster_capacity,
                               detail->cluster_count + 1, sizeof *detail->clusters))
                return false;
            detail->clusters[detail->cluster_count] = (ContactCluster){.box = box3d_empty()};
            cluster_of[i] = (int32_t)detail->cluster_count++;
        } else {
            cluster_of[i] = cluster_of[root]; // roots are the lowest of their set
        }
    }
    return true;
}

bool clusters_find(const ContactList *contacts, const Mesh *a, const Mesh *b, const Affine *b_to_a,
                   double link, ContactDetail *detail, int32_t *cluster_of)
{
    assert(contacts && a && b && b_to_a && detail);
    Grid grid = {.parent = array_alloc(contacts->count, sizeof *grid.parent)};
    bool ok = grid.parent && contacts->count <= INT32_MAX;
    // Contacts are in order, their witnesses stand as they were found: by many threads, or from where
    // the last search ended. Where the cells lie must not depend on that.
    for (size_t i = contacts->count; i-- > 0;)
        if (contacts->items[i].point_count > 0)
            grid.origin = contacts->points[contacts->items[i].first_point];
    for (double size = link; ok; size *= 2) {
        grid.size = size;
        grid.count = 0;
        rehash(&grid, 64);
        for (size_t i = 0; i < contacts->count; ++i)
            grid.parent[i] = (int32_t)i;
        for (size_t i = 0; i < contacts->count && !grid.failed; ++i) {
            const Contact *c = &contacts->items[i];
            if (c->point_count > 0)
                visit_witness(&grid, &contacts->points[c->first_point], c->point_count, (int32_t)i);
            else
                disjoint_join(grid.parent, 0, (int32_t)i); // listed without witnesses
        }
        if (!grid.failed)
            join_neighbours(&grid);
        ok = !grid.failed && number_clusters(contacts, grid.parent, detail, cluster_of);
        if (detail->cluster_count <= CLUSTER_MAX)
            break;
    }
    mem_free(grid.cells);
    mem_free(grid.slots);
    mem_free(grid.parent);
    if (!ok)
        return false;
    double *weights = mem_calloc(detail->cluster_count + 1, sizeof *weights);
    if (!weights)
        return false;
    double turned = affine_determinant(b_to_a) < 0 ? -1 : 1; // mirrored triangles face inwards
    for (size_t i = 0; i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        ContactCluster *cluster = &detail->clusters[cluster_of[i]];
        ++cluster->count;
        if (c->point_count == 0)
            continue;
        const Vec3d *p = &contacts->points[c->first_point];
        Vec3d middle;
        double weight = weigh(p, c->point_count, link, &middle);
        Triangle ta = mesh_triangle(a, c->a), tb = mesh_triangle(b, c->b);
        tb = triangle_transformed(&tb, b_to_a);
        Vec3d out = vec3d_sub(vec3d_scale(triangle_normal(&tb), turned), triangle_normal(&ta));
        cluster->centre = vec3d_add_scaled(cluster->centre, middle, weight);
        cluster->normal = vec3d_add_scaled(cluster->normal, out, weight);
        weights[cluster_of[i]] += weight;
        for (int k = 0; k < c->point_count; ++k)
            cluster->box = box3d_including(cluster->box, p[k]);
    }
    for (size_t i = 0; i < detail->cluster_count; ++i) {
        ContactCluster *cluster = &detail->clusters[i];
        if (weights[i] > 0)
            cluster->centre = vec3d_scale(cluster->centre, 1 / weights[i]);
        cluster->deepest = cluster->centre;
        // A sum that cancels out is no direction.
        bool none = vec3d_length(cluster->normal) <= 1e-6 * weights[i];
        cluster->normal = none ? vec3d(0, 0, 0) : vec3d_normalised(cluster->normal);
    }
    mem_free(weights);
    return true;
}
