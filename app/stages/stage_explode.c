#include "app/document/names.h"
#include "app/io/group_path.h"
#include "app/stages/explode.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

// Shift at full amount, against the distance from the middle of the assembly, and of a part from
// the middle of its group: groups stay together.
static const double REACH = 1.4, REACH_IN_GROUP = 0.7;

static Vec3d rest_centre(const Part *part)
{
    Box3d box = mesh_bounds(part->mesh);
    return part->mesh->vertex_count > 0 ? affine_apply(&part->rest, vec3d_lerp(box.lo, box.hi, 0.5))
                                        : part->rest.p;
}

// Of the middles of parts; of a group, or of all that are left of the assembly (NULL).
static Vec3d common_centre(const App *app, const Vec3d *centres, int32_t count, const char *group)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < count; ++i) {
        const PartState *state = &app->document.parts[i];
        if (!state->removed && (!group || group_path_holds(group, state->group)))
            box = box3d_including(box, centres[i]);
    }
    return box.lo.x <= box.hi.x ? vec3d_lerp(box.lo, box.hi, 0.5) : vec3d(0, 0, 0);
}

// The groups that a part is in, from the outermost one on; deeper ones count as the last of these.
enum { MOST_LEVELS = 16 };
typedef struct Levels {
    const char *path; // of the last part: parts of a group mostly follow each other
    int count;
    Vec3d centres[MOST_LEVELS];
} Levels;

static void find_levels(const App *app, const Vec3d *centres, int32_t count, const char *path,
                        Levels *levels)
{
    if (levels->path == path)
        return;
    levels->path = path;
    levels->count = path ? group_path_depth(path) : 0;
    if (levels->count > MOST_LEVELS)
        levels->count = MOST_LEVELS;
    for (int k = 0; k < levels->count; ++k) {
        const char *group = name_intern_part(path, group_path_length(path, k + 1));
        levels->centres[k] = common_centre(app, centres, count, group);
    }
}

static uint64_t grouping(const App *app)
{
    uint64_t hash = (uint64_t)app->document.part_count;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        hash = (hash ^ (uint64_t)(uintptr_t)state->group ^ state->removed) * 0x100000001B3u;
    }
    return hash;
}

static void find_outward(App *app)
{
    Explosion *e = &app->explosion;
    int32_t count = app->document.part_count;
    free(e->outward);
    e->count = 0;
    e->outward = array_alloc((size_t)count, sizeof *e->outward);
    Vec3d *centres = array_alloc((size_t)count, sizeof *centres);
    if (e->outward && centres) { // otherwise nothing moves apart: a picture beats none
        memset(centres, 0, (size_t)count * sizeof *centres);
        for (int32_t i = 0; i < count; ++i)
            centres[i] = rest_centre(&app->assembly.parts[i]);
        Vec3d middle = common_centre(app, centres, count, NULL);
        Levels levels = {0};
        for (int32_t i = 0; i < count; ++i) {
            find_levels(app, centres, count, app->document.parts[i].group, &levels);
            Vec3d from = levels.count > 0 ? levels.centres[0] : centres[i], to;
            e->outward[i] = vec3d_scale(vec3d_sub(from, middle), REACH);
            for (int k = 1; k <= levels.count; ++k, from = to) {
                to = k < levels.count ? levels.centres[k] : centres[i];
                e->outward[i] =
                    vec3d_add_scaled(e->outward[i], vec3d_sub(to, from), REACH_IN_GROUP);
            }
        }
        e->count = count;
    }
    free(centres);
}

void explode_update(App *app)
{
    Explosion *e = &app->explosion;
    // What holds a part in the hand is to be seen where it is.
    e->amount = hand_shown(app) ? 0 : app->document.view.explode;
    if (!(e->amount > 0))
        return; // the directions can wait
    uint64_t present = grouping(app);
    if (e->outward && e->assembly_version == app->assembly_version && e->grouping == present)
        return;
    e->assembly_version = app->assembly_version;
    e->grouping = present;
    find_outward(app);
}

static void end(App *app)
{
    free(app->explosion.outward);
    app->explosion = (Explosion){0};
}

const Stage stage_explode = {.name = "explode", .look = explode_update, .end = end};
