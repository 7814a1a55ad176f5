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

static uint64_t hash_point(Vec3d p)
{
    uint64_t hash = 0;
    for (int k = 0; k < 3; ++k) {
        double value = p.v[k] + 0.0; // -0 and 0 are the same place
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

// The slot of the vertex at p, or the free one where it belongs.
static size_t slot_of(const Soup *soup, Vec3d p)
{
    size_t mask = soup->slot_count - 1, i = (size_t)hash_point(p) & mask;
    for (; soup->slots[i]; i = (i + 1) & mask) {
        Vec3d q = soup->vertices[soup->slots[i] - 1];
        if (p.x == q.x && p.y == q.y && p.z == q.z)
            break;
    }
    return i;
}

static bool grow_slots(Soup *soup)
{
    if (2 * (soup->vertex_count + 1) <= soup->slot_count)
        return true;
    size_t count = soup->slot_count ? 2 * soup->slot_count : 1024;
    int32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(soup->slots);
    soup->slots = slots;
    soup->slot_count = count;
    for (size_t i = 0; i < soup->vertex_count; ++i)
        slots[slot_of(soup, soup->vertices[i])] = (int32_t)i + 1;
    return true;
}

int32_t soup_weld(Soup *soup, Vec3d p)
{
    if (!grow_slots(soup))
        return -1;
    size_t slot = slot_of(soup, p);
    if (soup->slots[slot])
        return soup->slots[slot] - 1;
    int32_t index = soup_add_vertex(soup, p);
    soup->slots[slot] = index + 1;
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
    if (soup->slots)
        memset(soup->slots, 0, soup->slot_count * sizeof *soup->slots);
    soup->vertex_count = soup->triangle_count = 0;
    soup->polygon_count = 0;
    soup->has_colours = false;
    return mesh;
}

void soup_free(Soup *soup)
{
    free(soup->vertices);
    free(soup->slots);
    free(soup->triangles);
    free(soup->polygons);
    free(soup->colours);
    *soup = (Soup){0};
}
