#include "app/io/import_bytes.h"

#include "app/io/import_part.h"
#include "app/io/text_buffer.h"
#include "core/base/address_table.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh_digest.h"

#include <math.h>

enum { MOST_HEAD = 1 << 30, PIECES_PER_MESH = 4 };

// Written as they stand in memory: an entry of another machine is not taken (cache.c).
typedef struct Counts {
    int32_t unit, up, drop_degenerate, unit_said, up_said;
    int32_t part_count, mesh_count, notice_count, depend_count, has_path;
    double deflection;
    int64_t triangle_count, degenerate_count, polygon_count;
} Counts;

typedef struct MeshHead {
    int32_t vertex_count, triangle_count, polygon_count, has_colours;
    double stated_chord_error;
    uint32_t version, unused;
    Digest contents; // as was found when it was written: nobody need find it again
} MeshHead;

typedef struct PartHead {
    double placement[12];
    int32_t mesh, first_line, has_group, unused;
} PartHead;

void import_origin_free(ImportOrigin *origin)
{
    free(origin->path);
    free(origin->sources);
    *origin = (ImportOrigin){0};
}

void import_pieces_free(ImportPieces *pieces)
{
    free(pieces->pieces);
    free(pieces->head);
    *pieces = (ImportPieces){0};
}

// --- writing

static void put(TextBuffer *to, const void *bytes, size_t size)
{
    text_add_bytes(to, bytes, size);
}

static void put_text(TextBuffer *to, const char *text)
{
    put(to, text, strlen(text) + 1);
}

static void placement_out(const Affine *t, double to[12])
{
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            to[3 * i + k] = t->m[i][k];
        to[9 + i] = t->p.v[i];
    }
}

// The meshes in the order of the parts, each once. False: memory is short.
static bool number_meshes(const ImportResult *result, const Mesh **meshes, int32_t *of_part,
                          int32_t *count)
{
    AddressTable seen = {0};
    bool good = true;
    *count = 0;
    for (int32_t i = 0; i < result->part_count && good; ++i) {
        size_t at = 0, number;
        if (address_table_next(&seen, result->parts[i].mesh, &at, &number)) {
            of_part[i] = (int32_t)number;
            continue;
        }
        of_part[i] = *count;
        good = address_table_add(&seen, result->parts[i].mesh, (size_t)*count);
        meshes[(*count)++] = result->parts[i].mesh;
    }
    address_table_free(&seen);
    return good;
}

static void put_head(TextBuffer *to, const ImportResult *result, const ImportOrigin *origin,
                     const Mesh *const *meshes, int32_t mesh_count, const int32_t *mesh_of)
{
    Counts counts = {.unit = (int32_t)result->options.unit,
                     .up = (int32_t)result->options.up,
                     .drop_degenerate = result->options.drop_degenerate,
                     .unit_said = result->options.unit_said,
                     .up_said = result->options.up_said,
                     .part_count = result->part_count,
                     .mesh_count = mesh_count,
                     .notice_count = result->notice_count,
                     .depend_count = result->depend_count,
                     .has_path = origin->path != NULL,
                     .deflection = result->options.deflection,
                     .triangle_count = result->triangle_count,
                     .degenerate_count = result->degenerate_count,
                     .polygon_count = result->polygon_count};
    put(to, &counts, sizeof counts);
    if (origin->path)
        put_text(to, origin->path);
    for (int32_t i = 0; i < result->depend_count; ++i) {
        const ImportSource *source = &origin->sources[i];
        const char flags[2] = {source->inside, source->there};
        put_text(to, result->depends[i]);
        put(to, flags, sizeof flags);
        put(to, source->contents.bytes, DIGEST_BYTES);
    }
    for (int32_t i = 0; i < result->notice_count; ++i)
        put_text(to, result->notices[i]);
    for (int32_t i = 0; i < mesh_count; ++i) {
        const Mesh *mesh = meshes[i];
        MeshHead head = {.vertex_count = mesh->vertex_count,
                         .triangle_count = mesh->triangle_count,
                         .polygon_count = mesh->polygon_count,
                         .has_colours = mesh->colour_of != NULL,
                         .stated_chord_error = mesh->stated_chord_error,
                         .version = mesh->version,
                         .contents = mesh_digest(mesh)};
        put(to, &head, sizeof head);
    }
    for (int32_t i = 0; i < result->part_count; ++i) {
        const ImportedPart *part = &result->parts[i];
        PartHead head = {
            .mesh = mesh_of[i], .first_line = part->first_line, .has_group = part->group != NULL};
        placement_out(&part->placement, head.placement);
        put(to, &head, sizeof head);
        put_text(to, part->name);
        if (part->group)
            put_text(to, part->group);
    }
}

bool import_pieces(const ImportResult *result, const ImportOrigin *origin, ImportPieces *out)
{
    size_t parts = (size_t)result->part_count;
    const Mesh **meshes = array_alloc(parts, sizeof *meshes);
    int32_t *mesh_of = array_alloc(parts, sizeof *mesh_of), count = 0;
    TextBuffer head = {0};
    *out = (ImportPieces){0};
    bool good = meshes && mesh_of && number_meshes(result, meshes, mesh_of, &count);
    if (good) {
        put_head(&head, result, origin, meshes, count, mesh_of);
        out->pieces = array_alloc(1 + PIECES_PER_MESH * (size_t)count, sizeof *out->pieces);
        size_t size = head.length;
        out->head = text_take(&head);
        good = out->pieces && out->head && size <= MOST_HEAD;
        if (good)
            out->pieces[out->count++] = (Piece){out->head, size};
    }
    for (int32_t i = 0; i < count && good; ++i) {
        const Mesh *mesh = meshes[i];
        size_t triangles = (size_t)mesh->triangle_count;
        Piece *to = out->pieces + out->count;
        to[0] = (Piece){mesh->vertices, (size_t)mesh->vertex_count * sizeof *mesh->vertices};
        to[1] = (Piece){mesh->triangles, triangles * sizeof *mesh->triangles};
        to[2] = (Piece){mesh->polygon_of, triangles * sizeof *mesh->polygon_of};
        to[3] = (Piece){mesh->colour_of, triangles * sizeof *mesh->colour_of};
        out->count += mesh->colour_of ? PIECES_PER_MESH : PIECES_PER_MESH - 1;
    }
    free((void *)meshes);
    free(mesh_of);
    if (!good)
        import_pieces_free(out);
    return good;
}

// --- reading

typedef struct Reader {
    const char *at, *end; // within the first piece
    PieceReadFn *next;
    void *from;
    uint64_t left; // bytes of all further pieces together
    Mesh **meshes; // each with one reference of the reader
    int32_t mesh_count;
} Reader;

static bool get(Reader *reader, void *to, size_t size)
{
    if ((size_t)(reader->end - reader->at) < size)
        return false;
    memcpy(to, reader->at, size);
    reader->at += size;
    return true;
}

// To be freed. NULL: it does not end, is not clean, or memory is short.
static char *get_text(Reader *reader)
{
    const char *end = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    if (!end || !utf8_is_clean(reader->at))
        return NULL;
    char *text = strdup(reader->at);
    reader->at = end + 1;
    return text;
}

// A name of a file is what it is.
static char *get_path(Reader *reader)
{
    const char *end = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    char *text = end ? strdup(reader->at) : NULL;
    if (text)
        reader->at = end + 1;
    return text;
}

static bool counts_are_sound(const Reader *reader, const Counts *counts)
{
    int64_t left = reader->end - reader->at;
    return counts->unit >= 0 && counts->unit < UNIT_COUNT && counts->up >= 0 &&
           counts->up < UP_COUNT && counts->drop_degenerate >= 0 && counts->drop_degenerate <= 1 &&
           counts->part_count > 0 && counts->part_count <= left / (int64_t)sizeof(PartHead) &&
           counts->mesh_count > 0 && counts->mesh_count <= counts->part_count &&
           counts->notice_count >= 0 && counts->notice_count <= IMPORT_MAX_NOTICES + 1 &&
           counts->depend_count >= 0 && counts->depend_count <= left &&
           (counts->has_path == 0 || counts->has_path == 1) && counts->deflection >= 0 &&
           counts->deflection <= IMPORT_MOST_DEFLECTION && counts->triangle_count >= 0 &&
           counts->degenerate_count >= 0 && counts->polygon_count >= 0;
}

static bool read_depends(Reader *reader, int32_t count, ImportResult *out, ImportOrigin *origin)
{
    if (count == 0)
        return true;
    size_t room = (size_t)count;
    out->depends = array_alloc(room, sizeof *out->depends);
    out->depend_capacity = out->depends ? room : 0;
    origin->sources = mem_calloc(room, sizeof *origin->sources);
    if (!out->depends || !origin->sources)
        return false;
    for (int32_t i = 0; i < count; ++i) {
        char flags[2];
        ImportSource *source = &origin->sources[i];
        char *name = get_path(reader);
        if (!name)
            return false;
        out->depends[out->depend_count++] = name;
        if (!get(reader, flags, sizeof flags) || !get(reader, source->contents.bytes, DIGEST_BYTES))
            return false;
        source->inside = flags[0] != 0;
        source->there = flags[1] != 0;
    }
    return true;
}

static bool read_notices(Reader *reader, int32_t count, ImportResult *out)
{
    if (count == 0)
        return true;
    out->notices = calloc(IMPORT_MAX_NOTICES + 1, sizeof *out->notices);
    for (int32_t i = 0; i < count && out->notices; ++i) {
        char *text = get_text(reader);
        if (!text)
            return false;
        out->notices[out->notice_count++] = text;
    }
    return out->notices != NULL;
}

static bool colours_are_sound(const Mesh *mesh)
{
    for (int32_t i = 0; mesh->colour_of && i < mesh->triangle_count; ++i)
        if (mesh->colour_of[i] < COLOUR_NONE || mesh->colour_of[i] > 0xFFFFFF)
            return false;
    return true;
}

static Mesh *read_mesh(Reader *reader, const MeshHead *head)
{
    Error unused;
    if (head->vertex_count < 0 || head->triangle_count < 0 || head->polygon_count < 0 ||
        head->has_colours < 0 || head->has_colours > 1 || !isfinite(head->stated_chord_error) ||
        head->stated_chord_error < 0)
        return NULL;
    uint64_t bytes = (uint64_t)head->vertex_count * sizeof(Vec3d) +
                     (uint64_t)head->triangle_count * (size_t)(16 + 4 * head->has_colours);
    if (bytes > reader->left) // before memory is taken for it
        return NULL;
    reader->left -= bytes;
    Mesh *mesh = mesh_create(head->vertex_count, head->triangle_count);
    size_t triangles = (size_t)head->triangle_count;
    if (mesh && head->has_colours)
        mesh->colour_of = array_alloc(triangles, sizeof *mesh->colour_of);
    bool good = mesh && (mesh->colour_of || !head->has_colours) &&
                reader->next(reader->from, mesh->vertices,
                             (size_t)head->vertex_count * sizeof *mesh->vertices) &&
                reader->next(reader->from, mesh->triangles, triangles * sizeof *mesh->triangles) &&
                reader->next(reader->from, mesh->polygon_of, triangles * sizeof *mesh->polygon_of);
    if (good && mesh->colour_of)
        good = reader->next(reader->from, mesh->colour_of, triangles * sizeof *mesh->colour_of);
    if (good) {
        mesh->polygon_count = head->polygon_count;
        mesh->stated_chord_error = head->stated_chord_error;
        mesh->version = head->version;
        mesh->contents = (MeshDigest){true, head->version, head->contents};
        good = mesh_validate(mesh, &unused) && colours_are_sound(mesh);
    }
    if (good)
        return mesh;
    mesh_release(mesh);
    return NULL;
}

static bool read_meshes(Reader *reader, int32_t count)
{
    reader->meshes = array_alloc((size_t)count, sizeof *reader->meshes);
    bool good = reader->meshes != NULL;
    while (good && reader->mesh_count < count) {
        MeshHead head;
        Mesh *mesh = get(reader, &head, sizeof head) ? read_mesh(reader, &head) : NULL;
        good = mesh != NULL;
        if (good)
            reader->meshes[reader->mesh_count++] = mesh;
    }
    return good;
}

static bool placement_in(const double from[12], Affine *t)
{
    bool finite = true;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            t->m[i][k] = from[3 * i + k];
        t->p.v[i] = from[9 + i];
    }
    for (int i = 0; i < 12; ++i)
        finite = finite && isfinite(from[i]);
    return finite;
}

static bool read_part(Reader *reader, ImportResult *out)
{
    PartHead head;
    ImportedPart part = {0};
    Error unused;
    if (!get(reader, &head, sizeof head) || head.mesh < 0 || head.mesh >= reader->mesh_count ||
        !placement_in(head.placement, &part.placement))
        return false;
    part.name = get_text(reader);
    part.group = part.name && head.has_group ? get_text(reader) : NULL;
    bool good = part.name && part.name[0] && (part.group || !head.has_group);
    if (!good) {
        free(part.name);
        free(part.group);
        return false;
    }
    part.first_line = head.first_line;
    part.mesh = mesh_retain(reader->meshes[head.mesh]);
    return import_append(out, "", &part, &unused);
}

static bool read_all(Reader *reader, ImportResult *out, ImportOrigin *origin)
{
    Counts counts;
    bool good = get(reader, &counts, sizeof counts) && counts_are_sound(reader, &counts);
    if (good && counts.has_path)
        good = (origin->path = get_path(reader)) != NULL;
    good = good && read_depends(reader, counts.depend_count, out, origin) &&
           read_notices(reader, counts.notice_count, out) && read_meshes(reader, counts.mesh_count);
    for (int32_t i = 0; good && i < counts.part_count; ++i)
        good = read_part(reader, out);
    if (!good)
        return false;
    out->options = (ImportOptions){.unit = (enum LengthUnit)counts.unit,
                                   .up = (enum UpAxis)counts.up,
                                   .drop_degenerate = counts.drop_degenerate != 0,
                                   .unit_said = counts.unit_said != 0,
                                   .up_said = counts.up_said != 0,
                                   .deflection = counts.deflection};
    out->triangle_count = counts.triangle_count;
    out->degenerate_count = counts.degenerate_count;
    out->polygon_count = counts.polygon_count;
    return reader->at == reader->end && import_name_parts(out);
}

bool import_read_pieces(PieceReadFn *next, void *from, const ImportSizes *sizes, ImportResult *out,
                        ImportOrigin *origin)
{
    *out = (ImportResult){0};
    *origin = (ImportOrigin){0};
    if (sizes->head > MOST_HEAD || sizes->head > sizes->all)
        return false;
    size_t size = (size_t)sizes->head;
    char *head = array_alloc(size, 1);
    Reader reader = {.next = next, .from = from, .left = sizes->all - sizes->head};
    bool good = head && next(from, head, size);
    if (good) {
        reader.at = head;
        reader.end = head + size;
        good = read_all(&reader, out, origin);
    }
    for (int32_t i = 0; i < reader.mesh_count; ++i)
        mesh_release(reader.meshes[i]);
    free((void *)reader.meshes);
    free(head);
    if (!good) {
        import_result_free(out);
        import_origin_free(origin);
    }
    return good;
}
