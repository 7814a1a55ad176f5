#include "app/session/scene_file.h"

#include "app/document/connectors.h"
#include "app/document/field_actions.h"
#include "app/document/variants.h"
#include "app/io/file.h"
#include "app/io/rules_file.h"
#include "app/io/tokens.h"
#include "app/scenes/kit.h"
#include "app/scenes/scene.h"
#include "app/session/scene_file_fields.h"
#include "app/session/scene_file_joints.h"
#include "app/session/scene_file_primitives.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <strings.h>

void scene_file_init(SceneFile *file)
{
    *file = (SceneFile){0};
    document_init(&file->settings, &(Assembly){0});
    free(file->settings.parts);
    file->settings.parts = NULL;
}

void scene_file_free(SceneFile *file)
{
    for (int32_t i = 0; i < file->source_count; ++i) {
        free(file->sources[i].path);
        free(file->sources[i].kit);
    }
    for (int32_t i = 0; i < file->part_count; ++i) {
        ScenePart *part = &file->parts[i];
        free(part->key);
        free(part->name);
        free(part->copy_of);
        free(part->title);
        free(part->group);
        free(part->connectors);
        free(part->variants);
    }
    for (int32_t i = 0; i < file->panel_count; ++i)
        free(file->panels[i]);
    free(file->sources);
    free(file->parts);
    free((void *)file->panels);
    free(file->selected);
    free(file->autosave_of);
    document_free(&file->settings);
    import_result_free(&file->notes);
    *file = (SceneFile){0};
}

ScenePart scene_part_usual(void)
{
    Affine same = affine_identity();
    return (ScenePart){.file = -1, .state = part_state_usual(&same)};
}

// The list of this key, of at most so many; absent ones are empty. False: err is filled.
static bool find_list(const SceneReader *reader, const char *key, int32_t most,
                      const JsonValue **out)
{
    *out = json_member(reader->json.values, key);
    return !*out || scene_expect_list(reader, *out, key, most);
}

static bool read_sources(SceneReader *reader)
{
    const JsonValue *list;
    SceneFile *file = reader->file;
    if (!find_list(reader, "files", SCENE_MAX_FILES, &list))
        return false;
    file->sources = calloc(list ? (size_t)list->count + 1 : 1, sizeof *file->sources);
    if (!file->sources)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(list); item; item = json_next(item)) {
        SceneSource *source = &file->sources[file->source_count++];
        *source = (SceneSource){.scene = -1, .line = item->line};
        JsonField fields[SCENE_MAX_FIELDS];
        int count = scene_source_fields(source, fields);
        if (!scene_read_object(reader, item, fields, count, NULL))
            return false;
        if ((source->path && source->path[0]) + (source->kit != NULL) + (source->scene >= 0) != 1)
            return scene_refuse(reader, item, "a file needs either a path, a tool or a scene");
        const KitPiece *piece;
        double size;
        Error why;
        if (source->kit && !kit_parse(source->kit, &piece, &size, &why))
            return scene_refuse(reader, item, "%s", why.text);
    }
    return true;
}

static int by_key(const void *a, const void *b)
{
    const ScenePart *const *x = a, *const *y = b;
    int order = strcmp((*x)->key, (*y)->key);
    return order ? order : ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

// Keys come once, and whatever is named is there.
static bool check_keys(SceneReader *reader)
{
    SceneFile *file = reader->file;
    size_t count = (size_t)file->part_count;
    const ScenePart **sorted = array_alloc(count, sizeof *sorted);
    reader->sorted = sorted;
    if (!sorted)
        return scene_out_of_memory(reader);
    for (size_t i = 0; i < count; ++i)
        sorted[i] = &file->parts[i];
    qsort((void *)sorted, count, sizeof *sorted, by_key);
    for (size_t i = 1; i < count; ++i)
        if (strcmp(sorted[i]->key, sorted[i - 1]->key) == 0)
            return error_set(reader->err, "%.300s:%d: the part \"%.100s\" comes twice",
                             reader->json.name, (int)sorted[i]->line, sorted[i]->key);
    for (size_t i = 0; i < count; ++i) {
        const ScenePart *part = &file->parts[i];
        const ScenePart *of = part->copy_of ? scene_find_key(reader, part->copy_of) : NULL;
        if (part->copy_of && (!of || of->copy_of))
            return error_set(reader->err,
                             "%.300s:%d: copy_of names no part that is read from a file",
                             reader->json.name, (int)part->line);
    }
    if (file->selected && count > 0 && !scene_find_key(reader, file->selected))
        return error_set(reader->err, "%.300s: the selected part \"%.100s\" is not listed",
                         reader->json.name, file->selected);
    return true;
}

static bool clean_text(const char *text)
{
    return text[0] && utf8_is_clean(text) && strlen(text) <= 512;
}

static bool check_connectors(SceneReader *reader, const JsonValue *item, const ScenePart *part)
{
    int count = 0;
    Error why = {""};
    bool good = !part->connectors || (utf8_is_clean(part->connectors) &&
                                      connectors_read(part->connectors, NULL, &count, &why));
    return good || scene_refuse(reader, item, "%s",
                                why.text[0] ? why.text : "connectors are not plain text");
}

static bool check_variants(SceneReader *reader, const JsonValue *item, const ScenePart *part)
{
    int count = 0;
    Error why = {""};
    if (part->variants &&
        !(utf8_is_clean(part->variants) && variants_read(part->variants, NULL, &count, &why)))
        return scene_refuse(reader, item, "%s",
                            why.text[0] ? why.text : "variants are not plain text");
    return part->state.variant <= count ||
           scene_refuse(reader, item, "the part has %d variants and uses number %d", count,
                        (int)part->state.variant);
}

static bool read_parts(SceneReader *reader)
{
    const JsonValue *list;
    SceneFile *file = reader->file;
    if (!find_list(reader, "parts", SCENE_MAX_PARTS, &list))
        return false;
    file->parts = calloc(list ? (size_t)list->count + 1 : 1, sizeof *file->parts);
    if (!file->parts)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(list); item; item = json_next(item)) {
        ScenePart *part = &file->parts[file->part_count++];
        *part = scene_part_usual();
        part->line = item->line;
        JsonField fields[SCENE_MAX_FIELDS];
        int count = scene_part_fields(part, fields);
        if (!part->key && !(part->key = strdup("")))
            return scene_out_of_memory(reader);
        if (!scene_read_object(reader, item, fields, count, NULL))
            return false;
        const char *const texts[] = {part->key, part->name, part->copy_of, part->title,
                                     part->group};
        for (int i = 0; i < 5; ++i)
            if (texts[i] && !clean_text(texts[i]))
                return json_refuse(
                    &reader->json, item, reader->err,
                    "a part needs a key, and names are 1 to 512 bytes of plain text");
        if (!json_member(item, "placement"))
            return scene_refuse(reader, item, "a part needs a placement");
        if (!check_connectors(reader, item, part) || !check_variants(reader, item, part))
            return false;
        if ((part->copy_of != NULL) == (part->file >= 0) || part->file >= file->source_count)
            return scene_refuse(reader, item,
                                "a part needs either copy_of or a file that is listed (from 0)");
    }
    return true;
}

static bool read_build(SceneReader *reader, const JsonValue *object)
{
    static const char *const OTHERS[] = {"parameters", NULL};
    Document *settings = &reader->file->settings;
    if (!object)
        return true;
    if (!scene_read_settings(reader, object, "build", OTHERS))
        return false;
    if (!json_member(object, "criterion"))
        settings->build.split = NULL; // the volume's own, as are these:
    if (!json_member(object, "leaf_size"))
        settings->build.leaf_size = 0;
    if (!json_member(object, "arity"))
        settings->build.arity = 0;
    settings->build.params_set = false; // they are the volume's
    BvhDesc read = bvh_desc_filled(&settings->build);
    JsonField fields[SCENE_MAX_FIELDS];
    int count = scene_param_fields(read.params, read.type->params, read.type->param_count, fields);
    if (!scene_read_object(reader, json_member(object, "parameters"), fields, count, NULL))
        return false;
    read = bvh_desc_filled(&read);
    const char *why = "";
    if (!bvh_desc_allowed(&read, &why))
        return scene_refuse(reader, object, "%s cannot be built so: %s", read.type->name, why);
    settings->build = read;
    if (read.split != bvh_own_criterion(read.type)) // whatever it says: another one was chosen
        field_store(action_build_own_criterion.field, settings, false);
    return true;
}

static bool read_query(SceneReader *reader)
{
    Document *settings = &reader->file->settings;
    settings->query.rule = settings->build.type->rule; // the volume's own, if none is named
    return scene_read_settings(reader, json_member(reader->json.values, "query"), "query", NULL);
}

static bool read_view(SceneReader *reader, const JsonValue *object)
{
    static const char *const OTHERS[] = {"camera", NULL};
    ViewSettings *view = &reader->file->settings.view;
    JsonField fields[SCENE_MAX_FIELDS];
    if (!object)
        return true;
    if (!scene_read_settings(reader, object, "view", OTHERS))
        return false;
    // Of length 1, or 0 while there is no plane. One that is right is left as it is, to the bit.
    SectionPlane *section = &view->section;
    double length = vec3d_length(section->normal);
    if (length < 1e-6) {
        *section = (SectionPlane){0};
    } else if (fabs(length - 1) > 1e-9) {
        section->normal = vec3d_scale(section->normal, 1 / length);
    }
    int count = scene_camera_fields(&view->camera, fields);
    return scene_read_object(reader, json_member(object, "camera"), fields, count, NULL);
}

static bool read_rules(SceneReader *reader)
{
    const JsonValue *list;
    if (!find_list(reader, "rules", INT32_MAX, &list))
        return false;
    if (!list || list->count == 0)
        return true;
    RuleSet *rules = rule_set_create();
    reader->file->settings.rules = rules;
    if (!rules)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(list); item; item = json_next(item)) {
        Error why;
        if (item->type != JSON_STRING || strpbrk(item->text, "\r\n"))
            return scene_refuse(reader, item, "a rule is one line of text");
        // Its errors begin with a name and a line of their own.
        if (!rules_parse(rules, "rule", item->text, strlen(item->text), &why)) {
            const char *reason = strstr(why.text, ": ");
            return scene_refuse(reader, item, "%s", reason ? reason + 2 : why.text);
        }
    }
    return true;
}

static bool read_panels(SceneReader *reader)
{
    const JsonValue *list;
    SceneFile *file = reader->file;
    if (!find_list(reader, "panels", PANELS_MOST, &list))
        return false;
    if (!list)
        return true;
    file->panels = calloc((size_t)list->count + 1, sizeof *file->panels);
    if (!file->panels)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(list); item; item = json_next(item)) {
        if (item->type != JSON_STRING || !clean_text(item->text))
            return scene_refuse(reader, item, "panels are listed by name");
        if (!(file->panels[file->panel_count] = strdup(item->text)))
            return scene_out_of_memory(reader);
        ++file->panel_count;
    }
    return true;
}

static bool read_all(SceneReader *reader)
{
    static const char *const OTHERS[] = {
        "snug",   "files",      "parts",          "build",  "query",  "rules",     "view",
        "panels", "primitives", "panel_settings", "search", "joints", "couplings", NULL};
    const JsonValue *root = reader->json.values, *version = json_member(root, "snug");
    SceneFile *file = reader->file;
    if (!version || version->type != JSON_NUMBER)
        return error_set(reader->err,
                         "%.300s: this is no scene of Snug: the key \"snug\" with its version is "
                         "missing",
                         reader->json.name);
    if (version->number != SCENE_FILE_VERSION)
        return scene_refuse(reader, version,
                            "the scene has version %g, this program reads version %d",
                            version->number, SCENE_FILE_VERSION);
    JsonField fields[SCENE_MAX_FIELDS];
    SceneSource unit = {0};
    scene_source_fields(&unit, fields);
    fields[0] = fields[3]; // its "unit"
    fields[0].value = &file->unit;
    fields[1] = (JsonField){.key = "selected", .kind = FIELD_TEXT, .value = &file->selected};
    fields[2] = (JsonField){.key = "autosave_of", .kind = FIELD_TEXT, .value = &file->autosave_of};
    SceneObject rows;
    scene_object_fields(&rows, &file->settings, "");
    memcpy(fields + 3, rows.rows, (size_t)rows.count * sizeof *fields);
    return scene_read_object(reader, root, fields, 3 + rows.count, OTHERS) &&
           read_sources(reader) && read_parts(reader) && check_keys(reader) &&
           read_build(reader, json_member(root, "build")) && read_query(reader) &&
           scene_read_settings(reader, json_member(root, "search"), "search", NULL) &&
           read_rules(reader) && scene_read_joints(reader) &&
           scene_read_primitives(reader, json_member(root, "primitives")) &&
           read_view(reader, json_member(root, "view")) && read_panels(reader) &&
           scene_read_object(reader, json_member(root, "panel_settings"), fields,
                             scene_panel_fields(&file->panel_settings, fields), NULL);
}

bool scene_file_parse(SceneFile *out, const char *name, const char *text, size_t size, Error *err)
{
    scene_file_init(out);
    SceneReader reader = {.file = out, .err = err};
    bool good = json_parse(&reader.json, name, text, size, err) && read_all(&reader);
    json_free(&reader.json);
    free((void *)reader.sorted);
    if (!good)
        scene_file_free(out);
    return good;
}

bool scene_file_read(SceneFile *out, const char *path, Error *err)
{
    FileBytes bytes;
    *out = (SceneFile){0};
    if (!file_read_whole(path, JSON_MAX_BYTES, &bytes, err))
        return false;
    bool good = scene_file_parse(out, path, bytes.data, bytes.size, err);
    free(bytes.data);
    return good;
}

bool scene_file_is(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcasecmp(path + length - 5, ".json") == 0;
}
