#include "core/mesh/chord_error.h"

#include "core/base/array.h"
#include "core/mesh/facets.h"

#include <assert.h>
#include <pthread.h>

// Flat faces of many triangles are no facets of a round thing, and points with many triangles are
// tips: limits that also keep the work in proportion to the mesh.
enum { MOST_TRIANGLES = 128, MOST_AROUND = 64 };
#define NEARLY_EQUAL_TURNS 1.5
#define NEARLY_EQUAL_WIDTHS 2.0
#define MOST_LEAN 1.5   // of facets at a point from its normal, in turns between them
#define OPPOSITE (-0.3) // cosine between two sides' ways out: -1 for a quad, -0.5 for a triangle

// A side over which the surface turns into another facet.
typedef struct Turn {
    int32_t side, facet; // beyond it
    double turn;         // positive: convex
    Vec3d out;           // in the plane of the facet, away from it
    bool wide;           // both facets are nearly equally wide across it
} Turn;

// A corner of a facet where it meets others.
typedef struct Corner {
    Vec3d at, normal; // of the smooth surface; 0: there is none, as at a tip
    int32_t point;
} Corner;

typedef struct Estimate {
    Facets facets;
    Turn turns[3 * MOST_TRIANGLES];
    Corner corners[6 * MOST_TRIANGLES];
    int turn_count, corner_count;
} Estimate;

static int32_t size_of(const Facets *facets, int32_t facet)
{
    return facets->first[facet + 1] - facets->first[facet];
}

// How far the facet reaches from a line, against `out`; 0 if it reaches beyond the line, too: the
// facets of a round thing are convex.
static double width_from(const Facets *facets, int32_t facet, Vec3d at, Vec3d out)
{
    double width = 0, beyond = 0;
    for (int32_t i = facets->first[facet]; i < facets->first[facet + 1]; ++i) {
        Triangle t = mesh_triangle(facets->mesh, facets->triangles[i]);
        for (int k = 0; k < 3; ++k) {
            double reach = vec3d_dot(vec3d_sub(at, t.p[k]), out);
            width = fmax(width, reach);
            beyond = fmax(beyond, -reach);
        }
    }
    return beyond < 0.01 * width ? width : 0;
}

static Vec3d side_start(const Mesh *mesh, int32_t side)
{
    return mesh->vertices[side_vertex(mesh, side)];
}

static Vec3d side_vector(const Mesh *mesh, int32_t side)
{
    return vec3d_sub(side_start(mesh, side_after(side)), side_start(mesh, side));
}

static bool find_turn(const Facets *facets, int32_t facet, int32_t side, Turn *turn)
{
    const Mesh *mesh = facets->mesh;
    int32_t twin = facets_smooth_twin(mesh, facets->topology, side);
    int32_t other = twin >= 0 ? facets->facet_of[twin / 3] : facet;
    if (other == facet || size_of(facets, other) > MOST_TRIANGLES)
        return false;
    Vec3d along = vec3d_normalised(side_vector(mesh, side)), at = side_start(mesh, side);
    Vec3d normal = facets->normals[facet], beyond = facets->normals[other];
    *turn = (Turn){.side = side, .facet = other, .turn = facets_turn(normal, beyond)};
    if (turn->turn < FACET_FLAT_TURN)
        return false;
    turn->out = vec3d_cross(along, normal);
    double width = width_from(facets, facet, at, turn->out);
    double its = width_from(facets, other, at, vec3d_cross(beyond, along));
    turn->wide =
        width > 0 && width <= NEARLY_EQUAL_WIDTHS * its && its <= NEARLY_EQUAL_WIDTHS * width;
    if (vec3d_dot(turn->out, beyond) < 0)
        turn->turn = -turn->turn;
    return true;
}

static void find_turns(Estimate *e, int32_t facet)
{
    const Facets *facets = &e->facets;
    e->turn_count = 0;
    for (int32_t i = facets->first[facet]; i < facets->first[facet + 1]; ++i)
        for (int k = 0; k < 3; ++k)
            e->turn_count +=
                find_turn(facets, facet, 3 * facets->triangles[i] + k, &e->turns[e->turn_count]);
}

// The facet stands between two others, and the surface turns alike over both of its sides.
static bool in_a_row(const Estimate *e)
{
    for (int i = 0; i < e->turn_count; ++i)
        for (int j = 0; e->turns[i].wide && j < i; ++j) {
            const Turn *x = &e->turns[i], *y = &e->turns[j];
            double ratio = x->turn / y->turn; // negative: convex and concave
            if (y->wide && x->facet != y->facet && vec3d_dot(x->out, y->out) < OPPOSITE &&
                ratio <= NEARLY_EQUAL_TURNS && ratio * NEARLY_EQUAL_TURNS >= 1)
                return true;
        }
    return false;
}

// The triangles that meet at the start of a side, in their order, as far as the surface is smooth.
typedef struct Fan {
    int32_t sides[MOST_AROUND]; // of each of them, the one that begins at the point
    int count;
    bool closed;
} Fan;

static int32_t next_around(const Facets *facets, int32_t side)
{
    int32_t twin = facets_smooth_twin(facets->mesh, facets->topology, side);
    return twin >= 0 ? side_after(twin) : -1;
}

static int32_t before_around(const Facets *facets, int32_t side)
{
    return facets_smooth_twin(facets->mesh, facets->topology, side_after(side_after(side)));
}

// False: there are too many.
static bool find_fan(const Facets *facets, int32_t side, Fan *fan)
{
    int32_t first = side, before;
    for (int i = 0; (before = before_around(facets, first)) >= 0 && before != side; ++i) {
        if (i == MOST_AROUND)
            return false;
        first = before;
    }
    fan->count = 0;
    fan->closed = before >= 0;
    for (int32_t at = first; at >= 0 && (fan->count == 0 || at != first);
         at = next_around(facets, at)) {
        if (fan->count == MOST_AROUND)
            return false;
        fan->sides[fan->count++] = at;
    }
    return true;
}

static Vec3d fan_normal(const Facets *facets, const Fan *fan, int i)
{
    return facets->normals[facets->facet_of[fan->sides[i] / 3]];
}

// The mean of the facets' normals, each once, however many triangles it is cut into. 0 at tips,
// where facets lean away from it by more than they do from their neighbours.
static Vec3d smooth_normal(const Facets *facets, const Fan *fan)
{
    Vec3d sum = {0};
    double turn = 0, lean = 0;
    for (int i = 0, before = fan->count - 1; i < fan->count; before = i++) {
        Vec3d normal = fan_normal(facets, fan, i), last = fan_normal(facets, fan, before);
        bool neighbours = i > 0 || fan->closed;
        bool same = facets->facet_of[fan->sides[i] / 3] == facets->facet_of[fan->sides[before] / 3];
        if (neighbours && same && fan->count > 1)
            continue;
        sum = vec3d_add(sum, normal);
        if (neighbours)
            turn = fmax(turn, facets_turn(normal, last));
    }
    sum = vec3d_normalised(sum);
    for (int i = 0; i < fan->count; ++i)
        lean = fmax(lean, facets_turn(sum, fan_normal(facets, fan, i)));
    return lean <= MOST_LEAN * turn ? sum : vec3d(0, 0, 0);
}

// side: of the facet, begins at the corner.
static void add_corner(Estimate *e, int32_t side)
{
    const Facets *facets = &e->facets;
    int32_t point = side_point(facets->topology, facets->mesh, side);
    for (int i = 0; i < e->corner_count; ++i)
        if (e->corners[i].point == point)
            return;
    Fan fan;
    Corner corner = {.at = side_start(facets->mesh, side), .point = point};
    if (find_fan(facets, side, &fan))
        corner.normal = smooth_normal(facets, &fan);
    e->corners[e->corner_count++] = corner;
}

// How far a smooth curve between two corners lies from the chord in its middle; positive: beyond it.
static double sagitta(const Corner *a, const Corner *b)
{
    Vec3d chord = vec3d_sub(b->at, a->at);
    double length = vec3d_length(chord);
    bool has_a = vec3d_dot(a->normal, a->normal) > 0, has_b = vec3d_dot(b->normal, b->normal) > 0;
    if (!(length > 0) || !(has_a || has_b))
        return 0;
    double at_a = -vec3d_dot(a->normal, chord) / length; // sines
    double at_b = vec3d_dot(b->normal, chord) / length;
    double mean = has_a && has_b ? (at_a + at_b) / 2 : has_a ? at_a : at_b;
    return length / 2 * mean /
           (1 + sqrt(fmax(0, 1 - mean * mean))); // half a chord * tan(angle / 2)
}

// Within a triangle: that of the quadratic surface with these sagittas over the sides, where it has
// an extremum there; else 0.
static double inner_sagitta(double ab, double bc, double ca)
{
    double k = ab - bc - ca, determinant = 4 * ca * bc - k * k;
    if (!(determinant > 0))
        return 0;
    double a = bc * (2 * ca + k) / determinant, b = ca * (2 * bc + k) / determinant;
    double c = 1 - a - b;
    return a > 0 && b > 0 && c > 0 ? 4 * (a * b * ab + b * c * bc + c * a * ca) : 0;
}

static double facet_error(Estimate *e, int32_t facet)
{
    if (size_of(&e->facets, facet) > MOST_TRIANGLES)
        return 0;
    find_turns(e, facet);
    if (!in_a_row(e))
        return 0;
    e->corner_count = 0;
    for (int i = 0; i < e->turn_count; ++i) {
        add_corner(e, e->turns[i].side);
        add_corner(e, side_after(e->turns[i].side));
    }
    double largest = 0;
    const Corner *c = e->corners;
    for (int i = 0; i < e->corner_count; ++i)
        for (int j = 0; j < i; ++j)
            largest = fmax(largest, fabs(sagitta(&c[i], &c[j])));
    if (e->corner_count == 3)
        largest = fmax(largest, fabs(inner_sagitta(sagitta(&c[0], &c[1]), sagitta(&c[1], &c[2]),
                                                   sagitta(&c[2], &c[0]))));
    return largest;
}

static bool estimate(const Mesh *mesh, Job *job, double *error)
{
    Job silent = job_part(job, 0);
    const MeshTopology *topology = mesh_topology(mesh, &silent);
    Estimate *e = topology ? mem_alloc(sizeof *e) : NULL;
    bool ok = e && facets_find(&e->facets, mesh, topology, &silent);
    Box3d box = mesh_bounds(mesh);
    double diagonal = mesh->vertex_count > 0 ? vec3d_distance(box.lo, box.hi) : 0;
    double cap = CHORD_ERROR_CAP * diagonal;
    *error = 0;
    for (int32_t f = 0; ok && f < e->facets.count && *error < cap; ++f) {
        *error = fmin(cap, fmax(*error, facet_error(e, f)));
        ok = job_tick(&silent, (size_t)f, (size_t)e->facets.count, 0, 1);
    }
    if (*error < CHORD_ERROR_NOISE * diagonal)
        *error = 0;
    if (e)
        facets_free(&e->facets);
    mem_free(e);
    return ok;
}

// As in topology.c: two threads that ask at once may both do the work.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

bool mesh_chord_error(const Mesh *mesh, Job *job, double *error)
{
    assert(mesh && error);
    Mesh *owner = (Mesh *)mesh; // what is kept here is no change that anybody could see
    *error = mesh->stated_chord_error;
    if (*error > 0)
        return true;
    pthread_mutex_lock(&guard);
    bool known = owner->chord.known && owner->chord.version == mesh->version;
    *error = owner->chord.error;
    pthread_mutex_unlock(&guard);
    if (known)
        return true;
    if (!estimate(mesh, job, error))
        return false;
    pthread_mutex_lock(&guard);
    owner->chord = (MeshChord){.known = true, .version = mesh->version, .error = *error};
    pthread_mutex_unlock(&guard);
    return true;
}
