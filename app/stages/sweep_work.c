#include "app/stages/sweep_work.h"

#include "app/document/fields.h"
#include "app/document/path_pose.h"
#include "app/document/study_actions.h"
#include "app/stages/app.h"
#include "core/base/array.h"
#include "core/motion/sweep.h"

// The usual cell is this share of the part's size.
#define USUAL_CELL 0.0125

void sweep_shown_free(SweepShown *shown)
{
    mesh_release(shown->surface);
    render_mesh_free(shown->drawn);
    mem_free(shown->met);
    *shown = (SweepShown){.part = NO_PART, .version = shown->version};
}

void sweep_work_free(SweepWork *work)
{
    path_proof_work_free(&work->proof);
    bvh_release(work->tree);
    sweep_shown_free(&work->result);
    *work = (SweepWork){0};
}

int32_t sweep_in_path(const App *app, int32_t part)
{
    const PathState *path = &app->path;
    for (size_t i = 0; path->matches && i < path->path.part_count; ++i)
        if (path->matches[i].part == part)
            return (int32_t)i;
    return -1;
}

bool sweep_work_begin(App *app, int32_t part, SweepWork *work, Error *err)
{
    *work = (SweepWork){.part = part,
                        .in_path = sweep_in_path(app, part),
                        .tree = bvh_retain(app->parts[part].tree),
                        .cell = field_number(&app->document, &action_sweep_cell),
                        .draws = !app->draws_nothing,
                        .result = {.part = part}};
    return path_proof_begin(app, &work->proof, err);
}

// --- the cells

static bool make_sweep(const SweepWork *work, Sweep *sweep, Job *job, Error *err)
{
    const PathPart *part = &work->proof.path.parts[work->in_path];
    RigidPose *poses = array_alloc(part->key_count, sizeof *poses);
    if (!poses)
        return error_set(err, "not enough memory for what a part sweeps");
    for (size_t i = 0; i < part->key_count; ++i)
        poses[i] = part->keys[i].pose;
    SweepDesc desc = {.mesh = work->tree->mesh,
                      .rest = path_rest(part),
                      .poses = poses,
                      .pose_count = part->key_count,
                      .cell = work->cell,
                      .job = job};
    if (!(desc.cell > 0)) {
        Box3d box = part_world_bounds(desc.mesh, &desc.rest);
        desc.cell = USUAL_CELL * vec3d_distance(box.lo, box.hi);
    }
    bool good =
        desc.cell > 0 ? sweep_make(&desc, sweep, err) : error_set(err, "the part is a point");
    mem_free(poses);
    return good;
}

static bool take_figures(SweepWork *work, const Sweep *sweep, Job *job, Error *err)
{
    SweepShown *result = &work->result;
    result->cell = sweep->cells.cell;
    result->bound = sweep->bound;
    result->coarser = sweep->coarser;
    result->solid = sweep->solid;
    result->volume_least = sweep->volume_least;
    result->volume_most = sweep->volume_most;
    job_step(job, "Making its surface");
    result->surface = voxels_surface(&sweep->cells, job, err);
    if (result->surface && work->draws)
        result->drawn = render_mesh_create(result->surface, job);
    if (result->surface && (result->drawn || !work->draws))
        return true;
    return job_cancelled(job) || err->text[0]
               ? false
               : error_set(err, "not enough memory to draw what a part sweeps");
}

// --- what it meets

// Whoever stands still and is in none of the cells is proven to be apart.
static bool stays_away(const SweepWork *work, const Sweep *sweep, int32_t number, Job *job)
{
    const ProofPart *other = &work->proof.parts[number];
    bool moves = other->in_path >= 0 && work->proof.path.parts[other->in_path].key_count > 1;
    return !moves && !sweep_meets(sweep, other->tree->mesh, &other->placement, job);
}

static bool find_met(SweepWork *work, const Sweep *sweep, Job *job, Error *err)
{
    const PathProofWork *proof = &work->proof;
    SweepShown *result = &work->result;
    result->met = array_alloc((size_t)proof->pair_count, sizeof *result->met);
    if (!result->met)
        return error_set(err, "not enough memory for what a part meets");
    job_step(job, "Looking for what it meets");
    for (int32_t i = 0; i < proof->pair_count; ++i) {
        const int32_t *parts = proof->pairs[i].part;
        int other = parts[0] == work->part;
        if (parts[0] != work->part && parts[1] != work->part)
            continue;
        if (stays_away(work, sweep, proof->pair_parts[i][other], job))
            ++result->apart;
        else
            result->met[result->met_count++] = parts[other];
        job_progress(job, (double)i / proof->pair_count);
    }
    result->intentional = proof->result.intentional + proof->result.ignored;
    result->hidden = proof->result.hidden;
    return true;
}

bool sweep_work_run(SweepWork *work, Job *job, Error *err)
{
    Sweep sweep;
    if (!make_sweep(work, &sweep, job, err))
        return false;
    bool good = take_figures(work, &sweep, job, err);
    good = good && find_met(work, &sweep, job, err);
    sweep_free(&sweep);
    return good && !job_cancelled(job);
}
