// From triangles as given to what is drawn: vertices split at creases, unit normals, edges.
//
// Vertices at exactly the same place are one point, since many files repeat them. Half edges sorted
// by their two points bring the faces around each edge together; corners are then joined across
// every edge that is not a crease, and each group of joined corners becomes one vertex. All steps
// are linear in the triangles, whatever the valence of a vertex.
#include "app/picture/render_mesh.h"
#include "core/base/angle.h"
#include "core/base/array.h"

typedef struct Work {
    const Mesh *mesh;
    Job *job;
    double crease_cos;
    bool closed;            // so far
    size_t half_edge_count; // = corners; half edge 3*t+k leads from corner k of t to the next one
    uint32_t *point_of;     // per mesh vertex
    size_t point_count;
    Vec3d *face_normals; // unit, or zero: such a face has no direction and never decides anything
    uint32_t *sorted;    // half edges by (lower point, higher point)
    uint32_t *joined;    // union-find over corners
} Work;

enum { TICK = 1 << 14 }; // items between two looks at the job: well below a millisecond each

static bool proceed(Job *job, size_t done, double from, double to, size_t total)
{
    if (done % TICK != 0)
        return true;
    job_progress(job, from + (to - from) * (double)done / (double)(total + 1));
    return !job_cancelled(job);
}

static uint32_t corner_point(const Work *w, uint32_t corner)
{
    return w->point_of[w->mesh->triangles[corner / 3][corner % 3]];
}

static uint32_t next_corner(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static uint64_t hash_position(Vec3d p)
{
    uint64_t hash = 0;
    for (int k = 0; k < 3; ++k) {
        double x = p.v[k] + 0.0; // -0 and +0 are one place
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool same_place(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool weld(Work *w)
{
    const Mesh *mesh = w->mesh;
    size_t count = (size_t)mesh->vertex_count, slots = 16;
    while (slots < 2 * count)
        slots *= 2;
    int32_t *table = array_alloc(slots, sizeof *table);
    w->point_of = array_alloc(count, sizeof *w->point_of);
    bool ok = table && w->point_of;
    if (ok)
        memset(table, 0xFF, slots * sizeof *table);
    for (size_t i = 0; ok && i < count; ++i) {
        Vec3d p = mesh->vertices[i];
        size_t slot = hash_position(p) & (slots - 1);
        while (table[slot] >= 0 && !same_place(mesh->vertices[table[slot]], p))
            slot = (slot + 1) & (slots - 1);
        if (table[slot] < 0) {
            table[slot] = (int32_t)i;
            w->point_of[i] = (uint32_t)w->point_count++;
        } else {
            w->point_of[i] = w->point_of[table[slot]];
        }
        ok = proceed(w->job, i, 0, 0.1, count);
    }
    free(table);
    return ok;
}

static bool find_face_normals(Work *w)
{
    size_t count = (size_t)w->mesh->triangle_count;
    w->face_normals = array_alloc(count, sizeof *w->face_normals);
    if (!w->face_normals)
        return false;
    for (size_t i = 0; i < count; ++i) {
        Triangle t = mesh_triangle(w->mesh, (int32_t)i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        w->face_normals[i] = vec3d_normalised(n);
        if (!proceed(w->job, i, 0.1, 0.2, count))
            return false;
    }
    return true;
}

static uint32_t edge_end(const Work *w, uint32_t half_edge, bool higher)
{
    uint32_t a = corner_point(w, half_edge), b = corner_point(w, next_corner(half_edge));
    return (a < b) == higher ? b : a;
}

// One stable counting pass; two of them, by the higher and then by the lower end, sort by both.
static bool sort_pass(Work *w, bool higher, const uint32_t *in, uint32_t *out, uint32_t *starts,
                      double from)
{
    memset(starts, 0, (w->point_count + 1) * sizeof *starts);
    for (uint32_t h = 0; h < w->half_edge_count; ++h) {
        ++starts[edge_end(w, h, higher) + 1];
        if (!proceed(w->job, h, from, from + 0.07, w->half_edge_count))
            return false;
    }
    for (size_t i = 0; i < w->point_count; ++i)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < w->half_edge_count; ++i) {
        uint32_t h = in ? in[i] : i;
        out[starts[edge_end(w, h, higher)]++] = h;
        if (!proceed(w->job, i, from + 0.07, from + 0.15, w->half_edge_count))
            return false;
    }
    return true;
}

static bool sort_half_edges(Work *w)
{
    uint32_t *starts = array_alloc(w->point_count + 1, sizeof *starts);
    uint32_t *by_higher = array_alloc(w->half_edge_count, sizeof *by_higher);
    w->sorted = array_alloc(w->half_edge_count, sizeof *w->sorted);
    bool ok = starts && by_higher && w->sorted &&
              sort_pass(w, true, NULL, by_higher, starts, 0.2) &&
              sort_pass(w, false, by_higher, w->sorted, starts, 0.35);
    free(starts);
    free(by_higher);
    return ok;
}

static uint32_t find_root(uint32_t *joined, uint32_t corner)
{
    while (joined[corner] != corner) {
        joined[corner] = joined[joined[corner]];
        corner = joined[corner];
    }
    return corner;
}

static void join(uint32_t *joined, uint32_t a, uint32_t b)
{
    a = find_root(joined, a);
    b = find_root(joined, b);
    joined[a > b ? a : b] = a > b ? b : a;
}

static int32_t colour_of(const Mesh *mesh, uint32_t triangle)
{
    return mesh->colour_of ? mesh->colour_of[triangle] : COLOUR_NONE;
}

enum EdgeKind { EDGE_INNER, EDGE_BOUNDARY, EDGE_FEATURE };

// Decides what the edge is that these half edges share, and joins its corners if it is smooth.
static enum EdgeKind judge_edge(Work *w, const uint32_t *halves, size_t count)
{
    const Mesh *mesh = w->mesh;
    w->closed &= count == 2 && corner_point(w, halves[0]) != corner_point(w, halves[1]);
    if (count == 1)
        return EDGE_FEATURE;
    uint32_t first = halves[0];
    bool boundary = false, crease = false;
    size_t live = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t h = halves[i];
        boundary |= mesh->polygon_of[h / 3] != mesh->polygon_of[halves[0] / 3];
        Vec3d n = w->face_normals[h / 3];
        if (vec3d_dot(n, n) == 0)
            continue;
        if (live++ == 0) {
            first = h;
            continue;
        }
        double c = vec3d_dot(w->face_normals[first / 3], n);
        // Neighbours that run along the edge in the same sense are wound against each other; more
        // than two faces have no order. Neither makes a crease of what is flat.
        bool opposed = corner_point(w, h) == corner_point(w, first);
        double across = count > 2 ? fabs(c) : opposed ? -c : c;
        crease |= across < w->crease_cos;
        if (count == 2 && !crease && !opposed &&
            colour_of(mesh, h / 3) == colour_of(mesh, first / 3)) {
            join(w->joined, first, next_corner(h));
            join(w->joined, next_corner(first), h);
        }
    }
    if (crease || live == 0)
        return EDGE_FEATURE;
    return boundary ? EDGE_BOUNDARY : EDGE_INNER;
}

static bool find_edges(Work *w, RenderMesh *out)
{
    w->joined = array_alloc(w->half_edge_count, sizeof *w->joined);
    size_t plain_count = 0, plain_capacity = 0, capacity = 0;
    uint32_t *plain = NULL;
    bool ok = w->joined;
    for (uint32_t i = 0; ok && i < w->half_edge_count; ++i)
        w->joined[i] = i;
    for (size_t i = 0, end, tick = 0; ok && i < w->half_edge_count; i = end) {
        uint32_t lo = edge_end(w, w->sorted[i], false), hi = edge_end(w, w->sorted[i], true);
        for (end = i + 1; end < w->half_edge_count; ++end)
            if (edge_end(w, w->sorted[end], false) != lo || edge_end(w, w->sorted[end], true) != hi)
                break;
        ok = proceed(w->job, tick++, 0.5, 0.7, w->half_edge_count / 2);
        if (lo == hi || !ok)
            continue;
        enum EdgeKind kind = judge_edge(w, w->sorted + i, end - i);
        uint32_t **list = kind == EDGE_FEATURE ? &out->edges : &plain;
        size_t *count = kind == EDGE_FEATURE ? &out->edge_count : &plain_count;
        size_t *room = kind == EDGE_FEATURE ? &capacity : &plain_capacity;
        if (kind == EDGE_INNER)
            continue;
        ok = array_reserve(list, room, 2 * *count + 2, sizeof **list);
        if (ok) {
            (*list)[2 * *count] = lo;
            (*list)[2 * *count + 1] = hi;
            ++*count;
        }
    }
    out->feature_edge_count = out->edge_count;
    ok = ok && array_reserve(&out->edges, &capacity, 2 * (out->edge_count + plain_count),
                             sizeof *out->edges);
    if (ok && plain_count > 0)
        memcpy(out->edges + 2 * out->edge_count, plain, 2 * plain_count * sizeof *plain);
    out->edge_count += plain_count;
    free(plain);
    return ok;
}

static void pack_normal(Vec3d n, int16_t packed[3])
{
    double length = vec3d_length(n);
    // Nothing but degenerate faces around: any direction will do, as long as it is one.
    n = length > 0 && isfinite(length) ? vec3d_scale(n, 1 / length) : vec3d(0, 1, 0);
    for (int k = 0; k < 3; ++k)
        packed[k] = (int16_t)lrint(n.v[k] * 32767);
}

static double corner_angle(const Triangle *t, int k)
{
    Vec3d a = vec3d_sub(t->p[(k + 1) % 3], t->p[k]), b = vec3d_sub(t->p[(k + 2) % 3], t->p[k]);
    return atan2(vec3d_length(vec3d_cross(a, b)), vec3d_dot(a, b));
}

static void set_vertex(const Work *w, RenderVertex *vertex, uint32_t corner)
{
    uint32_t triangle = corner / 3;
    int32_t colour = colour_of(w->mesh, triangle);
    vertex->position = vec3_from(w->mesh->vertices[w->mesh->triangles[triangle][corner % 3]]);
    vertex->unused = 0;
    for (int k = 0; k < 3; ++k)
        vertex->colour[k] = (uint8_t)(colour == COLOUR_NONE ? 0 : colour >> (16 - 8 * k) & 0xFF);
    vertex->colour[3] = colour == COLOUR_NONE ? 0 : 255;
}

// Normals are weighted by the angle at the corner, so that the way a polygon was cut into triangles
// leaves no trace in the shading.
static bool fill(Work *w, RenderMesh *out)
{
    out->index_count = w->half_edge_count;
    out->point_count = w->point_count;
    out->indices = array_alloc(out->index_count, sizeof *out->indices);
    out->points = array_alloc(w->point_count, sizeof *out->points);
    if (!out->indices || !out->points)
        return false;
    // A group's root is its lowest corner, so that roots come first and get their number in time.
    for (uint32_t c = 0; c < w->half_edge_count; ++c) {
        uint32_t root = find_root(w->joined, c);
        out->indices[c] = root == c ? (uint32_t)out->vertex_count++ : out->indices[root];
        if (!proceed(w->job, c, 0.7, 0.75, w->half_edge_count))
            return false;
    }
    out->vertices = array_alloc(out->vertex_count, sizeof *out->vertices);
    Vec3d *sums = calloc(out->vertex_count + w->point_count + 1, sizeof *sums);
    bool ok = out->vertices && sums;
    for (uint32_t c = 0; ok && c < w->half_edge_count; ++c) {
        Triangle t = mesh_triangle(w->mesh, (int32_t)(c / 3));
        double angle = corner_angle(&t, (int)(c % 3));
        Vec3d *at_vertex = &sums[out->indices[c]];
        Vec3d *at_point = &sums[out->vertex_count + corner_point(w, c)];
        *at_vertex = vec3d_add_scaled(*at_vertex, w->face_normals[c / 3], angle);
        *at_point = vec3d_add_scaled(*at_point, w->face_normals[c / 3], angle);
        set_vertex(w, &out->vertices[out->indices[c]], c);
        ok = proceed(w->job, c, 0.75, 0.9, w->half_edge_count);
    }
    for (size_t i = 0; ok && i < out->vertex_count; ++i) {
        pack_normal(sums[i], out->vertices[i].normal);
        ok = proceed(w->job, i, 0.9, 0.95, out->vertex_count);
    }
    for (size_t i = 0; ok && i < (size_t)w->mesh->vertex_count; ++i) {
        RenderPoint *point = &out->points[w->point_of[i]];
        point->position = vec3_from(w->mesh->vertices[i]);
        point->unused = 0;
        pack_normal(sums[out->vertex_count + w->point_of[i]], point->normal);
        ok = proceed(w->job, i, 0.95, 1, (size_t)w->mesh->vertex_count);
    }
    free(sums);
    return ok;
}

RenderMesh *render_mesh_create(const Mesh *mesh, double crease_degrees, Job *job)
{
    // The tolerance keeps a regular polygon whose angle is the limit itself on one side of it.
    Work w = {.mesh = mesh,
              .closed = true,
              .job = job,
              .crease_cos = cos(crease_degrees * PI / 180) - 1e-9,
              .half_edge_count = 3 * (size_t)mesh->triangle_count};
    if (w.half_edge_count >= UINT32_MAX)
        return NULL;
    job_step(job, "Preparing the picture");
    RenderMesh *out = calloc(1, sizeof *out);
    bool ok = out && !job_cancelled(job) && weld(&w) && find_face_normals(&w) &&
              sort_half_edges(&w) && find_edges(&w, out) && fill(&w, out) && !job_cancelled(job);
    free(w.point_of);
    free(w.face_normals);
    free(w.sorted);
    free(w.joined);
    if (!ok) {
        render_mesh_free(out);
        return NULL;
    }
    render_mesh_measure(out, mesh, w.closed);
    job_progress(job, 1);
    return out;
}

void render_mesh_free(RenderMesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->vertices);
    free(mesh->indices);
    free(mesh->points);
    free(mesh->edges);
    free(mesh);
}

bool render_mesh_is_solid(const RenderMesh *mesh)
{
    return mesh->closed;
}

size_t render_mesh_feature_count(const RenderMesh *mesh)
{
    return mesh->feature_edge_count;
}

const uint32_t *render_mesh_feature(const RenderMesh *mesh, size_t i)
{
    return mesh->edges + 2 * i;
}

Vec3d render_mesh_point(const RenderMesh *mesh, uint32_t point)
{
    return vec3d_from(mesh->points[point].position);
}
