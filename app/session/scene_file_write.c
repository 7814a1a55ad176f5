#include "app/io/rules_file.h"
#include "app/io/tokens.h"
#include "app/session/scene_file_fields.h"
#include "app/session/scene_file_joints.h"
#include "app/session/scene_file_primitives.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

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
        // What is built in knows its unit and axis itself.
        scene_write_object(out, fields, file->sources[i].path ? count : 3);
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
        scene_write_object(out, fields, count);
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

// The object of this name with its rows; more may follow before it is closed.
static void open_object(TextBuffer *out, const Document *settings, const char *name,
                        const char *indent, bool *first)
{
    Document copy = *settings; // rows are for reading as well
    SceneObject rows;
    bool none = true;
    scene_object_fields(&rows, &copy, name);
    json_write_key(out, name, "  ", first);
    text_add(out, "{");
    json_write_fields(out, rows.rows, rows.count, indent, &none);
}

static void write_build(TextBuffer *out, const Document *settings, bool *first)
{
    BvhDesc desc = bvh_desc_filled(&settings->build);
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = false;
    open_object(out, settings, "build", NULL, first);
    if (desc.type->param_count > 0) {
        json_write_key(out, "parameters", NULL, &none);
        scene_write_object(
            out, fields,
            scene_param_fields(desc.params, desc.type->params, desc.type->param_count, fields));
    }
    text_add(out, "}");
}

static void write_view(TextBuffer *out, const Document *settings, bool *first)
{
    Camera camera = settings->view.camera;
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = false;
    open_object(out, settings, "view", "    ", first);
    json_write_key(out, "camera", "    ", &none);
    scene_write_object(out, fields, scene_camera_fields(&camera, fields));
    text_add(out, "\n  }");
}

static void write_panels(TextBuffer *out, const SceneFile *file, bool *first)
{
    PanelSettings settings = file->panel_settings;
    JsonField fields[SCENE_MAX_FIELDS];
    if (!file->panels)
        return;
    json_write_key(out, "panel_settings", "  ", first);
    scene_write_object(out, fields, scene_panel_fields(&settings, fields));
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
    Document copy = *settings;
    SceneObject rows;
    scene_object_fields(&rows, &copy, "");
    json_write_fields(&out, rows.rows, rows.count, "  ", &first);
    write_build(&out, settings, &first);
    open_object(&out, settings, "query", NULL, &first);
    text_add(&out, "}");
    open_object(&out, settings, "search", NULL, &first);
    text_add(&out, "}");
    scene_write_joints(&out, file, &first);
    scene_write_primitives(&out, file, &first);
    write_view(&out, settings, &first);
    write_panels(&out, file, &first);
    text_add(&out, "\n}\n");
    plain_numbers_end(before);
    return text_take(&out);
}
