// PLY, text or binary in either byte order: one part, polygons of any size, colours of faces. By a
// reader of our own: libassimp's hangs on small damaged files, rounds doubles to floats and has no lines
// in its errors.
#include "app/io/import_part.h"
#include "app/io/ply_header.h"
#include "core/base/array.h"

enum { LOOK_EVERY = 4096, MAX_CORNERS = 1 << 20 };

typedef struct PlyFace {
    int64_t first; // in corners
    int32_t count, colour;
} PlyFace;

typedef struct Ply {
    ImportFile *file;
    PlyHeader header;
    Tokens tokens; // at the next value, in binary files too
    int64_t steps;
    // Faces may stand before the vertices.
    PlyFace *faces;
    size_t face_count, face_capacity;
    int32_t *corners;
    size_t corner_count, corner_capacity;
    Soup soup;
    PolygonCutter cutter;
} Ply;

// Asked for every element and every number of a list.
static bool go_on(Ply *ply)
{
    if (++ply->steps % LOOK_EVERY != 0)
        return true;
    if (job_cancelled(ply->file->job))
        return import_cancelled(ply->file);
    job_progress(ply->file->job, (double)(ply->tokens.p - ply->file->bytes) /
                                     (double)(ply->tokens.end - ply->file->bytes));
    return true;
}

static double decode(const unsigned char *p, enum PlyType type, bool big)
{
    int size = ply_type_size(type);
    uint64_t bits = 0;
    for (int i = 0; i < size; ++i)
        bits = bits << 8 | p[big ? i : size - 1 - i];
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    switch (type) {
    case PLY_I8:
        return (double)(int8_t)bits;
    case PLY_I16:
        return (double)(int16_t)bits;
    case PLY_I32:
        return (double)(int32_t)bits;
    case PLY_F32:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case PLY_F64:
        memcpy(&value, &bits, sizeof value);
        return value;
    default:
        return (double)bits;
    }
}

static bool read_value(Ply *ply, const PlyElement *element, int64_t index, enum PlyType type,
                       double *out)
{
    if (ply->header.format == PLY_TEXT)
        return tokens_number(&ply->tokens, 1e300, out, ply->file->err);
    if (ply->tokens.end - ply->tokens.p < ply_type_size(type))
        return error_set(
            ply->file->err, "%s: the file ends within %s %lld of %lld: is it complete?",
            ply->file->name, element->name, (long long)index + 1, (long long)element->count);
    *out = decode((const unsigned char *)ply->tokens.p, type, ply->header.format == PLY_BIG);
    ply->tokens.p += ply_type_size(type);
    return true;
}

static bool refuse(const Ply *ply, const PlyElement *element, int64_t index, const char *what)
{
    if (ply->header.format == PLY_TEXT)
        return error_set(ply->file->err, "%s:%lld: %s", ply->file->name,
                         (long long)ply->tokens.line, what);
    return error_set(ply->file->err, "%s: %s %lld of %lld: %s", ply->file->name, element->name,
                     (long long)index + 1, (long long)element->count, what);
}

static bool read_list_count(Ply *ply, const PlyElement *element, int64_t index,
                            const PlyProperty *property, int64_t *count)
{
    double value;
    if (!read_value(ply, element, index, property->count_type, &value))
        return false;
    if (!(value >= 0 && value <= MAX_CORNERS) || value != floor(value))
        return refuse(ply, element, index, "a list has 0 to 1048576 entries");
    *count = (int64_t)value;
    return true;
}

// One element into `values`, by property; the list `wanted` goes to the corners of the faces.
static bool read_one(Ply *ply, const PlyElement *element, int64_t index, int wanted, double *values)
{
    for (int i = 0; i < element->property_count; ++i) {
        const PlyProperty *property = &element->properties[i];
        int64_t count = 1;
        if (property->list && !read_list_count(ply, element, index, property, &count))
            return false;
        if (i == wanted)
            values[i] = (double)count;
        for (int64_t k = 0; k < count; ++k) {
            double value;
            if (!read_value(ply, element, index, property->type, &value) || !go_on(ply))
                return false;
            if (!property->list)
                values[i] = value;
            if (i != wanted)
                continue;
            if (!(value >= 0 && value < INT32_MAX) || value != floor(value))
                return refuse(ply, element, index, "a corner is not the number of a vertex");
            if (!array_reserve(&ply->corners, &ply->corner_capacity, ply->corner_count + 1,
                               sizeof *ply->corners))
                return import_out_of_memory(ply->file);
            ply->corners[ply->corner_count++] = (int32_t)value;
        }
    }
    return go_on(ply);
}

static bool read_vertices(Ply *ply, const PlyElement *element)
{
    double values[PLY_MAX_PROPERTIES];
    int at[3];
    for (int k = 0; k < 3; ++k)
        if ((at[k] = ply_element_find(element, (char[]){(char)('x' + k), 0}, false)) < 0)
            return error_set(ply->file->err, "%s: its vertices have no coordinate %c",
                             ply->file->name, 'x' + k);
    if (ply_element_find(element, "red", false) >= 0)
        import_notice(ply->file->out, "colours of vertices are not shown, only those of faces");
    for (int64_t i = 0; i < element->count; ++i) {
        if (!read_one(ply, element, i, -1, values))
            return false;
        Vec3d p = vec3d(values[at[0]], values[at[1]], values[at[2]]);
        if (!import_check_point(&p))
            return refuse(ply, element, i, "a coordinate is no finite number up to 1e+15");
        if (soup_add_vertex(&ply->soup, p) < 0)
            return import_out_of_memory(ply->file);
    }
    return true;
}

static int32_t face_colour(const PlyElement *element, const int at[3], const double *values)
{
    int32_t colour = 0;
    for (int k = 0; k < 3; ++k) {
        if (at[k] < 0)
            return COLOUR_NONE;
        double value = values[at[k]];
        if (element->properties[at[k]].type >= PLY_F32)
            value *= 255;
        colour = colour << 8 | (value > 0 ? value < 255 ? (int32_t)value : 255 : 0);
    }
    return colour;
}

static bool read_faces(Ply *ply, const PlyElement *element)
{
    double values[PLY_MAX_PROPERTIES] = {0};
    int list = ply_element_find(element, "vertex_indices", true);
    if (list < 0)
        list = ply_element_find(element, "vertex_index", true);
    if (list < 0)
        return error_set(ply->file->err, "%s: its faces have no list vertex_indices",
                         ply->file->name);
    const int colours[3] = {ply_element_find(element, "red", false),
                            ply_element_find(element, "green", false),
                            ply_element_find(element, "blue", false)};
    for (int64_t i = 0; i < element->count; ++i) {
        size_t first = ply->corner_count;
        if (!read_one(ply, element, i, list, values))
            return false;
        if (values[list] < 3)
            return refuse(ply, element, i, "a face has at least 3 corners");
        if (!array_reserve(&ply->faces, &ply->face_capacity, ply->face_count + 1,
                           sizeof *ply->faces))
            return import_out_of_memory(ply->file);
        ply->faces[ply->face_count++] =
            (PlyFace){(int64_t)first, (int32_t)values[list], face_colour(element, colours, values)};
    }
    return true;
}

static bool skip(Ply *ply, const PlyElement *element)
{
    double values[PLY_MAX_PROPERTIES];
    for (int64_t i = 0; i < element->count; ++i)
        if (!read_one(ply, element, i, -1, values))
            return false;
    if (element->count > 0)
        import_notice(ply->file->out, "%lld elements of the kind '%s' were ignored",
                      (long long)element->count, element->name);
    return true;
}

static bool add_face(Ply *ply, const PlyFace *face, size_t number)
{
    int32_t *corners = ply->corners + face->first;
    for (int32_t i = 0; i < face->count; ++i)
        if ((size_t)corners[i] >= ply->soup.vertex_count)
            return error_set(ply->file->err,
                             "%s: face %zu of %zu has the vertex %d, there are %zu (from 0)",
                             ply->file->name, number + 1, ply->face_count, (int)corners[i],
                             ply->soup.vertex_count);
    int32_t whole[1][3] = {{0, 1, 2}}, kept = 3;
    if (face->count > 3) {
        kept = polygon_cut(&ply->cutter, ply->soup.vertices, corners, face->count, ply->file->job);
        if (kept == 0)
            return job_cancelled(ply->file->job) ? import_cancelled(ply->file)
                                                 : import_out_of_memory(ply->file);
    }
    for (int32_t i = 0; i < kept - 2; ++i) {
        const int32_t *cut = face->count > 3 ? ply->cutter.cut[i] : whole[i];
        if (!soup_add_triangle(&ply->soup,
                               (int32_t[]){corners[cut[0]], corners[cut[1]], corners[cut[2]]},
                               face->colour))
            return import_out_of_memory(ply->file);
    }
    soup_end_polygon(&ply->soup);
    return true;
}

static bool make_part(Ply *ply)
{
    job_step(ply->file->job, "Building parts");
    for (size_t i = 0; i < ply->face_count; ++i)
        if (!add_face(ply, &ply->faces[i], i) || !go_on(ply))
            return false;
    char name[TEXT_NAME_MAX + 1];
    import_file_stem(ply->file->name, name);
    ImportedPart part = {
        .name = strdup(name), .mesh = soup_take(&ply->soup, ply->file->out), .first_line = 1};
    if (!import_add_part(ply->file->out, ply->file->name, &part, ply->file->job, ply->file->err))
        return false;
    import_note_polygons(ply->file->out, &ply->cutter);
    return true;
}

static bool read_elements(Ply *ply)
{
    if (!ply_header_read(&ply->header, &ply->tokens, ply->file->err))
        return false;
    if (ply_header_find(&ply->header, "tristrips"))
        return error_set(ply->file->err,
                         "%s: its triangles are in strips; save it with faces instead",
                         ply->file->name);
    const PlyElement *faces = ply_header_find(&ply->header, "face");
    if (!ply_header_find(&ply->header, "vertex") || !faces || faces->count == 0)
        return error_set(ply->file->err,
                         "%s: there are no faces in it, and points alone cannot collide",
                         ply->file->name);
    for (int i = 0; i < ply->header.element_count; ++i) {
        const PlyElement *element = &ply->header.elements[i];
        if (!(strcmp(element->name, "vertex") == 0 ? read_vertices(ply, element)
              : element == faces                   ? read_faces(ply, element)
                                                   : skip(ply, element)))
            return false;
    }
    if (ply->header.format == PLY_TEXT && ply->tokens.length > 0 &&
        ply->tokens.p == ply->tokens.end)
        import_note_cut(ply->file->out, ply->tokens.line);
    return make_part(ply);
}

static bool read(ImportFile *file)
{
    Ply *ply = file->state;
    ply->file = file;
    ply->tokens = tokens_begin(file->name, file->bytes, file->size);
    void *before = plain_numbers_begin();
    bool good = read_elements(ply);
    plain_numbers_end(before);
    return good;
}

static bool knows(const FileHead *head)
{
    const char *p = head->bytes;
    return head->size > 4 && memcmp(p, "ply", 3) == 0 && (p[3] == '\n' || p[3] == '\r');
}

static void end(void *state)
{
    Ply *ply = state;
    free(ply->faces);
    free(ply->corners);
    soup_free(&ply->soup);
    polygon_cutter_free(&ply->cutter);
}

const ImportFormat format_ply = {.name = "PLY",
                                 .endings = {".ply"},
                                 .most_bytes = (uint64_t)4 << 30,
                                 .knows = knows,
                                 .state_size = sizeof(Ply),
                                 .read = read,
                                 .end = end};
