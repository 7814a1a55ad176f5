// What the user asked to open, and the assembly it becomes: files, a scene file or a generated
// scene. Runs on a worker or in a command; no window, no GL.
#ifndef SNUG_APP_SESSION_OPEN_H
#define SNUG_APP_SESSION_OPEN_H

#include "app/document/sources.h"
#include "app/io/import.h"
#include "app/scenes/scene.h"
#include "app/session/scene_file.h"
#include "core/assembly/assembly.h"

typedef struct OpenRequest {
    char *path; // owned; NULL: a scene. A mesh file or, by its ending .json, a scene file
    ImportOptions options;
    int scene;                   // index in the registry of scenes
    char *kit;                   // owned; a tool in its size instead (scenes/kit.h), or NULL
    Affine kit_at;               // where it comes
    bool kit_chosen;             // and is selected, so that the next one joins it
    Assembly given;              // owned; made elsewhere, taken as it is when it has parts
    char **more;                 // owned: further mesh files, whose parts are added
    ImportOptions *more_options; // owned: of each of them
    int32_t more_count;
    bool joins;   // beside what is open: parts carry the names of their files
    bool convert; // coordinates into `unit`, because the parts join others
    enum LengthUnit unit;
    bool allow_outside; // a scene file may name files outside of its folder
    bool was_outside;   // result: it failed for that
} OpenRequest;

typedef struct OpenNotices {
    char **texts; // one sentence each, valid UTF-8
    int32_t count;
} OpenNotices;

// One part is no part by itself, but a variant of another.
typedef struct OpenedVariant {
    int32_t part, donor;
} OpenedVariant;

// All there is to know about what was opened.
typedef struct Opened {
    Assembly assembly;
    Sources sources;
    OpenNotices notices;
    bool is_scene; // it was a scene file: `scene` says how its parts are shown
    SceneFile scene;
    JointList *joints;                          // of a built-in scene, owned; NULL: none
    OpenedVariant variants[SCENE_VARIANTS_MAX]; // of a built-in scene
    int32_t variant_count;
    int32_t scene_parts; // so many parts of the assembly, its first ones, are those of the scene
    struct OpenImport **imports; // while it is being opened: open_tools.h
    int32_t import_count;
    size_t import_capacity;
} Opened;

const char *open_request_label(const OpenRequest *request); // the file's or the scene's name
// One more file; false: no memory.
bool open_request_add(OpenRequest *request, const char *path, const ImportOptions *options);
void open_request_free(OpenRequest *request);

// Moves request->given. On failure *out is empty; a cancelled job leaves err->text "" or says so.
bool open_all(OpenRequest *request, Opened *out, Job *job, Error *err);
void opened_free(Opened *opened);

#endif
