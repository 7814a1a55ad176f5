// Between open*.c: what files and scene files have in common.
#ifndef SNUG_APP_SESSION_OPEN_TOOLS_H
#define SNUG_APP_SESSION_OPEN_TOOLS_H

#include "app/session/open.h"

void open_notice(Opened *out, const char *format, ...) SNUG_PRINTF(2, 3); // without memory: dropped
void open_move_notices(Opened *out, const char *file, const ImportResult *from); // file may be NULL
bool open_set_title(Assembly *assembly, const char *title);
bool open_no_memory(const char *path, Error *err);

// A file that was read. However often it is named, this is done once, and its parts share meshes.
typedef struct OpenImport {
    char *path;     // the name that it was read by, in its real folder
    int32_t source; // the first one that named it
    ImportResult result;
} OpenImport;

// Reads one file, unless that was done already, and notes it among the sources, as *source. The unit
// of the result is `unit` if it converts, else the file's; all files of one opening end up in one
// unit. NULL: err says why.
const OpenImport *open_import(const char *path, const ImportOptions *options, bool converts,
                              enum LengthUnit unit, Opened *out, int32_t *source, Job *job,
                              Error *err);
void open_imports_free(Opened *out); // meshes that parts have retained live on

// One tool (scenes/kit.h), in this unit, as a part at the origin; noted among the sources. out and parts may
// belong together.
bool open_kit(const char *kit, enum LengthUnit unit, Opened *out, Assembly *parts, Error *err);

bool open_scene_file(OpenRequest *request, Opened *out, Job *job, Error *err);

#endif
