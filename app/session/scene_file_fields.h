// Rows of the objects of a scene file, for those who read and write them.
#ifndef SNUG_APP_SESSION_SCENE_FILE_FIELDS_H
#define SNUG_APP_SESSION_SCENE_FILE_FIELDS_H

#include "app/document/fields.h"
#include "app/io/json_fields.h"
#include "app/session/scene_file.h"

enum { SCENE_MAX_FIELDS = 32 };
int scene_part_fields(ScenePart *part, JsonField *fields);
int scene_source_fields(SceneSource *source, JsonField *fields);
int scene_camera_fields(Camera *camera, JsonField *fields);
int scene_panel_fields(PanelSettings *settings, JsonField *fields);
int scene_param_fields(double *params, const Param *rows, int count, JsonField *fields);

// The fields of the document that one object of the file holds. What is chosen from a list is held
// here until it is taken.
typedef struct SceneChoice {
    const Field *field;
    const ChoiceList *list; // NULL: the document itself is read and written
    const Document *document;
    int chosen;
} SceneChoice;
typedef struct SceneObject {
    JsonField rows[SCENE_MAX_FIELDS];
    SceneChoice choices[SCENE_MAX_FIELDS];
    int count;
} SceneObject;
void scene_object_fields(SceneObject *object, Document *document, const char *name);
void scene_write_object(TextBuffer *out, const JsonField *fields, int count);

// A file that is being read. Functions return false with err filled where they refuse.
typedef struct SceneReader {
    Json json;
    SceneFile *file;
    const ScenePart **sorted; // its parts by key, once they are read
    int64_t covered;          // triangles, by primitives
    Error *err;
} SceneReader;
bool scene_out_of_memory(const SceneReader *reader);
bool scene_refuse(const SceneReader *reader, const JsonValue *at, const char *format, ...)
    SNUG_PRINTF(3, 4);
// NULL: there is none. Other keys than `others`, which end in NULL, become notices.
bool scene_read_object(SceneReader *reader, const JsonValue *object, const JsonField *fields,
                       int count, const char *const *others);
// The fields of the document that the object of this name holds.
bool scene_read_settings(SceneReader *reader, const JsonValue *object, const char *name,
                         const char *const *others);
bool scene_expect_list(const SceneReader *reader, const JsonValue *list, const char *what,
                       int32_t most);
const ScenePart *scene_find_key(const SceneReader *reader, const char *key); // NULL: none

#endif
