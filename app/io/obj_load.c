#include "app/io/obj_load.h"
#include "app/io/import_part.h"
#include "app/io/text.h"
#include "core/base/array.h"

#include <stdio.h>
#include <string.h>
#include <tinyobj_loader_c_shim.h>

static bool out_of_memory(ObjLoad *load)
{
    return error_set(load->err, "%s: not enough memory", load->name);
}

static bool cancelled(ObjLoad *load)
{
    return error_set(load->err, "%s: cancelled", load->name);
}

// The scan has accepted the text; if the library sees something else in it, one of the two is wrong
// and no mesh is better than a wrong one.
static bool readers_disagree(ObjLoad *load)
{
    return error_set(load->err, "%s: the file was understood in two ways near face %lld",
                     load->name, (long long)load->faces_seen);
}

// "object/group", one of them, or the name of the file without its ending.
static char *part_name(const ObjLoad *load, const ObjScanPart *part)
{
    char object[TEXT_NAME_MAX + 1], group[TEXT_NAME_MAX + 1], file[TEXT_NAME_MAX + 1];
    const char *text = load->scan->text;
    text_clean_name(text + part->object.at, part->object.length, object);
    text_clean_name(text + part->group.at, part->group.length, group);
    import_file_stem(load->name, file);
    char both[2 * TEXT_NAME_MAX + 2];
    if (object[0] && group[0])
        snprintf(both, sizeof both, "%s/%s", object, group);
    else
        snprintf(both, sizeof both, "%s", object[0] ? object : group[0] ? group : file);
    return strdup(both);
}

static Mesh *make_mesh(const ObjLoad *load)
{
    Mesh *mesh = mesh_create((int32_t)load->used_count, (int32_t)load->triangle_count);
    if (!mesh)
        return NULL;
    if (load->has_colours) {
        mesh->colour_of = array_alloc(load->triangle_count, sizeof *mesh->colour_of);
        if (!mesh->colour_of) {
            mesh_release(mesh);
            return NULL;
        }
    }
    for (size_t i = 0; i < load->used_count; ++i)
        mesh->vertices[i] = load->scan->vertices[load->used[i]];
    for (size_t i = 0; i < load->triangle_count; ++i) {
        const ObjTriangle *t = &load->triangles[i];
        for (int k = 0; k < 3; ++k)
            mesh->triangles[i][k] = t->v[k];
        mesh->polygon_of[i] = t->polygon;
        if (mesh->colour_of)
            mesh->colour_of[i] = t->colour;
    }
    mesh->polygon_count = load->polygon_count;
    return mesh;
}

static bool close_part(ObjLoad *load)
{
    ImportResult *out = load->out;
    const ObjScanPart *scanned = &load->scan->parts[out->part_count];
    ImportedPart part = {
        .first_line = (int32_t)(scanned->first_line < INT32_MAX ? scanned->first_line : INT32_MAX)};
    part.name = part_name(load, scanned);
    part.mesh = make_mesh(load);
    if (!import_add_part(out, load->name, &part, load->job, load->err))
        return false;
    for (size_t i = 0; i < load->used_count; ++i)
        load->local_of[load->used[i]] = -1;
    load->used_count = load->triangle_count = 0;
    load->polygon_count = 0;
    load->has_colours = false;
    return true;
}

static bool add_triangle(ObjLoad *load, const int32_t corners[3])
{
    if (load->triangle_count >= INT32_MAX ||
        !array_reserve(&load->triangles, &load->triangle_capacity, load->triangle_count + 1,
                       sizeof *load->triangles) ||
        !array_reserve(&load->used, &load->used_capacity, load->used_count + 3, sizeof *load->used))
        return out_of_memory(load);
    const Vec3d *vertices = load->scan->vertices;
    ObjTriangle *t = &load->triangles[load->triangle_count++];
    for (int k = 0; k < 3; ++k) {
        int32_t *local = &load->local_of[corners[k]];
        if (*local < 0) {
            *local = (int32_t)load->used_count;
            load->used[load->used_count++] = corners[k];
        }
        t->v[k] = *local;
    }
    t->polygon = load->polygon_count;
    t->colour = load->colour;
    if (polygon_triangle_is_degenerate(vertices[corners[0]], vertices[corners[1]],
                                       vertices[corners[2]]))
        ++load->out->degenerate_count;
    return true;
}

// More than three corners: without those that repeat the one before, cut into triangles.
static bool add_polygon(ObjLoad *load, int32_t count)
{
    int32_t *corners = load->corners;
    int32_t kept = polygon_cut(&load->cutter, load->scan->vertices, corners, count, load->job);
    if (kept == 0)
        return job_cancelled(load->job) ? cancelled(load) : out_of_memory(load);
    for (int32_t i = 0; i < kept - 2; ++i) {
        const int32_t *cut = load->cutter.cut[i];
        if (!add_triangle(load, (int32_t[]){corners[cut[0]], corners[cut[1]], corners[cut[2]]}))
            return false;
    }
    return true;
}

static bool go_on(ObjLoad *load)
{
    if (++load->calls % 2048 != 0)
        return true;
    const ObjScan *scan = load->scan;
    job_progress(load->job, (double)(load->vertices_seen + load->faces_seen) /
                                (double)(scan->counts[OBJ_VERTEX] + scan->face_count));
    return !job_cancelled(load->job) || cancelled(load);
}

// The value is not used: the scan has read it with correct rounding.
static bool on_vertex(void *user, double x, double y, double z, double w)
{
    (void)x, (void)y, (void)z, (void)w;
    ObjLoad *load = user;
    ++load->vertices_seen;
    return go_on(load);
}

static bool on_face(void *user, const tinyobj_vertex_index_t *face, int count)
{
    ObjLoad *load = user;
    const ObjScan *scan = load->scan;
    if (load->faces_left == 0) {
        if (load->faces_seen > 0 && !close_part(load))
            return false;
        if ((size_t)load->out->part_count == scan->part_count)
            return readers_disagree(load);
        load->faces_left = scan->parts[load->out->part_count].face_count;
    }
    --load->faces_left;
    ++load->faces_seen;
    if (count < 3)
        return readers_disagree(load);
    if (!array_reserve(&load->corners, &load->corner_capacity, (size_t)count,
                       sizeof *load->corners))
        return out_of_memory(load);
    for (int i = 0; i < count; ++i) {
        int64_t index = face[i].v_idx;
        index = index < 0 ? load->vertices_seen + index : index - 1;
        if (index < 0 || index >= scan->counts[OBJ_VERTEX])
            return readers_disagree(load);
        load->corners[i] = (int32_t)index;
    }
    load->has_colours |= load->colour != COLOUR_NONE;
    if (count == 3 ? !add_triangle(load, load->corners) : !add_polygon(load, count))
        return false;
    ++load->polygon_count;
    return go_on(load);
}

static void note_missing(ObjLoad *load, const char *name)
{
    ++load->missing_count;
    char clean[TEXT_NAME_MAX + 1];
    text_clean_name(name, strlen(name), clean);
    enum { ROOM = sizeof load->missing[0] };
    for (int i = 0; i < load->missing_examples; ++i)
        if (strncmp(load->missing[i], clean, ROOM - 1) == 0)
            return;
    if (load->missing_examples < OBJ_NAMED_EXAMPLES) {
        snprintf(load->missing[load->missing_examples++], ROOM, "%.*s", ROOM - 1, clean);
    }
}

static bool on_usemtl(void *user, const char *name)
{
    ObjLoad *load = user;
    name += strspn(name, " \t");
    size_t length = strlen(name);
    while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
        --length;
    load->colour = COLOUR_NONE;
    if (!obj_mtl_find(load->materials, name, length, &load->colour))
        note_missing(load, name);
    return go_on(load);
}

bool obj_load_parts(ObjLoad *load, const char *text, size_t size)
{
    const ObjScan *scan = load->scan;
    if (scan->part_count > INT32_MAX)
        return error_set(load->err, "%s: more than %d parts", load->name, INT32_MAX);
    size_t vertex_count = (size_t)scan->counts[OBJ_VERTEX];
    load->local_of = array_alloc(vertex_count, sizeof *load->local_of);
    if (!load->local_of)
        return out_of_memory(load);
    memset(load->local_of, -1, vertex_count * sizeof *load->local_of);
    load->colour = COLOUR_NONE;
    const tinyobj_callbacks_t callbacks = {
        .vertex = on_vertex, .face = on_face, .usemtl = on_usemtl};
    switch (tinyobj_parse_obj(text, size, &callbacks, load)) {
    case TINYOBJ_SUCCESS:
        break;
    case TINYOBJ_ERROR_STOPPED:
        return false; // by a callback, which has said why
    case TINYOBJ_ERROR_OUT_OF_MEMORY:
        return out_of_memory(load);
    default:
        return readers_disagree(load);
    }
    if (load->faces_seen != scan->face_count || load->vertices_seen != scan->counts[OBJ_VERTEX])
        return readers_disagree(load);
    return close_part(load) && (import_name_parts(load->out) || out_of_memory(load));
}

void obj_load_free(ObjLoad *load)
{
    free(load->local_of);
    free(load->used);
    free(load->triangles);
    free(load->corners);
    polygon_cutter_free(&load->cutter);
}
