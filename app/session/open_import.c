// Reading files for what is being opened: each once, in the unit of the assembly.
#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/path.h"
#include "app/session/open_tools.h"
#include "core/base/address_table.h"
#include "core/base/array.h"

// Meshes that come fresh from a file, so nobody else sees them change.
static bool convert_unit(const char *path, ImportResult *result, double factor, const char *unit,
                         Error *err)
{
    AddressTable seen = {0}; // instances share a mesh
    bool good = true;
    for (int32_t i = 0; i < result->part_count && good; ++i) {
        ImportedPart *part = &result->parts[i];
        size_t at = 0, number;
        Error why;
        part->placement.p = vec3d_scale(part->placement.p, factor);
        if (address_table_next(&seen, part->mesh, &at, &number))
            continue;
        for (int32_t k = 0; k < part->mesh->vertex_count; ++k)
            part->mesh->vertices[k] = vec3d_scale(part->mesh->vertices[k], factor);
        part->mesh->stated_chord_error *= factor;
        part->mesh->contents.known = false;
        if (!mesh_validate(part->mesh, &why))
            good = error_set(err, "%s: too large or too small in %s: %s", path, unit, why.text);
        else
            good = address_table_add(&seen, part->mesh, 0) || open_no_memory(path, err);
    }
    address_table_free(&seen);
    return good;
}

static bool convert(const char *path, ImportResult *result, enum LengthUnit unit, Opened *out,
                    Error *err)
{
    const LengthUnitInfo *from = length_unit_info(result->options.unit);
    const LengthUnitInfo *to = length_unit_info(unit);
    if (result->options.unit == unit)
        return true;
    if (!convert_unit(path, result, from->metres / to->metres, to->name, err))
        return false;
    open_notice(out, "%s was converted from %s to %s", file_base_name(path), from->suffix,
                to->suffix);
    return true;
}

static void import_free(OpenImport *import)
{
    if (!import)
        return;
    free(import->path);
    import_result_free(&import->result);
    free(import);
}

void open_imports_free(Opened *out)
{
    for (int32_t i = 0; i < out->import_count; ++i)
        import_free(out->imports[i]);
    free((void *)out->imports);
    out->imports = NULL;
    out->import_count = 0;
    out->import_capacity = 0;
}

// One that was read under the same name in the same folder, in the same way. The last one first: a
// file that is named again and again is mostly named in a row.
static const OpenImport *find(const Opened *out, const char *path, const SourceFile *source)
{
    for (int32_t i = out->import_count; i-- > 0;) {
        const OpenImport *import = out->imports[i];
        const SourceFile *other = &out->sources.files[import->source];
        if (source->stamp.node == other->stamp.node &&
            import_options_equal(&source->options, &other->options) &&
            strcmp(path, import->path) == 0)
            return import;
    }
    return NULL;
}

// Takes over path.
static const OpenImport *read(const char *name, char *path, int32_t source, bool converts,
                              enum LengthUnit unit, Opened *out, Job *job, Error *err)
{
    OpenImport *import = calloc(1, sizeof *import);
    if (!import || !array_reserve(&out->imports, &out->import_capacity,
                                  (size_t)out->import_count + 1, sizeof *out->imports)) {
        free(import);
        free(path);
        open_no_memory(name, err);
        return NULL;
    }
    *import = (OpenImport){.path = path, .source = source};
    if (!import_file(name, &out->sources.files[source].options, &import->result, job, err) ||
        (converts && !convert(name, &import->result, unit, out, err))) {
        import_free(import);
        return NULL;
    }
    out->sources.files[source].converted = converts && import->result.options.unit != unit;
    out->imports[out->import_count++] = import;
    return import;
}

const OpenImport *open_import(const char *path, const ImportOptions *options, bool converts,
                              enum LengthUnit unit, Opened *out, int32_t *source, Job *job,
                              Error *err)
{
    *source = sources_add_file(&out->sources, path, options);
    char *real = path_in_real_folder(path);
    if (!real)
        real = strdup(path); // the folder is not there: who reads it says so
    if (*source < 0 || !real) {
        free(real);
        open_no_memory(path, err);
        return NULL;
    }
    const OpenImport *known = find(out, real, &out->sources.files[*source]);
    if (!known)
        return read(path, real, *source, converts, unit, out, job, err);
    free(real);
    // As it was when it was read: a change since then concerns all who share it.
    out->sources.files[*source].stamp = out->sources.files[known->source].stamp;
    out->sources.files[*source].converted = out->sources.files[known->source].converted;
    return known;
}
