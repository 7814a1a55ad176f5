#include "app/io/obj_scan.h"
#include "app/io/obj_scan_text.h"
#include "app/io/tokens.h"
#include "core/base/array.h"
#include "core/base/decimal.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

#include <string.h>

void obj_scan_begin(ObjScan *scan, const char *name, char *text)
{
    *scan = (ObjScan){.name = name, .text = text, .line = 1};
}

void obj_scan_free(ObjScan *scan)
{
    free(scan->vertices);
    free(scan->parts);
    for (int kind = 0; kind < OBJ_INDEX_KINDS; ++kind)
        free(scan->forward[kind]);
    *scan = (ObjScan){0};
}

static char *out_of_memory(ObjScan *scan, Error *err)
{
    error_set(err, "%s: not enough memory at line %lld", scan->name, (long long)scan->line);
    return NULL;
}

// Numbers until the end of the line. NULL: refused.
static char *scan_numbers(ObjScan *scan, char *p, double *values, int max, int *count, Error *err)
{
    *count = 0;
    for (;;) {
        p = obj_skip_blanks(scan, p);
        if (obj_ends_line(*p))
            return p;
        double value;
        char *end = (char *)decimal_parse(p, &value);
        if (!end || !obj_ends_token(*end))
            return obj_refuse_number(scan, p, err);
        if (*count == max)
            return obj_refuse(scan, scan->line, err, "more than %d numbers", max);
        if (!(fabs(value) <= MESH_MAX_COORDINATE))
            return obj_refuse(scan, scan->line, err, "'%.*s' is too large, the limit is %g",
                              obj_token_length(p), p, MESH_MAX_COORDINATE);
        values[(*count)++] = value;
        p = end;
    }
}

// The last number of a file that was cut may have lost digits.
static void note_cut(ObjScan *scan, const char *p, int64_t line)
{
    if (*p == '\0')
        scan->cut_line = line;
}

static char *scan_vertex(ObjScan *scan, char *p, Error *err)
{
    double v[7];
    int count;
    int64_t line = scan->line;
    char *numbers = p;
    p = scan_numbers(scan, p, v, 7, &count, err);
    if (!p)
        return NULL;
    // x y z, with a weight, with a colour, or with both (or an opacity).
    if (count < 3 || count == 5)
        return obj_refuse(scan, line, err, "a vertex has 3 coordinates, here are %d numbers",
                          count);
    if (count == 4 && v[3] != 1 && scan->weight_count++ == 0)
        scan->weight_line = line;
    for (int k = 0; k < 3; ++k) {
        if (v[k] != 0 && fabs(v[k]) < MESH_NOISE) {
            v[k] = 0;
            if (scan->tiny_count++ == 0)
                scan->tiny_line = line;
        }
    }
    size_t n = (size_t)scan->counts[OBJ_VERTEX];
    if (n >= INT32_MAX)
        return obj_refuse(scan, line, err, "more than %d vertices", INT32_MAX);
    if (!array_reserve(&scan->vertices, &scan->vertex_capacity, n + 1, sizeof *scan->vertices))
        return out_of_memory(scan, err);
    scan->vertices[n] = vec3d(v[0], v[1], v[2]);
    ++scan->counts[OBJ_VERTEX];
    note_cut(scan, p, line);
    // The library need not read them again: it only has to see that there is a vertex.
    memset(numbers, ' ', (size_t)(p - numbers));
    numbers[0] = '0';
    return p;
}

// Normals and texture coordinates are not used: oddities among them are worth a notice, no more,
// unless the file ends in the middle of one. (Exporters do write nan for the normal of a sliver.)
static char *scan_attribute(ObjScan *scan, char *p, enum ObjIndexKind kind, Error *err)
{
    ++scan->counts[kind];
    int count = 0;
    bool good = true;
    for (;;) {
        p = obj_skip_blanks(scan, p);
        if (obj_ends_line(*p))
            break;
        double value;
        char *end = (char *)decimal_parse(p, &value);
        if (!end || !obj_ends_token(*end)) {
            good = false;
            p = obj_skip_text(scan, p, err);
            if (!p)
                return NULL;
            break;
        }
        ++count;
        p = end;
    }
    if (good && count >= (kind == OBJ_NORMAL ? 3 : 1))
        return p;
    if (*p == '\0')
        return obj_refuse(scan, scan->line, err, "incomplete %s",
                          kind == OBJ_NORMAL ? "normal" : "texture coordinate");
    if (scan->bad_attribute_count++ == 0)
        scan->bad_attribute_line = scan->line;
    return p;
}

static const char *const INDEX_NAMES[OBJ_INDEX_KINDS] = {"vertex", "texture", "normal"};
static const char *const INDEX_PLURALS[OBJ_INDEX_KINDS] = {"vertices", "texture coordinates",
                                                           "normals"};

static bool check_index(ObjScan *scan, enum ObjIndexKind kind, int64_t index, Error *err)
{
    int64_t count = scan->counts[kind];
    if (index > 0 && index <= count)
        return true;
    if (index == 0)
        return obj_refuse(scan, scan->line, err, "%s index 0: indices begin at 1",
                          INDEX_NAMES[kind]);
    if (index < 0) {
        if (-index <= count)
            return true;
        return obj_refuse(scan, scan->line, err,
                          "relative %s index %lld is out of range (the file has %lld %s so far)",
                          INDEX_NAMES[kind], (long long)index, (long long)count,
                          INDEX_PLURALS[kind]);
    }
    if (index > INT32_MAX)
        return obj_refuse(scan, scan->line, err, "%s index is out of range (above %d)",
                          INDEX_NAMES[kind], INT32_MAX);
    ObjForward **list = &scan->forward[kind];
    size_t n = scan->forward_count[kind];
    if (n > 0 && index <= (*list)[n - 1].index)
        return true;
    if (!array_reserve(list, &scan->forward_capacity[kind], n + 1, sizeof **list))
        return out_of_memory(scan, err);
    (*list)[n] = (ObjForward){scan->line, index};
    scan->forward_count[kind] = n + 1;
    return true;
}

// At the end of the file: the first face that names something which never came.
static bool check_forward(ObjScan *scan, Error *err)
{
    const ObjForward *first = NULL;
    enum ObjIndexKind kind = OBJ_VERTEX;
    for (int k = 0; k < OBJ_INDEX_KINDS; ++k) {
        for (size_t i = 0; i < scan->forward_count[k]; ++i) {
            const ObjForward *forward = &scan->forward[k][i];
            if (forward->index > scan->counts[k]) {
                if (!first || forward->line < first->line) {
                    first = forward;
                    kind = (enum ObjIndexKind)k;
                }
                break;
            }
        }
    }
    if (!first)
        return true;
    return error_set(err, "%s:%lld: %s index %lld is out of range (the file has %lld %s)",
                     scan->name, (long long)first->line, INDEX_NAMES[kind], (long long)first->index,
                     (long long)scan->counts[kind], INDEX_PLURALS[kind]);
}

static char *parse_index(char *p, int64_t *out)
{
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        ++p;
    if (!decimal_is_digit(*p))
        return NULL;
    int64_t value = 0;
    for (; decimal_is_digit(*p); ++p)
        if (value <= INT32_MAX)
            value = value * 10 + (*p - '0');
    *out = negative ? -value : value;
    return p;
}

// v, v/vt, v//vn, v/vt/vn; what may follow a slash may also be missing.
static char *scan_corner(ObjScan *scan, char *p, Error *err)
{
    char *start = p;
    for (int kind = OBJ_VERTEX; kind < OBJ_INDEX_KINDS; ++kind) {
        int64_t index;
        char *end = parse_index(p, &index);
        if (end) {
            if (!check_index(scan, (enum ObjIndexKind)kind, index, err))
                return NULL;
            p = end;
        } else if (kind == OBJ_VERTEX) {
            break;
        }
        if (obj_ends_token(*p))
            return p;
        if (*p != '/')
            break;
        ++p;
    }
    return obj_refuse(scan, scan->line, err,
                      "'%.*s' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)",
                      obj_token_length(start), start);
}

static char *scan_face(ObjScan *scan, char *p, Error *err)
{
    int64_t line = scan->line, corners = 0;
    for (;;) {
        p = obj_skip_blanks(scan, p);
        if (obj_ends_line(*p))
            break;
        p = scan_corner(scan, p, err);
        if (!p)
            return NULL;
        ++corners;
    }
    if (corners < 3)
        return obj_refuse(scan, line, err, "a face needs at least 3 corners, this one has %lld",
                          (long long)corners);
    if (!scan->part_open) {
        if (!array_reserve(&scan->parts, &scan->part_capacity, scan->part_count + 1,
                           sizeof *scan->parts))
            return out_of_memory(scan, err);
        scan->parts[scan->part_count++] = (ObjScanPart){
            scan->object, scan->group, scan->part_line > 0 ? scan->part_line : line, 0};
        scan->part_open = scan->object_has_faces = scan->group_has_faces = true;
    }
    ++scan->parts[scan->part_count - 1].face_count;
    ++scan->face_count;
    scan->corner_count += corners;
    note_cut(scan, p, line);
    return p;
}

static char *scan_line(ObjScan *scan, char *p, Error *err)
{
    p = obj_skip_blanks(scan, p);
    if (p[0] == 'v' && obj_is_blank(p[1]))
        return scan_vertex(scan, p + 2, err);
    if (p[0] == 'f' && obj_is_blank(p[1]))
        return scan_face(scan, p + 2, err);
    if (p[0] == 'v' && p[1] == 'n' && obj_is_blank(p[2]))
        return scan_attribute(scan, p + 3, OBJ_NORMAL, err);
    if (p[0] == 'v' && p[1] == 't' && obj_is_blank(p[2]))
        return scan_attribute(scan, p + 3, OBJ_TEXTURE, err);
    if (obj_ends_line(*p))
        return p;
    return obj_scan_statement(scan, p, err);
}

// Where the last complete logical line ends, looking back from the end of what is there.
static size_t complete_lines(const ObjScan *scan, size_t available)
{
    const char *text = scan->text;
    for (size_t i = available; i > scan->used; --i) {
        bool line_feed = text[i - 1] == '\n';
        // A last '\r' may turn out to be half of "\r\n".
        if (!line_feed && (text[i - 1] != '\r' || i == available || text[i] == '\n'))
            continue;
        size_t before = i - 1;
        if (line_feed && before > scan->used && text[before - 1] == '\r')
            --before;
        if (before == scan->used || text[before - 1] != '\\')
            return i;
    }
    return scan->used;
}

static bool check_beginning(ObjScan *scan, size_t available, Error *err)
{
    if (available >= 2 &&
        (memcmp(scan->text, "\xFF\xFE", 2) == 0 || memcmp(scan->text, "\xFE\xFF", 2) == 0))
        return error_set(err, "%s:1: this is UTF-16 text; save it as UTF-8", scan->name);
    memset(scan->text, ' ', utf8_mark(scan->text, available));
    return true;
}

static bool scan_lines(ObjScan *scan, size_t end, Error *err)
{
    char *p = scan->text + scan->used, *stop = scan->text + end;
    while (p < stop) {
        char *start = p;
        p = scan_line(scan, p, err);
        if (p)
            p = obj_finish_line(scan, p, err);
        if (!p)
            return false;
        if (p - start > OBJ_MAX_LINE)
            return obj_refuse_long_line(scan, err);
        scan->used = (size_t)(p - scan->text);
        ++scan->line;
    }
    return true;
}

bool obj_scan_more(ObjScan *scan, size_t available, bool last, Error *err)
{
    if (scan->used == 0 && !check_beginning(scan, available, err))
        return false;
    if (last) {
        scan->last = true;
        scan->end = available;
        scan->text[available] = '\0';
    }
    size_t end = last ? available : complete_lines(scan, available);
    // strtod() would want a decimal comma in some locales; this concerns the calling thread only.
    void *before = plain_numbers_begin();
    bool good = scan_lines(scan, end, err);
    plain_numbers_end(before);
    if (!good)
        return false;
    size_t left = available - scan->used;
    // Why wait for the end of a line that is no text.
    if (end == 0 && memchr(scan->text, '\0', left))
        return obj_refuse_byte(scan, '\0', err);
    if (left > OBJ_MAX_LINE)
        return obj_refuse_long_line(scan, err);
    if (!last)
        return true;
    obj_close_object(scan);
    return check_forward(scan, err);
}
