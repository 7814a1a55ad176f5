// Scenes in a folder of their own, for tests that save and open them.
#ifndef SNUG_APP_TESTS_SCENE_FIXTURE_H
#define SNUG_APP_TESTS_SCENE_FIXTURE_H

#include "app/io/file.h"
#include "app/session/save.h"
#include "app/tests/app_fixture.h"

#include <stdio.h>
#include <unistd.h>

#define MESHES "app/tests/data/mesh/"

static char folder[64];

static inline int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/snug-scene-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static inline const char *in_folder(const char *name)
{
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline char *read_text(const char *path)
{
    FileBytes bytes;
    Error err;
    if (!file_read_whole(path, 1 << 24, &bytes, &err))
        fail_msg("%s", err.text);
    return bytes.data;
}

static inline void write_text(const char *path, const char *text)
{
    Error err;
    if (!file_write_atomic(path, text, strlen(text), &err))
        fail_msg("%s", err.text);
}

static inline void copy_file(const char *from, const char *to)
{
    FileBytes bytes;
    Error err;
    if (!file_read_whole(from, 1 << 24, &bytes, &err) ||
        !file_write_atomic(to, bytes.data, bytes.size, &err))
        fail_msg("%s", err.text);
    free(bytes.data);
}

static inline App start(void)
{
    App app;
    Error err = {""};
    if (!app_init(&app, &err))
        fail_msg("%s", err.text);
    return app;
}

static inline void open_path(App *app, const char *path)
{
    stages_open(app, path, NULL);
    stages_wait(app);
}

static inline bool do_text(App *app, const Action *action, const char *text)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", text);
    bool done = app_do(app, action, &args, 0);
    stages_wait(app);
    return done;
}

#endif
