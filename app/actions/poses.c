#include "app/actions/poses.h"

#include "app/actions/action_tools.h"
#include "app/io/file.h"
#include "app/io/text_buffer.h"
#include "app/io/tokens.h"
#include "core/base/array.h"

enum { MAX_BYTES = 64 << 20, MAX_KEY = 1024 };

char *poses_text(const App *app)
{
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    text_add(&out,
             "# Poses of parts: the name, then three rows of the placement (matrix and "
             "translation), in %s.\n",
             length_unit_info(app->assembly.unit)->suffix);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Affine *t = &app->document.parts[i].placement;
        if (app->document.parts[i].removed)
            continue;
        text_add_quoted(&out, app->assembly.parts[i].key);
        for (int k = 0; k < 3; ++k)
            text_add(&out, " %s%.17g %.17g %.17g %.17g", k > 0 ? " " : "", t->m[k][0], t->m[k][1],
                     t->m[k][2], t->p.v[k]);
        text_add(&out, "\n");
    }
    plain_numbers_end(before);
    return text_take(&out);
}

static bool parse_line(App *app, PartState *parts, Tokens *line, int32_t *moved, int32_t *unknown,
                       Error *err)
{
    char key[MAX_KEY];
    while (line->p < line->end && (*line->p == ' ' || *line->p == '\t'))
        ++line->p;
    if (line->p == line->end || *line->p == '#' || *line->p == '\r')
        return true;
    if (!tokens_quoted(line, key, sizeof key))
        return error_set(err, "%s:%lld: a line begins with the name of a part in quotes",
                         line->name, (long long)line->line);
    Affine placement;
    for (int i = 0; i < 12; ++i)
        if (!tokens_number(line, MESH_MAX_COORDINATE,
                           i % 4 == 3 ? &placement.p.v[i / 4] : &placement.m[i / 4][i % 4], err))
            return false;
    if (tokens_next(line))
        return tokens_refuse(line, "the end of the line after 12 numbers", err);
    int32_t part = assembly_find(&app->assembly, key);
    if (part < 0 || parts[part].removed || parts[part].locked) {
        ++*unknown;
        return true;
    }
    Error why;
    if (!action_check_placement(app, part, &placement, &why))
        return error_set(err, "%s:%lld: %s", line->name, (long long)line->line, why.text);
    parts[part].placement = placement;
    ++*moved;
    return true;
}

bool poses_parse(App *app, const char *name, const char *text, size_t size, int32_t *moved,
                 int32_t *unknown, Error *err)
{
    *moved = *unknown = 0;
    size_t count = (size_t)app->document.part_count;
    PartState *parts = array_alloc(count, sizeof *parts);
    if (!parts)
        return error_set(err, "not enough memory for the poses");
    if (count > 0)
        memcpy(parts, app->document.parts, count * sizeof *parts);
    char *copy = array_alloc(size + 1, 1);
    bool good = copy != NULL || error_set(err, "not enough memory for the poses");
    void *before = plain_numbers_begin();
    int64_t number = 0;
    for (size_t at = 0; at < size && good;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        memcpy(copy, text + at, length);
        copy[length] = '\0';
        Tokens line = tokens_begin(name, copy, length);
        line.line = ++number;
        good = parse_line(app, parts, &line, moved, unknown, err);
        at += length + 1;
    }
    plain_numbers_end(before);
    if (good && count > 0)
        memcpy(app->document.parts, parts, count * sizeof *parts);
    free(copy);
    free(parts);
    return good;
}

bool poses_read(App *app, const char *path, int32_t *moved, int32_t *unknown, Error *err)
{
    FileBytes bytes;
    if (!file_read_whole(path, MAX_BYTES, &bytes, err))
        return false;
    bool good = poses_parse(app, path, bytes.data, bytes.size, moved, unknown, err);
    free(bytes.data);
    return good;
}
