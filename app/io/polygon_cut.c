#include "app/io/polygon_cut.h"

#include "core/base/array.h"

static bool same_place(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

int32_t polygon_cut(PolygonCutter *cutter, const Vec3d *vertices, int32_t *corners, int32_t count,
                    const Job *job)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; ++i)
        if (kept == 0 || !same_place(vertices[corners[i]], vertices[corners[kept - 1]]))
            corners[kept++] = corners[i];
    while (kept > 1 && same_place(vertices[corners[kept - 1]], vertices[corners[0]]))
        --kept;
    if (kept < count)
        ++cutter->repeated_count;
    for (; kept < 3; ++kept)
        corners[kept] = corners[kept - 1];
    if (!array_reserve(&cutter->points, &cutter->point_capacity, (size_t)kept,
                       sizeof *cutter->points) ||
        !array_reserve(&cutter->cut, &cutter->cut_capacity, (size_t)kept, sizeof *cutter->cut))
        return 0;
    for (int32_t i = 0; i < kept; ++i)
        cutter->points[i] = vertices[corners[i]];
    enum PolygonResult result =
        polygon_triangulate(cutter->points, kept, cutter->cut, &cutter->scratch, job);
    if (result == POLYGON_FORCED)
        ++cutter->forced_count;
    return result == POLYGON_NO_MEMORY || result == POLYGON_CANCELLED ? 0 : kept;
}

void polygon_cutter_free(PolygonCutter *cutter)
{
    free(cutter->points);
    free(cutter->cut);
    polygon_scratch_free(&cutter->scratch);
    *cutter = (PolygonCutter){0};
}
