// The C border around libtinyobjloader. Callbacks stop the reader by an exception, since it has no
// other way out; every exception is caught here.
#include "third_party/tinyobjloader-c/tinyobj_loader_c_shim.h"

#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>

#include <fstream>
#include <new>
#include <streambuf>

namespace
{

struct Stop {
};

// Reads the caller's memory where it lies.
class MemoryBuffer : public std::streambuf
{
  public:
    MemoryBuffer(const char *text, size_t length)
    {
        char *begin = const_cast<char *>(text); // only ever read: no put area is set
        setg(begin, begin, begin + length);
    }
};

struct Adapter {
    const tinyobj_callbacks_t *callbacks;
    void *user;
    std::vector<tinyobj_vertex_index_t> corners;
};

void on_vertex(void *user, double x, double y, double z, double w)
{
    const Adapter *adapter = static_cast<const Adapter *>(user);
    if (!adapter->callbacks->vertex(adapter->user, x, y, z, w))
        throw Stop();
}

void on_face(void *user, tinyobj::index_t *indices, int count)
{
    Adapter *adapter = static_cast<Adapter *>(user);
    adapter->corners.resize(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
        tinyobj_vertex_index_t corner = {indices[i].vertex_index, indices[i].texcoord_index,
                                         indices[i].normal_index};
        adapter->corners[static_cast<size_t>(i)] = corner;
    }
    if (!adapter->callbacks->face(adapter->user, adapter->corners.data(), count))
        throw Stop();
}

void on_usemtl(void *user, const char *name, int)
{
    const Adapter *adapter = static_cast<const Adapter *>(user);
    if (!adapter->callbacks->usemtl(adapter->user, name))
        throw Stop();
}

void on_group(void *user, const char **names, int count)
{
    const Adapter *adapter = static_cast<const Adapter *>(user);
    if (!adapter->callbacks->group(adapter->user, names, count))
        throw Stop();
}

void on_object(void *user, const char *name)
{
    const Adapter *adapter = static_cast<const Adapter *>(user);
    if (!adapter->callbacks->object(adapter->user, name))
        throw Stop();
}

struct Counts {
    size_t vertices, faces;
};

void count_vertex(void *user, double, double, double, double)
{
    ++static_cast<Counts *>(user)->vertices;
}

void count_face(void *user, tinyobj::index_t *, int)
{
    ++static_cast<Counts *>(user)->faces;
}

template <typename Work> int without_exceptions(const Work &work)
{
    try {
        return work();
    } catch (const Stop &) {
        return TINYOBJ_ERROR_STOPPED;
    } catch (const std::bad_alloc &) {
        return TINYOBJ_ERROR_OUT_OF_MEMORY;
    } catch (...) {
        return TINYOBJ_ERROR_LIBRARY;
    }
}

} // namespace

int tinyobj_parse_obj(const char *buf, size_t len, const tinyobj_callbacks_t *callbacks, void *user)
{
    if (!callbacks || (!buf && len > 0))
        return TINYOBJ_ERROR_INVALID_PARAMETER;
    if (len == 0)
        return TINYOBJ_ERROR_EMPTY;
    return without_exceptions([=]() -> int {
        Adapter adapter = {callbacks, user, {}};
        tinyobj::callback_t inner;
        inner.vertex_cb = callbacks->vertex ? on_vertex : nullptr;
        inner.index_cb = callbacks->face ? on_face : nullptr;
        inner.usemtl_cb = callbacks->usemtl ? on_usemtl : nullptr;
        inner.group_cb = callbacks->group ? on_group : nullptr;
        inner.object_cb = callbacks->object ? on_object : nullptr;
        MemoryBuffer buffer(buf, len);
        std::istream stream(&buffer);
        return tinyobj::LoadObjWithCallback(stream, inner, &adapter) ? TINYOBJ_SUCCESS
                                                                     : TINYOBJ_ERROR_LIBRARY;
    });
}

int tinyobj_parse_alone(const char *filename, int reader, size_t *num_vertices, size_t *num_faces)
{
    return without_exceptions([=]() -> int {
        std::ifstream stream(filename);
        if (!stream)
            return TINYOBJ_ERROR_FILE_OPERATION;
        Counts counts = {0, 0};
        bool good;
        if (reader == TINYOBJ_ALONE_CALLBACKS) {
            tinyobj::callback_t inner;
            inner.vertex_cb = count_vertex;
            inner.index_cb = count_face;
            good = tinyobj::LoadObjWithCallback(stream, inner, &counts);
        } else {
            tinyobj::attrib_t attributes;
            std::vector<tinyobj::shape_t> shapes;
            std::vector<tinyobj::material_t> materials;
            std::string warning, error;
            good = tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream);
            counts.vertices = attributes.vertices.size() / 3;
            for (const tinyobj::shape_t &shape : shapes)
                counts.faces += shape.mesh.num_face_vertices.size();
        }
        *num_vertices = counts.vertices;
        *num_faces = counts.faces;
        return good ? TINYOBJ_SUCCESS : TINYOBJ_ERROR_LIBRARY;
    });
}
