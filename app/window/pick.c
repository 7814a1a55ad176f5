#include "app/window/pick.h"

#include "app/stages/explode.h"
#include "core/query/ray.h"

#include <math.h>
#include <stdlib.h>

// What the section plane leaves of a ray.
typedef struct Stretch {
    Ray ray;
    bool cut; // it begins in the plane: what is inside a part there is its cap
} Stretch;

static Stretch kept_stretch(const SectionPlane *plane, Vec3d origin, Vec3d direction)
{
    Stretch kept = {{origin, direction, 0, INFINITY}, false};
    if (!plane->on)
        return kept;
    double start = section_depth(plane, origin), rise = -vec3d_dot(plane->normal, direction);
    kept.cut = rise > 0 && start < 0;
    if (kept.cut)
        kept.ray.from = -start / rise;
    else if (rise < 0 && start > 0)
        kept.ray.to = -start / rise;
    else if (!(start > 0))
        kept.ray.to = -1;
    return kept;
}

// The ray in the part's frame leaves it through this triangle.
static bool leaves(const Triangle *t, Vec3d direction)
{
    Vec3d normal = vec3d_cross(vec3d_sub(t->p[1], t->p[0]), vec3d_sub(t->p[2], t->p[0]));
    return vec3d_dot(normal, direction) > 0;
}

// A part whose box the ray comes into.
typedef struct Candidate {
    double enters;
    int32_t part;
} Candidate;

static int front_to_back(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    return a->enters < b->enters   ? -1
           : a->enters > b->enters ? 1
                                   : (a->part > b->part) - (a->part < b->part);
}

static void take_nearer(Pick *best, const Pick *pick)
{
    if (pick->along < best->along || (pick->along <= best->along && pick->part < best->part))
        *best = *pick;
}

static void pick_part(const App *app, Candidate at, const Stretch *stretch, Pick *best)
{
    int32_t part = at.part;
    const Bvh *tree = app_part_rays(app, part);
    Affine shown = app_shown_placement(app, part), to_local;
    if (!affine_invert(&shown, &to_local))
        return;
    Ray ray = stretch->ray;
    // The plane cuts its box, and perhaps itself, where the ray begins.
    bool capped = stretch->cut && at.enters <= ray.from && app_part_is_solid(app, part);
    ray.origin = affine_apply(&to_local, ray.origin);
    ray.direction = affine_apply_vector(&to_local, ray.direction);
    if (!capped) // a cap is nearer than the triangle that tells of it
        ray.to = fmin(ray.to, best->along);
    RayHit hit = ray_nearest(tree, &ray);
    if (hit.triangle < 0)
        return;
    Pick pick = {.part = part, .triangle = hit.triangle, .along = hit.t};
    Triangle t = mesh_triangle(tree->mesh, hit.triangle);
    if (capped && leaves(&t, ray.direction)) {
        pick.along = ray.from;
        pick.on_cap = true;
    }
    take_nearer(best, &pick);
}

static void pick_batch(const App *app, Candidate *batch, int count, const Stretch *stretch,
                       Pick *best)
{
    qsort(batch, (size_t)count, sizeof *batch, front_to_back);
    for (int i = 0; i < count && batch[i].enters <= best->along; ++i)
        pick_part(app, batch[i], stretch, best);
}

// Does the line of the ray come near the ball around a part's box? Of thousands of parts this sorts
// out nearly all at a fraction of what moving their boxes costs. The sum of the squares of a matrix
// is at least the square of what it stretches by.
static bool comes_near(const Ray *ray, const Affine *placement, Vec3d shift, const Box3d *box)
{
    Vec3d middle = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    Vec3d away = vec3d_sub(vec3d_add(affine_apply(placement, middle), shift), ray->origin);
    double stretch = 0, diameter = vec3d_distance(box->lo, box->hi);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            stretch += placement->m[i][j] * placement->m[i][j];
    Vec3d across = vec3d_cross(away, ray->direction);
    return !(vec3d_dot(across, across) >
             (0.26 * stretch * diameter * diameter + 1e-24 * vec3d_dot(away, away)) *
                 vec3d_dot(ray->direction, ray->direction));
}

static Pick pick_among(const App *app, const Stretch *stretch, bool ghosts)
{
    enum { BATCH = 256 };
    Candidate batch[BATCH];
    int count = 0;
    Pick best = {.part = NO_PART, .triangle = -1, .along = INFINITY};
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        if (!state->visible || state->ghost != ghosts || !document_in_full(&app->document, i))
            continue;
        const Box3d *local = &app_part_rays(app, i)->box;
        if (!comes_near(&stretch->ray, &state->placement, app_shown_shift(app, i), local))
            continue;
        Affine shown = app_shown_placement(app, i);
        Box3d box = box3d_moved(local, &shown);
        double enters = ray_enters_box(&stretch->ray, &box, best.along);
        if (enters < INFINITY)
            batch[count++] = (Candidate){enters, i};
        if (count == BATCH) {
            pick_batch(app, batch, count, stretch, &best);
            count = 0;
        }
    }
    pick_batch(app, batch, count, stretch, &best);
    return best;
}

Pick pick_ray(const App *app, Vec3d origin, Vec3d direction)
{
    Stretch stretch = kept_stretch(&app->document.view.section, origin, direction);
    Pick best = pick_among(app, &stretch, false);
    if (best.part == NO_PART)
        best = pick_among(app, &stretch, true);
    if (best.part != NO_PART)
        best.point = vec3d_add_scaled(origin, direction, best.along);
    return best;
}
