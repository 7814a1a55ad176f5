// Opening a scene file: its meshes from their files, then the parts in the scene's order.
#include "app/document/part_colours.h"
#include "app/io/file.h"
#include "app/io/path.h"
#include "app/scenes/scene.h"
#include "app/session/open_tools.h"
#include "core/base/array.h"

// One source of a scene file: its parts by name.
typedef struct Loaded {
    Assembly parts;  // empty where an earlier source is the same one
    int32_t same_as; // that source, or this one
    bool *used;
} Loaded;

static void loaded_free(Loaded *loaded)
{
    assembly_free(&loaded->parts);
    free(loaded->used);
}

static const Assembly *parts_of(const Loaded *loaded, int32_t source)
{
    return &loaded[loaded[source].same_as].parts;
}

static bool load_builtin(const SceneFile *scene, int32_t index, Loaded *loaded, Opened *out,
                         Job *job, Error *err)
{
    const SceneSource *from = &scene->sources[index];
    int32_t same = 0;
    while (scene->sources[same].scene != from->scene)
        ++same;
    loaded[index].same_as = same;
    if (same == index) {
        SceneData data;
        job_step(job, "making the parts");
        if (!scene_load(scenes[from->scene], &data, err))
            return false;
        bool good = scene_take_parts(&data, &loaded[index].parts);
        scene_data_free(&data);
        if (!good)
            return open_no_memory(scenes[from->scene]->name, err);
    }
    return sources_add_scene(&out->sources, from->scene) >= 0 ||
           open_no_memory(scenes[from->scene]->name, err);
}

static bool take_import(const OpenImport *import, const char *path, Assembly *parts, Error *err)
{
    for (int32_t i = 0; i < import->result.part_count; ++i) {
        const ImportedPart *part = &import->result.parts[i];
        Mesh *mesh = mesh_retain(part->mesh);
        if (!assembly_add(parts, part->name, mesh, &part->placement, part_colour(mesh, i))) {
            mesh_release(mesh);
            return open_no_memory(path, err);
        }
    }
    return true;
}

static bool load_file(OpenRequest *request, const SceneFile *scene, int32_t index, Loaded *to,
                      Opened *out, Job *job, Error *err)
{
    const SceneSource *from = &scene->sources[index];
    ImportOptions options = {.unit = (enum LengthUnit)from->unit,
                             .up = (enum UpAxis)from->up,
                             .unit_said = from->unit_said,
                             .up_said = from->up_said,
                             .drop_degenerate = from->drop_degenerate,
                             .deflection = from->deflection};
    if (!request->allow_outside && !path_stays_inside(request->path, from->path)) {
        request->was_outside = true;
        return error_set(err,
                         "%s:%d: '%.300s' is not in the folder of the scene; allow it (option "
                         "--allow-outside) if you trust the scene",
                         request->path, (int)from->line, from->path);
    }
    char *path = path_beside(request->path, from->path);
    if (!path)
        return open_no_memory(request->path, err);
    int32_t source; // == index: each adds one
    const OpenImport *import =
        open_import(path, &options, true, (enum LengthUnit)scene->unit, out, &source, job, err);
    bool good = import != NULL;
    if (good && index == 0) // as when it was opened
        out->assembly.up = import->result.options.up;
    if (good) {
        to->same_as = import->source;
        if (import->source == source) {
            open_move_notices(out, file_base_name(path), &import->result);
            good = take_import(import, path, &to->parts, err);
        }
    }
    free(path);
    return good;
}

static bool load_source(OpenRequest *request, const SceneFile *scene, int32_t index, Loaded *loaded,
                        Opened *out, Job *job, Error *err)
{
    Loaded *to = &loaded[index];
    const SceneSource *from = &scene->sources[index];
    to->same_as = index;
    if (!(from->path  ? load_file(request, scene, index, to, out, job, err)
          : from->kit ? open_kit(from->kit, (enum LengthUnit)scene->unit, out, &to->parts, err)
                      : load_builtin(scene, index, loaded, out, job, err)))
        return false;
    to->used = calloc((size_t)parts_of(loaded, index)->part_count + 1, sizeof *to->used);
    return to->used != NULL || open_no_memory(request->path, err);
}

static bool take_part(Opened *out, const char *key, int32_t source, const char *name,
                      const Part *part)
{
    Mesh *mesh = mesh_retain(part->mesh);
    if (assembly_add(&out->assembly, key, mesh, &part->rest, part->colour))
        return sources_add_part(&out->sources, source, name);
    mesh_release(mesh);
    return false;
}

// Parts in the order of the scene, then those that have come into the files since. `map` gets the
// new numbers of the scene's parts.
static bool place_parts(const OpenRequest *request, Loaded *loaded, Opened *out, int32_t *map,
                        Error *err)
{
    SceneFile *scene = &out->scene;
    int32_t kept = 0;
    for (int32_t i = 0; i < scene->part_count; ++i) {
        map[i] = -1;
        ScenePart *part = &scene->parts[i];
        const char *name = part->name ? part->name : part->key;
        const Part *from = NULL;
        if (part->copy_of) {
            int32_t of = assembly_find(&out->assembly, part->copy_of);
            from = of >= 0 ? &out->assembly.parts[of] : NULL;
        } else {
            const Assembly *source = parts_of(loaded, part->file);
            int32_t index = assembly_find(source, name);
            from = index >= 0 ? &source->parts[index] : NULL;
            if (from)
                loaded[part->file].used[index] = true;
        }
        if (!from) {
            open_notice(out, "part %.100s is no longer there and was left out", part->key);
            continue;
        }
        Part copy = *from; // adding may move the list it is in
        if (!take_part(out, part->key, part->file, part->copy_of ? NULL : name, &copy))
            return open_no_memory(request->path, err);
        map[i] = kept;
        ScenePart swap = scene->parts[kept];
        scene->parts[kept++] = *part;
        if (kept - 1 != i)
            scene->parts[i] = swap;
    }
    out->scene_parts = kept;
    for (int32_t s = 0; s < scene->source_count; ++s)
        for (int32_t i = 0; i < parts_of(loaded, s)->part_count; ++i) {
            const Part *part = &parts_of(loaded, s)->parts[i];
            if (loaded[s].used[i] || part->gone)
                continue;
            open_notice(out, "part %.100s is not in the scene yet and was added", part->name);
            if (!take_part(out, part->name, s, part->name, part))
                return open_no_memory(request->path, err);
        }
    return true;
}

static bool place_all(const OpenRequest *request, Loaded *loaded, Opened *out, Error *err)
{
    int32_t count = out->scene.part_count;
    int32_t *map = array_alloc((size_t)count, sizeof *map);
    PrimitiveList **list = &out->scene.settings.primitives.list, *moved = NULL;
    bool good =
        map ? place_parts(request, loaded, out, map, err) : open_no_memory(request->path, err);
    if (good && *list) {
        moved = primitive_list_renumbered(*list, map, count, INT64_MAX);
        good = moved || open_no_memory(request->path, err);
    }
    JointList **joints = &out->scene.settings.joints, *left = NULL;
    if (good && *joints) {
        left = joint_list_renumbered(*joints, map, count);
        good = left || open_no_memory(request->path, err);
    }
    free(map);
    if (left) {
        joint_list_release(*joints);
        *joints = left;
    }
    if (moved) {
        primitive_list_release(*list);
        *list = moved;
    }
    return good;
}

bool open_scene_file(OpenRequest *request, Opened *out, Job *job, Error *err)
{
    job_step(job, "Reading");
    if (!scene_file_read(&out->scene, request->path, err))
        return false;
    out->is_scene = true;
    SceneFile *scene = &out->scene;
    open_move_notices(out, NULL, &scene->notes);
    out->assembly.unit = (enum LengthUnit)scene->unit;
    Loaded *loaded = calloc((size_t)scene->source_count + 1, sizeof *loaded);
    bool good = loaded != NULL || open_no_memory(request->path, err);
    for (int32_t i = 0; i < scene->source_count && good; ++i)
        good = load_source(request, scene, i, loaded, out, job, err);
    good = good && place_all(request, loaded, out, err);
    for (int32_t i = 0; i < scene->source_count && loaded; ++i)
        loaded_free(&loaded[i]);
    free(loaded);
    if (good && out->assembly.part_count == 0)
        good = error_set(err, "%s: there are no parts in this scene", request->path);
    return good && (open_set_title(&out->assembly, open_request_label(request)) ||
                    open_no_memory(request->path, err));
}
