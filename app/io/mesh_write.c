#include "app/io/mesh_write.h"

#include "app/io/file.h"
#include "app/io/text_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { STL_HEAD = 80, STL_FACET = 50 };

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);
    return length > n && strcasecmp(path + length - n, ending) == 0;
}

bool mesh_can_write(const char *path, Error *err)
{
    return ends_in(path, ".obj") || ends_in(path, ".stl") ||
           error_set(err, "%s: the name of a mesh ends in .obj or .stl", path);
}

static bool write_obj(const Mesh *mesh, const char *path, Error *err)
{
    TextBuffer out = {0};
    text_add(&out, "# made by Snug\n");
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const Vec3d *v = &mesh->vertices[i];
        text_add(&out, "v %.17g %.17g %.17g\n", v->x, v->y, v->z);
    }
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const int32_t *t = mesh->triangles[i];
        text_add(&out, "f %d %d %d\n", (int)t[0] + 1, (int)t[1] + 1, (int)t[2] + 1);
    }
    bool good = !out.failed && out.text ? file_write_atomic(path, out.text, out.length, err)
                                        : error_set(err, "%s: not enough memory to write it", path);
    free(out.text);
    return good;
}

static void put_u32(unsigned char *to, uint32_t value)
{
    for (int k = 0; k < 4; ++k)
        to[k] = (unsigned char)(value >> 8 * k);
}

static unsigned char *put_floats(unsigned char *to, Vec3d v)
{
    for (int k = 0; k < 3; ++k) {
        float value = (float)v.v[k];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_u32(to, bits);
        to += 4;
    }
    return to;
}

static bool write_stl(const Mesh *mesh, const char *path, Error *err)
{
    size_t size = STL_HEAD + 4 + STL_FACET * (size_t)mesh->triangle_count;
    unsigned char *bytes = calloc(size, 1);
    if (!bytes)
        return error_set(err, "%s: not enough memory to write it", path);
    memcpy(bytes, "binary STL made by Snug", 23);
    put_u32(bytes + STL_HEAD, (uint32_t)mesh->triangle_count);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        unsigned char *at = bytes + STL_HEAD + 4 + STL_FACET * (size_t)i;
        Triangle t = mesh_triangle(mesh, i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        double length = vec3d_length(n);
        at = put_floats(at, length > 0 ? vec3d_scale(n, 1 / length) : n);
        for (int k = 0; k < 3; ++k)
            at = put_floats(at, t.p[k]);
    }
    bool good = file_write_atomic(path, bytes, size, err);
    free(bytes);
    return good;
}

bool mesh_write(const Mesh *mesh, const char *path, Error *err)
{
    if (!mesh_can_write(path, err))
        return false;
    return ends_in(path, ".stl") ? write_stl(mesh, path, err) : write_obj(mesh, path, err);
}
