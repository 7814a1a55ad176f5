#include "app/io/import_part.h"
#include "app/io/group_path.h"

#include "app/io/file.h"
#include "core/base/array.h"
#include "core/shape/up_axis.h"

#include <stdio.h>
#include <unistd.h>

// x - c without rounding (Knuth's two-sum, whose error term must vanish).
static bool is_exact_difference(double x, double c)
{
    double d = x - c, back = x - d;
    return (x - (d + back)) + (back - c) == 0;
}

// So that parts which are flush in the file are flush for the exact tests too. Along an axis where
// that fails the origin stays where it was: then the part reaches about to 0 there anyway, since
// subtracting is exact from half to twice the centre.
Vec3d import_recentre(Mesh *mesh, bool *memory_short)
{
    size_t count = (size_t)mesh->vertex_count;
    Vec3d *before = array_alloc(count, sizeof *before);
    *memory_short = before == NULL;
    if (!before)
        return vec3d(0, 0, 0);
    memcpy(before, mesh->vertices, count * sizeof *before);
    Vec3d centre = mesh_recentre(mesh);
    for (int k = 0; k < 3; ++k) {
        bool exact = true;
        for (size_t i = 0; i < count && exact; ++i)
            exact = is_exact_difference(before[i].v[k], centre.v[k]);
        if (exact)
            continue;
        centre.v[k] = 0;
        for (size_t i = 0; i < count; ++i)
            mesh->vertices[i].v[k] = before[i].v[k];
    }
    free(before);
    return centre;
}

Affine import_y_up(const Affine *in_file, enum UpAxis up)
{
    if (up != UP_Z)
        return *in_file;
    Affine turn = up_axis_turn(up);
    return affine_compose(&turn, in_file);
}

// Some formats have rotations as floats.
bool import_make_rigid(Affine *t)
{
    if (affine_deviation(t) > 1e-5 || affine_determinant(t) <= 0)
        return false;
    Vec3d x = vec3d_normalised(vec3d(t->m[0][0], t->m[1][0], t->m[2][0]));
    Vec3d y = vec3d(t->m[0][1], t->m[1][1], t->m[2][1]);
    y = vec3d_normalised(vec3d_sub(y, vec3d_scale(x, vec3d_dot(x, y))));
    Vec3d z = vec3d_cross(x, y);
    for (int i = 0; i < 3; ++i) {
        t->m[i][0] = x.v[i];
        t->m[i][1] = y.v[i];
        t->m[i][2] = z.v[i];
    }
    return true;
}

static bool drop(ImportedPart *part)
{
    free(part->name);
    free(part->group);
    mesh_release(part->mesh);
    *part = (ImportedPart){0};
    return false;
}

bool import_append(ImportResult *out, const char *file, ImportedPart *part, Error *err)
{
    if (!part->name || !part->mesh ||
        !array_reserve(&out->parts, &out->part_capacity, (size_t)out->part_count + 1,
                       sizeof *out->parts)) {
        error_set(err, "%s: not enough memory", file);
        return drop(part);
    }
    out->parts[out->part_count++] = *part;
    out->triangle_count += part->mesh->triangle_count;
    out->polygon_count += part->mesh->polygon_count;
    *part = (ImportedPart){0};
    return true;
}

bool import_add_part(ImportResult *out, const char *file, ImportedPart *part, const Job *job,
                     Error *err)
{
    bool memory_short = !part->name || !part->mesh;
    // Each step takes its time for millions of triangles.
    if (!memory_short && !job_cancelled(job)) {
        Affine shift = affine_translation(import_recentre(part->mesh, &memory_short));
        part->placement = import_y_up(&shift, out->options.up);
    }
    Error reason;
    if (memory_short)
        error_set(err, "%s: not enough memory", file);
    else if (job_cancelled(job))
        error_set(err, "%s: cancelled", file);
    else if (!mesh_validate(part->mesh, &reason))
        error_set(err, "%s:%d: part '%s': %s", file, part->first_line, part->name, reason.text);
    else
        return import_append(out, file, part, err);
    return drop(part);
}

bool import_name_parts(ImportResult *out)
{
    char **names = array_alloc((size_t)out->part_count, sizeof *names);
    if (!names)
        return false;
    for (int32_t i = 0; i < out->part_count; ++i)
        names[i] = out->parts[i].name;
    bool good = text_make_unique(names, out->part_count);
    for (int32_t i = 0; i < out->part_count; ++i)
        out->parts[i].name = names[i];
    free((void *)names);
    return good;
}

bool import_tidy_groups(ImportResult *out)
{
    GroupedPart *parts = array_alloc((size_t)out->part_count, sizeof *parts);
    size_t count = 0;
    for (int32_t i = 0; parts && i < out->part_count; ++i)
        if (out->parts[i].group)
            parts[count++] = (GroupedPart){out->parts[i].group, strlen(out->parts[i].group), i};
    if (!parts)
        return false;
    group_paths_tidy(parts, count);
    // A group of everything, as most programs that write these files have it, says nothing either.
    size_t common = count == (size_t)out->part_count ? group_paths_common(parts, count) : 0;
    for (size_t i = 0; i < count; ++i) {
        ImportedPart *part = &out->parts[parts[i].part];
        size_t from = common > 0 && parts[i].length > common ? common + 1 : common;
        part->group[parts[i].length] = 0;
        memmove(part->group, part->group + from, parts[i].length - from + 1);
        if (part->group[0])
            continue;
        free(part->group);
        part->group = NULL;
    }
    free(parts);
    return true;
}

void import_file_stem(const char *path, char out[TEXT_NAME_MAX + 1])
{
    const char *base = file_base_name(path), *dot = strrchr(base, '.');
    text_clean_name(base, dot && dot > base ? (size_t)(dot - base) : strlen(base), out);
    if (!out[0])
        strcpy(out, "part");
}

void import_note_polygons(ImportResult *out, const PolygonCutter *cutter)
{
    if (cutter->repeated_count > 0)
        import_notice(out, "%lld polygons repeat a corner; the repetitions were left out",
                      (long long)cutter->repeated_count);
    if (cutter->forced_count > 0)
        import_notice(out,
                      "%lld polygons cross themselves or have no area; their triangles are a guess",
                      (long long)cutter->forced_count);
    import_note_degenerate(out);
}

void import_note_cut(ImportResult *out, int64_t line)
{
    import_notice(out,
                  "the file ends in line %lld without the end of a line: if it was cut there, the "
                  "last number is wrong; export it again",
                  (long long)line);
}

bool import_check_point(Vec3d *p)
{
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(p->v[k]) <= MESH_MAX_COORDINATE))
            return false;
        if (fabs(p->v[k]) < MESH_NOISE)
            p->v[k] = 0;
    }
    return true;
}

bool import_out_of_memory(const ImportFile *file)
{
    return error_set(file->err, "%s: not enough memory", file->name);
}

bool import_cancelled(const ImportFile *file)
{
    return error_set(file->err, "%s: cancelled", file->name);
}

bool import_read_file(ImportFile *file, const ImportFormat *format)
{
    enum { CHUNK = 1 << 20 }; // a few milliseconds of scanning between two looks at the job
    const char *path = file->path;
    const uint64_t limit = format->most_bytes;
    int fd;
    uint64_t length;
    if (!file_open(path, &fd, &length, file->err))
        return false;
    file->whole_size = length;
    bool good = false, last = false;
    // One byte more shows whether the file has grown since; it also makes room for a final 0.
    if (length == 0)
        error_set(file->err, "%s: the file is empty", path);
    else if (length > limit)
        error_set(file->err, "%s: the file has %llu MiB, the limit is %llu MiB", path,
                  (unsigned long long)(length >> 20), (unsigned long long)(limit >> 20));
    else if (format->importer)
        good = last = true;
    else if (!(file->bytes = array_alloc((size_t)length + 1, 1)))
        error_set(file->err, "%s: not enough memory for %llu bytes", path,
                  (unsigned long long)length);
    else
        good = true;
    for (size_t got = 1; good && !format->importer && got > 0;) {
        size_t wanted = (size_t)length + 1 - file->size;
        if (job_cancelled(file->job))
            good = import_cancelled(file);
        good = good && file_read(fd, path, file->bytes + file->size,
                                 wanted < CHUNK ? wanted : CHUNK, &got, file->err);
        file->size += good ? got : 0;
        if (file->size > length)
            good = error_set(file->err, "%s: the file grew while it was read; try again", path);
        if (good && format->scan && !last) {
            last = file->size == length || got == 0; // one that became shorter is taken as it is
            good = format->scan(file, file->size, last);
        }
        job_progress(file->job, (double)file->size / (double)length);
    }
    close(fd);
    if (good && file->bytes)
        file->bytes[file->size] = '\0';
    return good;
}
