#include "app/stages/move.h"

#include "app/document/selection.h"

#include <math.h>

// 1, 2 or 5 times a power of ten.
static double round_step(double about)
{
    if (!(about > 0) || !isfinite(about))
        return 1;
    double power = pow(10, floor(log10(about))), share = about / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static void box_add(Box3d *box, Vec3d point)
{
    box->lo = vec3d_min(box->lo, point);
    box->hi = vec3d_max(box->hi, point);
}

enum { SAMPLED_PARTS = 64, SAMPLED_VERTICES = 64 };

// About a hundredth of what is open. Some of its points will do.
static double default_length(const App *app)
{
    Box3d box = box3d_empty();
    int32_t parts = app->assembly.part_count;
    for (int32_t i = 0; i < parts; i += 1 + parts / SAMPLED_PARTS) {
        const Part *part = &app->assembly.parts[i];
        int32_t vertices = part->mesh->vertex_count;
        for (int32_t k = 0; k < vertices; k += 1 + vertices / SAMPLED_VERTICES)
            box_add(&box, affine_apply(&part->rest, part->mesh->vertices[k]));
    }
    return round_step(parts > 0 ? vec3d_distance(box.lo, box.hi) / 100 : 0);
}

double move_step(const App *app, enum MoveStep step)
{
    double chosen = app->document.move.steps[step];
    if (chosen > 0)
        return chosen;
    return step == STEP_ANGLE ? 15 : step == STEP_TURN ? 5 : default_length(app);
}

void move_axes(const Document *document, bool local, Vec3d axes[3])
{
    Affine frame = affine_identity();
    if (local && document->selected != NO_PART)
        frame = document->parts[document->selected].placement;
    for (int i = 0; i < 3; ++i)
        axes[i] = vec3d(frame.m[0][i], frame.m[1][i], frame.m[2][i]);
    // Scaled or sheared ones are made upright again; the third keeps its side, since parts may be
    // mirrored.
    axes[0] = vec3d_normalised(axes[0]);
    axes[1] = vec3d_normalised(vec3d_add_scaled(axes[1], axes[0], -vec3d_dot(axes[0], axes[1])));
    Vec3d third = vec3d_cross(axes[0], axes[1]);
    axes[2] = vec3d_dot(third, axes[2]) < 0 ? vec3d_scale(third, -1) : third;
    if (vec3d_length(axes[0]) < 0.5 || vec3d_length(axes[1]) < 0.5)
        move_axes(document, false, axes);
}

static Vec3d centre_of_selection(const App *app, const Document *document)
{
    if (selection_count(document) <= 1) { // of the part itself: it does not wander as it turns
        Box3d box = app_part_rays(app, document->selected)->box;
        return affine_apply(&document->parts[document->selected].placement,
                            vec3d_lerp(box.lo, box.hi, 0.5));
    }
    Box3d all = box3d_empty();
    for (int32_t i = 0; i < document->part_count; ++i) {
        if (!selection_has(document, i))
            continue;
        Box3d box = box3d_moved(&app_part_rays(app, i)->box, &document->parts[i].placement);
        box_add(&all, box.lo);
        box_add(&all, box.hi);
    }
    return vec3d_lerp(all.lo, all.hi, 0.5);
}

bool move_pivot(const App *app, const Document *document, Vec3d *out)
{
    const MoveSettings *move = &document->move;
    if (document->selected == NO_PART)
        return false;
    bool point = (move->pivot == PIVOT_POINT || move->pivot == PIVOT_CONTACT) &&
                 move->pivot_part >= 0 && move->pivot_part < document->part_count;
    if (point)
        *out = affine_apply(&document->parts[move->pivot_part].placement, move->pivot_point);
    else if (move->pivot == PIVOT_CENTRE)
        *out = centre_of_selection(app, document);
    else
        *out = document->parts[document->selected].placement.p;
    return true;
}

static Vec3d column(const Affine *t, int k)
{
    return vec3d(t->m[0][k], t->m[1][k], t->m[2][k]);
}

int move_scaled_axis(const Affine *lead, int axis, const Affine *part)
{
    Vec3d along = column(lead, axis);
    int nearest = axis; // of equal ones the one of the same name
    double best = -1;
    for (int i = 0; i < 3; ++i) {
        int k = (axis + i) % 3;
        double cosine = fabs(vec3d_dot(along, vec3d_normalised(column(part, k))));
        if (cosine > best * (1 + 1e-9)) {
            best = cosine;
            nearest = k;
        }
    }
    return nearest;
}

bool move_contact_point(const App *app, int32_t part, Vec3d *out)
{
    Vec3d sum = {{0, 0, 0}};
    double count = 0;
    for (size_t i = 0; i < app->report.count; ++i) {
        const PairReport *pair = &app->report.pairs[i];
        if (pair->a != part && pair->b != part)
            continue;
        const Affine *frame = &app->parts[pair->a].reported; // the points are in a's frame
        for (size_t k = 0; k < pair->contacts.point_count; ++k)
            sum = vec3d_add(sum, affine_apply(frame, pair->contacts.points[k]));
        count += (double)pair->contacts.point_count;
    }
    Affine to_part;
    if (!(count > 0) || !affine_invert(&app->parts[part].reported, &to_part))
        return false;
    *out = affine_apply(&to_part, vec3d_scale(sum, 1 / count));
    return vec3d_is_finite(*out);
}
