// From triangles as given to what is drawn: vertices split at creases, unit normals, edges.
//
// Corners are joined across every edge that is not a crease, and each group of joined corners
// becomes one vertex. All steps are linear in the triangles, whatever the valence of a vertex.
#include "app/picture/render_mesh.h"

#include "app/picture/drawn_creases.h"
#include "core/base/array.h"

typedef struct Work {
    const Mesh *mesh;
    const MeshTopology *topology;
    DrawnFaces faces;
    Job *job;
    size_t corner_count; // corner 3*t+k is where side 3*t+k begins
    uint32_t *point_of;  // per vertex: numbers without gaps
    size_t point_count;  // ...
    uint32_t *joined;    // union-find over corners
} Work;

static uint32_t corner_point(const Work *w, size_t corner)
{
    return w->point_of[side_vertex(w->mesh, (int32_t)corner)];
}

static bool number_points(Work *w)
{
    size_t count = (size_t)w->mesh->vertex_count;
    w->point_of = array_alloc(count, sizeof *w->point_of);
    if (!w->point_of)
        return false;
    for (size_t i = 0; i < count; ++i) {
        size_t first = (size_t)w->topology->point_of[i];
        w->point_of[i] = first == i ? (uint32_t)w->point_count++ : w->point_of[first];
        if (!job_tick(w->job, i, count, 0, 0.1))
            return false;
    }
    return true;
}

static bool find_face_normals(Work *w)
{
    size_t count = (size_t)w->mesh->triangle_count;
    w->faces = (DrawnFaces){w->mesh, w->topology, array_alloc(count, sizeof *w->faces.normals)};
    if (!w->faces.normals)
        return false;
    for (size_t i = 0; i < count; ++i) {
        w->faces.normals[i] = mesh_normal(w->mesh, (int32_t)i);
        if (!job_tick(w->job, i, count, 0.1, 0.2))
            return false;
    }
    return splinters_smooth(&w->faces, w->job);
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

static bool has_normal(const Work *w, int32_t side)
{
    Vec3d n = w->faces.normals[side / 3];
    return vec3d_dot(n, n) > 0;
}

// Across a smooth edge the corners on both sides are one vertex, as far as it can have one normal
// and one colour.
static void join_across(Work *w, int32_t side, int32_t twin)
{
    bool opposed = corner_point(w, (size_t)side) == corner_point(w, (size_t)twin);
    if (opposed || !has_normal(w, side) || !has_normal(w, twin) ||
        colour_of(w->mesh, (uint32_t)side / 3) != colour_of(w->mesh, (uint32_t)twin / 3))
        return;
    join(w->joined, (uint32_t)side, (uint32_t)side_after(twin));
    join(w->joined, (uint32_t)side_after(side), (uint32_t)twin);
}

static bool bounds_polygon(const Work *w, int32_t last)
{
    const int32_t *polygon_of = w->mesh->polygon_of, *next = w->topology->next;
    for (int32_t side = next[last]; side != last; side = next[side])
        if (polygon_of[side / 3] != polygon_of[last / 3])
            return true;
    return false;
}

// Creases or, after them, other edges that bound a polygon.
static bool list_edges(const Work *w, bool creases, RenderMesh *out, size_t *capacity)
{
    const MeshTopology *topology = w->topology;
    double from = creases ? 0.4 : 0.55;
    for (int32_t last = 0; (size_t)last < w->corner_count; ++last) {
        if (!job_tick(w->job, (size_t)last, w->corner_count, from, from + 0.15))
            return false;
        if (topology->next[last] < 0 || topology->next[last] > last ||
            crease_is_drawn(&w->faces, last) != creases || (!creases && !bounds_polygon(w, last)))
            continue;
        if (!array_reserve(&out->edges, capacity, 2 * out->edge_count + 2, sizeof *out->edges))
            return false;
        uint32_t a = corner_point(w, (size_t)last);
        uint32_t b = corner_point(w, (size_t)side_after(last));
        out->edges[2 * out->edge_count] = a < b ? a : b;
        out->edges[2 * out->edge_count++ + 1] = a < b ? b : a;
    }
    return true;
}

// The weak ones as list_edges has listed them.
static bool drop_weak_ends(const Work *w, RenderMesh *out)
{
    uint8_t *weak = array_alloc(out->edge_count, 1);
    size_t found = 0;
    for (int32_t last = 0; weak && found < out->edge_count; ++last)
        if (w->topology->next[last] >= 0 && w->topology->next[last] <= last &&
            crease_is_drawn(&w->faces, last))
            weak[found++] = crease_is_weak(&w->faces, last);
    bool ok = weak && weak_ends_last(out->edges, weak, out->edge_count, w->point_count,
                                     &out->feature_edge_count);
    mem_free(weak);
    return ok;
}

static bool find_edges(Work *w, RenderMesh *out)
{
    size_t capacity = 0;
    bool ok = list_edges(w, true, out, &capacity) && drop_weak_ends(w, out);
    ok = ok && list_edges(w, false, out, &capacity);
    // Arrays that grew have room for half as much again.
    uint32_t *fitting =
        ok ? mem_realloc(out->edges, (2 * out->edge_count + 1) * sizeof *fitting) : NULL;
    out->edges = fitting ? fitting : out->edges;
    return ok;
}

static bool join_corners(Work *w)
{
    w->joined = array_alloc(w->corner_count, sizeof *w->joined);
    if (!w->joined)
        return false;
    for (size_t i = 0; i < w->corner_count; ++i)
        w->joined[i] = (uint32_t)i;
    for (int32_t side = 0; (size_t)side < w->corner_count; ++side) {
        int32_t twin = side_twin(w->topology, side);
        if (twin > side && !crease_is_drawn(&w->faces, side))
            join_across(w, side, twin);
        if (!job_tick(w->job, (size_t)side, w->corner_count, 0.25, 0.4))
            return false;
    }
    return true;
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
    out->index_count = w->corner_count;
    out->point_count = w->point_count;
    out->indices = array_alloc(out->index_count, sizeof *out->indices);
    out->points = array_alloc(w->point_count, sizeof *out->points);
    if (!out->indices || !out->points)
        return false;
    // A group's root is its lowest corner, so that roots come first and get their number in time.
    for (uint32_t c = 0; c < w->corner_count; ++c) {
        uint32_t root = find_root(w->joined, c);
        out->indices[c] = root == c ? (uint32_t)out->vertex_count++ : out->indices[root];
        if (!job_tick(w->job, c, w->corner_count, 0.7, 0.75))
            return false;
    }
    out->vertices = array_alloc(out->vertex_count, sizeof *out->vertices);
    Vec3d *sums = calloc(out->vertex_count + w->point_count + 1, sizeof *sums);
    bool ok = out->vertices && sums;
    for (uint32_t c = 0; ok && c < w->corner_count; ++c) {
        Triangle t = mesh_triangle(w->mesh, (int32_t)(c / 3));
        double angle = corner_angle(&t, (int)(c % 3));
        Vec3d *at_vertex = &sums[out->indices[c]];
        Vec3d *at_point = &sums[out->vertex_count + corner_point(w, c)];
        *at_vertex = vec3d_add_scaled(*at_vertex, w->faces.normals[c / 3], angle);
        *at_point = vec3d_add_scaled(*at_point, w->faces.normals[c / 3], angle);
        set_vertex(w, &out->vertices[out->indices[c]], c);
        ok = job_tick(w->job, c, w->corner_count, 0.75, 0.9);
    }
    for (size_t i = 0; ok && i < out->vertex_count; ++i) {
        pack_normal(sums[i], out->vertices[i].normal);
        ok = job_tick(w->job, i, out->vertex_count, 0.9, 0.95);
    }
    for (size_t i = 0; ok && i < (size_t)w->mesh->vertex_count; ++i) {
        RenderPoint *point = &out->points[w->point_of[i]];
        point->position = vec3_from(w->mesh->vertices[i]);
        point->unused = 0;
        pack_normal(sums[out->vertex_count + w->point_of[i]], point->normal);
        ok = job_tick(w->job, i, (size_t)w->mesh->vertex_count, 0.95, 1);
    }
    free(sums);
    return ok;
}

enum { MOST_OUTLINE = 1500 }; // edges

static bool choose_outline(RenderMesh *out)
{
    size_t count = out->feature_edge_count ? out->feature_edge_count : out->edge_count;
    size_t stride = 1 + count / MOST_OUTLINE;
    out->outline = array_alloc(count / stride + 1, sizeof *out->outline);
    for (size_t i = 0; out->outline && i < count; i += stride) {
        for (size_t k = 0; k < 2; ++k)
            out->outline[out->outline_count][k] = out->points[out->edges[2 * i + k]].position;
        ++out->outline_count;
    }
    return out->outline != NULL;
}

RenderMesh *render_mesh_create(const Mesh *mesh, Job *job)
{
    static _Atomic uint64_t last;
    Work w = {.mesh = mesh,
              .topology = mesh_topology(mesh, job),
              .job = job,
              .corner_count = 3 * (size_t)mesh->triangle_count};
    if (!w.topology)
        return NULL;
    job_step(job, "Preparing the picture");
    RenderMesh *out = calloc(1, sizeof *out);
    bool ok = out && !job_cancelled(job) && number_points(&w) && find_face_normals(&w) &&
              join_corners(&w) && find_edges(&w, out) && fill(&w, out) &&
              render_mesh_measure(out, mesh) && choose_outline(out) && !job_cancelled(job);
    free(w.point_of);
    free(w.faces.normals);
    free(w.joined);
    if (!ok) {
        render_mesh_free(out);
        return NULL;
    }
    out->serial = ++last;
    out->closed = w.topology->outward;
    job_progress(job, 1);
    return out;
}

void render_mesh_drop_faces(RenderMesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    mesh->vertices = NULL;
    mesh->indices = NULL;
}

void render_mesh_drop_arrays(RenderMesh *mesh)
{
    render_mesh_drop_faces(mesh);
    free(mesh->points);
    free(mesh->edges);
    mesh->points = NULL;
    mesh->edges = NULL;
}

bool render_mesh_has_arrays(const RenderMesh *mesh)
{
    return mesh->vertices != NULL; // never of no bytes
}

void render_mesh_free(RenderMesh *mesh)
{
    if (!mesh)
        return;
    render_mesh_drop_arrays(mesh);
    free(mesh->outline);
    free(mesh);
}
