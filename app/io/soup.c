// Triangles of a file on their way into a mesh.
#include "app/io/import_part.h"
#include "core/base/array.h"

int32_t soup_add_vertex(Soup *soup, Vec3d p)
{
    if (soup->vertex_count >= INT32_MAX ||
        !array_reserve(&soup->vertices, &soup->vertex_capacity, soup->vertex_count + 1,
                       sizeof *soup->vertices))
        return -1;
    soup->vertices[soup->vertex_count] = p;
    return (int32_t)soup->vertex_count++;
}

int32_t soup_weld(Soup *soup, Vec3d p)
{
    int32_t last = soup_add_vertex(soup, p);
    if (last < 0 ||
        !point_table_reserve(&soup->points, soup->vertices, (size_t)last, soup->vertex_count))
        return -1;
    int32_t index = point_table_add(&soup->points, soup->vertices, last);
    soup->vertex_count -= index != last;
    return index;
}

bool soup_add_triangle(Soup *soup, const int32_t corners[3], int32_t colour)
{
    size_t needed = soup->triangle_count + 1;
    if (needed > INT32_MAX ||
        !array_reserve(&soup->triangles, &soup->triangle_capacity, needed,
                       sizeof *soup->triangles) ||
        !array_reserve(&soup->polygons, &soup->polygon_capacity, needed, sizeof *soup->polygons) ||
        !array_reserve(&soup->colours, &soup->colour_capacity, needed, sizeof *soup->colours))
        return false;
    memcpy(soup->triangles[needed - 1], corners, sizeof *soup->triangles);
    soup->polygons[needed - 1] = soup->polygon_count;
    soup->colours[needed - 1] = colour;
    soup->has_colours |= colour != COLOUR_NONE;
    soup->triangle_count = needed;
    return true;
}

void soup_end_polygon(Soup *soup)
{
    ++soup->polygon_count;
}

// Vertices that no triangle uses would make the part larger than it is.
static bool keep_used(Soup *soup)
{
    int32_t *now = calloc(soup->vertex_count + 1, sizeof *now);
    if (!now)
        return false;
    for (size_t i = 0; i < soup->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            now[soup->triangles[i][k]] = 1;
    int32_t kept = 0;
    for (size_t i = 0; i < soup->vertex_count; ++i)
        if (now[i]) {
            now[i] = kept;
            soup->vertices[kept++] = soup->vertices[i];
        }
    for (size_t i = 0; i < soup->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            soup->triangles[i][k] = now[soup->triangles[i][k]];
    soup->vertex_count = (size_t)kept;
    free(now);
    return true;
}

Mesh *soup_take(Soup *soup, ImportResult *out)
{
    size_t count = soup->triangle_count;
    Mesh *mesh = keep_used(soup) ? mesh_create((int32_t)soup->vertex_count, (int32_t)count) : NULL;
    if (mesh && soup->has_colours && !(mesh->colour_of = array_alloc(count, sizeof(int32_t)))) {
        mesh_release(mesh);
        mesh = NULL;
    }
    if (mesh && count > 0) {
        memcpy(mesh->vertices, soup->vertices, soup->vertex_count * sizeof *mesh->vertices);
        memcpy(mesh->triangles, soup->triangles, count * sizeof *mesh->triangles);
        memcpy(mesh->polygon_of, soup->polygons, count * sizeof *mesh->polygon_of);
        if (mesh->colour_of)
            memcpy(mesh->colour_of, soup->colours, count * sizeof *mesh->colour_of);
    }
    if (mesh)
        mesh->polygon_count = soup->polygon_count;
    for (size_t i = 0; i < count; ++i) {
        const int32_t *t = soup->triangles[i];
        const Vec3d *v = soup->vertices;
        out->degenerate_count += polygon_triangle_is_degenerate(v[t[0]], v[t[1]], v[t[2]]);
    }
    point_table_clear(&soup->points);
    soup->vertex_count = soup->triangle_count = 0;
    soup->polygon_count = 0;
    soup->has_colours = false;
    return mesh;
}

void soup_free(Soup *soup)
{
    free(soup->vertices);
    point_table_free(&soup->points);
    free(soup->triangles);
    free(soup->polygons);
    free(soup->colours);
    *soup = (Soup){0};
}
