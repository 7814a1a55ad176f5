#include "open.h"

#include "app/io/file.h"
#include "app/io/format.h"
#include "app/scenes/scene.h"
#include "core/array.h"
#include "core/utf8.h"
#include "part_colours.h"

const char *open_request_label(const OpenRequest *request)
{
    if (request->path)
        return file_base_name(request->path);
    if (request->given.part_count > 0)
        return request->given.title ? request->given.title : "assembly";
    return scenes[request->scene]->name;
}

void open_request_free(OpenRequest *request)
{
    free(request->path);
    assembly_free(&request->given);
    *request = (OpenRequest){0};
}

void open_notices_free(OpenNotices *notices)
{
    for (int32_t i = 0; i < notices->count; ++i)
        free(notices->texts[i]);
    free(notices->texts);
    *notices = (OpenNotices){0};
}

static bool set_title(Assembly *assembly, const char *title)
{
    assembly->title = strdup(title);
    if (assembly->title)
        utf8_sanitise(assembly->title); // it may be the name of a file
    return assembly->title != NULL;
}

static bool from_import(const char *title, ImportResult *result, Assembly *out)
{
    if (!set_title(out, title))
        return false;
    out->unit = result->options.unit;
    out->up = result->options.up;
    for (int32_t i = 0; i < result->part_count; ++i) {
        ImportedPart *part = &result->parts[i];
        if (!assembly_add(out, part->name, part->mesh, &part->placement, part_colour(i)))
            return false;
        part->mesh = NULL; // its reference has moved
    }
    return true;
}

static bool open_file(const OpenRequest *request, Assembly *out, OpenNotices *notices, Job *job,
                      Error *err)
{
    ImportResult result = {0};
    if (!import_file(request->path, &request->options, &result, job, err))
        return false;
    bool ok = from_import(open_request_label(request), &result, out);
    if (ok) {
        *notices = (OpenNotices){result.notices, result.notice_count};
        result.notices = NULL;
        result.notice_count = 0;
    } else {
        error_set(err, "%s: not enough memory", request->path);
    }
    import_result_free(&result);
    return ok;
}

static bool open_scene(const OpenRequest *request, Assembly *out, Job *job, Error *err)
{
    job_step(job, "making the parts");
    SceneData data;
    if (!scene_load(scenes[request->scene], &data, err))
        return false;
    *out = data.assembly;
    data.assembly = (Assembly){0};
    scene_data_free(&data);
    return true;
}

bool open_assembly(OpenRequest *request, Assembly *out, OpenNotices *notices, Job *job, Error *err)
{
    *out = (Assembly){0};
    *notices = (OpenNotices){0};
    bool ok = true;
    if (request->path) {
        ok = open_file(request, out, notices, job, err);
    } else if (request->given.part_count > 0) {
        *out = request->given;
        request->given = (Assembly){0};
    } else {
        ok = open_scene(request, out, job, err);
    }
    if (!ok)
        assembly_free(out);
    return ok;
}
