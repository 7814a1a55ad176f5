// Reading an OBJ file: the scan while the bytes come in, then materials, then the parts.
#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/import_part.h"
#include "app/io/obj_load.h"
#include "app/io/text.h"
#include "core/base/array.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 20 }; // a few milliseconds of scanning between two looks at the job
#define MAX_FILE_SIZE ((uint64_t)4 << 30)

typedef struct Source {
    const char *name;
    const char *path; // NULL: from memory, there is no folder to look for material files in
    char *text;       // size bytes and a final 0
    size_t size;
} Source;

static bool cancelled(const char *name, Error *err)
{
    return error_set(err, "%s: cancelled", name);
}

static bool read_and_scan(int fd, uint64_t size, Source *source, ObjScan *scan, Job *job,
                          Error *err)
{
    source->text = array_alloc((size_t)size + 1, 1);
    if (!source->text)
        return error_set(err, "%s: not enough memory for %llu bytes", source->name,
                         (unsigned long long)size);
    obj_scan_begin(scan, source->name, source->text);
    for (;;) {
        if (job_cancelled(job))
            return cancelled(source->name, err);
        size_t wanted = (size_t)size - source->size, got;
        if (wanted > CHUNK)
            wanted = CHUNK;
        if (!file_read(fd, source->name, source->text + source->size, wanted, &got, err))
            return false;
        source->size += got;
        // A file that has become shorter is taken as it is now.
        bool last = got < CHUNK;
        if (!obj_scan_more(scan, source->size, last, err))
            return false;
        job_progress(job, (double)source->size / (double)size);
        if (last)
            break;
    }
    char more;
    size_t got;
    if (!file_read(fd, source->name, &more, 1, &got, err))
        return false;
    return got == 0 ||
           error_set(err, "%s: the file grew while it was read; try again", source->name);
}

static bool copy_and_scan(const void *bytes, size_t size, Source *source, ObjScan *scan, Job *job,
                          Error *err)
{
    source->text = array_alloc(size + 1, 1);
    if (!source->text)
        return error_set(err, "%s: not enough memory for %zu bytes", source->name, size);
    memcpy(source->text, bytes, size);
    source->size = size;
    obj_scan_begin(scan, source->name, source->text);
    for (size_t done = 0;;) {
        if (job_cancelled(job))
            return cancelled(source->name, err);
        bool last = size - done <= CHUNK;
        done = last ? size : done + CHUNK;
        if (!obj_scan_more(scan, done, last, err))
            return false;
        if (last)
            return true;
    }
}

static bool read_materials(const Source *source, const ObjScan *scan, ObjMaterials *materials,
                           ImportResult *out, const Job *job, Error *err)
{
    if (scan->library_count > 0 && !source->path)
        import_notice(out, "%s: material libraries are not read here", source->name);
    for (int64_t i = 0; i < scan->library_count && source->path; ++i) {
        if (i == OBJ_MAX_LIBRARIES) {
            import_notice(out, "%s: only the first %d material libraries were read", source->name,
                          OBJ_MAX_LIBRARIES);
            break;
        }
        const ObjExample *library = &scan->libraries[i];
        // Exporters repeat the line before every object.
        bool repeated = false;
        for (int64_t j = 0; j < i && !repeated; ++j)
            repeated = scan->libraries[j].name.length == library->name.length &&
                       memcmp(scan->text + scan->libraries[j].name.at,
                              scan->text + library->name.at, library->name.length) == 0;
        if (!repeated &&
            !obj_mtl_load(materials, source->path, library->line, scan->text + library->name.at,
                          library->name.length, out, job))
            return error_set(err, "%s: not enough memory for its materials", source->name);
        if (job_cancelled(job))
            return cancelled(source->name, err);
    }
    return true;
}

// Appends ", word" or the first word, as far as it fits.
static void append(char *list, size_t room, const char *word, int64_t line)
{
    size_t used = strlen(list);
    const char *comma = used > 0 ? ", " : "";
    if (line > 0)
        snprintf(list + used, room - used, "%s%s (line %lld)", comma, word, (long long)line);
    else
        snprintf(list + used, room - used, "%s%s", comma, word);
}

static void list_left_out(const ObjScan *scan, ImportResult *out)
{
    char list[768] = "";
    for (int i = 0; i < OBJ_NAMED_EXAMPLES && i < scan->empty_count; ++i) {
        char name[TEXT_NAME_MAX + 1];
        text_clean_name(scan->text + scan->empty[i].name.at, scan->empty[i].name.length, name);
        append(list, sizeof list, name, scan->empty[i].line);
    }
    if (scan->empty_count > 0)
        import_notice(out, "%lld objects or groups without faces were left out: %s%s",
                      (long long)scan->empty_count, list,
                      scan->empty_count > OBJ_NAMED_EXAMPLES ? " ..." : "");
    list[0] = '\0';
    for (int i = 0; i < scan->unknown_kinds; ++i)
        append(list, sizeof list, scan->unknown[i].keyword, scan->unknown[i].line);
    if (scan->unknown_count > 0)
        import_notice(out, "%lld statements that are not supported were ignored: %s%s",
                      (long long)scan->unknown_count, list,
                      scan->unknown_kinds == OBJ_NAMED_EXAMPLES ? " ..." : "");
    if (scan->line_element_count + scan->point_count > 0)
        import_notice(out,
                      "%lld line elements and %lld point elements were ignored: only faces "
                      "can collide",
                      (long long)scan->line_element_count, (long long)scan->point_count);
}

static void list_oddities(const ObjLoad *load, ImportResult *out)
{
    const ObjScan *scan = load->scan;
    if (scan->tiny_count > 0)
        import_notice(out, "%lld coordinates below %g were read as 0 (first in line %lld)",
                      (long long)scan->tiny_count, MESH_NOISE, (long long)scan->tiny_line);
    if (scan->weight_count > 0)
        import_notice(out, "%lld vertex weights other than 1 were ignored (first in line %lld)",
                      (long long)scan->weight_count, (long long)scan->weight_line);
    if (scan->bad_attribute_count > 0)
        import_notice(out,
                      "%lld normals or texture coordinates are no numbers (first in line %lld); "
                      "they are not used",
                      (long long)scan->bad_attribute_count, (long long)scan->bad_attribute_line);
    char list[768] = "";
    for (int i = 0; i < load->missing_examples; ++i)
        append(list, sizeof list, load->missing[i], 0);
    if (load->missing_count > 0)
        import_notice(out, "materials that no library defines: %s%s", list,
                      load->missing_examples == OBJ_NAMED_EXAMPLES ? " ..." : "");
    import_note_polygons(out, &load->cutter);
}

// After the scan: everything else. Leaves a half-filled result on failure.
static bool build(const Source *source, const ObjScan *scan, ImportResult *out, Job *job,
                  Error *err)
{
    if (scan->face_count == 0)
        return error_set(err, "%s: there are no faces in it; is this an OBJ file?", source->name);
    job_step(job, "Building parts");
    ObjMaterials materials = {0};
    ObjLoad load = {.name = source->name,
                    .scan = scan,
                    .materials = &materials,
                    .out = out,
                    .job = job,
                    .err = err};
    bool good = read_materials(source, scan, &materials, out, job, err) &&
                obj_load_parts(&load, source->text, source->size);
    if (good) {
        list_left_out(scan, out);
        list_oddities(&load, out);
    }
    obj_load_free(&load);
    obj_mtl_free(&materials);
    return good;
}

static bool finish(bool good, Source *source, ObjScan *scan, ImportResult *out, Job *job,
                   Error *err)
{
    good = good && build(source, scan, out, job, err);
    if (!good)
        import_result_free(out);
    obj_scan_free(scan);
    free(source->text);
    return good;
}

bool obj_import(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                Error *err)
{
    *out = (ImportResult){.options = options ? *options : (ImportOptions){0}};
    Source source = {.name = path, .path = path};
    ObjScan scan = {0};
    int fd;
    uint64_t size;
    job_step(job, "Reading");
    if (!file_open(path, &fd, &size, err))
        return finish(false, &source, &scan, out, job, err);
    bool good = false;
    if (size == 0)
        error_set(err, "%s: the file is empty", path);
    else if (size > MAX_FILE_SIZE)
        error_set(err, "%s: the file has %llu MiB, the limit is %llu MiB", path,
                  (unsigned long long)(size >> 20), (unsigned long long)(MAX_FILE_SIZE >> 20));
    else
        good = read_and_scan(fd, size, &source, &scan, job, err);
    close(fd);
    return finish(good, &source, &scan, out, job, err);
}

bool obj_import_memory(const char *name, const void *bytes, size_t size,
                       const ImportOptions *options, ImportResult *out, Job *job, Error *err)
{
    *out = (ImportResult){.options = options ? *options : (ImportOptions){0}};
    Source source = {.name = name};
    ObjScan scan = {0};
    job_step(job, "Reading");
    bool good = size > 0 ? copy_and_scan(bytes, size, &source, &scan, job, err)
                         : error_set(err, "%s: the file is empty", name);
    return finish(good, &source, &scan, out, job, err);
}

const ImportFormat format_obj = {"OBJ", obj_import, {".obj"}};
