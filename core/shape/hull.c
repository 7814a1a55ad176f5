// Quickhull: every point outside waits at one face that sees it; the furthest point of a face takes
// the place of all faces that it sees. Who sees whom is decided exactly, and a point in the plane of
// a face does not see it: so what a point sees always hangs together, and no face is without area.
#include "core/shape/hull.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/shape/predicates.h"

#include <assert.h>

typedef struct Face {
    int32_t corner[3];
    int32_t beside[3]; // the face across the side from corner k to the next
    int32_t waiting;   // first point; -1: none
    bool gone;
    uint32_t seen; // by which point, counted from 1
} Face;

typedef struct Horizon {
    int32_t from, to, beyond; // a side of what is seen, and the face on the other side of it
} Horizon;

typedef struct Making {
    const Vec3d *points;
    Face *faces;
    size_t face_count, face_capacity;
    Horizon *horizon;
    size_t horizon_count, horizon_capacity;
    int32_t *stack; // faces
    size_t stack_count, stack_capacity;
    int32_t *next;     // per point: the next that waits at the same face
    int32_t *begin_at; // per point: the new face whose side begins there
    uint32_t turn;
    int64_t left; // looks at faces, before it gives up
} Making;

// Above 0 for what lies in front.
static double height(const Making *m, const Face *face, int32_t point)
{
    const Vec3d *p = m->points;
    return orient3d(&p[face->corner[0]], &p[face->corner[1]], &p[face->corner[2]], &p[point]);
}

static bool add_face(Making *m, int32_t a, int32_t b, int32_t c)
{
    if (!array_reserve(&m->faces, &m->face_capacity, m->face_count + 1, sizeof *m->faces))
        return false;
    m->faces[m->face_count++] = (Face){.corner = {a, b, c}, .waiting = -1};
    return true;
}

// At the first of these faces that sees it; what none sees is within the hull.
static void let_wait(Making *m, int32_t point, size_t first_face)
{
    for (size_t i = first_face; i < m->face_count; ++i) {
        --m->left;
        if (!(height(m, &m->faces[i], point) > 0))
            continue;
        m->next[point] = m->faces[i].waiting;
        m->faces[i].waiting = point;
        return;
    }
}

static int32_t furthest(const Vec3d *points, int32_t count, Vec3d from)
{
    int32_t best = 0;
    for (int32_t i = 1; i < count; ++i)
        if (vec3d_distance(points[i], from) > vec3d_distance(points[best], from))
            best = i;
    return best;
}

// Four points that span a tetrahedron.
static bool find_four(const Vec3d *points, int32_t count, int32_t four[4])
{
    four[0] = furthest(points, count, points[0]);
    four[1] = furthest(points, count, points[four[0]]);
    Vec3d from = points[four[0]], along = vec3d_sub(points[four[1]], from);
    double most = 0, volume = 0;
    four[2] = four[3] = -1;
    for (int32_t i = 0; i < count; ++i) {
        double area = vec3d_length(vec3d_cross(along, vec3d_sub(points[i], from)));
        if (area > most) {
            most = area;
            four[2] = i;
        }
    }
    for (int32_t i = 0; four[2] >= 0 && i < count; ++i) {
        double size =
            fabs(orient3d(&points[four[0]], &points[four[1]], &points[four[2]], &points[i]));
        if (size > volume) {
            volume = size;
            four[3] = i;
        }
    }
    return four[3] >= 0;
}

static int32_t side_from(const Face *face, int32_t corner)
{
    return face->corner[0] == corner ? 0 : face->corner[1] == corner ? 1 : 2;
}

static bool begin(Making *m, int32_t count)
{
    int32_t f[4];
    if (count < 4 || !find_four(m->points, count, f))
        return false;
    Face base = {.corner = {f[0], f[1], f[2]}};
    if (height(m, &base, f[3]) > 0) {
        int32_t swap = f[0];
        f[0] = f[1];
        f[1] = swap;
    }
    static const int corners[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    for (int i = 0; i < 4; ++i)
        if (!add_face(m, f[corners[i][0]], f[corners[i][1]], f[corners[i][2]]))
            return false;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 4; ++j)
                for (int l = 0; l < 3; ++l)
                    if (corners[j][l] == corners[i][(k + 1) % 3] &&
                        corners[j][(l + 1) % 3] == corners[i][k])
                        m->faces[i].beside[k] = j;
    for (int32_t i = 0; i < count; ++i)
        let_wait(m, i, 0);
    return true;
}

// All faces that the point sees are gone; their rim is the horizon.
static bool find_horizon(Making *m, int32_t start, int32_t point)
{
    ++m->turn;
    m->horizon_count = m->stack_count = 0;
    m->faces[start].gone = true;
    if (!array_reserve(&m->stack, &m->stack_capacity, 1, sizeof *m->stack))
        return false;
    m->stack[m->stack_count++] = start;
    for (size_t at = 0; at < m->stack_count; ++at) {
        for (int k = 0; k < 3; ++k) {
            const Face *face = &m->faces[m->stack[at]];
            int32_t beyond = face->beside[k];
            Face *other = &m->faces[beyond];
            if (other->gone)
                continue;
            --m->left;
            if (other->seen != m->turn && height(m, other, point) > 0) {
                other->gone = true;
                if (!array_reserve(&m->stack, &m->stack_capacity, m->stack_count + 1,
                                   sizeof *m->stack))
                    return false;
                m->stack[m->stack_count++] = beyond;
                continue;
            }
            other->seen = m->turn; // that is, not visible
            if (!array_reserve(&m->horizon, &m->horizon_capacity, m->horizon_count + 1,
                               sizeof *m->horizon))
                return false;
            m->horizon[m->horizon_count++] =
                (Horizon){face->corner[k], face->corner[(k + 1) % 3], beyond};
        }
    }
    return true;
}

// A cone from the horizon to the point.
static bool add_cone(Making *m, int32_t point)
{
    size_t first = m->face_count;
    for (size_t i = 0; i < m->horizon_count; ++i) {
        const Horizon *side = &m->horizon[i];
        if (!add_face(m, side->from, side->to, point))
            return false;
        int32_t made = (int32_t)(m->face_count - 1);
        Face *beyond = &m->faces[side->beyond];
        m->faces[made].beside[0] = side->beyond;
        beyond->beside[side_from(beyond, side->to)] = made;
        m->begin_at[side->from] = made;
    }
    for (size_t i = first; i < m->face_count; ++i) {
        int32_t after = m->begin_at[m->faces[i].corner[1]];
        m->faces[i].beside[1] = after;
        m->faces[after].beside[2] = (int32_t)i;
    }
    for (size_t i = 0; i < m->stack_count; ++i)
        for (int32_t p = m->faces[m->stack[i]].waiting, next; p >= 0; p = next) {
            next = m->next[p];
            if (p != point)
                let_wait(m, p, first);
        }
    return true;
}

static bool grow(Making *m)
{
    for (size_t i = 0; i < m->face_count; ++i) {
        const Face *face = &m->faces[i];
        if (face->gone || face->waiting < 0)
            continue;
        int32_t best = face->waiting;
        for (int32_t p = best; p >= 0; p = m->next[p])
            if (height(m, face, p) > height(m, face, best))
                best = p;
        if (!find_horizon(m, (int32_t)i, best) || !add_cone(m, best) || m->left < 0)
            return false;
    }
    return true;
}

bool hull_find(Hull *hull, const Vec3d *points, int32_t count)
{
    assert(hull && points && count >= 0);
    *hull = (Hull){0};
    Making m = {.points = points, .left = 4000 + 400 * (int64_t)count};
    m.next = array_alloc((size_t)count + 1, sizeof *m.next);
    m.begin_at = array_alloc((size_t)count + 1, sizeof *m.begin_at);
    bool ok = m.next && m.begin_at && begin(&m, count) && grow(&m);
    if (ok)
        hull->triangles = array_alloc(m.face_count + 1, sizeof *hull->triangles);
    ok = ok && hull->triangles;
    for (size_t i = 0; ok && i < m.face_count; ++i)
        if (!m.faces[i].gone)
            memcpy(hull->triangles[hull->count++], m.faces[i].corner, sizeof m.faces[i].corner);
    mem_free(m.faces);
    mem_free(m.horizon);
    mem_free(m.stack);
    mem_free(m.next);
    mem_free(m.begin_at);
    return ok;
}

void hull_free(Hull *hull)
{
    mem_free(hull->triangles);
    *hull = (Hull){0};
}
