#include "app/commands/check_poses.h"

#include "app/document/path_pose.h"
#include "app/draw/row_pictures.h"
#include "app/io/file.h"
#include "app/stages/fit_work.h"
#include "app/stages/parts.h"
#include "app/stages/path_state.h"
#include "core/base/array.h"
#include "core/mesh/mesh_hash.h"

#include <stdio.h>

// Poses of a file of them, or the times of a path's keys.
typedef struct Poses {
    Check *check;
    const char *name; // of the file, for messages
    bool is_path;
    PoseFile file;
    int32_t *parts; // of its places
    double *times;  // of a path
    size_t count;
    Affine *opened; // placements, per part
    size_t *last;   // per part: the last pose that places it, from 1
} Poses;

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// A path is in the place of the one that may have been open; its matches know parts and meshes.
static bool take_path(Poses *poses, MotionPath *path, Error *err)
{
    poses->times = array_alloc(path->key_count, sizeof *poses->times);
    if (!poses->times) {
        motion_path_free(path);
        return error_set(err, "not enough memory for the poses");
    }
    size_t all = 0;
    for (size_t i = 0; i < path->part_count; ++i)
        for (size_t k = 0; k < path->parts[i].key_count; ++k)
            poses->times[all++] = path->parts[i].keys[k].time;
    qsort(poses->times, all, sizeof *poses->times, by_time);
    for (size_t i = 0; i < all; ++i)
        if (i == 0 || poses->times[i] > poses->times[i - 1])
            poses->times[poses->count++] = poses->times[i];
    path_state_set(&poses->check->app, path, poses->check->options.poses);
    return true;
}

static bool read_poses(Poses *poses, const char *path, Error *err)
{
    FileBytes bytes;
    MotionPath motion;
    if (!file_read_whole(path, PATH_MOST_BYTES, &bytes, err))
        return false;
    poses->name = file_base_name(path);
    poses->is_path = motion_path_is(bytes.data, bytes.size);
    bool ok = poses->is_path
                  ? motion_path_parse(&motion, poses->name, bytes.data, bytes.size, err) &&
                        take_path(poses, &motion, err)
                  : pose_file_parse(&poses->file, poses->name, bytes.data, bytes.size, err);
    if (!poses->is_path)
        poses->count = poses->file.pose_count;
    free(bytes.data);
    return ok;
}

static bool refuse(const Poses *poses, int64_t line, const char *key, const char *why)
{
    return error_set(&poses->check->err, "%s:%lld: %.200s %s", poses->name, (long long)line, key,
                     why);
}

static bool far_away(const Affine *placement)
{
    bool near = affine_is_finite(placement);
    for (int k = 0; k < 3; ++k)
        near = near && fabs(placement->p.v[k]) <= MESH_MAX_COORDINATE;
    return !near;
}

// Which part a name means: as in files, or as it is called now.
static int32_t find_part(const App *app, const char *key)
{
    int32_t part = assembly_find(&app->assembly, key);
    if (part < 0)
        part = parts_find_name(app, key);
    return part >= 0 && part < app->document.part_count && !app->document.parts[part].removed
               ? part
               : NO_PART;
}

// Before the first pose is checked: each place has its part, which may go there.
static bool find_parts(Poses *poses)
{
    const App *app = &poses->check->app;
    const PoseFile *file = &poses->file;
    for (size_t i = 0; i < file->thing_count; ++i) {
        const PosedThing *thing = &file->things[i];
        int32_t part = find_part(app, thing->key);
        if (part < 0)
            return refuse(poses, thing->line, thing->key, "is no part of what is open");
        if (thing->has_mesh && mesh_hash(app_part_mesh(app, part)) != thing->mesh)
            return refuse(poses, thing->line, thing->key,
                          "has not the mesh that these poses were made for");
    }
    for (size_t i = 0; i < file->place_count; ++i) {
        const PosePlace *place = &file->places[i];
        int32_t part = find_part(app, place->key);
        poses->parts[i] = part;
        if (part < 0)
            return refuse(poses, place->line, place->key, "is no part of what is open");
        if (app->document.parts[part].locked)
            return refuse(poses, place->line, place->key, "is locked: unlock it");
        if (poses->last[part] == place->pose + 1)
            return refuse(poses, place->line, place->key,
                          "is in this pose already, by another of its names");
        poses->last[part] = place->pose + 1;
        Affine to = path_posed_placement(file, place, &poses->opened[part], app->assembly.unit);
        if (far_away(&to))
            return refuse(poses, place->line, place->key, "would be too far away");
    }
    return true;
}

static bool prepare(Poses *poses)
{
    Check *check = poses->check;
    App *app = &check->app;
    poses->opened = array_alloc((size_t)app->document.part_count, sizeof *poses->opened);
    poses->last = calloc((size_t)app->document.part_count + 1, sizeof *poses->last);
    poses->parts = array_alloc(poses->file.place_count, sizeof *poses->parts);
    if (!poses->opened || !poses->parts || !poses->last)
        return error_set(&check->err, "not enough memory for the poses");
    for (int32_t i = 0; i < app->document.part_count; ++i)
        poses->opened[i] = app->document.parts[i].placement;
    if (!poses->is_path)
        return find_parts(poses);
    path_state_match(app);
    return path_state_ready(app, &check->err);
}

static bool take_pose(Poses *poses, size_t index)
{
    App *app = &poses->check->app;
    const PoseFile *file = &poses->file;
    if (poses->is_path)
        return path_state_place(app, poses->times[index], &poses->check->err);
    for (int32_t i = 0; i < app->document.part_count; ++i)
        app->document.parts[i].placement = poses->opened[i];
    size_t low = 0, high = file->place_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->places[middle].pose < index)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < file->place_count && file->places[i].pose == index; ++i) {
        Affine *placement = &app->document.parts[poses->parts[i]].placement;
        *placement = path_posed_placement(file, &file->places[i], placement, app->assembly.unit);
    }
    return true;
}

static bool report_pose(Poses *poses, size_t index, const ReportOrder *order, ReportSeries *series)
{
    Check *check = poses->check;
    FitCheck shown;
    char time[40];
    if (!take_pose(poses, index) || !check_wait(check, check_is_reported))
        return false;
    if (poses->is_path)
        snprintf(time, sizeof time, "%.9g s", poses->times[index]);
    series->pose = poses->is_path ? time : poses->file.poses[index].name;
    bool ok = (fit_check_shown(&check->app, &shown) &&
               report_series_add(series, &shown, check->options.format, order, NULL)) ||
              error_set(&check->err, "not enough memory for the report");
    free((void *)shown.parts);
    return ok;
}

static int report_all(Poses *poses)
{
    Check *check = poses->check;
    ClashBook *book;
    ReportSeries series = {.count = poses->count};
    ReportOrder order = {.draw = check->options.pictures ? row_pictures_draw : NULL,
                         .date = sources_date(&check->app.sources)};
    if (!check_read_book(check, &book))
        return BAD_INPUT;
    order.book = book;
    bool ok = true;
    for (size_t i = 0; i < poses->count && ok; ++i)
        ok = report_pose(poses, i, &order, &series);
    size_t size = series.out.length;
    char *text = ok ? text_take(&series.out) : NULL;
    ok = ok && check_write(check, check->options.output, text, size);
    int code = !ok                    ? BAD_INPUT
               : series.violating > 0 ? DOES_NOT_FIT
               : series.undecided > 0 ? UNDECIDED
                                      : FITS;
    free(text);
    report_series_free(&series);
    clash_book_release(book);
    return code;
}

int check_poses(Check *check)
{
    Poses poses = {.check = check};
    int code = BAD_INPUT;
    if (read_poses(&poses, check->options.poses, &check->err) &&
        check_wait(check, check_is_built) && prepare(&poses))
        code = report_all(&poses);
    pose_file_free(&poses.file);
    free(poses.parts);
    free(poses.times);
    free(poses.opened);
    free(poses.last);
    return code;
}
