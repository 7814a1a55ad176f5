// OFF, text or binary: one part, polygons of any size, colours of faces. Normals, texture places and
// colours of vertices are passed over.
#include "app/io/import_part.h"
#include "app/io/tokens.h"
#include "core/base/array.h"

#include <stdio.h>

enum { LOOK_EVERY = 4096, MAX_CORNERS = 1 << 20 };

typedef struct Off {
    ImportFile *file;
    Tokens tokens; // at the next number, in binary files too
    bool binary, colours, normals, texture;
    int64_t vertices, faces; // as the head says
    int64_t steps, short_faces, extra_lines;
    int32_t *corners;
    size_t corner_capacity;
    Soup soup;
    PolygonCutter cutter;
} Off;

static bool go_on(Off *off)
{
    if (++off->steps % LOOK_EVERY != 0)
        return true;
    if (job_cancelled(off->file->job))
        return import_cancelled(off->file);
    job_progress(off->file->job, (double)(off->tokens.p - off->file->bytes) /
                                     (double)(off->tokens.end - off->file->bytes));
    return true;
}

// About the present line, or in binary files about the element of this number.
static bool refuse(const Off *off, const char *element, int64_t index, const char *what)
{
    if (!off->binary)
        return error_set(off->file->err, "%s:%lld: %s", off->file->name,
                         (long long)off->tokens.line, what);
    return error_set(off->file->err, "%s: %s %lld: %s", off->file->name, element,
                     (long long)index + 1, what);
}

// Words like OFF, COFF and STCNOFF, without "BINARY" behind it.
static const char *head_word(const char *p, const char *end, Off *off)
{
    Off unused;
    off = off ? off : &unused;
    if (end - p >= 2 && memcmp(p, "ST", 2) == 0) {
        off->texture = true;
        p += 2;
    }
    if (p < end && *p == 'C') {
        off->colours = true;
        ++p;
    }
    if (p < end && *p == 'N') {
        off->normals = true;
        ++p;
    }
    return end - p >= 3 && memcmp(p, "OFF", 3) == 0 ? p + 3 : NULL;
}

// Text from '#' to the end of its line becomes blank.
static void blank_comments(char *p, const char *end)
{
    for (bool inside = false; p < end; ++p) {
        inside = *p == '\n' || *p == '\r' ? false : inside || *p == '#';
        if (inside)
            *p = ' ';
    }
}

// How many bytes of blanks and comments there are before the first word.
static size_t before_head(const char *text, size_t size)
{
    size_t at = 0;
    for (bool comment = false; at < size; ++at) {
        comment = text[at] == '#' || (comment && text[at] != '\n' && text[at] != '\r');
        if (!comment && !(text[at] && strchr(" \t\r\n", text[at])))
            break;
    }
    return at;
}

// --- numbers

static bool binary_bits(Off *off, uint32_t *bits)
{
    const unsigned char *p = (const unsigned char *)off->tokens.p;
    if (off->tokens.end - off->tokens.p < 4)
        return error_set(off->file->err, "%s: the file ends too early: is it complete?",
                         off->file->name);
    *bits = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    off->tokens.p += 4;
    return true;
}

static bool binary_real(Off *off, double *out)
{
    uint32_t bits;
    float value;
    if (!binary_bits(off, &bits))
        return false;
    memcpy(&value, &bits, sizeof value);
    *out = (double)value;
    return true;
}

static bool read_real(Off *off, double *out)
{
    return off->binary ? binary_real(off, out)
                       : tokens_number(&off->tokens, MESH_MAX_COORDINATE, out, off->file->err);
}

// From 0 to INT32_MAX - 1; anything else becomes -1.
static bool read_whole(Off *off, int64_t *out)
{
    uint32_t bits;
    double value;
    if (off->binary) {
        if (!binary_bits(off, &bits))
            return false;
        value = (double)bits;
    } else if (!tokens_number(&off->tokens, 1e300, &value, off->file->err)) {
        return false;
    }
    *out = value >= 0 && value < INT32_MAX && value == floor(value) ? (int64_t)value : -1;
    return true;
}

// --- what is in it

static bool read_head(Off *off)
{
    Tokens *tokens = &off->tokens;
    if (!tokens_next(tokens))
        return error_set(off->file->err, "%s: there is nothing in it", off->file->name);
    const char *end = tokens->token + tokens->length;
    const char *word = head_word(tokens->token, end, off);
    if (word && word != end)
        return tokens_refuse(tokens, "OFF", off->file->err);
    if (!word && tokens->length > 3 && memcmp(end - 3, "OFF", 3) == 0) // 4OFF, nOFF
        return error_set(off->file->err,
                         "%s:%lld: points of more than three coordinates are not read; save the "
                         "file as plain OFF",
                         off->file->name, (long long)tokens->line);
    if (!word && !(*tokens->token >= '0' && *tokens->token <= '9')) // the word may be missing
        return tokens_refuse(tokens, "OFF", off->file->err);
    if (!word)
        tokens->p = tokens->token;
    Tokens next = *tokens;
    if (word && tokens_next(&next) && tokens_are(&next, "BINARY")) {
        off->binary = true;
        tokens->p = next.p;
        while (tokens->p < tokens->end && *tokens->p != '\n')
            ++tokens->p;
        tokens->p += tokens->p < tokens->end;
    } else {
        blank_comments(off->file->bytes + (tokens->p - off->file->bytes), tokens->end);
    }
    int64_t edges = 0;
    if (!read_whole(off, &off->vertices) || !read_whole(off, &off->faces) ||
        (off->binary && !read_whole(off, &edges)))
        return false;
    if (off->vertices < 0 || off->faces < 0)
        return refuse(off, "head", 0, "whole numbers of vertices and faces expected");
    const char *rest;
    size_t length;
    if (!off->binary) // how many edges there are
        tokens_rest(tokens, &rest, &length);
    return off->faces > 0 ||
           error_set(off->file->err,
                     "%s: there are no faces in it, and points alone cannot collide",
                     off->file->name);
}

static bool pass_over(Off *off, int count)
{
    const char *rest;
    size_t length;
    double unused;
    if (!off->binary) {
        tokens_rest(&off->tokens, &rest, &length);
        off->extra_lines += length > 0 && count == 0;
        return true;
    }
    for (int i = 0; i < count; ++i)
        if (!binary_real(off, &unused))
            return false;
    return true;
}

static bool read_vertices(Off *off)
{
    int more = (off->normals ? 3 : 0) + (off->colours ? 4 : 0) + (off->texture ? 2 : 0);
    for (int64_t i = 0; i < off->vertices; ++i) {
        Vec3d p;
        for (int k = 0; k < 3; ++k)
            if (!read_real(off, &p.v[k]))
                return false;
        if (!import_check_point(&p))
            return refuse(off, "vertex", i, "a coordinate is no finite number up to 1e+15");
        if (soup_add_vertex(&off->soup, p) < 0)
            return import_out_of_memory(off->file);
        if (!pass_over(off, more) || !go_on(off))
            return false;
    }
    if (off->colours)
        import_notice(off->file->out, "colours of vertices are not shown, only those of faces");
    if (off->extra_lines > 0)
        import_notice(off->file->out,
                      "numbers behind the coordinates of %lld vertices were ignored",
                      (long long)off->extra_lines);
    return true;
}

static int32_t packed(const double rgb[3], double whole)
{
    int32_t colour = 0;
    for (int k = 0; k < 3; ++k)
        colour = colour << 8 | (int32_t)(fmax(0, fmin(rgb[k] / whole, 1)) * 255 + 0.5);
    return colour;
}

// What is left of the line: 3 or 4 numbers, from 0 to 255 if they are whole and else from 0 to 1. One
// alone is an index into a table that the file does not have.
static int32_t text_colour(Off *off)
{
    const char *rest;
    size_t length;
    double rgb[3];
    int count = 0;
    Error unused;
    tokens_rest(&off->tokens, &rest, &length);
    Tokens words = tokens_begin("", rest, length);
    while (count < 3 && words.p < words.end && tokens_number(&words, 1e9, &rgb[count], &unused))
        ++count;
    bool parts = memchr(rest, '.', length) != NULL;
    return count == 3 ? packed(rgb, parts ? 1 : 255) : COLOUR_NONE;
}

static bool binary_colour(Off *off, int64_t face, int32_t *colour)
{
    int64_t count;
    double values[4];
    if (!read_whole(off, &count))
        return false;
    if (count < 0 || count > 4)
        return refuse(off, "face", face, "a colour has up to 4 numbers");
    for (int i = 0; i < (int)count; ++i)
        if (!binary_real(off, &values[i]))
            return false;
    *colour = count >= 3 ? packed(values, 1) : COLOUR_NONE;
    return true;
}

static bool read_corners(Off *off, int64_t face, int64_t *count)
{
    if (!read_whole(off, count))
        return false;
    if (*count < 1 || *count > MAX_CORNERS)
        return refuse(off, "face", face, "a face has 3 to 1048576 corners");
    for (int64_t i = 0; i < *count; ++i) {
        int64_t corner;
        if (!array_reserve(&off->corners, &off->corner_capacity, (size_t)i + 3,
                           sizeof *off->corners))
            return import_out_of_memory(off->file);
        if (!read_whole(off, &corner) || !go_on(off))
            return false;
        if (corner < 0 || corner >= off->vertices) {
            char what[100];
            snprintf(what, sizeof what,
                     "a corner is the number of a vertex, and there are %lld (from 0)",
                     (long long)off->vertices);
            return refuse(off, "face", face, what);
        }
        off->corners[i] = (int32_t)corner;
    }
    return true;
}

static bool read_face(Off *off, int64_t face)
{
    int64_t count;
    int32_t colour = COLOUR_NONE;
    if (!read_corners(off, face, &count) || (off->binary && !binary_colour(off, face, &colour)))
        return false;
    if (!off->binary)
        colour = text_colour(off);
    if (count < 3) { // points and lines are allowed
        ++off->short_faces;
        return true;
    }
    int32_t kept =
        polygon_cut(&off->cutter, off->soup.vertices, off->corners, (int32_t)count, off->file->job);
    if (kept == 0)
        return job_cancelled(off->file->job) ? import_cancelled(off->file)
                                             : import_out_of_memory(off->file);
    for (int32_t i = 0; i < kept - 2; ++i) {
        const int32_t *cut = off->cutter.cut[i], *c = off->corners;
        if (!soup_add_triangle(&off->soup, (int32_t[]){c[cut[0]], c[cut[1]], c[cut[2]]}, colour))
            return import_out_of_memory(off->file);
    }
    soup_end_polygon(&off->soup);
    return true;
}

static bool read_all(Off *off)
{
    ImportFile *file = off->file;
    if (!read_head(off) || !read_vertices(off))
        return false;
    for (int64_t i = 0; i < off->faces; ++i)
        if (!read_face(off, i))
            return false;
    if (off->soup.triangle_count == 0)
        return error_set(file->err, "%s: none of its faces has three corners", file->name);
    if (off->short_faces > 0)
        import_notice(file->out, "%lld faces of one or two corners were left out",
                      (long long)off->short_faces);
    if (!off->binary && off->tokens.p == off->tokens.end)
        import_note_cut(file->out, off->tokens.line);
    job_step(file->job, "Building parts");
    char name[TEXT_NAME_MAX + 1];
    import_file_stem(file->name, name);
    ImportedPart part = {
        .name = strdup(name), .mesh = soup_take(&off->soup, file->out), .first_line = 1};
    if (!import_add_part(file->out, file->name, &part, file->job, file->err))
        return false;
    import_note_polygons(file->out, &off->cutter);
    return true;
}

static bool read(ImportFile *file)
{
    Off *off = file->state;
    off->file = file;
    blank_comments(file->bytes, file->bytes + before_head(file->bytes, file->size));
    off->tokens = tokens_begin(file->name, file->bytes, file->size);
    void *before = plain_numbers_begin();
    bool good = read_all(off);
    plain_numbers_end(before);
    return good;
}

static bool knows(const FileHead *head)
{
    const char *end = head->bytes + head->size;
    const char *word = head_word(head->bytes + before_head(head->bytes, head->size), end, NULL);
    return word && word < end && *word && strchr(" \t\r\n#", *word);
}

static void end(void *state)
{
    Off *off = state;
    free(off->corners);
    soup_free(&off->soup);
    polygon_cutter_free(&off->cutter);
}

const ImportFormat format_off = {.name = "OFF",
                                 .endings = {".off", ".coff"},
                                 .most_bytes = (uint64_t)4 << 30,
                                 .knows = knows,
                                 .state_size = sizeof(Off),
                                 .read = read,
                                 .end = end};
