// A triangle moves by no more than some length in a piece of the way, if the piece is short enough. So cells that
// are as near as that to where it is in the middle of the piece are all that it can reach in it. Triangles near
// the axis of a turn need fewer pieces than those far out: each is drawn with as many as it needs.
//
// No surface ever comes into the cells that are left. So a point there stays inside of the body or outside of it
// all the way, and where it is at the beginning decides.
#include "core/motion/sweep.h"

#include "core/base/array.h"
#include "core/meaning/solid.h"

#include <assert.h>

// In a piece a triangle goes at most so many cells from where it is in its middle.
#define PIECE 0.25
enum { MOST_HALVINGS = 20, MOST_INNER_POSES = 96 };

typedef struct Sweeping {
    const SweepDesc *desc;
    Solid *solid;
    Vec3d *corners; // of the mesh about the pivot
    double reach;
    Vec3d middle;  // of the body
    double radius; // about it
    Sweep *out;
    double pad; // what rounding can move a corner by
    Error *err;
} Sweeping;

void sweep_free(Sweep *sweep)
{
    voxels_free(&sweep->cells);
    *sweep = (Sweep){0};
}

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory for what a part sweeps");
}

// A body that does not move has one step that leads nowhere.
static size_t step_count(const SweepDesc *desc)
{
    return desc->pose_count > 1 ? desc->pose_count - 1 : 1;
}

static RigidStep step_of(const SweepDesc *desc, size_t i)
{
    if (desc->pose_count < 2)
        return (RigidStep){0};
    return rigid_step_between(&desc->poses[i], &desc->poses[i + 1]);
}

// --- the grid

static Affine pose_placement(const RigidPose *pose)
{
    Affine none = affine_identity();
    return rigid_placement(pose, &none);
}

static Box3d box_of_corners(const Sweeping *s)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < s->desc->mesh->vertex_count; ++i)
        box = box3d_including(box, s->corners[i]);
    return box;
}

// All that is swept, with a little more: the box of the body in the middle of short pieces, as much larger as
// anything moves in them.
static Box3d box_of_way(const Sweeping *s)
{
    const SweepDesc *desc = s->desc;
    Box3d body = box_of_corners(s), all = box3d_empty();
    for (size_t i = 0; i < step_count(desc); ++i) {
        RigidStep step = step_of(desc, i);
        double bound = rigid_step_bound(&step, s->reach);
        int pieces = (int)fmin(256, 1 + ceil(bound / (0.02 * s->reach + 1e-300)));
        for (int k = 0; k < pieces; ++k) {
            RigidPose middle = rigid_pose_moved(&desc->poses[i], &step, (k + 0.5) / pieces);
            Affine at = pose_placement(&middle);
            Box3d here = box3d_empty();
            for (int c = 0; c < 8; ++c)
                here = box3d_including(here, affine_apply(&at, box3d_corner(&body, c)));
            here = box3d_grown(here, bound / (2 * pieces) + s->pad);
            all = box3d_including(box3d_including(all, here.lo), here.hi);
        }
    }
    return all;
}

static bool make_grid(Sweeping *s)
{
    double most = s->desc->most_cells > 0 ? s->desc->most_cells : SWEEP_MOST_CELLS;
    double cell = s->desc->cell;
    Box3d box = box3d_grown(box_of_way(s), 0);
    while (voxels_needed(&box, cell) > most) {
        cell *= 1.02;
        s->out->coarser = true;
    }
    // Margins of pieces reach out of what is swept.
    box = box3d_grown(box, 2 * cell);
    return voxels_init(&s->out->cells, &box, cell) || no_memory(s->err);
}

// --- the surface

// Poses in the middle of 1, 2, 4, ... pieces of a step, one behind the other: those of n pieces begin at n - 1.
typedef struct Pieces {
    Affine *places;
    int halvings;
    double shift;
    Vec3d turn; // as the body sees it
} Pieces;

// A direction of the world in a turned frame.
static Vec3d seen_from(const Affine *turned, Vec3d w)
{
    Vec3d out = vec3d(0, 0, 0);
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            out.v[c] += turned->m[r][c] * w.v[r];
    return out;
}

static bool make_pieces(const Sweeping *s, size_t number, Pieces *out)
{
    RigidStep step = step_of(s->desc, number);
    double most = rigid_step_bound(&step, s->reach) / 2, piece = PIECE * s->out->cells.cell;
    Affine from = pose_placement(&s->desc->poses[number]);
    *out = (Pieces){.shift = vec3d_length(step.shift), .turn = seen_from(&from, step.turn)};
    while (out->halvings < MOST_HALVINGS && most > piece) {
        most /= 2;
        ++out->halvings;
    }
    out->places = array_alloc((size_t)2 << out->halvings, sizeof *out->places);
    if (!out->places)
        return no_memory(s->err);
    for (size_t n = 1; n <= (size_t)1 << out->halvings; n *= 2)
        for (size_t k = 0; k < n; ++k) {
            double t = ((double)k + 0.5) / (double)n;
            RigidPose pose = rigid_pose_moved(&s->desc->poses[number], &step, t);
            out->places[n - 1 + k] = pose_placement(&pose);
        }
    return true;
}

static void draw_triangle(Sweeping *s, const Pieces *pieces, const int32_t corners[3])
{
    Voxels *cells = &s->out->cells;
    double far = 0;
    for (int i = 0; i < 3; ++i)
        // the angle times the distance from the axis
        far = fmax(far, vec3d_length(vec3d_cross(pieces->turn, s->corners[corners[i]])));
    double half = (pieces->shift + far) * (1 + 1e-12) / 2;
    size_t n = 1;
    while (half > PIECE * cells->cell && n < (size_t)1 << pieces->halvings)
        half /= 2, n *= 2;
    double margin = (half + s->pad) / cells->cell;
    for (size_t k = 0; k < n; ++k) {
        Vec3d t[3];
        for (int i = 0; i < 3; ++i) {
            Vec3d p = affine_apply(&pieces->places[n - 1 + k], s->corners[corners[i]]);
            t[i] = voxels_local(cells, p);
        }
        voxels_take(cells, t, margin);
    }
    s->out->drawn += n;
    s->out->bound = fmax(s->out->bound, half);
}

static bool draw_way(Sweeping *s)
{
    const Mesh *mesh = s->desc->mesh;
    size_t steps = step_count(s->desc);
    bool good = true;
    job_step(s->desc->job, "Drawing the way");
    for (size_t i = 0; good && i < steps; ++i) {
        Pieces pieces;
        good = make_pieces(s, i, &pieces);
        for (int32_t k = 0; good && k < mesh->triangle_count; ++k) {
            draw_triangle(s, &pieces, mesh->triangles[k]);
            if (k % 64 != 0)
                continue;
            job_progress(s->desc->job,
                         ((double)i + (double)k / mesh->triangle_count) / (double)steps);
            good = !job_cancelled(s->desc->job);
        }
        mem_free(pieces.places);
    }
    return good;
}

// --- what is inside

// A cell of a grid and the body at a pose.
typedef struct Asked {
    PlacedSolid placed;
    const Voxels *grid;
    bool doubtful; // the answer where none can be had
} Asked;

static bool is_inside(const void *user, int32_t x, int32_t y, int32_t z)
{
    const Asked *asked = user;
    int winding;
    Vec3d middle = vec3d_add(asked->grid->origin,
                             vec3d_scale(vec3d(x + 0.5, y + 0.5, z + 0.5), asked->grid->cell));
    return solid_winding(&asked->placed, middle, &winding) ? winding != 0 : asked->doubtful;
}

static bool fill_inside(Sweeping *s)
{
    Voxels walls;
    const int32_t none[3] = {0, 0, 0};
    job_step(s->desc->job, "Filling what it encloses");
    if (!voxels_copy(&walls, &s->out->cells))
        return no_memory(s->err);
    Asked asked = {.grid = &walls, .doubtful = true};
    Affine place = rigid_placement(&s->desc->poses[0], &s->desc->rest);
    bool good = placed_solid_init(&asked.placed, s->solid, &place) &&
                voxels_fill(&walls, is_inside, &asked, &s->out->cells, none, s->desc->job, s->err);
    voxels_free(&walls);
    return good;
}

// Cells wholly inside of the body at this pose.
static bool add_certain(Sweeping *s, const RigidPose *pose, Voxels *local, Voxels *certain)
{
    const Voxels *all = &s->out->cells;
    Affine at = pose_placement(pose);
    int32_t offset[3];
    Vec3d radius = vec3d(s->radius, s->radius, s->radius);
    Vec3d low = voxels_local(all, vec3d_sub(affine_apply(&at, s->middle), radius));
    for (int k = 0; k < 3; ++k) {
        offset[k] = 2 - (int32_t)floor(low.v[k]);
        local->origin.v[k] = all->origin.v[k] - offset[k] * all->cell;
    }
    voxels_clear(local);
    for (int32_t i = 0; i < s->desc->mesh->triangle_count; ++i) {
        Vec3d t[3];
        for (int k = 0; k < 3; ++k)
            t[k] =
                voxels_local(local, affine_apply(&at, s->corners[s->desc->mesh->triangles[i][k]]));
        voxels_take(local, t, s->pad / all->cell);
    }
    Asked asked = {.grid = local};
    Affine place = rigid_placement(pose, &s->desc->rest);
    return placed_solid_init(&asked.placed, s->solid, &place) &&
           voxels_fill(local, is_inside, &asked, certain, offset, s->desc->job, s->err);
}

// At some poses along the way: more would find more.
static bool measure_certain(Sweeping *s, Voxels *local, Voxels *certain)
{
    const SweepDesc *desc = s->desc;
    size_t steps = step_count(desc);
    double way = 0, gone = 0, next = 0;
    for (size_t i = 0; i < steps; ++i) {
        RigidStep step = step_of(desc, i);
        way += rigid_step_bound(&step, s->reach);
    }
    double apart = fmax(way / MOST_INNER_POSES, s->out->cells.cell);
    bool good = true;
    job_step(desc->job, "Measuring its volume");
    for (size_t i = 0; good && i < steps; ++i) {
        RigidStep step = step_of(desc, i);
        double length = rigid_step_bound(&step, s->reach);
        for (; good && next <= gone + length; next += apart) {
            double t = length > 0 ? fmin(1, (next - gone) / length) : 0;
            RigidPose pose = rigid_pose_moved(&desc->poses[i], &step, t);
            good = add_certain(s, &pose, local, certain) && !job_cancelled(desc->job);
            job_progress(desc->job, way > 0 ? next / way : 0);
        }
        gone += length;
    }
    return good;
}

static bool measure(Sweeping *s)
{
    Sweep *out = s->out;
    double cube = out->cells.cell * out->cells.cell * out->cells.cell;
    out->volume_most = (double)voxels_count(&out->cells) * cube;
    if (!out->solid)
        return true;
    Voxels local = {0}, certain;
    Vec3d radius = vec3d(s->radius, s->radius, s->radius);
    Box3d box = {vec3d_scale(radius, -1), radius};
    box = box3d_grown(box, 3 * out->cells.cell);
    bool good = voxels_copy(&certain, &out->cells) && voxels_init(&local, &box, out->cells.cell);
    if (good)
        voxels_clear(&certain);
    else
        no_memory(s->err);
    good = good && measure_certain(s, &local, &certain);
    if (good)
        out->volume_least = (double)voxels_count(&certain) * cube;
    voxels_free(&local);
    voxels_free(&certain);
    return good;
}

static bool begin(Sweeping *s)
{
    const SweepDesc *desc = s->desc;
    s->corners = array_alloc((size_t)desc->mesh->vertex_count, sizeof *s->corners);
    s->solid = solid_build(desc->mesh, desc->job);
    if (!s->corners || !s->solid)
        return job_cancelled(desc->job) ? false : no_memory(s->err);
    double far = 0;
    for (int32_t i = 0; i < desc->mesh->vertex_count; ++i)
        s->corners[i] = affine_apply(&desc->rest, desc->mesh->vertices[i]);
    s->reach = rigid_reach(desc->mesh, &desc->rest);
    Box3d box = box_of_corners(s);
    s->middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5);
    s->radius = vec3d_distance(box.lo, box.hi) / 2;
    Affine first = pose_placement(&desc->poses[0]);
    s->out->corner = affine_apply(&first, s->corners[desc->mesh->triangles[0][0]]);
    for (size_t i = 0; i < desc->pose_count; ++i)
        far = fmax(far, vec3d_length(desc->poses[i].pivot));
    s->pad = 1e-13 * (far + s->reach);
    s->out->solid = s->solid->encloses;
    return true;
}

bool sweep_make(const SweepDesc *desc, Sweep *out, Error *err)
{
    assert(desc->mesh && desc->pose_count > 0 && desc->cell > 0);
    *out = (Sweep){0};
    if (desc->mesh->triangle_count == 0)
        return error_set(err, "the part has no triangles");
    Sweeping s = {.desc = desc, .out = out, .err = err};
    bool good = begin(&s) && make_grid(&s) && draw_way(&s) && (!out->solid || fill_inside(&s)) &&
                measure(&s);
    // A cell is as far as its diagonal from what it was taken for, and boxes were as much larger as that moves.
    out->bound = sqrt(3) * (out->cells.cell + out->bound + s.pad) * (1 + 1e-7);
    mem_free(s.corners);
    solid_release(s.solid);
    if (!good)
        sweep_free(out);
    return good;
}

static bool refuse_taken(void *user, Voxels *v, int32_t x, int32_t y, int32_t z)
{
    (void)user;
    return !voxels_taken(v, x, y, z);
}

bool sweep_meets(const Sweep *sweep, const Mesh *mesh, const Affine *placement, Job *job)
{
    Voxels cells = sweep->cells; // nothing of it is changed
    double pad = 0;
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Vec3d t[3];
        for (int k = 0; k < 3; ++k) {
            Vec3d p = affine_apply(placement, mesh->vertices[mesh->triangles[i][k]]);
            pad = fmax(pad, 1e-13 * vec3d_length(p) / cells.cell);
            t[k] = voxels_local(&cells, p);
            box = box3d_including(box, p);
        }
        if (!voxels_visit(&cells, t, pad, refuse_taken, NULL))
            return true;
        if (i % 1024 == 0 && job_cancelled(job))
            return true;
    }
    return box3d_meet(&box, &(Box3d){sweep->corner, sweep->corner});
}
