#include "core/motion/shrink_points.h"

#include "core/base/array.h"

#define LONGEST 4.0 // in insets: sharper points are clamped
// Rows are one if their normals are equal but for rounding: around a point many are.
#define SAME_NORMAL (1 - 1e-14)

static Vec3d inward(const ProjectionRow *row)
{
    return vec3d(row->a[0], row->a[1], row->a[2]);
}

bool shrink_rows_add(ShrinkRows *rows, const Shrinker *shrinker, const ShrinkDesc *desc,
                     int32_t point)
{
    if (rows->count == 0)
        rows->largest = 0;
    for (int32_t i = shrinker->first[point]; i < shrinker->first[point + 1]; ++i) {
        int32_t face = shrinker->faces[i];
        Vec3d n = shrinker->normal[face];
        double inset = desc->insets ? desc->insets[face] : desc->inset;
        if (vec3d_dot(n, n) == 0)
            continue;
        rows->largest = fmax(rows->largest, inset);
        size_t k = 0;
        while (k < rows->count && -vec3d_dot(inward(&rows->rows[k]), n) < SAME_NORMAL)
            ++k;
        if (k == rows->count) {
            if (!array_reserve(&rows->rows, &rows->capacity, k + 1, sizeof *rows->rows))
                return false;
            rows->rows[rows->count++] = (ProjectionRow){{-n.x, -n.y, -n.z}, inset};
        }
        rows->rows[k].b = fmax(rows->rows[k].b, inset);
    }
    return true;
}

void shrink_rows_free(ShrinkRows *rows)
{
    mem_free(rows->rows);
    *rows = (ShrinkRows){0};
}

// Rows hold to 1e-12 of the largest inset and all sums to some 1e-15: so much longer, and faces with
// that inset go in by no less, rounding included.
static Vec3d lengthened(Vec3d offset)
{
    return vec3d_scale(offset, 1 + 1e-11);
}

Vec3d shrink_offset(const ShrinkRows *rows, enum ShrinkMark *mark)
{
    double zero[3] = {0};
    Projection found;
    *mark = SHRINK_NONE;
    if (rows->count == 0 || !(rows->largest > 0))
        return vec3d(0, 0, 0);
    project(3, rows->rows, rows->count, zero, 1e-12 * rows->largest, NULL, &found);
    Vec3d offset = vec3d(found.x[0], found.x[1], found.x[2]);
    double most = LONGEST * rows->largest, length = vec3d_length(offset);
    if (found.feasible && length <= most)
        return lengthened(offset);
    if (found.feasible) {
        *mark = SHRINK_CLAMPED;
        return vec3d_scale(offset, most / length);
    }
    *mark = SHRINK_SADDLE;
    offset = vec3d(0, 0, 0);
    for (size_t i = 0; i < rows->count; ++i)
        offset = vec3d_add(offset, inward(&rows->rows[i]));
    return vec3d_scale(vec3d_normalised(offset), rows->largest);
}
