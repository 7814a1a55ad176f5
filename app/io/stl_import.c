// STL, text or binary: the file says which by its size. Every `solid` of a text file is a part, a
// binary file is one. Corners at the same place become one vertex. By a reader of our own: libassimp's
// has no lines in its errors and stops the whole program on some damaged files.
#include "app/io/import_part.h"
#include "app/io/tokens.h"
#include "core/base/array.h"

enum { HEADER = 80, RECORD = 50, LOOK_EVERY = 4096 };

typedef struct Stl {
    ImportFile *file;
    Soup soup;
} Stl;

static bool go_on(const Stl *stl, size_t done, size_t all)
{
    if (job_cancelled(stl->file->job))
        return import_cancelled(stl->file);
    job_progress(stl->file->job, (double)done / (double)all);
    return true;
}

static bool add_triangle(Stl *stl, const Vec3d corners[3])
{
    int32_t index[3];
    for (int k = 0; k < 3; ++k)
        if ((index[k] = soup_weld(&stl->soup, corners[k])) < 0)
            return import_out_of_memory(stl->file);
    if (!soup_add_triangle(&stl->soup, index, COLOUR_NONE))
        return import_out_of_memory(stl->file);
    soup_end_polygon(&stl->soup);
    return true;
}

// Ends the present part; `title` is not terminated and may be empty: then the file lends its name.
static bool close_part(Stl *stl, const char *title, size_t length, int64_t line)
{
    char name[TEXT_NAME_MAX + 1];
    text_clean_name(title, length, name);
    if (!name[0])
        import_file_stem(stl->file->name, name);
    ImportedPart part = {.name = strdup(name),
                         .mesh = soup_take(&stl->soup, stl->file->out),
                         .first_line = line < INT32_MAX ? (int32_t)line : INT32_MAX};
    return import_add_part(stl->file->out, stl->file->name, &part, stl->file->job, stl->file->err);
}

static float read_float(const unsigned char *p)
{
    uint32_t bits =
        (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t record_count(const unsigned char *bytes)
{
    const unsigned char *p = bytes + HEADER;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool read_binary(Stl *stl, const unsigned char *bytes, uint32_t count)
{
    const unsigned char *p = bytes + HEADER + 4;
    for (uint32_t i = 0; i < count; ++i, p += RECORD) {
        if (i % LOOK_EVERY == 0 && !go_on(stl, i, count))
            return false;
        Vec3d corners[3];
        for (int k = 0; k < 9; ++k)
            corners[k / 3].v[k % 3] = (double)read_float(p + 12 + 4 * k);
        for (int k = 0; k < 3; ++k)
            if (!import_check_point(&corners[k]))
                return error_set(stl->file->err,
                                 "%s: triangle %u of %u has a coordinate that is no finite number "
                                 "up to %g",
                                 stl->file->name, i + 1, count, MESH_MAX_COORDINATE);
        if (!add_triangle(stl, corners))
            return false;
    }
    return close_part(stl, "", 0, 1);
}

// Behind the word facet.
static bool read_facet(Stl *stl, Tokens *tokens)
{
    if (!tokens_expect(tokens, "normal", stl->file->err))
        return false;
    // Normals follow from the corners; programs write nan for triangles without area.
    for (int k = 0; k < 3; ++k)
        if (!tokens_next(tokens) || tokens_are(tokens, "outer"))
            return tokens_refuse(tokens, "the three numbers of a normal", stl->file->err);
    if (!tokens_expect(tokens, "outer", stl->file->err) ||
        !tokens_expect(tokens, "loop", stl->file->err))
        return false;
    Vec3d corners[3];
    for (int i = 0; i < 3; ++i) {
        if (!tokens_expect(tokens, "vertex", stl->file->err))
            return false;
        for (int k = 0; k < 3; ++k)
            if (!tokens_number(tokens, MESH_MAX_COORDINATE, &corners[i].v[k], stl->file->err))
                return false;
        import_check_point(&corners[i]);
    }
    return tokens_expect(tokens, "endloop", stl->file->err) &&
           tokens_expect(tokens, "endfacet", stl->file->err) && add_triangle(stl, corners);
}

static bool read_text(Stl *stl, const char *text, size_t size)
{
    Tokens tokens = tokens_begin(stl->file->name, text, size);
    int64_t facets = 0, empty = 0;
    while (tokens_next(&tokens)) {
        if (!tokens_are(&tokens, "solid"))
            return tokens_refuse(&tokens, "'solid'", stl->file->err);
        int64_t line = tokens.line;
        const char *title, *rest;
        size_t length, rest_length;
        tokens_rest(&tokens, &title, &length);
        while (tokens_next(&tokens) && tokens_are(&tokens, "facet")) {
            if (!read_facet(stl, &tokens) ||
                (++facets % LOOK_EVERY == 0 && !go_on(stl, (size_t)(tokens.p - text), size)))
                return false;
        }
        if (!tokens_are(&tokens, "endsolid"))
            return tokens_refuse(&tokens, "'facet' or 'endsolid'", stl->file->err);
        tokens_rest(&tokens, &rest, &rest_length);
        if (stl->soup.triangle_count == 0)
            ++empty;
        else if (!close_part(stl, title, length, line))
            return false;
    }
    if (empty > 0 && stl->file->out->part_count > 0)
        import_notice(stl->file->out, "%lld solids without triangles were left out",
                      (long long)empty);
    return true;
}

static bool begins_as_text(const char *bytes, size_t size)
{
    Tokens tokens = tokens_begin("", bytes, size);
    size_t look = size < HEADER + 4 ? size : HEADER + 4;
    return tokens_next(&tokens) && tokens_are(&tokens, "solid") && !memchr(bytes, 0, look);
}

static bool read(ImportFile *file)
{
    Stl *stl = file->state;
    const char *bytes = file->bytes;
    size_t size = file->size;
    uint64_t count = 0, wanted = 0;
    stl->file = file;
    job_step(file->job, "Building parts");
    if (size >= HEADER + 4) {
        count = record_count((const unsigned char *)bytes);
        wanted = HEADER + 4 + count * RECORD;
    }
    // The header of a binary file may begin with "solid" too; its size tells.
    bool binary = wanted == size || (wanted > 0 && !begins_as_text(bytes, size));
    if (!binary && !begins_as_text(bytes, size))
        return error_set(file->err, "%s: this is no STL file: neither 'solid' nor a binary header",
                         file->name);
    if (binary && wanted > size)
        return error_set(file->err,
                         "%s: a binary STL file of %llu triangles has %llu bytes, this one %zu: is "
                         "it complete?",
                         file->name, (unsigned long long)count, (unsigned long long)wanted, size);
    if (binary && wanted < size)
        import_notice(file->out, "%llu bytes after the last triangle were ignored",
                      (unsigned long long)(size - wanted));
    if (binary && count > INT32_MAX)
        return error_set(file->err, "%s: more than %d triangles", file->name, INT32_MAX);
    void *before = plain_numbers_begin();
    bool good = !binary     ? read_text(stl, bytes, size)
                : count > 0 ? read_binary(stl, (const unsigned char *)bytes, (uint32_t)count)
                            : true;
    plain_numbers_end(before);
    if (good && file->out->part_count == 0)
        return error_set(file->err, "%s: there are no triangles in it", file->name);
    if (good)
        import_note_degenerate(file->out);
    return good && (import_name_parts(file->out) || import_out_of_memory(file));
}

static void end(void *state)
{
    soup_free(&((Stl *)state)->soup);
}

const ImportFormat format_stl = {.name = "STL",
                                 .endings = {".stl"},
                                 .most_bytes = (uint64_t)4 << 30,
                                 .state_size = sizeof(Stl),
                                 .read = read,
                                 .end = end};
