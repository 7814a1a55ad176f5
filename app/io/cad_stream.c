#include "app/io/cad_stream.h"

#include "app/io/group_path.h"
#include "app/io/import_instance.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "third_party/occt/cad_stream.h"

enum { MOST_TEXT = 4096, LOOK_EVERY = 4096, GROW = 1 << 20 };
#define MOST_RECORD ((uint64_t)8 << 30)

typedef struct CadNode {
    uint32_t parent;
    int depth;
    char *name; // of a group; NULL: a part, which holds nothing
    Affine world;
} CadNode;

typedef struct Cad {
    ImportFile *file;
    CadReadFn *next;
    void *from;
    bool has_head;
    uint32_t mesh_total, node_total; // as the head says
    SharedMesh *meshes;
    size_t mesh_count, mesh_capacity;
    CadNode *nodes;
    size_t node_count, node_capacity;
    uint64_t left_out; // parts without triangles
    uint64_t shrunk;   // parts that are left out for a placement that scales them to nothing
    int64_t copied;    // triangles of scaled and mirrored copies
    Soup soup;
    // The present record.
    unsigned char *bytes;
    size_t size, at, capacity;
} Cad;

static bool refuse(const Cad *cad, const char *why)
{
    return error_set(cad->file->err, "%s: what the importer sent makes no sense: %s",
                     cad->file->name, why);
}

// --- numbers of the present record, which is long enough for them

static uint64_t take_bits(Cad *cad, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; ++i)
        bits |= (uint64_t)cad->bytes[cad->at++] << (8 * i);
    return bits;
}

static uint32_t take_u32(Cad *cad)
{
    return (uint32_t)take_bits(cad, 4);
}

static double take_f64(Cad *cad)
{
    uint64_t bits = take_bits(cad, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool take_point(Cad *cad, Vec3d *p)
{
    for (int k = 0; k < 3; ++k)
        p->v[k] = take_f64(cad);
    return import_check_point(p);
}

static size_t left(const Cad *cad)
{
    return cad->size - cad->at;
}

// Memory grows with what really comes, not with what is announced.
static bool read_record(Cad *cad, uint64_t size, bool *ended)
{
    cad->size = cad->at = 0;
    while (cad->size < size) {
        size_t piece = size - cad->size < GROW ? (size_t)(size - cad->size) : GROW;
        if (!array_reserve(&cad->bytes, &cad->capacity, cad->size + piece, 1))
            return import_out_of_memory(cad->file);
        if (!cad->next(cad->from, cad->bytes + cad->size, piece)) {
            *ended = true;
            return error_set(cad->file->err, "%s: the importer stopped in the middle",
                             cad->file->name);
        }
        cad->size += piece;
    }
    return true;
}

// --- records

static bool take_progress(Cad *cad)
{
    static const char *const steps[CAD_STEP_COUNT] = {"Reading", "Converting", "Making facets",
                                                      "Building parts"};
    if (cad->size != 8)
        return refuse(cad, "progress");
    uint32_t step = take_u32(cad), permille = take_u32(cad);
    if (step >= CAD_STEP_COUNT || permille > 1000)
        return refuse(cad, "progress");
    job_step(cad->file->job, steps[step]);
    job_progress(cad->file->job, (double)permille / 1000);
    return true;
}

// The record as a line of text.
static void take_text(const Cad *cad, char text[MOST_TEXT + 1])
{
    memcpy(text, cad->bytes, cad->size);
    text[cad->size] = '\0';
    utf8_sanitise(text);
}

static bool take_head(Cad *cad)
{
    ImportOptions *options = &cad->file->out->options;
    if (cad->has_head || cad->size != 32)
        return refuse(cad, "its head");
    double metres = take_f64(cad), deflection = take_f64(cad), angle = take_f64(cad);
    cad->mesh_total = take_u32(cad);
    cad->node_total = take_u32(cad);
    if (!(deflection > 0 && deflection < MESH_MAX_COORDINATE) || !(angle > 0 && angle < 4) ||
        cad->mesh_total > CAD_MOST_NODES || cad->node_total > CAD_MOST_NODES)
        return refuse(cad, "its head");
    int unit = 0;
    while (unit < UNIT_COUNT && length_unit_info((enum LengthUnit)unit)->metres != metres)
        ++unit;
    if (metres != 0 && unit == UNIT_COUNT)
        return refuse(cad, "the unit");
    if (metres != 0 && options->unit_said && options->unit != (enum LengthUnit)unit)
        import_notice(cad->file->out, "the file says that it is in %s; read as %s, as you said",
                      length_unit_info((enum LengthUnit)unit)->suffix,
                      length_unit_info(options->unit)->suffix);
    else if (metres != 0)
        options->unit = (enum LengthUnit)unit;
    if (!options->up_said) // as CAD programs have it
        options->up = UP_Z;
    return cad->has_head = true;
}

static bool go_on(const Cad *cad, uint32_t i)
{
    return i % LOOK_EVERY != 0 || !job_cancelled(cad->file->job) || import_cancelled(cad->file);
}

// Vertices at the same place become one: faces come each with its own.
static bool take_vertices(Cad *cad, uint32_t count, int32_t *index)
{
    for (uint32_t i = 0; i < count; ++i) {
        Vec3d p;
        if (!take_point(cad, &p))
            return refuse(cad, "a coordinate");
        if ((index[i] = soup_weld(&cad->soup, p)) < 0)
            return import_out_of_memory(cad->file);
        if (!go_on(cad, i))
            return false;
    }
    return true;
}

static bool take_triangles(Cad *cad, uint32_t vertices, uint32_t count, const int32_t *index)
{
    size_t corners_at = cad->at, polygons_at = corners_at + 12 * (size_t)count;
    size_t colours_at = polygons_at + 4 * (size_t)count;
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t corners[3];
        cad->at = corners_at + 12 * (size_t)i;
        for (int k = 0; k < 3; ++k) {
            uint32_t corner = take_u32(cad);
            if (corner >= vertices)
                return refuse(cad, "a corner that is no vertex");
            corners[k] = index[corner];
        }
        cad->at = polygons_at + 4 * (size_t)i;
        uint32_t polygon = take_u32(cad);
        cad->at = colours_at + 4 * (size_t)i;
        uint32_t colour = take_u32(cad);
        if (polygon < last || polygon > last + 1 || (i == 0 && polygon != 0))
            return refuse(cad, "polygons out of order");
        if (colour > 0xffffff && colour != CAD_NONE)
            return refuse(cad, "a colour");
        if (polygon > last)
            soup_end_polygon(&cad->soup);
        last = polygon;
        // At the poles of spheres OCCT makes some without a third corner: nothing is lost with them.
        bool whole =
            corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0];
        if (whole && !soup_add_triangle(&cad->soup, corners,
                                        colour == CAD_NONE ? COLOUR_NONE : (int32_t)colour))
            return import_out_of_memory(cad->file);
        if (!go_on(cad, i))
            return false;
    }
    soup_end_polygon(&cad->soup);
    return true;
}

static bool finish_mesh(Cad *cad, double deflection)
{
    SharedMesh *made = &cad->meshes[cad->mesh_count++];
    *made = (SharedMesh){0};
    if (cad->soup.triangle_count == 0) {
        soup_free(&cad->soup); // its vertices and polygons are not those of the next mesh
        return true;
    }
    made->mesh = soup_take(&cad->soup, cad->file->out);
    bool memory_short = !made->mesh;
    if (made->mesh)
        made->centre = import_recentre(made->mesh, &memory_short);
    if (memory_short)
        return import_out_of_memory(cad->file);
    made->mesh->stated_chord_error = deflection;
    Error reason;
    return mesh_validate(made->mesh, &reason) || refuse(cad, reason.text);
}

static bool take_mesh(Cad *cad)
{
    enum { FIXED = 32, PER_VERTEX = 24, PER_TRIANGLE = 20 };
    if (!cad->has_head || cad->mesh_count >= cad->mesh_total || cad->size < FIXED)
        return refuse(cad, "a mesh too many");
    uint32_t vertices = take_u32(cad), triangles = take_u32(cad);
    uint32_t faces = take_u32(cad), failed = take_u32(cad);
    double deflection = take_f64(cad);
    uint32_t name = take_u32(cad);
    take_u32(cad);
    uint64_t wanted = name + PER_VERTEX * (uint64_t)vertices + PER_TRIANGLE * (uint64_t)triangles;
    if (wanted != left(cad) || failed > faces || vertices > INT32_MAX || triangles > INT32_MAX)
        return refuse(cad, "a mesh of another size");
    if (!(deflection >= 0 && deflection < MESH_MAX_COORDINATE))
        return refuse(cad, "a deflection");
    cad->at += name;
    int32_t *index = array_alloc(vertices, sizeof *index);
    bool good = (index && array_reserve(&cad->meshes, &cad->mesh_capacity, cad->mesh_count + 1,
                                        sizeof *cad->meshes)) ||
                import_out_of_memory(cad->file);
    good = good && take_vertices(cad, vertices, index) &&
           (triangles == 0 || take_triangles(cad, vertices, triangles, index));
    mem_free(index);
    return good && finish_mesh(cad, deflection);
}

// The groups that a node is in, from the outermost one.
static char *group_of(const Cad *cad, uint32_t parent)
{
    char path[GROUP_PATH_MAX + 1] = "";
    uint32_t above[CAD_MOST_DEPTH + 2];
    int count = 0;
    for (; parent != CAD_NONE; parent = cad->nodes[parent].parent)
        above[count++] = parent;
    while (count > 0)
        group_path_add(path, cad->nodes[above[--count]].name);
    return path[0] ? strdup(path) : NULL;
}

static bool add_part(Cad *cad, const CadNode *node, uint32_t mesh, const char *name)
{
    SharedMesh *made = &cad->meshes[mesh];
    cad->left_out += !made->mesh;
    cad->shrunk += made->mesh && import_extent(&node->world) == EXTENT_NONE;
    if (!made->mesh || import_extent(&node->world) == EXTENT_NONE)
        return true;
    char clean[TEXT_NAME_MAX + 1];
    text_clean_name(name, strlen(name), clean);
    if (!clean[0])
        import_file_stem(cad->file->name, clean);
    ImportedPart part = {
        .name = strdup(clean), .first_line = 1, .group = group_of(cad, node->parent)};
    return import_instance(cad->file, made, &node->world, &part, &cad->copied);
}

static bool take_node(Cad *cad)
{
    enum { FIXED = 8 + 12 * 8 };
    if (!cad->has_head || cad->node_count >= cad->node_total || cad->size < FIXED ||
        cad->size - FIXED > MOST_TEXT)
        return refuse(cad, "a part too many");
    CadNode node = {.parent = take_u32(cad)};
    uint32_t mesh = take_u32(cad);
    Affine own;
    for (int k = 0; k < 9; ++k)
        own.m[k / 3][k % 3] = take_f64(cad);
    bool inside = take_point(cad, &own.p);
    char name[MOST_TEXT + 1];
    memcpy(name, cad->bytes + cad->at, left(cad));
    name[left(cad)] = '\0';
    utf8_sanitise(name);
    bool top = node.parent == CAD_NONE;
    if ((!top && (node.parent >= cad->node_count || !cad->nodes[node.parent].name)) ||
        (mesh != CAD_NONE && mesh >= cad->mesh_count))
        return refuse(cad, "a part of nothing");
    const CadNode *parent = top ? NULL : &cad->nodes[node.parent];
    node.depth = top ? 0 : parent->depth + 1;
    node.world = top ? own : affine_compose(&parent->world, &own);
    if (!inside || node.depth > CAD_MOST_DEPTH || !affine_is_finite(&node.world) ||
        !import_check_point(&node.world.p))
        return refuse(cad, "a placement");
    if (!array_reserve(&cad->nodes, &cad->node_capacity, cad->node_count + 1, sizeof *cad->nodes) ||
        (mesh == CAD_NONE && !(node.name = strdup(name))))
        return import_out_of_memory(cad->file);
    cad->nodes[cad->node_count++] = node;
    return mesh == CAD_NONE || add_part(cad, &node, mesh, name);
}

static bool take_record(Cad *cad, uint32_t tag, bool *ended)
{
    char text[MOST_TEXT + 1];
    switch (tag) {
    case CAD_PROGRESS:
        return take_progress(cad);
    case CAD_ERROR:
        *ended = true;
        take_text(cad, text);
        return error_set(cad->file->err, "%s: %s", cad->file->name, text);
    case CAD_NOTICE:
        take_text(cad, text);
        import_notice(cad->file->out, "%s", text);
        return true;
    case CAD_HEAD:
        return take_head(cad);
    case CAD_MESH:
        return take_mesh(cad);
    case CAD_NODE:
        return take_node(cad);
    case CAD_END:
        return (cad->has_head && cad->size == 0 && cad->mesh_count == cad->mesh_total &&
                cad->node_count == cad->node_total) ||
               refuse(cad, "an early end");
    default:
        return refuse(cad, "an unknown record");
    }
}

static bool read_all(Cad *cad, bool *ended)
{
    enum { HEAD = sizeof CAD_STREAM_MAGIC - 1 + 4 };
    if (!read_record(cad, HEAD, ended))
        return false;
    if (memcmp(cad->bytes, CAD_STREAM_MAGIC, HEAD - 4) != 0)
        return refuse(cad, "another format");
    cad->at = HEAD - 4;
    uint32_t version = take_u32(cad);
    if (version != CAD_STREAM_VERSION)
        return error_set(cad->file->err,
                         "%s: the importer speaks version %u of its format, this program %d; "
                         "install both from one build",
                         cad->file->name, version, CAD_STREAM_VERSION);
    for (uint32_t tag = 0; tag != CAD_END;) {
        if (!read_record(cad, 16, ended))
            return false;
        tag = take_u32(cad);
        uint32_t zero = take_u32(cad);
        uint64_t size = take_bits(cad, 8);
        if (zero != 0 || size > (tag == CAD_MESH ? MOST_RECORD : MOST_TEXT))
            return refuse(cad, "the size of a record");
        if (job_cancelled(cad->file->job))
            return import_cancelled(cad->file);
        if (!read_record(cad, size, ended) || !take_record(cad, tag, ended))
            return false;
    }
    return true;
}

static bool finish(Cad *cad)
{
    ImportResult *out = cad->file->out;
    if (out->part_count == 0)
        return error_set(cad->file->err, "%s: %s", cad->file->name,
                         cad->shrunk > 0 ? "all of its parts are scaled to nothing"
                                         : "there is nothing in it that has faces");
    if (cad->shrunk > 0)
        import_notice(out, "%llu parts that are scaled to nothing were left out",
                      (unsigned long long)cad->shrunk);
    if (cad->left_out > 0)
        import_notice(out, "%llu parts without triangles were left out",
                      (unsigned long long)cad->left_out);
    import_note_degenerate(out);
    return (import_name_parts(out) && import_tidy_groups(out)) || import_out_of_memory(cad->file);
}

bool cad_stream_read(ImportFile *file, CadReadFn *next, void *from, bool *ended)
{
    Cad cad = {.file = file, .next = next, .from = from};
    *ended = false;
    bool good = read_all(&cad, ended) && finish(&cad);
    for (size_t i = 0; i < cad.mesh_count; ++i)
        shared_mesh_free(&cad.meshes[i]);
    for (size_t i = 0; i < cad.node_count; ++i)
        free(cad.nodes[i].name);
    mem_free(cad.meshes);
    mem_free(cad.nodes);
    mem_free(cad.bytes);
    soup_free(&cad.soup);
    return good;
}
