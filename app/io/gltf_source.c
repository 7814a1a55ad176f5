#include "app/io/gltf_source.h"

#include "app/io/file.h"
#include "app/io/import_part.h"
#include "app/io/path.h"
#include "core/base/array.h"

#define MAX_BUFFER_BYTES ((size_t)2 << 30) // of all buffers together: the library counts in 32 bits

bool gltf_integer(const GltfSource *source, const JsonValue *object, const char *key,
                  int64_t fallback, int64_t most, int64_t *out)
{
    const JsonValue *value = json_member(object, key);
    *out = fallback;
    if (!value)
        return true;
    if (value->type != JSON_NUMBER || !(value->number >= 0 && value->number <= (double)most) ||
        value->number != (double)(int64_t)value->number)
        return json_refuse(&source->json, value, source->err,
                           "%s must be a whole number from 0 to %lld", key, (long long)most);
    *out = (int64_t)value->number;
    return true;
}

static bool read_list(GltfSource *source, const char *key, GltfList *out)
{
    const JsonValue *array = json_member(source->json.values, key);
    if (!array)
        return true;
    if (array->type != JSON_ARRAY)
        return json_refuse(&source->json, array, source->err, "%s must be a list", key);
    out->items = array_alloc((size_t)array->count, sizeof *out->items);
    if (!out->items)
        return error_set(source->err, "%s: not enough memory", source->name);
    for (const JsonValue *item = json_first(array); item; item = json_next(item)) {
        if (item->type != JSON_OBJECT)
            return json_refuse(&source->json, item, source->err, "%s must hold objects", key);
        out->items[out->count++] = item;
    }
    return true;
}

static int base64_digit(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

static bool decode_base64(GltfSource *source, const JsonValue *at, const char *text, GltfBytes *out)
{
    size_t length = strlen(text);
    out->data = array_alloc(length / 4 * 3 + 3, 1);
    if (!out->data)
        return error_set(source->err, "%s: not enough memory", source->name);
    uint32_t bits = 0;
    int have = 0;
    for (; *text && *text != '='; ++text) {
        int digit = base64_digit(*text);
        if (digit < 0)
            return json_refuse(&source->json, at, source->err, "a data URI is not base64");
        bits = bits << 6 | (uint32_t)digit;
        if (++have == 4) {
            for (int k = 16; k >= 0; k -= 8)
                out->data[out->size++] = (unsigned char)(bits >> k);
            have = 0;
            bits = 0;
        }
    }
    bits <<= 6 * (4 - have);
    for (int k = 0; k < have - 1; ++k)
        out->data[out->size++] = (unsigned char)(bits >> (16 - 8 * k));
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// %20 and the like, in place.
static void decode_percent(char *text)
{
    char *to = text;
    for (; *text; ++text) {
        int high = *text == '%' ? hex_digit(text[1]) : -1;
        int low = high >= 0 ? hex_digit(text[2]) : -1;
        if (low >= 0 && (high || low)) {
            *to++ = (char)(16 * high + low);
            text += 2;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static bool read_buffer_file(GltfSource *source, const char *path, const JsonValue *uri,
                             GltfBytes *out)
{
    if (!path)
        return json_refuse(&source->json, uri, source->err, "buffers in files are not read here");
    char *relative = strdup(uri->text);
    if (relative) {
        decode_percent(relative);
        import_depends(source->out, relative);
    }
    char *whole = relative ? path_beside(path, relative) : NULL;
    bool good = false;
    Error why;
    ImportFile file = {.name = whole, .path = whole, .job = source->job, .err = &why};
    if (!whole)
        error_set(source->err, "%s: not enough memory", source->name);
    else if (!path_stays_inside(path, relative))
        json_refuse(&source->json, uri, source->err,
                    "the buffer '%.200s' is not in the folder of the file and is not read; put it "
                    "there",
                    relative);
    else if (!import_read_file(
                 &file, &(ImportFormat){.most_bytes = MAX_BUFFER_BYTES - source->total_bytes}))
        json_refuse(&source->json, uri, source->err, "%s", why.text);
    else
        good = true;
    if (good)
        *out = (GltfBytes){(unsigned char *)file.bytes, file.size};
    else
        free(file.bytes);
    free(relative);
    free(whole);
    return good;
}

static bool read_buffer(GltfSource *source, const char *path, int32_t index, GltfBytes *chunk)
{
    const JsonValue *buffer = source->buffers.items[index];
    const JsonValue *uri = json_member(buffer, "uri");
    GltfBytes *out = &source->bytes[index];
    int64_t length;
    static const char DATA[] = "data:", MARK[] = ";base64,";
    if (!gltf_integer(source, buffer, "byteLength", 0, INT64_C(1) << 40, &length))
        return false;
    if (uri && uri->type != JSON_STRING)
        return json_refuse(&source->json, uri, source->err, "uri must be a text");
    bool good = true;
    if (!uri) {
        if (index != 0 || !chunk->data)
            return json_refuse(&source->json, buffer, source->err, "a buffer has no bytes");
        *out = *chunk;
        *chunk = (GltfBytes){0};
    } else if (strncmp(uri->text, DATA, sizeof DATA - 1) == 0) {
        const char *comma = strstr(uri->text, MARK);
        good = comma ? decode_base64(source, uri, comma + sizeof MARK - 1, out)
                     : json_refuse(&source->json, uri, source->err, "a data URI is not base64");
    } else {
        good = read_buffer_file(source, path, uri, out);
    }
    if (good && (uint64_t)length > out->size)
        good = json_refuse(&source->json, buffer, source->err,
                           "a buffer should have %lld bytes and has %zu: is it complete?",
                           (long long)length, out->size);
    if (good && out->size > MAX_BUFFER_BYTES - source->total_bytes)
        good = json_refuse(&source->json, buffer, source->err, "more than 2 GiB of buffers");
    if (good) {
        out->size = (size_t)length;
        source->total_bytes += out->size;
    }
    return good;
}

static uint32_t read_word(const char *bytes)
{
    const unsigned char *p = (const unsigned char *)bytes;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// The chunks of a .glb file; the binary one is copied.
static bool split_binary(GltfSource *source, const char *bytes, size_t size, const char **text,
                         size_t *text_size, GltfBytes *chunk)
{
    enum { HEADER = 12, CHUNK_HEADER = 8, JSON_CHUNK = 0x4E4F534A, BIN_CHUNK = 0x004E4942 };
    if (size < HEADER || read_word(bytes + 4) != 2)
        return error_set(source->err, "%s: only version 2 of glTF is read", source->name);
    if (read_word(bytes + 8) > size)
        return error_set(source->err,
                         "%s: the file should have %u bytes and has %zu: is it complete?",
                         source->name, read_word(bytes + 8), size);
    *text = NULL;
    for (size_t at = HEADER; size - at >= CHUNK_HEADER;) {
        size_t length = read_word(bytes + at);
        uint32_t kind = read_word(bytes + at + 4);
        at += CHUNK_HEADER;
        if (length > size - at)
            return error_set(source->err, "%s: a chunk goes beyond the end: is it complete?",
                             source->name);
        if (kind == JSON_CHUNK && !*text) {
            *text = bytes + at;
            *text_size = length;
        } else if (kind == BIN_CHUNK && !chunk->data) {
            chunk->data = array_alloc(length, 1);
            if (!chunk->data)
                return error_set(source->err, "%s: not enough memory", source->name);
            memcpy(chunk->data, bytes + at, length);
            chunk->size = length;
        }
        at += length;
    }
    return *text || error_set(source->err, "%s: the JSON chunk is missing", source->name);
}

static bool check_version(GltfSource *source)
{
    const JsonValue *root = source->json.values;
    const JsonValue *version = json_member(json_member(root, "asset"), "version");
    if (!version || version->type != JSON_STRING || strncmp(version->text, "2.", 2) != 0)
        return error_set(source->err, "%s: only version 2 of glTF is read%s", source->name,
                         version ? "" : ", and this file names none");
    // What only concerns looks does no harm.
    static const char *const HARMLESS[] = {"KHR_materials_", "KHR_texture_", "KHR_lights_"};
    const JsonValue *needed = json_member(root, "extensionsRequired");
    for (const JsonValue *item = json_first(needed); item; item = json_next(item)) {
        bool harmless = false;
        for (int i = 0; i < 3 && item->type == JSON_STRING; ++i)
            harmless |= strncmp(item->text, HARMLESS[i], strlen(HARMLESS[i])) == 0;
        if (!harmless)
            return json_refuse(&source->json, item, source->err,
                               "the file needs the extension '%.60s', which is not read here; "
                               "export it without (compression, for example)",
                               item->type == JSON_STRING ? item->text : "?");
    }
    return true;
}

bool gltf_source_read(GltfSource *source, const char *path, const char *bytes, size_t size)
{
    const char *text = bytes;
    size_t text_size = size;
    GltfBytes chunk = {0};
    bool good = true;
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0)
        good = split_binary(source, bytes, size, &text, &text_size, &chunk);
    good = good && json_parse(&source->json, source->name, text, text_size, source->err) &&
           check_version(source) && read_list(source, "buffers", &source->buffers) &&
           read_list(source, "bufferViews", &source->views) &&
           read_list(source, "accessors", &source->accessors) &&
           read_list(source, "meshes", &source->meshes) &&
           read_list(source, "nodes", &source->nodes) &&
           read_list(source, "materials", &source->materials);
    if (good) {
        source->bytes = calloc((size_t)source->buffers.count + 1, sizeof *source->bytes);
        good = source->bytes || error_set(source->err, "%s: not enough memory", source->name);
    }
    for (int32_t i = 0; i < source->buffers.count && good; ++i)
        good = read_buffer(source, path, i, &chunk);
    free(chunk.data);
    return good;
}

void gltf_source_free(GltfSource *source)
{
    for (int32_t i = 0; i < source->buffers.count && source->bytes; ++i)
        free(source->bytes[i].data);
    free(source->bytes);
    GltfList *lists[] = {&source->buffers, &source->views, &source->accessors,
                         &source->meshes,  &source->nodes, &source->materials};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        free((void *)lists[i]->items);
    json_free(&source->json);
    *source = (GltfSource){0};
}
