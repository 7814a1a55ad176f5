// From a checked glTF file to a small one: positions as packed floats, indices as 32 bits, nodes
// with their transforms. Everything that could lead out of an array is refused here.
#include "app/io/gltf_source.h"

#include "core/base/array.h"

#include <math.h>

enum { COMPONENT_U8 = 5121, COMPONENT_U16 = 5123, COMPONENT_U32 = 5125, COMPONENT_F32 = 5126 };
enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

typedef struct Reducer {
    GltfSource *source;
    GltfReduced *out;
    TextBuffer views, accessors; // lists of the reduced file
    int32_t view_count;
    uint64_t numbers, most_numbers; // how much one buffer's bytes may be repeated
    int64_t other_modes, odd_rotations;
    int32_t odd_rotation_line;
    int32_t *parent_of; // per node: 1 + its parent
} Reducer;

typedef struct Accessor {
    const unsigned char *bytes;
    size_t stride;
    int64_t count;
    int component;
} Accessor;

static bool refuse(const Reducer *reducer, const JsonValue *at, const char *what)
{
    return json_refuse(&reducer->source->json, at, reducer->source->err, "%s", what);
}

static bool out_of_memory(const Reducer *reducer)
{
    return error_set(reducer->source->err, "%s: not enough memory", reducer->source->name);
}

// The entry `index` of a list; NULL: there is none, err says so.
static const JsonValue *entry(const Reducer *reducer, const GltfList *list, int64_t index,
                              const JsonValue *at)
{
    if (index >= 0 && index < list->count)
        return list->items[index];
    json_refuse(&reducer->source->json, at, reducer->source->err,
                "number %lld is out of range (there are %d)", (long long)index, (int)list->count);
    return NULL;
}

static bool find_accessor(Reducer *reducer, int64_t index, const JsonValue *at, const char *type,
                          size_t element_size, Accessor *out)
{
    const GltfSource *source = reducer->source;
    const int64_t MOST = INT64_C(1) << 40;
    const JsonValue *accessor = entry(reducer, &source->accessors, index, at);
    if (!accessor)
        return false;
    const JsonValue *kind = json_member(accessor, "type");
    if (!kind || kind->type != JSON_STRING || strcmp(kind->text, type) != 0)
        return json_refuse(&source->json, accessor, source->err,
                           "an accessor of the type %s expected", type);
    if (json_member(accessor, "sparse"))
        return refuse(reducer, accessor, "sparse accessors are not read; export it without them");
    int64_t view_index, offset, view_offset, view_length, stride, buffer;
    if (!gltf_integer(source, accessor, "bufferView", -1, INT32_MAX, &view_index) ||
        !gltf_integer(source, accessor, "byteOffset", 0, MOST, &offset) ||
        !gltf_integer(source, accessor, "count", 0, INT32_MAX, &out->count))
        return false;
    if (view_index < 0 || out->count < 1)
        return refuse(reducer, accessor, "an accessor has no data");
    const JsonValue *view = entry(reducer, &source->views, view_index, accessor);
    if (!view || !gltf_integer(source, view, "buffer", -1, INT32_MAX, &buffer) ||
        !gltf_integer(source, view, "byteOffset", 0, MOST, &view_offset) ||
        !gltf_integer(source, view, "byteLength", 0, MOST, &view_length) ||
        !gltf_integer(source, view, "byteStride", (int64_t)element_size, 252, &stride) ||
        !entry(reducer, &source->buffers, buffer, view))
        return false;
    int64_t buffer_size = (int64_t)source->bytes[buffer].size;
    if (view_offset > buffer_size || view_length > buffer_size - view_offset)
        return refuse(reducer, view, "a buffer view goes beyond its buffer");
    if (stride < (int64_t)element_size)
        return refuse(reducer, view, "byteStride is smaller than an element");
    // All factors are below 2^41: no overflow.
    if (offset + stride * (out->count - 1) + (int64_t)element_size > view_length)
        return refuse(reducer, accessor, "an accessor goes beyond its buffer view");
    out->bytes = source->bytes[buffer].data + view_offset + offset;
    out->stride = (size_t)stride;
    return true;
}

static uint32_t read_index(const Accessor *accessor, int64_t i)
{
    const unsigned char *p = accessor->bytes + (size_t)i * accessor->stride;
    uint32_t value = p[0];
    if (accessor->component != COMPONENT_U8)
        value |= (uint32_t)p[1] << 8;
    if (accessor->component == COMPONENT_U32)
        value |= (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return value;
}

static bool reserve_data(Reducer *reducer, int64_t numbers)
{
    GltfReduced *out = reducer->out;
    reducer->numbers += (uint64_t)numbers;
    if (reducer->numbers > reducer->most_numbers)
        return error_set(reducer->source->err,
                         "%s: the same bytes are used too often; is this an attack?",
                         reducer->source->name);
    return array_reserve(&out->data.data, &out->capacity, out->data.size + 4 * (size_t)numbers,
                         1) ||
           out_of_memory(reducer);
}

static void add_accessor(Reducer *reducer, size_t start, int component, int64_t count,
                         const char *type)
{
    const char *comma = reducer->view_count > 0 ? "," : "";
    text_add(&reducer->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", comma,
             start, reducer->out->data.size - start);
    text_add(&reducer->accessors,
             "%s{\"bufferView\":%d,\"byteOffset\":0,\"componentType\":%d,\"count\":%lld,\"type\":"
             "\"%s\"}",
             comma, (int)reducer->view_count, component, (long long)count, type);
    ++reducer->view_count;
}

static bool add_positions(Reducer *reducer, int64_t index, const JsonValue *at, int64_t *count)
{
    Accessor accessor;
    int64_t component;
    const JsonValue *value = entry(reducer, &reducer->source->accessors, index, at);
    if (!value || !gltf_integer(reducer->source, value, "componentType", 0, INT32_MAX, &component))
        return false;
    if (component != COMPONENT_F32)
        return refuse(reducer, value, "positions must be floats; export it without quantisation");
    if (!find_accessor(reducer, index, at, "VEC3", 12, &accessor) ||
        !reserve_data(reducer, 3 * accessor.count))
        return false;
    GltfBytes *data = &reducer->out->data;
    size_t start = data->size;
    for (int64_t i = 0; i < accessor.count; ++i) {
        const unsigned char *p = accessor.bytes + (size_t)i * accessor.stride;
        for (int k = 0; k < 3; ++k) {
            uint32_t bits = (uint32_t)p[4 * k] | (uint32_t)p[4 * k + 1] << 8 |
                            (uint32_t)p[4 * k + 2] << 16 | (uint32_t)p[4 * k + 3] << 24;
            float number;
            memcpy(&number, &bits, sizeof number);
            if (!(fabsf(number) <= (float)MESH_MAX_COORDINATE))
                return refuse(reducer, value, "a coordinate is no finite number up to 1e+15");
        }
        memcpy(data->data + data->size, p, 12);
        data->size += 12;
    }
    add_accessor(reducer, start, COMPONENT_F32, accessor.count, "VEC3");
    *count = accessor.count;
    return true;
}

static bool add_indices(Reducer *reducer, int64_t index, const JsonValue *at, int64_t vertices,
                        int64_t *count)
{
    Accessor accessor;
    int64_t component;
    const JsonValue *value = entry(reducer, &reducer->source->accessors, index, at);
    if (!value || !gltf_integer(reducer->source, value, "componentType", 0, INT32_MAX, &component))
        return false;
    if (component != COMPONENT_U8 && component != COMPONENT_U16 && component != COMPONENT_U32)
        return refuse(reducer, value, "indices must be unsigned integers");
    size_t size = component == COMPONENT_U8 ? 1 : component == COMPONENT_U16 ? 2 : 4;
    if (!find_accessor(reducer, index, at, "SCALAR", size, &accessor) ||
        !reserve_data(reducer, accessor.count))
        return false;
    accessor.component = (int)component;
    GltfBytes *data = &reducer->out->data;
    size_t start = data->size;
    for (int64_t i = 0; i < accessor.count; ++i) {
        uint32_t corner = read_index(&accessor, i);
        if (corner >= (uint64_t)vertices)
            return json_refuse(&reducer->source->json, value, reducer->source->err,
                               "index %u is out of range (there are %lld vertices)", corner,
                               (long long)vertices);
        for (int k = 0; k < 4; ++k)
            data->data[data->size++] = (unsigned char)(corner >> (8 * k));
    }
    add_accessor(reducer, start, COMPONENT_U32, accessor.count, "SCALAR");
    *count = accessor.count;
    return true;
}

// Nothing is written for lines and points.
static bool add_primitive(Reducer *reducer, const JsonValue *primitive, bool *first)
{
    GltfSource *source = reducer->source;
    TextBuffer *text = &reducer->out->text;
    int64_t mode, position, indices, material, vertices = 0, count;
    const JsonValue *attributes = json_member(primitive, "attributes");
    if (!gltf_integer(source, primitive, "mode", MODE_TRIANGLES, 6, &mode) ||
        !gltf_integer(source, attributes, "POSITION", -1, INT32_MAX, &position) ||
        !gltf_integer(source, primitive, "indices", -1, INT32_MAX, &indices) ||
        !gltf_integer(source, primitive, "material", -1, INT32_MAX, &material))
        return false;
    if (job_cancelled(source->job))
        return error_set(source->err, "%s: cancelled", source->name);
    if (json_member(json_member(primitive, "extensions"), "KHR_draco_mesh_compression"))
        return refuse(reducer, primitive,
                      "compressed meshes are not read; export it without Draco");
    if (mode < MODE_TRIANGLES || position < 0) {
        ++reducer->other_modes;
        return true;
    }
    if (material >= 0 && !entry(reducer, &source->materials, material, primitive))
        return false;
    if (!add_positions(reducer, position, primitive, &vertices))
        return false;
    count = vertices;
    int32_t position_view = reducer->view_count - 1;
    if (indices >= 0 && !add_indices(reducer, indices, primitive, vertices, &count))
        return false;
    if (count < 3 || (mode == MODE_TRIANGLES && count % 3 != 0))
        return refuse(reducer, primitive, "the number of corners is not that of triangles");
    text_add(text, "%s{\"mode\":%d,\"attributes\":{\"POSITION\":%d}", *first ? "" : ",", (int)mode,
             (int)position_view);
    if (indices >= 0)
        text_add(text, ",\"indices\":%d", (int)(reducer->view_count - 1));
    if (material >= 0)
        text_add(text, ",\"material\":%d", (int)material);
    text_add(text, "}");
    *first = false;
    return true;
}

// Meshes without triangles are written without primitives, which the library does not like, so
// `empty` says which nodes to write without a mesh.
static bool add_meshes(Reducer *reducer, bool *empty)
{
    GltfSource *source = reducer->source;
    TextBuffer *text = &reducer->out->text;
    text_add(text, "\"meshes\":[");
    bool any = false;
    for (int32_t i = 0; i < source->meshes.count; ++i) {
        const JsonValue *primitives = json_member(source->meshes.items[i], "primitives");
        TextBuffer whole = *text;
        *text = (TextBuffer){0};
        bool first = true, good = true;
        for (const JsonValue *item = json_first(primitives); item && good; item = json_next(item))
            good = add_primitive(reducer, item, &first);
        TextBuffer one = *text;
        *text = whole;
        empty[i] = first;
        // One that is empty is never used; a line of our own keeps the numbers right.
        text_add(text, "%s{\"name\":\"m%d\",\"primitives\":[%s]}", i > 0 ? "," : "", (int)i,
                 one.text ? one.text : "");
        any |= !first;
        text->failed |= one.failed;
        free(one.text);
        if (!good)
            return false;
        job_progress(source->job, (double)i / (double)source->meshes.count);
    }
    text_add(text, "],");
    return any || error_set(source->err, "%s: there are no triangles in it", source->name);
}

// What is not there is fine.
static bool check_numbers(Reducer *reducer, const JsonValue *list, const char *key, int count)
{
    if (list && (list->type != JSON_ARRAY || list->count != count))
        return json_refuse(&reducer->source->json, list, reducer->source->err,
                           "%s must be a list of %d numbers", key, count);
    for (const JsonValue *item = json_first(list); item; item = json_next(item))
        if (item->type != JSON_NUMBER || !(fabs(item->number) <= MESH_MAX_COORDINATE))
            return json_refuse(&reducer->source->json, item, reducer->source->err,
                               "%s must be numbers up to 1e+15", key);
    return true;
}

static void add_checked(Reducer *reducer, const JsonValue *list, const char *key, double factor)
{
    TextBuffer *text = &reducer->out->text;
    text_add(text, ",\"%s\":", key);
    const char *before = "[";
    for (const JsonValue *item = json_first(list); item; item = json_next(item), before = ",")
        text_add(text, "%s%.9g", before, factor * item->number);
    text_add(text, "]");
}

static bool add_numbers(Reducer *reducer, const JsonValue *node, const char *key, int count)
{
    const JsonValue *list = json_member(node, key);
    if (!check_numbers(reducer, list, key, count))
        return false;
    if (list)
        add_checked(reducer, list, key, 1);
    return true;
}

// Rotations are unit quaternions. One without length is none; others are brought to length.
static bool rotation_factor(Reducer *reducer, const JsonValue *list, double *factor)
{
    static const double SLACK = 1e-3; // far more than rounding to floats
    double square = 0;
    for (const JsonValue *item = json_first(list); item; item = json_next(item))
        square += item->number * item->number;
    double length = sqrt(square);
    *factor = 1;
    if (!list || fabs(length - 1) <= SLACK)
        return true;
    if (!(length > 1e-6))
        return refuse(reducer, list,
                      "a rotation of length 0 turns nothing; export the file again, or write "
                      "[0, 0, 0, 1] for no rotation");
    *factor = 1 / length;
    if (reducer->odd_rotations++ == 0)
        reducer->odd_rotation_line = list->line;
    return true;
}

static bool add_rotation(Reducer *reducer, const JsonValue *node)
{
    const JsonValue *list = json_member(node, "rotation");
    double factor;
    if (!check_numbers(reducer, list, "rotation", 4) || !rotation_factor(reducer, list, &factor))
        return false;
    if (list)
        add_checked(reducer, list, "rotation", factor);
    return true;
}

// Every node has one parent at most, and none is its own ancestor.
static bool check_children(Reducer *reducer, int32_t node)
{
    const GltfSource *source = reducer->source;
    const JsonValue *children = json_member(source->nodes.items[node], "children");
    for (const JsonValue *item = json_first(children); item; item = json_next(item)) {
        int64_t child = item->type == JSON_NUMBER && item->number >= 0 && item->number < INT32_MAX
                            ? (int64_t)item->number
                            : -1;
        if (!entry(reducer, &source->nodes, child, item))
            return false;
        if (reducer->parent_of[child])
            return refuse(reducer, item, "a node has two parents");
        reducer->parent_of[child] = node + 1;
    }
    return true;
}

static bool check_depth(Reducer *reducer)
{
    const GltfSource *source = reducer->source;
    for (int32_t i = 0; i < source->nodes.count; ++i) {
        int depth = 0;
        for (int32_t up = reducer->parent_of[i]; up; up = reducer->parent_of[up - 1])
            if (++depth > GLTF_MAX_DEPTH)
                return refuse(reducer, source->nodes.items[i], "nodes are nested too deeply");
    }
    return true;
}

static bool add_nodes(Reducer *reducer, const bool *empty)
{
    GltfSource *source = reducer->source;
    TextBuffer *text = &reducer->out->text;
    text_add(text, "\"nodes\":[");
    for (int32_t i = 0; i < source->nodes.count; ++i) {
        const JsonValue *node = source->nodes.items[i];
        int64_t mesh;
        text_add(text, "%s{\"name\":\"n%d\"", i > 0 ? "," : "", (int)i);
        if (!check_children(reducer, i) ||
            !gltf_integer(source, node, "mesh", -1, INT32_MAX, &mesh) ||
            (mesh >= 0 && !entry(reducer, &source->meshes, mesh, node)) ||
            !add_numbers(reducer, node, "matrix", 16) ||
            !add_numbers(reducer, node, "translation", 3) || !add_rotation(reducer, node) ||
            !add_numbers(reducer, node, "scale", 3))
            return false;
        if (mesh >= 0 && !empty[mesh])
            text_add(text, ",\"mesh\":%d", (int)mesh);
        const char *before = ",\"children\":[";
        const JsonValue *children = json_member(node, "children");
        for (const JsonValue *item = json_first(children); item; item = json_next(item)) {
            text_add(text, "%s%d", before, (int)item->number);
            before = ",";
        }
        text_add(text, "%s}", json_first(children) ? "]" : "");
    }
    text_add(text, "],");
    if (reducer->odd_rotations > 0)
        import_notice(source->out,
                      "%lld rotations are no unit quaternions (first in line %lld); they were "
                      "brought to length 1: check where these parts are",
                      (long long)reducer->odd_rotations, (long long)reducer->odd_rotation_line);
    return check_depth(reducer);
}

// The roots of the scene that the file wants shown, or all roots there are.
static bool add_scene(Reducer *reducer)
{
    GltfSource *source = reducer->source;
    TextBuffer *text = &reducer->out->text;
    int64_t wanted, index = 0;
    if (!gltf_integer(source, source->json.values, "scene", 0, INT32_MAX, &wanted))
        return false;
    const JsonValue *scene = json_first(json_member(source->json.values, "scenes"));
    while (scene && index++ < wanted)
        scene = json_next(scene);
    const JsonValue *named = json_member(source->json.values, "scene");
    if (named && !scene)
        import_notice(source->out,
                      "line %d: there is no scene %lld in it, so all its nodes were read; check "
                      "whether some belong to other scenes",
                      (int)named->line, (long long)wanted);
    const JsonValue *roots = json_member(scene, "nodes");
    const char *before = "";
    text_add(text, "\"scene\":0,\"scenes\":[{\"nodes\":[");
    bool *seen = calloc((size_t)source->nodes.count + 1, sizeof *seen);
    bool good = seen != NULL || out_of_memory(reducer);
    for (const JsonValue *item = json_first(roots); item && good; item = json_next(item)) {
        int64_t root = item->type == JSON_NUMBER && item->number >= 0 && item->number < INT32_MAX
                           ? (int64_t)item->number
                           : -1;
        good = entry(reducer, &source->nodes, root, item) != NULL;
        if (good && (reducer->parent_of[root] || seen[root]))
            good = refuse(reducer, item, "a scene must list roots, each once");
        if (good) {
            seen[root] = true;
            text_add(text, "%s%d", before, (int)root);
            before = ",";
        }
    }
    free(seen);
    for (int32_t i = 0; i < source->nodes.count && !roots; ++i)
        if (!reducer->parent_of[i]) {
            text_add(text, "%s%d", before, (int)i);
            before = ",";
        }
    text_add(text, "]}],");
    return good;
}

bool gltf_reduce(GltfSource *source, GltfReduced *out)
{
    *out = (GltfReduced){0};
    Reducer reducer = {.source = source,
                       .out = out,
                       .most_numbers = (1 << 20) + 16 * (uint64_t)source->total_bytes};
    reducer.parent_of = calloc((size_t)source->nodes.count + 1, sizeof *reducer.parent_of);
    bool *empty = calloc((size_t)source->meshes.count + 1, sizeof *empty);
    text_add(&out->text, "{\"asset\":{\"version\":\"2.0\"},");
    bool good = (reducer.parent_of && empty) || out_of_memory(&reducer);
    good = good && add_meshes(&reducer, empty) && add_nodes(&reducer, empty) && add_scene(&reducer);
    if (good) {
        text_add(&out->text, "\"materials\":[");
        for (int32_t i = 0; i < source->materials.count; ++i)
            text_add(&out->text, "%s{}", i > 0 ? "," : "");
        text_add(&out->text, "],\"accessors\":[");
        text_add_bytes(&out->text, reducer.accessors.text, reducer.accessors.length);
        text_add(&out->text, "],\"bufferViews\":[");
        text_add_bytes(&out->text, reducer.views.text, reducer.views.length);
        text_add(&out->text, "],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":%zu}]}",
                 out->data.size);
        if (out->text.failed || reducer.views.failed || reducer.accessors.failed)
            good = out_of_memory(&reducer);
        if (reducer.other_modes > 0)
            import_notice(source->out,
                          "%lld lines or point clouds were ignored: only faces can collide",
                          (long long)reducer.other_modes);
    }
    free(reducer.views.text);
    free(reducer.accessors.text);
    free(reducer.parent_of);
    free(empty);
    if (!good)
        gltf_reduced_free(out);
    return good;
}

void gltf_reduced_free(GltfReduced *reduced)
{
    free(reduced->text.text);
    free(reduced->data.data);
    *reduced = (GltfReduced){0};
}
