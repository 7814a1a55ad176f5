// What fuzz targets that need a program around them share.
#ifndef SNUG_APP_TESTS_FUZZ_APP_H
#define SNUG_APP_TESTS_FUZZ_APP_H

#include "app/stages/app.h"
#include "core/mesh/shapes.h"

#include <stdlib.h>

static inline void require(bool condition)
{
    if (!condition)
        abort();
}

// Boxes by these names, the same program every time.
static inline App *fuzz_app(const char *const *names, size_t count)
{
    static App app;
    static bool open;
    if (open)
        return &app;
    open = true;
    Error err = {""};
    Assembly assembly = {0};
    Affine rest = affine_identity();
    require(app_init(&app, &err));
    for (size_t i = 0; i < count; ++i)
        require(assembly_add(&assembly, names[i], shape_box(vec3d(1, 1, 1)), &rest, 0));
    stages_open_assembly(&app, &assembly);
    stages_wait(&app);
    return &app;
}

#endif
