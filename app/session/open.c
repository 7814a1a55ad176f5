#include "app/session/open_tools.h"

#include "app/document/part_colours.h"
#include "app/io/file.h"
#include "app/io/import_part.h"
#include "app/scenes/scene.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

enum { MAX_NOTICES = 200 };

const char *open_request_label(const OpenRequest *request)
{
    if (request->path)
        return file_base_name(request->path);
    if (request->kit)
        return request->kit;
    if (request->given.part_count > 0)
        return request->given.title ? request->given.title : "assembly";
    return scenes[request->scene]->name;
}

bool open_request_add(OpenRequest *request, const char *path, const ImportOptions *options)
{
    char *copy = strdup(path);
    size_t count = (size_t)request->more_count + 1;
    char **more = realloc((void *)request->more, count * sizeof *more);
    if (more)
        request->more = more;
    ImportOptions *all = realloc(request->more_options, count * sizeof *all);
    if (all)
        request->more_options = all;
    if (!copy || !more || !all) {
        free(copy);
        return false;
    }
    request->more_options[request->more_count] = *options;
    request->more[request->more_count++] = copy;
    return true;
}

void open_request_free(OpenRequest *request)
{
    free(request->path);
    free(request->kit);
    for (int32_t i = 0; i < request->more_count; ++i)
        free(request->more[i]);
    free((void *)request->more);
    free(request->more_options);
    assembly_free(&request->given);
    *request = (OpenRequest){0};
}

void opened_free(Opened *opened)
{
    assembly_free(&opened->assembly);
    sources_free(&opened->sources);
    joint_list_release(opened->joints);
    for (int32_t i = 0; i < opened->notices.count; ++i)
        free(opened->notices.texts[i]);
    free((void *)opened->notices.texts);
    if (opened->is_scene)
        scene_file_free(&opened->scene);
    *opened = (Opened){0};
}

void open_notice(Opened *out, const char *format, ...)
{
    Error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    utf8_sanitise(text.text);
    if (!out->notices.texts)
        out->notices.texts = calloc(MAX_NOTICES, sizeof *out->notices.texts);
    char *copy = out->notices.texts && out->notices.count < MAX_NOTICES ? strdup(text.text) : NULL;
    if (copy)
        out->notices.texts[out->notices.count++] = copy;
}

void open_move_notices(Opened *out, const char *file, const ImportResult *from)
{
    for (int32_t i = 0; i < from->notice_count; ++i)
        open_notice(out, "%s%s%s", file ? file : "", file ? ": " : "", from->notices[i]);
}

bool open_set_title(Assembly *assembly, const char *title)
{
    free(assembly->title);
    assembly->title = strdup(title);
    if (assembly->title)
        utf8_sanitise(assembly->title); // it may be the name of a file
    return assembly->title != NULL;
}

bool open_no_memory(const char *path, Error *err)
{
    return error_set(err, "%s: not enough memory", path);
}

// Of several files, "Top/part": many call their parts alike. A file of one part that is called like it
// needs that once.
static void key_among_files(const char *path, const char *name, char *key, size_t size)
{
    char stem[TEXT_NAME_MAX + 1];
    import_file_stem(path, stem);
    if (strcmp(stem, name) == 0)
        snprintf(key, size, "%s", name);
    else
        snprintf(key, size, "%s/%s", stem, name);
}

static bool add_part(Opened *out, const char *key, int32_t source, const ImportedPart *part)
{
    Mesh *mesh = mesh_retain(part->mesh);
    if (!assembly_add(&out->assembly, key, mesh, &part->placement,
                      part_colour(mesh, out->assembly.part_count))) {
        mesh_release(mesh);
        return false;
    }
    return sources_add_part(&out->sources, source, part->name) &&
           sources_set_group(&out->sources, part->group);
}

// number: 0 is request->path, the others follow it.
static bool open_file(const OpenRequest *request, int32_t number, Opened *out, Job *job, Error *err)
{
    const char *path = number == 0 ? request->path : request->more[number - 1];
    const ImportOptions *options =
        number == 0 ? &request->options : &request->more_options[number - 1];
    bool converts = number > 0 || request->convert;
    enum LengthUnit unit = number == 0 ? request->unit : out->assembly.unit;
    int32_t source;
    const OpenImport *import = open_import(path, options, converts, unit, out, &source, job, err);
    if (!import)
        return false;
    const ImportResult *result = &import->result;
    if (import->source == source)
        open_move_notices(out, request->more_count > 0 ? file_base_name(path) : NULL, result);
    if (out->assembly.part_count == 0) {
        out->assembly.unit = converts ? unit : result->options.unit;
        out->assembly.up = result->options.up;
    }
    bool among_others = request->more_count > 0 || request->joins;
    for (int32_t i = 0; i < result->part_count; ++i) {
        char key[2 * TEXT_NAME_MAX + 2];
        const char *name = result->parts[i].name;
        if (among_others)
            key_among_files(path, name, key, sizeof key);
        if (!add_part(out, among_others ? key : name, source, &result->parts[i]))
            return open_no_memory(path, err);
    }
    return true;
}

// "base.stl, lid.stl and 3 more": all of them, as far as a title bar goes.
static bool set_title(const OpenRequest *request, Assembly *assembly)
{
    char title[200];
    int32_t named = 0;
    int used = snprintf(title, sizeof title, "%s", open_request_label(request));
    for (; named < request->more_count && used >= 0; ++named) {
        const char *name = file_base_name(request->more[named]);
        if ((size_t)used + strlen(name) + sizeof " and 4096 more" + 2 > sizeof title)
            break;
        used += snprintf(title + used, sizeof title - (size_t)used, ", %s", name);
    }
    if (named < request->more_count && (size_t)used < sizeof title)
        snprintf(title + used, sizeof title - (size_t)used, " and %d more",
                 (int)(request->more_count - named));
    return open_set_title(assembly, title);
}

static bool open_files(const OpenRequest *request, Opened *out, Job *job, Error *err)
{
    for (int32_t i = 0; i <= request->more_count; ++i)
        if (!open_file(request, i, out, job, err))
            return false;
    return set_title(request, &out->assembly) || open_no_memory(request->path, err);
}

static bool take_joints(const SceneData *data, Opened *out)
{
    if (data->joint_count == 0)
        return true;
    JointList *list = out->joints = joint_list_create();
    bool good = list != NULL;
    for (int32_t i = 0; good && i < data->joint_count; ++i)
        good = joint_list_add(list, &data->joints[i], data->joint_names[i]);
    for (int32_t i = 0; good && i < data->coupling_count; ++i)
        good = joint_list_couple(list, &data->couplings[i]);
    return good;
}

static bool open_builtin(const OpenRequest *request, Opened *out, Job *job, Error *err)
{
    job_step(job, "making the parts");
    SceneData data;
    if (!scene_load(scenes[request->scene], &data, err))
        return false;
    int32_t own = data.assembly.part_count;
    bool good = take_joints(&data, out) && scene_take_parts(&data, &out->assembly);
    for (int32_t i = 0; good && i < data.variant_count; ++i)
        out->variants[out->variant_count++] = (OpenedVariant){data.variants[i].part, own + i};
    scene_data_free(&data);
    int32_t source = sources_add_scene(&out->sources, request->scene);
    good = good && source >= 0;
    for (int32_t i = 0; i < out->assembly.part_count && good; ++i)
        good = sources_add_part(&out->sources, source, out->assembly.parts[i].name);
    return good || open_no_memory(scenes[request->scene]->name, err);
}

// Beside what is open, under its own name.
static bool place_kit(const OpenRequest *request, Opened *out, Error *err)
{
    Part *part = &out->assembly.parts[0];
    part->rest = request->kit_at;
    out->assembly.unit = request->unit;
    return sources_add_part(&out->sources, 0, part->name) || open_no_memory(request->kit, err);
}

bool open_all(OpenRequest *request, Opened *out, Job *job, Error *err)
{
    *out = (Opened){0};
    bool good = true;
    if (request->path && scene_file_is(request->path)) {
        good = request->more_count == 0
                   ? open_scene_file(request, out, job, err)
                   : error_set(err, "%s: a scene is opened alone", request->path);
    } else if (request->path) {
        good = open_files(request, out, job, err);
    } else if (request->kit) {
        good = open_kit(request->kit, request->unit, out, &out->assembly, err) &&
               place_kit(request, out, err);
    } else if (request->given.part_count > 0) {
        out->assembly = request->given;
        request->given = (Assembly){0};
    } else {
        good = open_builtin(request, out, job, err);
    }
    open_imports_free(out);
    if (!good)
        opened_free(out);
    return good;
}
