#include "app/io/json_fields.h"
#include "app/io/rules_file.h"
#include "app/io/tokens.h"
#include "app/session/scene_file_primitives.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static int index_of(const void *const *list, int count, const void *wanted)
{
    int i = 0;
    while (i < count - 1 && list[i] != wanted)
        ++i;
    return i;
}

static void write_object(TextBuffer *out, const JsonField *fields, int count)
{
    bool first = true;
    text_add(out, "{");
    json_write_fields(out, fields, count, NULL, &first);
    text_add(out, "}");
}

// "key": [ one entry per line ]
static void begin_list(TextBuffer *out, const char *key, bool *first)
{
    json_write_key(out, key, "  ", first);
    text_add(out, "[");
}

static void end_list(TextBuffer *out, bool empty)
{
    text_add(out, empty ? "]" : "\n  ]");
}

static void write_sources(TextBuffer *out, const SceneFile *file, bool *first)
{
    begin_list(out, "files", first);
    for (int32_t i = 0; i < file->source_count; ++i) {
        JsonField fields[SCENE_MAX_FIELDS];
        int count = scene_source_fields(&file->sources[i], fields);
        text_add(out, "%s\n    ", i > 0 ? "," : "");
        // A built-in scene knows its unit and axis itself.
        write_object(out, fields, file->sources[i].path ? count : 2);
    }
    end_list(out, file->source_count == 0);
}

static void write_parts(TextBuffer *out, const SceneFile *file, bool *first)
{
    begin_list(out, "parts", first);
    for (int32_t i = 0; i < file->part_count; ++i) {
        JsonField fields[SCENE_MAX_FIELDS];
        int count = scene_part_fields(&file->parts[i], fields);
        text_add(out, "%s\n    ", i > 0 ? "," : "");
        write_object(out, fields, count);
    }
    end_list(out, file->part_count == 0);
}

static void write_rules(TextBuffer *out, const RuleSet *rules, bool *first)
{
    // In metres, which is what is kept: no rounding.
    char *text = rules ? rules_text(rules, UNIT_M) : NULL;
    bool empty = true;
    if (rules && !text)
        out->failed = true;
    begin_list(out, "rules", first);
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (line[0] != '#') {
            text_add(out, "%s\n    ", empty ? "" : ",");
            json_add_string(out, line);
            empty = false;
        }
        line = end ? end + 1 : NULL;
    }
    end_list(out, empty);
    free(text);
}

static void write_build(TextBuffer *out, const BvhDesc *from, bool *first)
{
    BvhDesc desc = bvh_desc_filled(from);
    SceneBuild build = {
        .volume = index_of((const void *const *)bv_types, BV_TYPE_COUNT, desc.type),
        .builder = index_of((const void *const *)builders, BUILDER_COUNT, desc.builder),
        .criterion = index_of((const void *const *)split_rules, SPLIT_RULE_COUNT, desc.split),
        .leaf_size = desc.leaf_size,
        .arity = desc.arity};
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = true;
    json_write_key(out, "build", "  ", first);
    text_add(out, "{");
    json_write_fields(out, fields, scene_build_fields(&build, fields), NULL, &none);
    if (desc.type->param_count > 0) {
        json_write_key(out, "parameters", NULL, &none);
        write_object(out, fields, scene_param_fields(desc.params, desc.type, fields));
    }
    text_add(out, "}");
}

static void write_query(TextBuffer *out, const QueryDesc *desc, const BvType *type, bool *first)
{
    SceneQuery query = {.mode = (int)desc->mode,
                        .test = desc->test,
                        .rule = (int)desc->rule,
                        .order = (int)desc->order,
                        .triangle_test =
                            index_of((const void *const *)tri_tests, TRI_TEST_COUNT, desc->tri),
                        .lift = desc->lift,
                        .leaf_volumes = desc->leaf_volumes};
    JsonField fields[SCENE_MAX_FIELDS];
    json_write_key(out, "query", "  ", first);
    write_object(out, fields, scene_query_fields(&query, type, fields));
}

static void write_view(TextBuffer *out, const ViewSettings *view, bool *first)
{
    ViewSettings copy = *view;
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = true;
    json_write_key(out, "view", "  ", first);
    text_add(out, "{");
    json_write_fields(out, fields, scene_view_fields(&copy, fields), "    ", &none);
    json_write_key(out, "camera", "    ", &none);
    write_object(out, fields, scene_camera_fields(&copy.camera, fields));
    text_add(out, "\n  }");
}

static void write_effort(TextBuffer *out, const QueryEffort *effort, bool *first)
{
    QueryEffort copy = *effort;
    JsonField fields[SCENE_MAX_FIELDS];
    json_write_key(out, "search", "  ", first);
    write_object(out, fields, scene_effort_fields(&copy, fields));
}

static void write_panels(TextBuffer *out, const SceneFile *file, bool *first)
{
    PanelSettings settings = file->panel_settings;
    JsonField fields[SCENE_MAX_FIELDS];
    if (!file->panels)
        return;
    json_write_key(out, "panel_settings", "  ", first);
    write_object(out, fields, scene_panel_fields(&settings, fields));
    json_write_key(out, "panels", "  ", first);
    text_add(out, "[");
    for (int32_t i = 0; i < file->panel_count; ++i) {
        text_add(out, "%s", i > 0 ? ", " : "");
        json_add_string(out, file->panels[i]);
    }
    text_add(out, "]");
}

char *scene_file_text(const SceneFile *file)
{
    void *before = plain_numbers_begin();
    TextBuffer out = {0};
    bool first = true;
    const Document *settings = &file->settings;
    text_add(&out, "{");
    json_write_key(&out, "snug", "  ", &first);
    text_add(&out, "%d", SCENE_FILE_VERSION);
    json_write_key(&out, "unit", "  ", &first);
    json_add_string(&out, length_unit_info((enum LengthUnit)file->unit)->suffix);
    if (file->autosave_of) {
        json_write_key(&out, "autosave_of", "  ", &first);
        json_add_string(&out, file->autosave_of);
    }
    write_sources(&out, file, &first);
    write_parts(&out, file, &first);
    if (file->selected) {
        json_write_key(&out, "selected", "  ", &first);
        json_add_string(&out, file->selected);
    }
    write_rules(&out, settings->rules, &first);
    json_write_key(&out, "clearance", "  ", &first);
    text_add(&out, "%.17g", settings->clearance);
    json_write_key(&out, "tolerance", "  ", &first);
    text_add(&out, "%.17g", settings->tolerance);
    write_build(&out, &settings->build, &first);
    write_query(&out, &settings->query, settings->build.type, &first);
    write_effort(&out, &settings->effort, &first);
    scene_write_primitives(&out, file, &first);
    write_view(&out, &settings->view, &first);
    write_panels(&out, file, &first);
    text_add(&out, "\n}\n");
    plain_numbers_end(before);
    return text_take(&out);
}
