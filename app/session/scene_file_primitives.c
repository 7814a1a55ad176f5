#include "app/session/scene_file_primitives.h"

#include "app/io/tokens.h"
#include "app/session/scene_file_fields.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

static int factor_fields(HybridDesc *desc, JsonField *fields)
{
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
        fields[t] = (JsonField){.key = volume_type_names[t],
                                .kind = FIELD_NUMBER,
                                .value = &desc->factors[t],
                                .lo = 0.01,
                                .hi = 100};
    return VOLUME_TYPE_COUNT;
}

static int param_fields(HybridDesc *desc, JsonField *fields)
{
    return scene_param_fields(desc->params, desc->builder->params, desc->builder->param_count,
                              fields);
}

// --- reading

// A list of types for each level, from the bottom; those that are not there are as below.
static bool read_types(SceneReader *reader, const JsonValue *list, HybridDesc *desc)
{
    int level = 0;
    if (!list)
        return true;
    if (!scene_expect_list(reader, list, "types", HYBRID_MAX_LEVELS))
        return false;
    memset(desc->types, 0, sizeof desc->types);
    for (const JsonValue *item = json_first(list); item; item = json_next(item), ++level) {
        if (!scene_expect_list(reader, item, "each entry of types", VOLUME_TYPE_COUNT))
            return false;
        for (const JsonValue *name = json_first(item); name; name = json_next(name)) {
            int t = 0;
            while (t < VOLUME_TYPE_COUNT &&
                   (name->type != JSON_STRING || strcmp(name->text, volume_type_names[t]) != 0))
                ++t;
            if (t == VOLUME_TYPE_COUNT)
                return scene_refuse(reader, name,
                                    "types names a type of volume that does not exist");
            desc->types[level] |= 1u << t;
        }
    }
    return true;
}

static bool read_settings(SceneReader *reader, const JsonValue *object, PrimitiveState *state)
{
    static const char *const OTHERS[] = {"factors", "types", "parameters", "volumes", NULL};
    if (!scene_read_settings(reader, object, "primitives", OTHERS))
        return false;
    HybridDesc *desc = &state->desc;
    desc->params_set = false;
    *desc = hybrid_desc_filled(desc);
    JsonField fields[SCENE_MAX_FIELDS];
    int count = factor_fields(desc, fields);
    if (!scene_read_object(reader, json_member(object, "factors"), fields, count, NULL))
        return false;
    count = param_fields(desc, fields);
    if (!scene_read_object(reader, json_member(object, "parameters"), fields, count, NULL))
        return false;
    for (int i = 0; i < desc->builder->param_count; ++i)
        if (desc->builder->params[i].whole)
            desc->params[i] = round(desc->params[i]);
    return read_types(reader, json_member(object, "types"), desc);
}

static bool read_run(SceneReader *reader, const JsonValue *list, int32_t part, Coverage *covers)
{
    if (!scene_expect_list(reader, list, "triangles", INT32_MAX - 1))
        return false;
    if (list->count % 2 != 0)
        return scene_refuse(reader, list, "triangles are pairs of the first and the last of a run");
    double first = 0;
    bool last = false;
    for (const JsonValue *item = json_first(list); item; item = json_next(item), last = !last) {
        double n = item->number;
        if (item->type != JSON_NUMBER || !(n >= 0 && n < INT32_MAX) || n != floor(n) ||
            (last && n < first))
            return scene_refuse(
                reader, item, "triangles are whole numbers from 0, the last not before the first");
        if (!last) {
            first = n;
            continue;
        }
        reader->covered += (int64_t)n - (int64_t)first + 1;
        if (reader->covered > SCENE_MAX_COVERED)
            return scene_refuse(reader, item, "primitives cover more than %d triangles",
                                SCENE_MAX_COVERED);
        for (int32_t t = (int32_t)first; t <= (int32_t)n; ++t)
            if (!coverage_add(covers, part, t))
                return scene_out_of_memory(reader);
    }
    return true;
}

static bool read_covers(SceneReader *reader, const JsonValue *list, Coverage *covers)
{
    static const char *const OTHERS[] = {"triangles", NULL};
    if (!scene_expect_list(reader, list, "covers", INT32_MAX - 1))
        return false;
    for (const JsonValue *item = json_first(list); item; item = json_next(item)) {
        char *key = NULL;
        JsonField field = {.key = "part", .kind = FIELD_TEXT, .value = &key};
        bool good = scene_read_object(reader, item, &field, 1, OTHERS);
        const ScenePart *part = good && key ? scene_find_key(reader, key) : NULL;
        free(key);
        if (!good)
            return false;
        const JsonValue *runs = json_member(item, "triangles");
        if (!part || !runs)
            return scene_refuse(reader, item,
                                "covers needs the key of a part that is listed, and its triangles");
        if (!read_run(reader, runs, (int32_t)(part - reader->file->parts), covers))
            return false;
    }
    return true;
}

static bool read_volume(SceneReader *reader, const JsonValue *item, PrimitiveList *list)
{
    static const char *const OTHERS[] = {"covers", NULL};
    char *name = NULL, *text = NULL;
    const JsonField fields[] = {{.key = "name", .kind = FIELD_TEXT, .value = &name},
                                {.key = "volume", .kind = FIELD_TEXT, .value = &text}};
    bool good = scene_read_object(reader, item, fields, 2, OTHERS);
    HybridVolume volume;
    Error why = {""};
    if (good && name && (!utf8_is_clean(name) || strlen(name) >= PRIMITIVE_NAME_SIZE))
        good = scene_refuse(reader, item, "the name of a primitive is up to %d bytes of plain text",
                            PRIMITIVE_NAME_SIZE - 1);
    if (good && !text)
        good = scene_refuse(reader, item, "a primitive needs a volume");
    if (good && !primitive_from_text(text, &volume, &why))
        good = scene_refuse(reader, item, "%s", why.text);
    const JsonValue *covered = json_member(item, "covers");
    Coverage *covers = good && covered ? coverage_create() : NULL;
    if (good && covered)
        good = covers ? read_covers(reader, covered, covers) : scene_out_of_memory(reader);
    if (good && !primitive_list_add(list, &volume, name, covers, &why))
        good = scene_refuse(reader, item, "%s", why.text);
    coverage_release(covers);
    free(name);
    free(text);
    return good;
}

static bool read_volumes(SceneReader *reader, const JsonValue *volumes, PrimitiveState *state)
{
    if (!volumes)
        return true;
    if (!scene_expect_list(reader, volumes, "volumes", PRIMITIVES_MAX))
        return false;
    if (volumes->count == 0)
        return true;
    state->list = primitive_list_create(); // freed with the settings
    if (!state->list)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(volumes); item; item = json_next(item))
        if (!read_volume(reader, item, state->list))
            return false;
    return true;
}

bool scene_read_primitives(SceneReader *reader, const JsonValue *object)
{
    PrimitiveState *state = &reader->file->settings.primitives;
    if (!object)
        return true;
    void *before = plain_numbers_begin();
    bool good = read_settings(reader, object, state) &&
                read_volumes(reader, json_member(object, "volumes"), state);
    plain_numbers_end(before);
    if (good && state->selected >= primitive_list_count(state->list))
        good = scene_refuse(reader, object, "the selected primitive is not listed");
    return good;
}

// --- writing

static void write_types(TextBuffer *out, const HybridDesc *desc)
{
    int levels = HYBRID_MAX_LEVELS;
    while (levels > 0 && desc->types[levels - 1] == 0)
        --levels;
    text_add(out, "[");
    for (int level = 0; level < levels; ++level) {
        bool first = true;
        text_add(out, "%s[", level > 0 ? ", " : "");
        for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
            if (desc->types[level] & 1u << t) {
                text_add(out, "%s\"%s\"", first ? "" : ", ", volume_type_names[t]);
                first = false;
            }
        text_add(out, "]");
    }
    text_add(out, "]");
}

static void write_covers(TextBuffer *out, const Coverage *covers, const SceneFile *file)
{
    const CoveredTriangle *items = covers->items;
    text_add(out, ", \"covers\": [");
    for (int32_t i = 0; i < covers->count;) {
        int32_t part = items[i].part;
        text_add(out, "%s{\"part\": ", i > 0 ? ", " : "");
        json_add_string(out, file->parts[part].key);
        text_add(out, ", \"triangles\": [");
        for (bool first = true; i < covers->count && items[i].part == part; first = false) {
            int32_t from = items[i].triangle, to = from;
            for (++i; i < covers->count && items[i].part == part && items[i].triangle == to + 1;
                 ++i)
                ++to;
            text_add(out, "%s%d, %d", first ? "" : ", ", (int)from, (int)to);
        }
        text_add(out, "]}");
    }
    text_add(out, "]");
}

void scene_write_primitives(TextBuffer *out, const SceneFile *file, bool *first)
{
    Document settings = file->settings;
    PrimitiveState state = settings.primitives;
    state.desc = hybrid_desc_filled(&state.desc);
    SceneObject rows;
    scene_object_fields(&rows, &settings, "primitives");
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = true;
    json_write_key(out, "primitives", "  ", first);
    text_add(out, "{");
    json_write_fields(out, rows.rows, rows.count, NULL, &none);
    json_write_key(out, "parameters", "    ", &none);
    scene_write_object(out, fields, param_fields(&state.desc, fields));
    json_write_key(out, "factors", "    ", &none);
    scene_write_object(out, fields, factor_fields(&state.desc, fields));
    json_write_key(out, "types", "    ", &none);
    write_types(out, &state.desc);
    json_write_key(out, "volumes", "    ", &none);
    text_add(out, "[");
    int32_t count = primitive_list_count(state.list);
    for (int32_t i = 0; i < count; ++i) {
        char text[PRIMITIVE_TEXT_SIZE];
        primitive_to_text(&state.list->set.items[i].volume, text);
        text_add(out, "%s\n      {\"name\": ", i > 0 ? "," : "");
        json_add_string(out, state.list->set.items[i].name);
        text_add(out, ", \"volume\": \"%s\"", text);
        if (state.list->covers[i])
            write_covers(out, state.list->covers[i], file);
        text_add(out, "}");
    }
    text_add(out, count > 0 ? "\n    ]\n  }" : "]\n  }");
}
