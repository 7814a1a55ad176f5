// The rows of a scene file's objects: those of sources, parts, panels and the camera, and those of
// the document's fields (fields_list.inl) as rows of JSON.
#include "app/session/scene_file_fields.h"

#include "app/document/variants.h"
#include "app/scenes/scene.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static const char *word(const void *of, int i)
{
    return ((const char *const *)of)[i];
}

#define CHOICE(key_, value_, name_, of_, count_)                                                   \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_CHOICE, .value = value_, .name = name_, .of = of_,              \
        .count = count_                                                                            \
    }
#define FLAG(key_, value_)                                                                         \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_BOOL, .value = value_                                           \
    }
#define NUMBER(key_, value_, lo_, hi_)                                                             \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_NUMBER, .value = value_, .lo = lo_, .hi = hi_                   \
    }
#define TEXT(key_, value_)                                                                         \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_TEXT, .value = value_                                           \
    }

static JsonField optional(JsonField field, double usual)
{
    field.optional = true;
    field.usual = usual;
    return field;
}

int scene_source_fields(SceneSource *source, JsonField *fields)
{
    int n = 0;
    fields[n++] = TEXT("path", &source->path);
    fields[n++] = TEXT("kit", &source->kit);
    fields[n++] = optional(CHOICE("scene", &source->scene, scene_name, NULL, SCENE_COUNT), -1);
    fields[n++] = CHOICE("unit", &source->unit, length_unit_name, NULL, UNIT_COUNT);
    fields[n++] = CHOICE("up", &source->up, up_axis_entry, NULL, UP_COUNT);
    fields[n++] = optional(FLAG("unit_said", &source->unit_said), false);
    fields[n++] = optional(FLAG("up_said", &source->up_said), false);
    fields[n++] = optional(FLAG("drop_degenerate", &source->drop_degenerate), false);
    fields[n++] = optional(NUMBER("deflection", &source->deflection, 0, IMPORT_MOST_DEFLECTION), 0);
    return n;
}

int scene_part_fields(ScenePart *part, JsonField *fields)
{
    int n = 0;
    PartState *state = &part->state;
    fields[n++] = TEXT("key", &part->key);
    fields[n++] = optional(
        (JsonField){
            .key = "file", .kind = FIELD_INT, .value = &part->file, .hi = SCENE_MAX_FILES - 1},
        -1);
    fields[n++] = TEXT("name", &part->name);
    fields[n++] = TEXT("copy_of", &part->copy_of);
    fields[n++] = TEXT("title", &part->title);
    fields[n++] = TEXT("group", &part->group);
    fields[n++] = optional(
        (JsonField){.key = "rigid", .kind = FIELD_INT, .value = &state->rigid, .hi = 240}, 0);
    fields[n++] = TEXT("connectors", &part->connectors);
    fields[n++] = TEXT("variants", &part->variants);
    fields[n++] = optional(
        (JsonField){
            .key = "variant", .kind = FIELD_INT, .value = &state->variant, .hi = VARIANTS_MOST},
        0);
    fields[n++] = optional(FLAG("visible", &state->visible), true);
    fields[n++] = optional(FLAG("ghost", &state->ghost), false);
    fields[n++] = optional(FLAG("locked", &state->locked), false);
    fields[n++] = optional(FLAG("selected", &state->selected), false);
    fields[n++] = optional(FLAG("removed", &state->removed), false);
    fields[n++] = optional(
        (JsonField){.key = "colour", .kind = FIELD_COLOUR, .value = &state->colour}, OWN_COLOUR);
    fields[n++] = optional((JsonField){.key = "overlay_level",
                                       .kind = FIELD_INT,
                                       .value = &state->overlay_level,
                                       .lo = OVERLAY_OFF,
                                       .hi = OVERLAY_MOST},
                           OVERLAY_OFF);
    fields[n++] = optional(
        CHOICE("deformation", &state->shape.rule, named_name, deform_rules, deform_rule_count), 0);
    fields[n++] = optional(NUMBER("deformed_by", &state->shape.amount, -1, 1), 0);
    fields[n++] =
        (JsonField){.key = "placement", .kind = FIELD_PLACEMENT, .value = &state->placement};
    return n;
}

int scene_param_fields(double *params, const Param *rows, int count, JsonField *fields)
{
    for (int i = 0; i < count; ++i)
        fields[i] = NUMBER(rows[i].name, &params[i], rows[i].min, rows[i].max);
    return count;
}

int scene_panel_fields(PanelSettings *settings, JsonField *fields)
{
    int n = 0;
    fields[n++] =
        CHOICE("fit", &settings->primitive_type, word, volume_type_names, VOLUME_TYPE_COUNT);
    fields[n++] = FLAG("lasso_through", &settings->lasso_through);
    fields[n++] = FLAG("pose_from_home", &settings->pose_from_home);
    return n;
}

int scene_camera_fields(Camera *camera, JsonField *fields)
{
    int n = 0;
    fields[n++] = (JsonField){
        .key = "target", .kind = FIELD_POINT, .value = &camera->target, .hi = MESH_MAX_COORDINATE};
    fields[n++] = NUMBER("yaw", &camera->yaw, -1e6, 1e6);
    fields[n++] = NUMBER("pitch", &camera->pitch, -1.5707963267948966, 1.5707963267948966);
    fields[n++] = optional(NUMBER("roll", &camera->roll, -1e6, 1e6), 0);
    fields[n++] = NUMBER("distance", &camera->distance, 1e-30, 1e17);
    fields[n++] = NUMBER("field_of_view", &camera->fov_y, 0, 3);
    return n;
}

static const char *choice_name(const void *of, int i)
{
    const SceneChoice *choice = of;
    return choice->list->name(choice->document, i);
}

static JsonField row(const Field *field, Document *document, SceneChoice *choice)
{
    static const enum FieldKind kinds[] = {
        [STORED_FLAG] = FIELD_BOOL,     [STORED_INT] = FIELD_INT,     [STORED_FLOAT] = FIELD_FLOAT,
        [STORED_DOUBLE] = FIELD_NUMBER, [STORED_POINT] = FIELD_POINT,
    };
    const ChoiceList *list = field->saved_list ? field->saved_list : field->list;
    *choice = (SceneChoice){field, list, document, 0};
    if (!list)
        return (JsonField){.key = field->key,
                           .kind = kinds[field->stored],
                           .value = field_at(field, document),
                           .optional = field->unsaid,
                           .usual = field->usual,
                           .lo = field->least,
                           .hi = field->most};
    choice->chosen = (int)field_value(field, document);
    return CHOICE(field->key, &choice->chosen, choice_name, choice, list_count(list, document));
}

void scene_object_fields(SceneObject *object, Document *document, const char *name)
{
    object->count = 0;
    for (int i = 0; i < field_count; ++i)
        if (document_fields[i].object && strcmp(document_fields[i].object, name) == 0) {
            assert(object->count < SCENE_MAX_FIELDS);
            object->rows[object->count] =
                row(&document_fields[i], document, &object->choices[object->count]);
            ++object->count;
        }
}

void scene_write_object(TextBuffer *out, const JsonField *fields, int count)
{
    bool first = true;
    text_add(out, "{");
    json_write_fields(out, fields, count, NULL, &first);
    text_add(out, "}");
}

// --- reading

bool scene_out_of_memory(const SceneReader *reader)
{
    return error_set(reader->err, "%.300s: not enough memory", reader->json.name);
}

bool scene_refuse(const SceneReader *reader, const JsonValue *at, const char *format, ...)
{
    Error what;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what.text, sizeof what.text, format, arguments);
    va_end(arguments);
    return json_refuse(&reader->json, at, reader->err, "%s", what.text);
}

bool scene_read_object(SceneReader *reader, const JsonValue *object, const JsonField *fields,
                       int count, const char *const *others)
{
    return !object || json_read_fields(&reader->json, object, fields, count, others,
                                       &reader->file->notes, reader->err);
}

bool scene_read_settings(SceneReader *reader, const JsonValue *object, const char *name,
                         const char *const *others)
{
    SceneObject rows;
    Document *settings = &reader->file->settings;
    scene_object_fields(&rows, settings, name);
    if (!scene_read_object(reader, object, rows.rows, rows.count, others))
        return false;
    for (int i = 0; i < rows.count; ++i)
        if (rows.choices[i].list)
            field_store(rows.choices[i].field, settings, rows.choices[i].chosen);
    return true;
}

bool scene_expect_list(const SceneReader *reader, const JsonValue *list, const char *what,
                       int32_t most)
{
    if (list->type != JSON_ARRAY)
        return scene_refuse(reader, list, "%s must be a list", what);
    return list->count <= most ||
           scene_refuse(reader, list, "%s has more than %d entries", what, (int)most);
}

static int key_against(const void *key, const void *entry)
{
    return strcmp(key, (*(const ScenePart *const *)entry)->key);
}

const ScenePart *scene_find_key(const SceneReader *reader, const char *key)
{
    size_t count = (size_t)reader->file->part_count;
    const ScenePart *const *found = count > 0 ? bsearch(key, (const void *)reader->sorted, count,
                                                        sizeof *reader->sorted, key_against)
                                              : NULL;
    return found ? *found : NULL;
}
