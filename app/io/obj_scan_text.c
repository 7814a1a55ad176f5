#include "app/io/obj_scan_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int obj_token_length(const char *p)
{
    int n = 0;
    while (n < 40 && !obj_is_blank(p[n]) && !obj_ends_line(p[n]))
        ++n;
    return n;
}

void *obj_refuse(const ObjScan *scan, int64_t line, Error *err, const char *format, ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    // `used` is the beginning of the present line.
    const char *rest = scan->text + scan->used;
    size_t length = scan->end - scan->used;
    bool cut = scan->last && !memchr(rest, '\n', length) && !memchr(rest, '\r', length);
    error_set(err, "%s:%lld: %s%s", scan->name, (long long)line, reason,
              cut ? " (the file ends here: is it complete?)" : "");
    return NULL;
}

void *obj_refuse_number(const ObjScan *scan, const char *p, Error *err)
{
    int length = obj_token_length(p);
    const char *bare = p + (*p == '-' || *p == '+');
    const char *hint = "";
    if (strncasecmp(bare, "nan", 3) == 0 || strncasecmp(bare, "inf", 3) == 0)
        return obj_refuse(scan, scan->line, err, "'%.*s' is not a finite number", length, p);
    if (strncasecmp(bare, "0x", 2) == 0)
        hint = " (hexadecimal is not allowed here)";
    else if (memchr(p, ',', (size_t)length))
        hint = " (decimals need a point, not a comma)";
    return obj_refuse(scan, scan->line, err, "'%.*s' is not a number%s", length, p, hint);
}

void *obj_refuse_long_line(const ObjScan *scan, Error *err)
{
    error_set(err, "%s:%lld: the line is longer than %d MiB; this is no OBJ file", scan->name,
              (long long)scan->line, OBJ_MAX_LINE >> 20);
    return NULL;
}

void *obj_refuse_byte(const ObjScan *scan, char byte, Error *err)
{
    return obj_refuse(scan, scan->line, err, "binary data (byte 0x%02X); this is no OBJ file",
                      (unsigned)(unsigned char)byte);
}

// Length of the line end at p: 0, 1 or 2.
static int line_end_length(const char *p)
{
    return *p == '\n' ? 1 : *p != '\r' ? 0 : p[1] == '\n' ? 2 : 1;
}

char *obj_join_lines(ObjScan *scan, char *p)
{
    int length;
    while (*p == '\\' && (length = line_end_length(p + 1)) > 0) {
        memset(p, ' ', 1 + (size_t)length);
        ++scan->line;
        while (obj_is_blank(*p))
            ++p;
    }
    return p;
}

// To the next control character.
static char *skip_printable(char *p)
{
    while ((unsigned char)*p >= ' ' || *p == '\t')
        ++p;
    return p;
}

static bool at_end(const ObjScan *scan, const char *p)
{
    return scan->last && p == scan->text + scan->end;
}

char *obj_skip_text(ObjScan *scan, char *p, Error *err)
{
    for (;;) {
        char *start = p;
        p = skip_printable(p);
        int length = line_end_length(p);
        if (length == 0 && !at_end(scan, p))
            return obj_refuse_byte(scan, *p, err);
        if (length == 0 || p == start || p[-1] != '\\')
            return p;
        memset(p - 1, ' ', 1 + (size_t)length);
        ++scan->line;
    }
}

char *obj_finish_line(ObjScan *scan, char *p, Error *err)
{
    if (*p == '#') {
        // The library would take a comment behind a face for more corners. A backslash at its end
        // means nothing: drawings made of characters are popular in comments.
        char *end = skip_printable(p);
        memset(p, ' ', (size_t)(end - p));
        p = end;
    }
    int length = line_end_length(p);
    if (length == 0 && !at_end(scan, p))
        return obj_refuse_byte(scan, *p, err);
    return p + length;
}

static ObjSpan trimmed(const ObjScan *scan, const char *begin, const char *end)
{
    while (begin < end && obj_is_blank(*begin))
        ++begin;
    while (end > begin && obj_is_blank(end[-1]))
        --end;
    return (ObjSpan){(size_t)(begin - scan->text), (size_t)(end - begin)};
}

static void note_empty(ObjScan *scan, ObjSpan name, int64_t line)
{
    if (scan->empty_count < OBJ_NAMED_EXAMPLES)
        scan->empty[scan->empty_count] = (ObjExample){name, line};
    ++scan->empty_count;
}

static void close_group(ObjScan *scan)
{
    if (scan->group.length > 0 && !scan->group_has_faces)
        note_empty(scan, scan->group, scan->group_line);
    scan->group = (ObjSpan){0};
    scan->group_has_faces = scan->part_open = false;
}

void obj_close_object(ObjScan *scan)
{
    close_group(scan);
    if (scan->object.length > 0 && !scan->object_has_faces)
        note_empty(scan, scan->object, scan->object_line);
    scan->object = (ObjSpan){0};
    scan->object_has_faces = false;
}

static void note_unknown(ObjScan *scan, const char *word, size_t length, int64_t line)
{
    ++scan->unknown_count;
    if (length > OBJ_KEYWORD_MAX)
        length = OBJ_KEYWORD_MAX;
    for (int i = 0; i < scan->unknown_kinds; ++i) {
        ObjUnknown *unknown = &scan->unknown[i];
        if (strncmp(unknown->keyword, word, length) == 0 && unknown->keyword[length] == '\0') {
            ++unknown->count;
            return;
        }
    }
    if (scan->unknown_kinds == OBJ_NAMED_EXAMPLES)
        return;
    ObjUnknown *unknown = &scan->unknown[scan->unknown_kinds++];
    memcpy(unknown->keyword, word, length);
    unknown->keyword[length] = '\0';
    unknown->count = 1;
    unknown->line = line;
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

// Statements about display and texture: nothing is lost without them.
static bool is_without_effect(const char *word, size_t length)
{
    static const char *const WORDS[] = {"s",      "usemtl",   "lod",        "bevel",
                                        "usemap", "maplib",   "shadow_obj", "trace_obj",
                                        "mg",     "c_interp", "d_interp"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; ++i)
        if (is_word(word, length, WORDS[i]))
            return true;
    return false;
}

char *obj_scan_statement(ObjScan *scan, char *p, Error *err)
{
    int64_t line = scan->line;
    const char *word = p;
    while (!obj_ends_token(*p) && (unsigned char)*p > ' ' && (unsigned char)*p < 0x7F)
        ++p;
    size_t length = (size_t)(p - word);
    if (!obj_ends_token(*p) || length == 0) {
        if ((unsigned char)*p < ' ')
            return obj_refuse_byte(scan, *p, err);
        return obj_refuse(scan, line, err, "'%.*s' is no OBJ statement", obj_token_length(word),
                          word);
    }
    const char *begin = p;
    p = obj_skip_text(scan, p, err);
    if (!p)
        return NULL;
    ObjSpan rest = trimmed(scan, begin, p);
    if (is_word(word, length, "o")) {
        obj_close_object(scan);
        scan->object = rest;
        scan->object_line = scan->part_line = line;
    } else if (is_word(word, length, "g")) {
        close_group(scan);
        scan->group = rest;
        scan->group_line = scan->part_line = line;
    } else if (is_word(word, length, "mtllib")) {
        if (scan->library_count < OBJ_MAX_LIBRARIES)
            scan->libraries[scan->library_count] = (ObjExample){rest, line};
        ++scan->library_count;
    } else if (is_word(word, length, "l")) {
        ++scan->line_element_count;
    } else if (is_word(word, length, "p")) {
        ++scan->point_count;
    } else if (is_word(word, length, "v") || is_word(word, length, "f")) {
        return obj_refuse(scan, line, err, "'%.*s' without numbers", (int)length, word);
    } else if (!is_without_effect(word, length)) {
        if (*p == '\0')
            return obj_refuse(scan, line, err, "unknown statement '%.*s'", obj_token_length(word),
                              word);
        note_unknown(scan, word, length, line);
    }
    return p;
}
