// The stage that adds segments of pipes: it waits until the ends of the part are known that the segment is to go on
// from.
#include "app/scenes/kit.h"
#include "app/session/pipe_kit.h"
#include "app/stages/rows.h"
#include "core/feature/mate.h"
#include "core/query/ray.h"

typedef struct PipeWish {
    bool wanted;
    int32_t part;
    uint32_t assembly; // that the part belongs to
    int piece;
    double size;
} PipeWish;

static PipeWish *mine(const App *app)
{
    return stage_state(app, &stage_pipe_kit);
}

int pipe_pieces(int pieces[PIPE_PIECES_MOST])
{
    int count = 0;
    for (int i = 0; i < KIT_COUNT && count < PIPE_PIECES_MOST; ++i)
        if (kit_pieces[i]->pipe)
            pieces[count++] = i;
    return count;
}

bool pipe_kit_add(App *app, int32_t part, int piece, double size, Error *err)
{
    if (size > 0 && !kit_allows(kit_pieces[piece], size, err))
        return false;
    *mine(app) = (PipeWish){.wanted = true,
                            .part = part,
                            .assembly = app->assembly_version,
                            .piece = piece,
                            .size = size};
    return true;
}

// --- open ends

// Does the face of another part lie on the flange? Looked at along the axis, half way out.
static bool is_joined(const App *app, int32_t part, const Connector *end)
{
    Vec3d at = vec3d_add_scaled(end->origin, end->side, 0.95 * end->radius);
    at = vec3d_add_scaled(at, end->axis, -0.02 * end->radius);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        const Bvh *rays = app_part_rays(app, i);
        Affine back;
        if (i == part || state->removed || !rays || !affine_invert(&state->placement, &back))
            continue;
        Ray ray = {affine_apply(&back, at), affine_apply_vector(&back, end->axis), 0,
                   0.05 * end->radius};
        if (ray_nearest(rays, &ray).triangle >= 0)
            return true;
    }
    return false;
}

static double in_millimetres(const App *app, double length)
{
    return length * length_unit_info(app->assembly.unit)->metres * 1000;
}

// The widest end of the part that nothing is joined to, in the world, and its nominal width; 0: none has this one.
static double find_open_end(const App *app, int32_t part, double wanted, Connector *out)
{
    double widest = 0;
    for (int32_t i = 0; i < app_connector_count(app, part); ++i) {
        NamedConnector one;
        Connector end;
        if (!app_connector(app, part, i, &one) || one.at.kind != CONNECTOR_PIPE ||
            !connector_placed(&one.at, &app->document.parts[part].placement, &end))
            continue;
        double width = kit_pipe_fitting(in_millimetres(app, end.radius));
        if (width <= widest || (wanted > 0 && fabs(width - wanted) > 1e-3) ||
            is_joined(app, part, &end))
            continue;
        widest = width;
        *out = end;
    }
    return widest;
}

static Affine joined_place(const App *app, const KitPiece *piece, double size, const Connector *end)
{
    Connector own = kit_pipe_end(piece, size);
    own.radius /= in_millimetres(app, 1);
    Mate mate = connector_mate(&own, end, 0);
    Affine at = mate.in_line;
    at.p = vec3d_add_scaled(at.p, mate.home, mate.travel);
    return at;
}

// --- the stage

static bool add(App *app, const PipeWish *wish, Error *err)
{
    const KitPiece *piece = kit_pieces[wish->piece];
    Connector end;
    double fits = wish->part == NO_PART ? 0 : find_open_end(app, wish->part, wish->size, &end);
    double size = wish->size > 0 ? wish->size : fits > 0 ? fits : piece->usual;
    if (!kit_allows(piece, size, err))
        return false;
    Affine at = fits > 0 ? joined_place(app, piece, size, &end) : kit_beside(app);
    return load_kit(app, wish->piece, size, &at, true, err);
}

static void look(App *app)
{
    PipeWish *wish = mine(app);
    Error err = {""};
    if (!wish->wanted || stages_loading(app))
        return;
    bool here = wish->part != NO_PART && wish->assembly == app->assembly_version &&
                wish->part < app->document.part_count && !app->document.parts[wish->part].removed;
    if (!here)
        wish->part = NO_PART;
    if (here && !app_features(app, wish->part)) {
        features_ask(&app->features, wish->part);
        return;
    }
    wish->wanted = false;
    if (!add(app, wish, &err))
        app_notify(app, NOTICE_WARNING, "No segment was added: %s", err.text);
}

static bool goes_on(const App *app)
{
    return mine(app)->wanted;
}

static void cancel(App *app)
{
    mine(app)->wanted = false;
}

const Stage stage_pipe_kit = {.name = "pipe kit",
                              .state_size = sizeof(PipeWish),
                              .look = look,
                              .goes_on = goes_on,
                              .cancel = cancel,
                              .reset = cancel};
