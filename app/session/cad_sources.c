#include "app/session/cad_sources.h"

#include "app/io/format.h"

// Names do not say it of every file, parts with curves do.
bool cad_source(const App *app, int32_t source)
{
    const char *path = app->sources.files[source].path;
    const ImportFormat *format = path ? import_format_of(path) : NULL;
    if (!path || (format && format->is_curved))
        return path != NULL;
    for (int32_t i = 0; i < app->sources.part_count; ++i)
        if (app->sources.parts[i].source == source &&
            app->assembly.parts[i].loaded->stated_chord_error > 0)
            return true;
    return false;
}

double cad_sources_deflection(const App *app)
{
    bool any = false;
    double shared = app->deflection;
    for (int32_t i = 0; i < app->sources.count; ++i) {
        if (!cad_source(app, i))
            continue;
        double own = app->sources.files[i].options.deflection;
        if (any && own != shared)
            return -1;
        any = true;
        shared = own;
    }
    return shared;
}
