#include "app/stages/access_work.h"

#include "app/scenes/kit.h"
#include "app/stages/app.h"
#include "core/base/array.h"
#include "core/feature/screw_head.h"
#include "core/motion/room.h"
#include "core/motion/shrink.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

static const double DEGREE = 0.01745329251994329577;
#define WHOLE_TURN 360.0
#define STAND_OFF 1e-4 // of the tool's size: so near it comes to what stops it

void access_shown_free(AccessShown *shown)
{
    render_mesh_free(shown->drawn);
    *shown = (AccessShown){.screw = NO_PART, .version = shown->version};
}

void access_work_free(AccessWork *work)
{
    bvh_release(work->screw.tree);
    for (int32_t i = 0; i < work->other_count; ++i)
        bvh_release(work->others[i].tree);
    mem_free(work->others);
    access_shown_free(&work->result);
    *work = (AccessWork){0};
}

// --- on the main thread

// Tools that were added stand for themselves: they are in nobody's way.
static bool is_tool(const App *app, int32_t part)
{
    int32_t source = part < app->sources.part_count ? app->sources.parts[part].source : -1;
    const char *kit = source >= 0 ? app->sources.files[source].kit : NULL;
    const KitPiece *piece;
    double size;
    Error err;
    return kit && kit_parse(kit, &piece, &size, &err) && !piece->pipe;
}

bool access_work_begin(App *app, const AccessShown *wish, AccessWork *work, Error *err)
{
    const int32_t screw = wish->screw;
    const Document *document = &app->document;
    *work = (AccessWork){.unit = app->assembly.unit, .draws = !app->draws_nothing};
    work->result = (AccessShown){.screw = screw, .piece = wish->piece, .size = wish->size};
    work->screw =
        (AccessPart){screw, bvh_retain(app->parts[screw].tree), document->parts[screw].placement};
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *state = &document->parts[i];
        if (i == screw || !state->visible || state->removed || !app->parts[i].tree ||
            app->parts[i].tree->mesh->triangle_count == 0 || is_tool(app, i))
            continue;
        if (!array_reserve(&work->others, &work->other_capacity, (size_t)work->other_count + 1,
                           sizeof *work->others))
            return error_set(err, "not enough memory to look for room");
        work->others[work->other_count++] =
            (AccessPart){i, bvh_retain(app->parts[i].tree), state->placement};
    }
    return true;
}

// --- on the worker

typedef struct Trying {
    AccessWork *work;
    ScrewHead head;
    Bvh *tool;
    RoomBody *others;   // that are as near as the tool can reach
    int32_t *number_of; // in the work
    int32_t count;
    // Those of them that it may meet while it turns, as it is put on now.
    RoomBody *met;
    int32_t *met_number;
    int32_t met_count;
    Job *job;
    Error *err;
} Trying;

static bool no_memory(const Trying *t)
{
    return job_cancelled(t->job) || t->err->text[0]
               ? false
               : error_set(t->err, "not enough memory to look for room");
}

static bool find_head(Trying *t)
{
    const AccessPart *screw = &t->work->screw;
    Mesh *mesh = mesh_baked(screw->tree->mesh, &screw->placement, t->err);
    Features features = {0};
    if (!mesh)
        return false;
    bool good = features_find(mesh, t->job, &features, t->err);
    if (good && !screw_head_find(mesh, &features, &t->head))
        good = error_set(t->err, "the selected part is no screw: it has no round shank");
    features_free(&features);
    mesh_release(mesh);
    t->head.origin = vec3d_add(t->head.origin, screw->placement.p);
    return good;
}

// The usual width that the head would have: as measured, to a tenth of a millimetre.
static bool make_tool(Trying *t)
{
    AccessShown *result = &t->work->result;
    const KitPiece *piece = kit_pieces[result->piece];
    double mm = length_unit_info(UNIT_MM)->metres / length_unit_info(t->work->unit)->metres;
    result->flats = screw_head_flats(&t->head);
    result->hexagon = t->head.hexagon;
    bool measured = result->piece == KIT_wrench || result->piece == KIT_ring_wrench;
    if (!(result->size > 0))
        result->size = measured ? round(10 * result->flats / mm) / 10 : piece->usual;
    if (!kit_allows(piece, result->size, t->err))
        return false;
    Mesh *mesh = piece->make(result->size);
    if (!mesh)
        return no_memory(t);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], mm);
    Affine none = affine_identity();
    result->box = part_world_bounds(mesh, &none);
    result->stand_off = STAND_OFF * vec3d_distance(result->box.lo, result->box.hi);
    t->tool = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, t->job, t->err);
    if (t->tool && t->work->draws)
        result->drawn = render_mesh_create(mesh, t->job);
    mesh_release(mesh);
    return (t->tool && (result->drawn || !t->work->draws)) || no_memory(t);
}

// Only what is as near as the tool can reach.
static bool gather(Trying *t)
{
    AccessWork *work = t->work;
    double reach =
        2 * vec3d_distance(work->result.box.lo, work->result.box.hi) + 2 * t->head.height;
    t->others = array_alloc((size_t)work->other_count, sizeof *t->others);
    t->number_of = array_alloc((size_t)work->other_count, sizeof *t->number_of);
    t->met = array_alloc((size_t)work->other_count, sizeof *t->met);
    t->met_number = array_alloc((size_t)work->other_count, sizeof *t->met_number);
    if (!t->others || !t->number_of || !t->met || !t->met_number)
        return no_memory(t);
    for (int32_t i = 0; i < work->other_count; ++i) {
        const AccessPart *other = &work->others[i];
        Box3d box = box3d_grown(part_world_bounds(other->tree->mesh, &other->placement), reach);
        if (!box3d_meet(&box, &(Box3d){t->head.origin, t->head.origin}))
            continue;
        Bvh *tree =
            other->tree->desc.type == &bv_aabb
                ? bvh_retain(other->tree)
                : bvh_build(other->tree->mesh, &(BvhDesc){.type = &bv_aabb}, t->job, t->err);
        if (!tree)
            return no_memory(t);
        t->number_of[t->count] = i;
        t->others[t->count++] = (RoomBody){tree, other->placement};
    }
    return true;
}

// The tool with its own y along the axis of the head, or against it, and its x there.
static Affine seat_of(const Trying *t, Vec3d x, bool flipped)
{
    const AccessShown *result = &t->work->result;
    Vec3d y = vec3d_scale(t->head.axis, flipped ? -1 : 1), z = vec3d_cross(x, y);
    const KitPiece *piece = kit_pieces[result->piece];
    double thick = result->box.hi.y - result->box.lo.y, height = t->head.height, at;
    if (piece == &kit_wrench || piece == &kit_ring_wrench)
        at = fmax(0.1 * height, (height - thick) / 2) + (flipped ? thick : 0);
    else
        at = piece == &kit_hand ? height : 0.6 * height; // within the head, which is not in its way
    Affine seat = {.p = vec3d_add(t->head.origin, vec3d_scale(t->head.axis, at))};
    for (int r = 0; r < 3; ++r)
        seat.m[r][0] = x.v[r], seat.m[r][1] = y.v[r], seat.m[r][2] = z.v[r];
    return seat;
}

// How far a mesh reaches along the axis: turning about it changes nothing of that.
static void reach_along(const Trying *t, const RoomBody *body, double ends[2])
{
    const Mesh *mesh = body->tree->mesh;
    ends[0] = INFINITY, ends[1] = -INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(&body->placement, mesh->vertices[i]);
        double along = vec3d_dot(vec3d_sub(p, t->head.origin), t->head.axis);
        ends[0] = fmin(ends[0], along), ends[1] = fmax(ends[1], along);
    }
}

// Most of what is near, as the plate below, it never meets, however far it turns.
static void find_met(Trying *t, const Affine *seat)
{
    double own[2], other[2], gap = 2 * t->work->result.stand_off;
    reach_along(t, &(RoomBody){t->tool, *seat}, own);
    t->met_count = 0;
    for (int32_t i = 0; i < t->count; ++i) {
        reach_along(t, &t->others[i], other);
        if (other[0] > own[1] + gap || other[1] < own[0] - gap)
            continue;
        t->met_number[t->met_count] = t->number_of[i];
        t->met[t->met_count++] = t->others[i];
    }
}

static bool go(const Trying *t, const Affine *seat, RigidStep step, double most, AccessWay *way)
{
    bool turns = vec3d_length(step.turn) > 0;
    RoomDesc desc = {.body = {t->tool, *seat},
                     .others = turns ? t->met : t->others,
                     .other_count = turns ? t->met_count : t->count,
                     .pivot = seat->p,
                     .step = step,
                     .stand_off = t->work->result.stand_off,
                     .job = t->job};
    Room room;
    if (!room_find(&desc, &room, t->err))
        return no_memory(t);
    *way = (AccessWay){most, most * room.share, NO_PART};
    if (room.blocker >= 0)
        way->stops = t->work->others[(turns ? t->met_number : t->number_of)[room.blocker]].part;
    return true;
}

static bool turn(const Trying *t, const Affine *seat, AccessWay ways[2])
{
    Vec3d whole = vec3d_scale(t->head.axis, WHOLE_TURN * DEGREE);
    if (!go(t, seat, (RigidStep){.turn = whole}, WHOLE_TURN, &ways[ACCESS_TURN]))
        return false;
    ways[ACCESS_BACK] = ways[ACCESS_TURN];
    // Something is there already, or nothing anywhere: the other way is the same.
    if (!(ways[ACCESS_TURN].free > 0) || ways[ACCESS_TURN].stops < 0)
        return true;
    return go(t, seat, (RigidStep){.turn = vec3d_scale(whole, -1)}, WHOLE_TURN, &ways[ACCESS_BACK]);
}

// Degrees that seats lie apart. Open wrenches fit also upside down, with the handle on the other side of the jaw.
static double seats_apart(const KitPiece *piece)
{
    return piece == &kit_screwdriver                         ? 360
           : piece == &kit_ring_wrench || piece == &kit_hand ? 30
                                                             : 60;
}

// All seats of one side. Those that the tool turns through from an earlier one have the same room.
static bool try_side(Trying *t, bool flipped, double *best)
{
    AccessShown *result = &t->work->result;
    const KitPiece *piece = kit_pieces[result->piece];
    double first = piece == &kit_wrench ? (flipped ? 165 : -165) : 0, reached = -1;
    int seats = (int)(360 / seats_apart(piece));
    for (int i = 0; i < seats; ++i) {
        double angle = seats_apart(piece) * i;
        Affine turned = affine_rotation(t->head.axis, (first + angle) * DEGREE);
        Affine seat = seat_of(t, affine_apply_vector(&turned, t->head.side), flipped);
        AccessWay ways[2];
        job_progress(t->job, (double)i / seats);
        if (i == 0)
            find_met(t, &seat);
        if (angle <= reached)
            continue;
        if (!turn(t, &seat, ways))
            return false;
        double sum = ways[ACCESS_TURN].free + ways[ACCESS_BACK].free;
        reached = angle + ways[ACCESS_TURN].free;
        if (sum <= *best)
            continue;
        *best = sum;
        result->seat = seat;
        memcpy(result->ways, ways, sizeof ways);
    }
    result->seats += seats;
    return true;
}

static bool try_all(Trying *t)
{
    AccessShown *result = &t->work->result;
    double best = -1, lift = result->box.hi.y - result->box.lo.y + t->head.height;
    job_step(t->job, "Putting the tool on");
    if (!try_side(t, false, &best) ||
        (result->piece == KIT_wrench && best < 2 * WHOLE_TURN && !try_side(t, true, &best)))
        return false;
    result->blocked = !(best > 1e-9);
    result->axis = t->head.axis;
    result->at = t->head.origin;
    return go(t, &result->seat, (RigidStep){.shift = vec3d_scale(t->head.axis, lift)}, lift,
              &result->ways[ACCESS_LIFT]);
}

bool access_work_run(AccessWork *work, Job *job, Error *err)
{
    Trying t = {.work = work, .job = job, .err = err};
    bool good = find_head(&t) && make_tool(&t) && gather(&t) && try_all(&t);
    for (int32_t i = 0; i < t.count; ++i)
        bvh_release((Bvh *)t.others[i].tree);
    mem_free(t.others);
    mem_free(t.number_of);
    mem_free(t.met);
    mem_free(t.met_number);
    bvh_release(t.tool);
    return good;
}
