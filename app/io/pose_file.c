#include "app/io/pose_file.h"

#include "app/io/tokens.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

static const char MAGIC[] = "snug-poses";

typedef struct Reader {
    PoseFile *file;
    Tokens line;
    bool has_unit, has_pivot;
} Reader;

static bool refuse(const Reader *reader, Error *err, const char *why)
{
    return error_set(err, "%s:%lld: %s", reader->line.name, (long long)reader->line.line, why);
}

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory for the poses");
}

// To be freed; NULL: err says why.
static char *read_name(Reader *reader, const char *of, Error *err)
{
    char name[PATH_KEY_TEXT];
    if (!tokens_quoted(&reader->line, name, sizeof name)) {
        error_set(err, "%s:%lld: the name of a %s stands in quotes, with at most 1023 bytes",
                  reader->line.name, (long long)reader->line.line, of);
        return NULL;
    }
    utf8_sanitise(name);
    char *copy = strdup(name);
    if (!copy)
        no_memory(err);
    return copy;
}

static bool read_unit(Reader *reader, Error *err)
{
    if (reader->has_unit || reader->file->thing_count > 0 || reader->file->pose_count > 0)
        return refuse(reader, err, "the unit is said once, before everything else");
    reader->has_unit = true;
    return path_unit_word(&reader->line, &reader->file->unit, err) &&
           tokens_end(&reader->line, err);
}

static bool read_part(Reader *reader, Error *err)
{
    PoseFile *file = reader->file;
    if (!reader->has_unit)
        return refuse(reader, err, "the unit of length must be said before the first part");
    if (file->pose_count > 0)
        return refuse(reader, err, "parts are named before the first pose");
    if (file->thing_count == PATH_MOST_PARTS)
        return refuse(reader, err, "these are more than 65536 parts");
    if (!array_reserve(&file->things, &file->thing_capacity, file->thing_count + 1,
                       sizeof *file->things))
        return no_memory(err);
    char *key = read_name(reader, "part", err);
    if (!key)
        return false;
    file->things[file->thing_count++] = (PosedThing){.key = key, .line = reader->line.line};
    reader->has_pivot = false;
    return tokens_end(&reader->line, err);
}

// The part that a line tells more about.
static PosedThing *head(Reader *reader, Error *err)
{
    PoseFile *file = reader->file;
    if (file->thing_count > 0 && file->pose_count == 0)
        return &file->things[file->thing_count - 1];
    refuse(reader, err, "this line belongs to a part, before the first pose");
    return NULL;
}

static bool read_mesh(Reader *reader, Error *err)
{
    PosedThing *thing = head(reader, err);
    if (!thing)
        return false;
    if (thing->has_mesh)
        return refuse(reader, err, "this was said already, and once is enough");
    thing->has_mesh = true;
    return path_mesh_word(&reader->line, &thing->mesh, err) && tokens_end(&reader->line, err);
}

static bool read_pivot(Reader *reader, Error *err)
{
    PosedThing *thing = head(reader, err);
    if (!thing)
        return false;
    if (reader->has_pivot)
        return refuse(reader, err, "this was said already, and once is enough");
    reader->has_pivot = true;
    return tokens_numbers(&reader->line, MESH_MAX_COORDINATE, 3, thing->pivot.v, err) &&
           tokens_end(&reader->line, err);
}

static bool read_pose(Reader *reader, Error *err)
{
    PoseFile *file = reader->file;
    if (!reader->has_unit)
        return refuse(reader, err, "the unit of length must be said before the first pose");
    if (file->pose_count == POSE_MOST)
        return refuse(reader, err, "these are more than 65536 poses");
    if (!array_reserve(&file->poses, &file->pose_capacity, file->pose_count + 1,
                       sizeof *file->poses))
        return no_memory(err);
    char *name = read_name(reader, "pose", err);
    if (!name)
        return false;
    file->poses[file->pose_count++] = (NamedPose){name, reader->line.line};
    return tokens_end(&reader->line, err);
}

static bool read_place(Reader *reader, bool relative, Error *err)
{
    PoseFile *file = reader->file;
    PosePlace place = {.line = reader->line.line, .thing = -1, .relative = relative};
    place.to.q[0] = 1;
    if (file->pose_count == 0)
        return refuse(reader, err, "this line belongs to a pose, and no pose was named before it");
    if (file->place_count == POSE_MOST_PLACES)
        return refuse(reader, err, "these are more than 262144 places of parts");
    if (!array_reserve(&file->places, &file->place_capacity, file->place_count + 1,
                       sizeof *file->places))
        return no_memory(err);
    place.pose = file->pose_count - 1;
    place.key = read_name(reader, "part", err);
    if (!place.key)
        return false;
    file->places[file->place_count++] = place;
    RigidPose *to = &file->places[file->place_count - 1].to;
    if (!tokens_numbers(&reader->line, MESH_MAX_COORDINATE, 3, to->pivot.v, err))
        return false;
    bool turned = !relative;
    if (relative && tokens_next(&reader->line)) {
        reader->line.p = reader->line.token; // it is the first number of a turn
        turned = true;
    }
    if (turned && !tokens_numbers(&reader->line, 2, 4, to->q, err))
        return false;
    if (!path_make_unit(to->q))
        return refuse(reader, err, "a quaternion (w x y z) must have the length 1");
    return tokens_end(&reader->line, err);
}

static bool read_at(Reader *reader, Error *err)
{
    return read_place(reader, false, err);
}

static bool read_move(Reader *reader, Error *err)
{
    return read_place(reader, true, err);
}

static bool read_version(Reader *reader, Error *err)
{
    double version;
    if (!tokens_head(reader->line.p, (size_t)(reader->line.end - reader->line.p), MAGIC))
        return error_set(err,
                         "%s: these are no poses: the first line would be \"%s %d\", or "
                         "\"snug-path %d\" of a path",
                         reader->line.name, MAGIC, POSE_VERSION, PATH_VERSION);
    tokens_next(&reader->line);
    if (!tokens_numbers(&reader->line, 1e9, 1, &version, err))
        return false;
    if (version < POSE_VERSION || version > POSE_VERSION)
        return error_set(err,
                         "%s: these poses are of version %.10g, and this program reads version %d",
                         reader->line.name, version, POSE_VERSION);
    return tokens_end(&reader->line, err);
}

static bool read_line(Reader *reader, Error *err)
{
    static const struct {
        const char *word;
        bool (*read)(Reader *reader, Error *err);
    } LINES[] = {{"at", read_at},     {"move", read_move}, {"pose", read_pose},
                 {"part", read_part}, {"mesh", read_mesh}, {"pivot", read_pivot},
                 {"unit", read_unit}};
    if (reader->line.line == 1)
        return read_version(reader, err);
    if (!tokens_next(&reader->line) || reader->line.token[0] == '#')
        return true;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i)
        if (tokens_are(&reader->line, LINES[i].word))
            return LINES[i].read(reader, err);
    return tokens_refuse(&reader->line, "unit, part, mesh, pivot, pose, at or move", err);
}

// --- names that may be there only once

typedef struct NamedLine {
    size_t group; // names of other groups do not matter
    const char *name;
    int64_t line;
} NamedLine;

static int by_name(const void *a, const void *b)
{
    const NamedLine *x = a, *y = b;
    int order = x->group != y->group ? (x->group > y->group ? 1 : -1) : strcmp(x->name, y->name);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static bool none_twice(const Reader *reader, NamedLine *lines, size_t count, const char *what,
                       Error *err)
{
    qsort(lines, count, sizeof *lines, by_name);
    for (size_t i = 1; i < count; ++i)
        if (lines[i - 1].group == lines[i].group && strcmp(lines[i - 1].name, lines[i].name) == 0)
            return error_set(err, "%s:%lld: the %s \"%.200s\" was named before, in line %lld",
                             reader->line.name, (long long)lines[i].line, what, lines[i].name,
                             (long long)lines[i - 1].line);
    return true;
}

static bool all_once(const Reader *reader, Error *err)
{
    const PoseFile *file = reader->file;
    size_t most = file->thing_count > file->pose_count ? file->thing_count : file->pose_count;
    most = most > file->place_count ? most : file->place_count;
    NamedLine *lines = array_alloc(most, sizeof *lines);
    if (!lines)
        return no_memory(err);
    for (size_t i = 0; i < file->thing_count; ++i)
        lines[i] = (NamedLine){0, file->things[i].key, file->things[i].line};
    bool good = none_twice(reader, lines, file->thing_count, "part", err);
    for (size_t i = 0; i < file->pose_count; ++i)
        lines[i] = (NamedLine){0, file->poses[i].name, file->poses[i].line};
    good = good && none_twice(reader, lines, file->pose_count, "pose", err);
    for (size_t i = 0; i < file->place_count; ++i)
        lines[i] = (NamedLine){file->places[i].pose, file->places[i].key, file->places[i].line};
    good = good && none_twice(reader, lines, file->place_count, "part in this pose", err);
    free(lines);
    return good;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const PosedThing *)a)->key, ((const PosedThing *)b)->key);
}

static void find_things(PoseFile *file)
{
    if (file->thing_count == 0)
        return;
    qsort(file->things, file->thing_count, sizeof *file->things, by_key);
    for (size_t i = 0; i < file->place_count; ++i) {
        PosedThing wanted = {.key = file->places[i].key};
        const PosedThing *found =
            bsearch(&wanted, file->things, file->thing_count, sizeof wanted, by_key);
        file->places[i].thing = found ? (int32_t)(found - file->things) : -1;
    }
}

bool pose_file_parse(PoseFile *out, const char *name, const char *text, size_t size, Error *err)
{
    *out = (PoseFile){0};
    Reader reader = {.file = out};
    void *before = plain_numbers_begin();
    int64_t number = 0;
    bool good = true;
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
    if (good && out->pose_count == 0)
        good = error_set(err, "%s: there is no pose in it: is the file complete?", name);
    good = good && all_once(&reader, err);
    if (good)
        find_things(out);
    else
        pose_file_free(out);
    return good;
}

void pose_file_free(PoseFile *file)
{
    for (size_t i = 0; i < file->thing_count; ++i)
        free(file->things[i].key);
    for (size_t i = 0; i < file->pose_count; ++i)
        free(file->poses[i].name);
    for (size_t i = 0; i < file->place_count; ++i)
        free(file->places[i].key);
    free(file->things);
    free(file->poses);
    free(file->places);
    *file = (PoseFile){0};
}

bool pose_file_is(const char *text, size_t size)
{
    size_t mark = utf8_mark(text, size);
    return tokens_head(text + mark, size - mark, MAGIC);
}
