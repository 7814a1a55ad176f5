#include "obj_load.h"
#include "core/array.h"
#include "file.h"
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
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
    const char *base = file_base_name(load->name);
    size_t length = strlen(base);
    if (length > 4 && strcasecmp(base + length - 4, ".obj") == 0)
        length -= 4;
    text_clean_name(base, length, file);
    char both[2 * TEXT_NAME_MAX + 2];
    if (object[0] && group[0])
        snprintf(both, sizeof both, "%s/%s", object, group);
    else
        snprintf(both, sizeof both, "%s",
                 object[0]  ? object
                 : group[0] ? group
                 : file[0]  ? file
                            : "part");
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

// x - c without rounding (Knuth's two-sum, whose error term must vanish).
static bool is_exact_difference(double x, double c)
{
    double d = x - c, back = x - d;
    return (x - (d + back)) + (back - c) == 0;
}

// Moves the origin into the middle without rounding a single coordinate, so that parts which are
// flush in the file are flush for the exact tests too. Along an axis where that fails the origin
// stays where it was: then the part reaches about to 0 there anyway, since subtracting is exact
// from half to twice the centre.
static Vec3d recentre_exactly(const ObjLoad *load, Mesh *mesh)
{
    Vec3d centre = mesh_recentre(mesh);
    for (int k = 0; k < 3; ++k) {
        bool exact = true;
        for (size_t i = 0; i < load->used_count && exact; ++i)
            exact = is_exact_difference(load->scan->vertices[load->used[i]].v[k], centre.v[k]);
        if (exact)
            continue;
        centre.v[k] = 0;
        for (size_t i = 0; i < load->used_count; ++i)
            mesh->vertices[i].v[k] = load->scan->vertices[load->used[i]].v[k];
    }
    return centre;
}

static Affine part_placement(Vec3d centre, enum UpAxis up)
{
    Affine placement = affine_translation(centre);
    if (up == UP_Z) {
        // A quarter turn about x, exact: (x, y, z) -> (x, z, -y).
        Affine turn = {.m = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}};
        placement = affine_compose(&turn, &placement);
    }
    return placement;
}

static bool close_part(ObjLoad *load)
{
    ImportResult *out = load->out;
    const ObjScanPart *scanned = &load->scan->parts[out->part_count];
    ImportedPart part = {
        .first_line = (int32_t)(scanned->first_line < INT32_MAX ? scanned->first_line : INT32_MAX)};
    part.name = part_name(load, scanned);
    part.mesh = make_mesh(load);
    Error reason;
    bool good = part.name && part.mesh;
    if (!good)
        out_of_memory(load);
    // Each step takes its time for millions of triangles.
    good = good && (!job_cancelled(load->job) || cancelled(load));
    if (good)
        part.placement = part_placement(recentre_exactly(load, part.mesh), out->options.up);
    good = good && (!job_cancelled(load->job) || cancelled(load));
    if (good && !mesh_validate(part.mesh, &reason))
        good = error_set(load->err, "%s:%d: part '%s': %s", load->name, part.first_line, part.name,
                         reason.text);
    if (!good) {
        free(part.name);
        mesh_release(part.mesh);
        return false;
    }
    out->parts[out->part_count++] = part;
    out->triangle_count += part.mesh->triangle_count;
    out->polygon_count += part.mesh->polygon_count;
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

static bool same_place(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// More than three corners: without those that repeat the one before, cut into triangles.
static bool add_polygon(ObjLoad *load, int32_t count)
{
    int32_t *corners = load->corners;
    const Vec3d *vertices = load->scan->vertices;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; ++i)
        if (kept == 0 || !same_place(vertices[corners[i]], vertices[corners[kept - 1]]))
            corners[kept++] = corners[i];
    while (kept > 1 && same_place(vertices[corners[kept - 1]], vertices[corners[0]]))
        --kept;
    if (kept < count)
        ++load->repeated_count;
    for (; kept < 3; ++kept) // a segment or a point, kept as such
        corners[kept] = corners[kept - 1];
    if (!array_reserve(&load->points, &load->point_capacity, (size_t)kept, sizeof *load->points) ||
        !array_reserve(&load->cut, &load->cut_capacity, (size_t)kept, sizeof *load->cut))
        return out_of_memory(load);
    for (int32_t i = 0; i < kept; ++i)
        load->points[i] = vertices[corners[i]];
    switch (polygon_triangulate(load->points, kept, load->cut, &load->scratch, load->job)) {
    case POLYGON_NO_MEMORY:
        return out_of_memory(load);
    case POLYGON_CANCELLED:
        return cancelled(load);
    case POLYGON_FORCED:
        ++load->forced_count;
        break;
    case POLYGON_GOOD:
        break;
    }
    for (int32_t i = 0; i < kept - 2; ++i) {
        const int32_t *cut = load->cut[i];
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

static bool make_names_unique(ObjLoad *load)
{
    ImportResult *out = load->out;
    char **names = array_alloc((size_t)out->part_count, sizeof *names);
    if (!names)
        return out_of_memory(load);
    for (int32_t i = 0; i < out->part_count; ++i)
        names[i] = out->parts[i].name;
    bool good = text_make_unique(names, out->part_count);
    for (int32_t i = 0; i < out->part_count; ++i)
        out->parts[i].name = names[i];
    free((void *)names);
    return good || out_of_memory(load);
}

bool obj_load_parts(ObjLoad *load, const char *text, size_t size)
{
    const ObjScan *scan = load->scan;
    if (scan->part_count > INT32_MAX)
        return error_set(load->err, "%s: more than %d parts", load->name, INT32_MAX);
    size_t vertex_count = (size_t)scan->counts[OBJ_VERTEX];
    load->out->parts = calloc(scan->part_count, sizeof *load->out->parts);
    load->local_of = array_alloc(vertex_count, sizeof *load->local_of);
    if (!load->out->parts || !load->local_of)
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
    return close_part(load) && make_names_unique(load);
}

void obj_load_free(ObjLoad *load)
{
    free(load->local_of);
    free(load->used);
    free(load->triangles);
    free(load->corners);
    free(load->points);
    free(load->cut);
    polygon_scratch_free(&load->scratch);
}
