// Files of meshes from memory, by the readers that the program uses for those on the disk.
#ifndef SNUG_APP_TESTS_IMPORT_MEMORY_H
#define SNUG_APP_TESTS_IMPORT_MEMORY_H

#include "app/io/format.h"
#include "app/io/format_list.h"

#include <stdlib.h>
#include <string.h>

// As import_read_file brings them in: in pieces.
static inline bool memory_arrives(ImportFile *file, ImportScanFn *scan)
{
    enum { CHUNK = 1 << 20 };
    size_t there = 0;
    do {
        if (job_cancelled(file->job))
            return error_set(file->err, "%s: cancelled", file->name);
        there = file->size - there > CHUNK ? there + CHUNK : file->size;
        if (scan && !scan(file, there, there == file->size))
            return false;
    } while (there < file->size);
    return true;
}

static inline bool import_memory(const ImportFormat *format, const char *name, const void *bytes,
                                 size_t size, const ImportOptions *options, ImportResult *out,
                                 Job *job, Error *err)
{
    *out = (ImportResult){.options = options ? *options : (ImportOptions){0}};
    if (size == 0)
        return error_set(err, "%s: the file is empty", name);
    ImportFile file = {.name = name,
                       .bytes = malloc(size + 1),
                       .size = size,
                       .out = out,
                       .job = job,
                       .err = err,
                       .state = calloc(1, format->state_size + 1)};
    bool good = file.bytes && file.state;
    if (good) {
        memcpy(file.bytes, bytes, size);
        file.bytes[size] = '\0';
        good = memory_arrives(&file, format->scan) && format->read(&file);
    }
    if (file.state && format->end)
        format->end(file.state);
    free(file.state);
    free(file.bytes);
    if (!good)
        import_result_free(out);
    return good;
}

// obj_import_memory and so on; obj_import is the same of a path.
#define X(format)                                                                                  \
    extern const ImportFormat format_##format;                                                     \
    static inline bool format##_import_memory(const char *name, const void *bytes, size_t size,    \
                                              const ImportOptions *options, ImportResult *out,     \
                                              Job *job, Error *err)                                \
    {                                                                                              \
        return import_memory(&format_##format, name, bytes, size, options, out, job, err);         \
    }                                                                                              \
    static inline bool format##_import(const char *path, const ImportOptions *options,             \
                                       ImportResult *out, Job *job, Error *err)                    \
    {                                                                                              \
        return import_with(&format_##format, path, options, out, job, err);                        \
    }
FORMAT_LIST(X)
#undef X

#endif
