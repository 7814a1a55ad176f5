#include "core/meaning/material.h"

#include "core/base/array.h"
#include "core/meaning/caps.h"
#include "core/meaning/nesting.h"

#include <assert.h>

// What becomes of a shell.
enum Role { ROLE_SOLID, ROLE_OPEN, ROLE_SHEET };

typedef struct Making {
    const Solid *surface;
    MeshShells shells;
    uint8_t *role; // per shell
    Job *job;
    Caps caps;         // of solids
    Caps maybe;        // of what has large holes
    int32_t *shell_of; // per triangle of the inside, caps included
    Material *out;
} Making;

// Closes the holes if they are small: ROLE_SOLID. *area: of what closes them. False: memory ran
// short, or cancelled.
static bool try_to_close(const Making *m, const MeshShells *shells, const Shell *shell,
                         uint8_t *role, double *area)
{
    Caps caps = {0};
    *role = ROLE_SHEET;
    *area = 0;
    if (shell->one_sided)
        return true;
    bool ok = caps_of_shell(&caps, shells, shell, m->surface->mesh, m->job);
    bool small = caps.area_of_triangles <= MATERIAL_TRIANGLE_SHARE * shell->area &&
                 caps.area_of_others <= MATERIAL_HOLE_SHARE * shell->area;
    *role = small ? ROLE_SOLID : ROLE_OPEN;
    *area = caps.area_of_triangles + caps.area_of_others;
    caps_free(&caps);
    return ok;
}

// Faces of one solid that do not share the points of their borders are open one by one, but close
// what they enclose together but for cracks: taken when that leaves less than half the holes.
static bool join_open_shells(Making *m, double area_apart)
{
    MeshShells joined = {0};
    const Mesh *mesh = m->surface->mesh;
    const MeshTopology *topology = m->surface->topology;
    int32_t count = m->shells.count, open = 0, kept = 0;
    bool *join = array_alloc((size_t)count, sizeof *join);
    for (int32_t s = 0; join && s < count; ++s) {
        join[s] = m->shells.shells[s].loop_count > 0;
        open += join[s];
    }
    bool ok = join;
    if (ok && open > 1) {
        uint8_t role;
        double area;
        ok = mesh_shells_find(&joined, mesh, topology, m->job) &&
             mesh_shells_join(&joined, mesh, topology, join) &&
             try_to_close(m, &joined, &joined.shells[joined.count - 1], &role, &area);
        if (ok && area < 0.5 * area_apart) {
            for (int32_t s = 0; s < count; ++s)
                if (!join[s])
                    m->role[kept++] = m->role[s];
            m->role[kept] = role;
            MeshShells swap = m->shells;
            m->shells = joined;
            joined = swap;
        }
    }
    mesh_shells_free(&joined);
    mem_free(join);
    return ok;
}

static bool assign_roles(Making *m)
{
    const Solid *surface = m->surface;
    if (!mesh_shells_find(&m->shells, surface->mesh, surface->topology, m->job))
        return false;
    m->role = array_alloc((size_t)m->shells.count, sizeof *m->role);
    bool ok = m->role;
    double sum = 0, area;
    for (int32_t s = 0; ok && s < m->shells.count; ++s) {
        ok = try_to_close(m, &m->shells, &m->shells.shells[s], &m->role[s], &area);
        sum += area;
    }
    return ok && join_open_shells(m, sum);
}

static bool mark_sheets(Making *m)
{
    uint8_t *sheets = NULL;
    for (int32_t s = 0; s < m->shells.count; ++s) {
        const Shell *shell = &m->shells.shells[s];
        if (m->role[s] == ROLE_SOLID)
            continue;
        if (!sheets)
            sheets = mem_calloc((size_t)m->surface->mesh->triangle_count + 1, sizeof *sheets);
        if (!sheets)
            return false;
        for (int32_t i = 0; i < shell->count; ++i)
            sheets[m->shells.triangles[shell->first + i]] = 1;
    }
    m->out->sheets = sheets;
    return true;
}

// A solid of the shells with this role and their caps. *made stays NULL where there are none.
static bool make_solid(Making *m, enum Role role, Caps *caps, int32_t **shell_of, Solid **made)
{
    const Mesh *mesh = m->surface->mesh;
    int32_t count = 0, used = 0;
    for (int32_t s = 0; s < m->shells.count; ++s)
        count += m->role[s] == role ? m->shells.shells[s].count : 0;
    if (count == 0)
        return true;
    for (int32_t s = 0; s < m->shells.count; ++s)
        if (m->role[s] == role &&
            !caps_of_shell(caps, &m->shells, &m->shells.shells[s], mesh, m->job))
            return false;
    if (caps->count > (size_t)(INT32_MAX - count))
        return false;
    count += (int32_t)caps->count;
    Mesh *own = mesh_create(mesh->vertex_count, count);
    *shell_of = array_alloc((size_t)count, sizeof **shell_of);
    if (own && *shell_of) {
        memcpy(own->vertices, mesh->vertices, (size_t)mesh->vertex_count * sizeof *own->vertices);
        size_t cap = 0;
        for (int32_t s = 0; s < m->shells.count; ++s) {
            const Shell *shell = &m->shells.shells[s];
            if (m->role[s] != role)
                continue;
            for (int32_t i = 0; i < shell->count; ++i, ++used) {
                shell_triangle(&m->shells, mesh, m->surface->topology,
                               m->shells.triangles[shell->first + i], own->triangles[used]);
                (*shell_of)[used] = s;
            }
            for (int32_t l = 0; l < shell->loop_count; ++l) {
                int32_t size = m->shells.loops[shell->first_loop + l].count - 2;
                for (int32_t i = 0; i < size; ++i, ++used) {
                    memcpy(own->triangles[used], caps->triangles[cap++], sizeof *own->triangles);
                    (*shell_of)[used] = s;
                }
            }
        }
        assert(used == count && cap == caps->count);
        *made = solid_build(own, m->job);
    }
    mesh_release(own);
    if (*made)
        (*made)->encloses = true;
    return *made;
}

static bool make_caps(Making *m)
{
    const Mesh *mesh = m->surface->mesh;
    if (m->caps.count == 0)
        return true;
    Mesh *own = mesh_create(mesh->vertex_count, (int32_t)m->caps.count);
    if (own) {
        memcpy(own->vertices, mesh->vertices, (size_t)mesh->vertex_count * sizeof *own->vertices);
        memcpy(own->triangles, m->caps.triangles, m->caps.count * sizeof *own->triangles);
        m->out->caps = solid_build(own, m->job);
    }
    mesh_release(own);
    // What is less than the noise of placements is nothing.
    double noise = 1e-12 * m->surface->radius;
    m->out->cap_slack = m->caps.slack > noise ? m->caps.slack : 0;
    return m->out->caps;
}

// Next to no volume for its area: whatever closes its holes, nothing would be inside.
static bool is_flat(const Solid *solid)
{
    const Mesh *mesh = solid->mesh;
    double volume = 0, area = 0;
    Vec3d at = mesh->vertices[mesh->triangles[0][0]];
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d cross = triangle_cross(&t);
        area += vec3d_length(cross) / 2;
        volume += vec3d_dot(vec3d_sub(t.p[0], at), cross) / 6;
    }
    return fabs(volume) <= 1e-9 * area * sqrt(area);
}

static bool make_inside(Making *m)
{
    Material *out = m->out;
    bool ok = assign_roles(m) && mark_sheets(m) &&
              make_solid(m, ROLE_SOLID, &m->caps, &m->shell_of, &out->own) && make_caps(m);
    if (ok && out->own)
        ok = nesting_turn(&out->own, m->shell_of, m->shells.count, m->job);
    mem_free(m->shell_of);
    m->shell_of = NULL;
    ok = ok && make_solid(m, ROLE_OPEN, &m->maybe, &m->shell_of, &out->maybe);
    if (out->maybe && is_flat(out->maybe)) {
        solid_release(out->maybe);
        out->maybe = NULL;
    }
    if (ok && m->surface->topology->closed && out->own->mesh->version == 0) {
        solid_release(out->own); // nothing had to be turned over: the surface does as it is
        out->own = NULL;
        out->inside = m->surface;
    } else {
        out->inside = out->own;
    }
    mem_free(m->shell_of);
    mem_free(m->role);
    caps_free(&m->caps);
    caps_free(&m->maybe);
    mesh_shells_free(&m->shells);
    return ok;
}

Material *material_make(const Solid *surface, Job *job)
{
    assert(surface);
    Material *material = mem_calloc(1, sizeof *material);
    if (!material)
        return NULL;
    Making m = {.surface = surface, .job = job, .out = material};
    // One closed piece is all there is to it, whichever way it looks.
    if (surface->topology->closed && surface->topology->body_count == 1)
        material->inside = surface;
    else if (!make_inside(&m)) {
        material_free(material);
        return NULL;
    }
    return material;
}

void material_free(Material *material)
{
    if (!material)
        return;
    solid_release(material->own);
    solid_release(material->caps);
    solid_release(material->maybe);
    mem_free(material->sheets);
    deep_points_free(material->deep);
    mem_free(material);
}
