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
int scene_param_fields(double *params, const BvType *type, JsonField *fields);

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
void scene_object_take(const SceneObject *object, Document *document);

#endif
