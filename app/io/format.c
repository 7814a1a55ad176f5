#include "app/io/format.h"

#include "app/io/file.h"
#include "app/io/import_part.h"

#include <string.h>
#include <strings.h>

const ImportFormat import_formats[IMPORT_FORMAT_COUNT] = {
#define X(name, read, ending, other) {name, read, {ending, other}},
    IMPORT_FORMAT_LIST(X)
#undef X
};

const ImportFormat *import_format_of(const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < IMPORT_FORMAT_COUNT; ++i)
        for (int k = 0; k < 2 && import_formats[i].endings[k]; ++k) {
            size_t ending = strlen(import_formats[i].endings[k]);
            if (length > ending &&
                strcasecmp(path + length - ending, import_formats[i].endings[k]) == 0)
                return &import_formats[i];
        }
    return NULL;
}

bool import_file(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err)
{
    *out = (ImportResult){0};
    const ImportFormat *format = import_format_of(path);
    if (!format && !strchr(file_base_name(path), '.'))
        format = &import_formats[0]; // a name without any ending
    if (!format)
        return error_set(err, "%s: the name must end in .obj, .stl, .ply, .gltf or .glb", path);
    return format->read(path, options, out, job, err) &&
           (!options || !options->drop_degenerate || out->degenerate_count == 0 ||
            import_drop_degenerate(out, file_base_name(path), err));
}
