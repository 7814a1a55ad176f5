// What the user asked to open, and the assembly it becomes: a file or a generated scene. Runs on a
// worker or in a command; no window, no GL.
#ifndef SNUG_APP_OPEN_H
#define SNUG_APP_OPEN_H

#include "app/io/import.h"
#include "core/assembly.h"

typedef struct OpenRequest {
    char *path; // owned; NULL: a scene
    ImportOptions options;
    int scene;      // index in the registry of scenes
    Assembly given; // owned; made elsewhere, taken as it is when it has parts
} OpenRequest;

typedef struct OpenNotices {
    char **texts; // one sentence each, valid UTF-8
    int32_t count;
} OpenNotices;

const char *open_request_label(const OpenRequest *request); // the file's or the scene's name
void open_request_free(OpenRequest *request);

// Moves request->given. On failure *out is empty; a cancelled job leaves err->text "" or says so.
bool open_assembly(OpenRequest *request, Assembly *out, OpenNotices *notices, Job *job, Error *err);
void open_notices_free(OpenNotices *notices);

#endif
