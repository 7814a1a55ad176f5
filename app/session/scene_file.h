// Scenes as JSON files: which files the meshes come from, where parts are and how they are shown,
// rules, build and query settings, the camera. Meshes stay in their own files, named relative to
// the scene. Registries are named, never numbered, so that a scene outlives new entries.
//
//     {"snug": 1, "unit": "mm",
//      "files": [{"path": "gear.stl", "unit": "mm", "up": "z"}, {"scene": "Gear unit"}],
//      "parts": [{"key": "Gear", "file": 0, "placement": [[1, 0, 0, 5], ...], "visible": false}],
//      "rules": ["ignore \"Bolt*\" Plate"], "build": {...}, "query": {...}, "search": {...},
//      "joints": [...], "couplings": [...], "primitives": {...}, "view": {...}, "panels": ["Parts"], "panel_settings": {...}}
//
// Parts are listed by key, which is unique; `name` is what the file calls the part where that
// differs, `copy_of` the key of the part that a copy shares its mesh with. Whatever is not said is
// as in a new document; panels then stay as they are. Primitives: see
// scene_file_primitives.h, joints: scene_file_joints.h, `connectors` of a part:
// document/connectors.h, its `variants`, of which `variant` is in use: document/variants.h.
#ifndef SNUG_APP_SESSION_SCENE_FILE_H
#define SNUG_APP_SESSION_SCENE_FILE_H

#include "app/document/document.h"
#include "app/document/panel_settings.h"
#include "app/io/import.h"

enum { SCENE_FILE_VERSION = 1, SCENE_MAX_FILES = 4096, SCENE_MAX_PARTS = 1 << 20 };

typedef struct SceneSource {
    char *path; // as written: relative to the scene's folder, or absolute. NULL: made by us
    char *kit;  // a tool in its size (scenes/kit.h); NULL: a built-in scene
    int scene;  // index in the registry of scenes
    int unit, up;
    bool unit_said, up_said; // also where the file says something else
    bool drop_degenerate;
    double deflection; // metres; 0: the usual one
    int32_t line;
} SceneSource;

typedef struct ScenePart {
    char *key;
    char *name, *copy_of, *title, *group; // NULL: as the key, no copy, not renamed, in no group
    char *connectors;                     // made by hand (document/connectors.h); NULL: none
    char *variants;                       // document/variants.h; NULL: none
    int32_t file;                         // index of the source
    PartState state;                      // but for these, which are texts here
    int32_t line;
} ScenePart;

typedef struct SceneFile {
    int unit;
    SceneSource *sources;
    int32_t source_count;
    ScenePart *parts;
    int32_t part_count;
    char *selected;    // key of the primary part, or NULL
    char *autosave_of; // the scene that this is an autosave of, or NULL
    Document
        settings;  // all but parts and selection; primitives and joints are about parts of the file
    char **panels; // names of those that are open; NULL: it does not say
    int32_t panel_count;
    PanelSettings panel_settings;
    ImportResult notes; // only its notices: keys that are not known
} SceneFile;

// Empty, with the settings of a new document.
void scene_file_init(SceneFile *file);
void scene_file_free(SceneFile *file);
ScenePart scene_part_usual(void); // all there is to say when nothing is said

// Strict: "name:line: reason". On failure *out is empty.
bool scene_file_parse(SceneFile *out, const char *name, const char *text, size_t size, Error *err);
bool scene_file_read(SceneFile *out, const char *path, Error *err);
// Reading and writing it again gives the same bytes. To be freed; NULL: memory ran short.
char *scene_file_text(const SceneFile *file);

bool scene_file_is(const char *path); // by its ending, .json

#endif
