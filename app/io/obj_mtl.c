#include "app/io/obj_mtl.h"
#include "app/io/file.h"
#include "app/io/path.h"
#include "app/io/tokens.h"
#include "core/base/array.h"
#include "core/base/decimal.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

// Of all libraries of one OBJ file together, in bytes: real ones have thousands.
enum { MAX_LIBRARY_SIZE = 32 << 20 };

void obj_mtl_free(ObjMaterials *materials)
{
    for (size_t i = 0; i < materials->count; ++i)
        free(materials->items[i].name);
    free(materials->items);
    *materials = (ObjMaterials){0};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// A bare copy, blanks at both ends cut off. NULL: memory is short.
static char *trimmed_copy(const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        ++begin;
    while (end > begin && is_blank(end[-1]))
        --end;
    return strndup(begin, (size_t)(end - begin));
}

static bool add_material(ObjMaterials *materials, const char *begin, const char *end)
{
    if (!array_reserve(&materials->items, &materials->capacity, materials->count + 1,
                       sizeof *materials->items))
        return false;
    char *name = trimmed_copy(begin, end);
    if (!name)
        return false;
    materials->items[materials->count] = (ObjMaterial){name, COLOUR_NONE, materials->count};
    ++materials->count;
    materials->sorted = false;
    return true;
}

// Three numbers, or one grey value. Colours outside 0..1 are clamped, as renderers do.
static bool parse_colour(const char *p, const char *end, int32_t *colour)
{
    double v[3];
    int count = 0;
    for (;;) {
        while (p < end && is_blank(*p))
            ++p;
        if (p == end || *p == '#' || count == 3)
            break;
        p = decimal_parse(p, &v[count]);
        if (!p || (p < end && !is_blank(*p) && *p != '#'))
            return false;
        ++count;
    }
    if (count != 1 && count != 3)
        return false;
    *colour = 0;
    for (int k = 0; k < 3; ++k) {
        double value = fmin(fmax(v[count == 1 ? 0 : k], 0), 1);
        *colour = *colour << 8 | (int32_t)(value * 255 + 0.5);
    }
    return true;
}

static bool begins_with(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - p) > length && memcmp(p, word, length) == 0 && is_blank(p[length]);
}

static bool read_lines(ObjMaterials *materials, const char *name, const char *text, size_t size,
                       ImportResult *result)
{
    const char *p = text + utf8_mark(text, size), *stop = text + size;
    bool inside = false;
    for (int64_t line = 1; p < stop; ++line) {
        const char *end = p;
        while (end < stop && *end != '\n' && *end != '\r')
            ++end;
        while (p < end && is_blank(*p))
            ++p;
        if (begins_with(p, end, "newmtl")) {
            if (!add_material(materials, p + 6, end))
                return false;
            inside = true;
        } else if (begins_with(p, end, "Kd")) {
            int32_t colour;
            if (!parse_colour(p + 2, end, &colour))
                import_notice(result, "%s:%lld: this diffuse colour (Kd) was not understood", name,
                              (long long)line);
            else if (inside)
                materials->items[materials->count - 1].colour = colour;
        }
        p = end;
        if (p < stop)
            p += *p == '\r' && p + 1 < stop && p[1] == '\n' ? 2 : 1;
    }
    return true;
}

bool obj_mtl_read(ObjMaterials *materials, const char *name, const char *text, size_t size,
                  ImportResult *result)
{
    if (memchr(text, '\0', size)) {
        import_notice(result, "%s: this is binary data, no material library", name);
        return true;
    }
    void *before = plain_numbers_begin();
    bool good = read_lines(materials, name, text, size, result);
    plain_numbers_end(before);
    return good;
}

enum Outcome { LOADED, NOT_THERE, NO_MEMORY };

// Missing files are left to the caller, who may have other names to try.
static enum Outcome load_one(ObjMaterials *materials, const char *obj_path, int64_t line,
                             const char *relative, ImportResult *result)
{
    import_depends(result, relative);
    if (!path_stays_inside(obj_path, relative)) {
        import_notice(result,
                      "%s:%lld: material library '%.200s' is not in the folder of the file and was "
                      "not read",
                      obj_path, (long long)line, relative);
        return LOADED;
    }
    char *path = path_beside(obj_path, relative);
    if (!path)
        return NO_MEMORY;
    FileBytes bytes;
    Error err;
    enum Outcome outcome = NOT_THERE;
    if (file_read_whole(path, MAX_LIBRARY_SIZE - materials->bytes_read, &bytes, &err)) {
        materials->bytes_read += bytes.size;
        outcome =
            obj_mtl_read(materials, path, bytes.data, bytes.size, result) ? LOADED : NO_MEMORY;
        free(bytes.data);
    }
    free(path);
    return outcome;
}

static void note_missing(const char *obj_path, int64_t line, const char *name, ImportResult *result)
{
    import_notice(result,
                  "%s:%lld: material library '%.200s' could not be read; its colours are missing",
                  obj_path, (long long)line, name);
}

bool obj_mtl_load(ObjMaterials *materials, const char *obj_path, int64_t line,
                  const char *statement, size_t length, ImportResult *result, const Job *job)
{
    char *names = trimmed_copy(statement, statement + length);
    if (!names)
        return false;
    for (char *p = names; *p; ++p)
        if (*p == '\\') // written on the other system
            *p = '/';
    enum Outcome outcome = names[0] ? load_one(materials, obj_path, line, names, result) : LOADED;
    bool several = strpbrk(names, " \t") != NULL;
    if (outcome == NOT_THERE && !several)
        note_missing(obj_path, line, names, result);
    if (outcome == NOT_THERE && several) {
        enum { MAX_FILES = 64 };
        char *rest = names;
        int files = 0;
        for (char *one;
             outcome != NO_MEMORY && !job_cancelled(job) && (one = strtok_r(rest, " \t", &rest));) {
            if (++files > MAX_FILES) {
                import_notice(result, "%s:%lld: more than %d material libraries in one line",
                              obj_path, (long long)line, MAX_FILES);
                break;
            }
            outcome = load_one(materials, obj_path, line, one, result);
            if (outcome == NOT_THERE)
                note_missing(obj_path, line, one, result);
        }
    }
    free(names);
    return outcome != NO_MEMORY;
}

static int compare_materials(const void *a, const void *b)
{
    const ObjMaterial *x = a, *y = b;
    int names = strcmp(x->name, y->name);
    return names != 0 ? names : x->order < y->order ? -1 : x->order > y->order;
}

bool obj_mtl_find(ObjMaterials *materials, const char *name, size_t length, int32_t *colour)
{
    if (!materials->sorted && materials->count > 0)
        qsort(materials->items, materials->count, sizeof *materials->items, compare_materials);
    materials->sorted = true;
    size_t lo = 0, hi = materials->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        const char *candidate = materials->items[middle].name;
        int order = strncmp(candidate, name, length);
        if (order == 0 && candidate[length] != '\0')
            order = 1;
        if (order < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo == materials->count || strncmp(materials->items[lo].name, name, length) != 0 ||
        materials->items[lo].name[length] != '\0')
        return false;
    *colour = materials->items[lo].colour;
    return true;
}
