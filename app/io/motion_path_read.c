#include "app/io/file.h"
#include "app/io/motion_path.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

#include <math.h>

static const double UNIT_LENGTH_SLACK = 1e-6; // of a quaternion: as far as six digits go
static const char MAGIC[] = "snug-path";

// What is being read: the part whose lines come, and where it began.
typedef struct Reader {
    MotionPath *path;
    Tokens line;
    PathPart *part; // NULL before the first
    int64_t part_line;
    bool has_unit, has_mesh, has_scale, has_pivot, has_joints;
    int64_t *lines; // per part: where it begins
    size_t line_capacity;
} Reader;

static bool refuse(const Reader *reader, Error *err, const char *why)
{
    return error_set(err, "%s:%lld: %s", reader->line.name, (long long)reader->line.line, why);
}

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory for the path");
}

// A line of a part's head: once, and before its keys.
static bool head(Reader *reader, bool *seen, Error *err)
{
    if (!reader->part)
        return refuse(reader, err, "this line belongs to a part, and no part was named before it");
    if (reader->part->key_count > 0)
        return refuse(reader, err, "this line belongs before the keys of the part");
    if (*seen)
        return refuse(reader, err, "this was said already, and once is enough");
    *seen = true;
    return true;
}

bool path_unit_word(Tokens *line, enum LengthUnit *out, Error *err)
{
    char word[16] = "";
    if (tokens_next(line) && line->length < sizeof word)
        memcpy(word, line->token, line->length);
    return length_unit_find(word, out) ||
           tokens_refuse(line, "a unit of length, such as mm or in,", err);
}

static bool read_unit(Reader *reader, Error *err)
{
    if (reader->has_unit || reader->part)
        return refuse(reader, err, "the unit is said once, before the first part");
    reader->has_unit = true;
    return path_unit_word(&reader->line, &reader->path->unit, err) &&
           tokens_end(&reader->line, err);
}

static bool finish_part(const Reader *reader, Error *err)
{
    const char *missing = NULL;
    if (!reader->part)
        return true;
    if (!reader->has_mesh)
        missing = "line with its mesh";
    else if (reader->part->key_count == 0)
        missing = "key";
    return !missing || error_set(err, "%s:%lld: this part has no %s: is the file complete?",
                                 reader->line.name, (long long)reader->part_line, missing);
}

static bool read_part(Reader *reader, Error *err)
{
    char key[PATH_KEY_TEXT];
    if (!reader->has_unit)
        return refuse(reader, err, "the unit of length must be said before the first part");
    if (!finish_part(reader, err))
        return false;
    if (!tokens_quoted(&reader->line, key, sizeof key))
        return refuse(reader, err, "the name of a part stands in quotes, with at most 1023 bytes");
    utf8_sanitise(key);
    if (reader->path->part_count == PATH_MOST_PARTS)
        return refuse(reader, err, "these are more than 65536 parts");
    size_t count = reader->path->part_count + 1;
    reader->part =
        array_reserve(&reader->lines, &reader->line_capacity, count, sizeof *reader->lines)
            ? motion_path_add(reader->path, key)
            : NULL;
    if (!reader->part)
        return no_memory(err);
    reader->lines[count - 1] = reader->part_line = reader->line.line;
    reader->has_mesh = reader->has_scale = reader->has_pivot = reader->has_joints = false;
    return tokens_end(&reader->line, err);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool path_mesh_word(Tokens *line, uint64_t *out, Error *err)
{
    static const char *const wanted = "the mesh as 16 digits of 0-9 and a-f";
    if (!tokens_next(line) || line->length != 16)
        return tokens_refuse(line, wanted, err);
    uint64_t value = 0;
    for (size_t i = 0; i < 16; ++i) {
        int digit = hex_digit(line->token[i]);
        if (digit < 0)
            return tokens_refuse(line, wanted, err);
        value = value << 4 | (uint64_t)digit;
    }
    *out = value;
    return true;
}

static bool read_mesh(Reader *reader, Error *err)
{
    return head(reader, &reader->has_mesh, err) &&
           path_mesh_word(&reader->line, &reader->part->mesh, err) &&
           tokens_end(&reader->line, err);
}

// Three numbers along the part's axes, or nine: the rows of any linear map.
static bool read_scale(Reader *reader, Error *err)
{
    double v[9] = {0};
    if (!head(reader, &reader->has_scale, err) || !tokens_numbers(&reader->line, 1e9, 3, v, err))
        return false;
    bool more = tokens_next(&reader->line);
    if (more) {
        reader->line.p = reader->line.token; // it is the fourth number
        if (!tokens_numbers(&reader->line, 1e9, 6, v + 3, err))
            return false;
    }
    for (int i = 0; i < 9; ++i)
        reader->part->scale.m[i / 3][i % 3] = more ? v[i] : i % 4 == 0 ? v[i / 4] : 0;
    Affine inverse;
    if (!affine_invert(&reader->part->scale, &inverse) || !affine_is_finite(&inverse))
        return refuse(reader, err, "this scale makes the part flat");
    return tokens_end(&reader->line, err);
}

static bool read_pivot(Reader *reader, Error *err)
{
    return head(reader, &reader->has_pivot, err) &&
           tokens_numbers(&reader->line, MESH_MAX_COORDINATE, 3, reader->part->pivot.v, err) &&
           tokens_end(&reader->line, err);
}

static bool read_joints(Reader *reader, Error *err)
{
    double count;
    if (!head(reader, &reader->has_joints, err) ||
        !tokens_numbers(&reader->line, 1e9, 1, &count, err))
        return false;
    if (!(count >= 0 && count <= PATH_MOST_JOINTS) || count > floor(count))
        return refuse(reader, err, "a part has a whole number of joints, from 0 to 16");
    reader->part->joint_count = (int32_t)count;
    return tokens_end(&reader->line, err);
}

bool path_make_unit(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(fabs(length - 1) <= UNIT_LENGTH_SLACK))
        return false;
    for (int i = 0; i < 4 && fabs(length - 1) > 1e-15; ++i)
        q[i] /= length;
    return true;
}

static bool follows(const Reader *reader, const PathKey *key, Error *err)
{
    if (reader->part->key_count == 0)
        return true;
    const PathKey *before = &reader->part->keys[reader->part->key_count - 1];
    if (!(key->time > before->time))
        return refuse(reader, err, "times of keys must ascend, and this one is not after the last");
    if (path_turn_cosine(&before->pose, &key->pose) < PATH_LEAST_COSINE)
        return refuse(reader, err,
                      "the part turns by 180 degrees since the key before, and which way round is "
                      "not said: put a key between the two");
    return true;
}

static bool read_key(Reader *reader, Error *err)
{
    PathKey key;
    double joints[PATH_MOST_JOINTS];
    if (!reader->part)
        return refuse(reader, err, "this key belongs to a part, and no part was named before it");
    if (!tokens_numbers(&reader->line, PATH_MOST_TIME, 1, &key.time, err) ||
        !tokens_numbers(&reader->line, MESH_MAX_COORDINATE, 3, key.pose.pivot.v, err) ||
        !tokens_numbers(&reader->line, 2, 4, key.pose.q, err) ||
        !tokens_numbers(&reader->line, MESH_MAX_COORDINATE, reader->part->joint_count, joints, err))
        return false;
    if (!path_make_unit(key.pose.q))
        return refuse(reader, err, "a quaternion (w x y z) must have the length 1");
    if (!tokens_end(&reader->line, err) || !follows(reader, &key, err))
        return false;
    if (reader->path->key_count == PATH_MOST_KEYS)
        return refuse(reader, err, "these are more than 262144 keys");
    return motion_path_add_key(reader->path, reader->part, &key, joints) || no_memory(err);
}

static bool read_version(Reader *reader, Error *err)
{
    double version;
    if (!tokens_head(reader->line.p, (size_t)(reader->line.end - reader->line.p), MAGIC))
        return error_set(err, "%s: this is not a path: its first line would be \"%s %d\"",
                         reader->line.name, MAGIC, PATH_VERSION);
    tokens_next(&reader->line);
    if (!tokens_numbers(&reader->line, 1e9, 1, &version, err))
        return false;
    if (version < PATH_VERSION || version > PATH_VERSION)
        return error_set(err,
                         "%s: this path is of version %.10g, and this program reads version %d",
                         reader->line.name, version, PATH_VERSION);
    return tokens_end(&reader->line, err);
}

static bool read_line(Reader *reader, Error *err)
{
    static const struct {
        const char *word;
        bool (*read)(Reader *reader, Error *err);
    } LINES[] = {{"key", read_key},     {"part", read_part},   {"mesh", read_mesh},
                 {"scale", read_scale}, {"pivot", read_pivot}, {"joints", read_joints},
                 {"unit", read_unit}};
    if (reader->line.line == 1)
        return read_version(reader, err);
    if (!tokens_next(&reader->line) || reader->line.token[0] == '#')
        return true;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i)
        if (tokens_are(&reader->line, LINES[i].word))
            return LINES[i].read(reader, err);
    return tokens_refuse(&reader->line, "unit, part, mesh, scale, pivot, joints or key", err);
}

typedef struct NamedLine {
    const char *key;
    int64_t line;
} NamedLine;

static int by_key(const void *a, const void *b)
{
    const NamedLine *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static bool no_part_twice(const Reader *reader, Error *err)
{
    size_t count = reader->path->part_count;
    NamedLine *named = array_alloc(count, sizeof *named);
    if (!named)
        return no_memory(err);
    for (size_t i = 0; i < count; ++i)
        named[i] = (NamedLine){reader->path->parts[i].key, reader->lines[i]};
    qsort(named, count, sizeof *named, by_key);
    bool good = true;
    for (size_t i = 1; i < count && good; ++i)
        if (strcmp(named[i - 1].key, named[i].key) == 0)
            good = error_set(err, "%s:%lld: the part \"%.200s\" was named before, in line %lld",
                             reader->line.name, (long long)named[i].line, named[i].key,
                             (long long)named[i - 1].line);
    free(named);
    return good;
}

bool motion_path_parse(MotionPath *out, const char *name, const char *text, size_t size, Error *err)
{
    *out = (MotionPath){0};
    Reader reader = {.path = out};
    void *before = plain_numbers_begin();
    int64_t number = 0;
    bool good = true;
    reader.line = tokens_begin(name, text, 0);
    for (size_t at = utf8_mark(text, size); good; ++at) {
        const char *end = at < size ? memchr(text + at, '\n', size - at) : NULL;
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        reader.line = tokens_begin(name, text + at, length);
        reader.line.line = ++number;
        good = read_line(&reader, err);
        at += length;
        if (at >= size)
            break;
    }
    plain_numbers_end(before);
    good = good && finish_part(&reader, err);
    if (good && out->part_count == 0)
        good = error_set(err, "%s: no part moves in this path: is the file complete?", name);
    good = good && no_part_twice(&reader, err);
    free(reader.lines);
    if (!good)
        motion_path_free(out);
    return good;
}

bool motion_path_read(MotionPath *out, const char *file, Error *err)
{
    FileBytes bytes;
    *out = (MotionPath){0};
    if (!file_read_whole(file, PATH_MOST_BYTES, &bytes, err))
        return false;
    bool good = motion_path_parse(out, file_base_name(file), bytes.data, bytes.size, err);
    free(bytes.data);
    return good;
}

bool motion_path_is(const char *text, size_t size)
{
    size_t mark = utf8_mark(text, size);
    return tokens_head(text + mark, size - mark, MAGIC);
}
