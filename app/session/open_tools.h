// Between open*.c: what files and scene files have in common.
#ifndef SNUG_APP_SESSION_OPEN_TOOLS_H
#define SNUG_APP_SESSION_OPEN_TOOLS_H

#include "app/session/open.h"

void open_notice(Opened *out, const char *format, ...) SNUG_PRINTF(2, 3); // without memory: dropped
void open_move_notices(Opened *out, const char *file, const ImportResult *from); // file may be NULL
bool open_set_title(Assembly *assembly, const char *title);
bool open_no_memory(const char *path, Error *err);

// Reads one file and notes it among the sources. The unit of the result is `unit` if it converts,
// else the file's.
bool open_import(const char *path, const ImportOptions *options, bool converts,
                 enum LengthUnit unit, ImportResult *result, Opened *out, int32_t *source, Job *job,
                 Error *err);

bool open_scene_file(OpenRequest *request, Opened *out, Job *job, Error *err);

#endif
