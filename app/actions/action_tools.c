#include "app/actions/action_tools.h"

#include "app/actions/list_parts.h"
#include "app/document/selection.h"

#include <string.h>

const char *action_needs_parts(const App *app)
{
    return app->document.part_count > 0 ? NULL : "nothing is open";
}

const char *action_needs_selection(const App *app)
{
    return app->document.selected != NO_PART ? NULL : "no part is selected";
}

bool action_check_part(const App *app, const ActionArgs *args, Error *err)
{
    if (args->part >= 0 && args->part < app->document.part_count &&
        !app->document.parts[args->part].removed)
        return true;
    return error_set(err, "there is no part number %d", (int)args->part);
}

bool action_check_movable(const App *app, const ActionArgs *args, Error *err)
{
    if (app->document.parts[args->part].locked)
        return error_set(err, "%s is locked; unlock it with %s",
                         app->assembly.parts[args->part].name, action_part_lock.shortcut);
    return true;
}

// The rows of a usable placement are not more lopsided than this: beyond it the inverse is noise.
#define MIN_RELATIVE_DETERMINANT 1e-12

bool action_check_placement(const App *app, int32_t part, const Affine *to, Error *err)
{
    const char *name = app->assembly.parts[part].name;
    if (!affine_is_finite(to))
        return error_set(err, "%s stays where it is: the placement is not a number", name);
    double scale = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            scale = fmax(scale, fabs(to->m[i][j]));
        if (fabs(to->p.v[i]) > MESH_MAX_COORDINATE)
            return error_set(err, "%s stays where it is: the place is too far away", name);
    }
    Affine inverse;
    // Written so that a determinant that is not a number is refused too.
    if (!(fabs(affine_determinant(to)) > MIN_RELATIVE_DETERMINANT * scale * scale * scale) ||
        !affine_invert(to, &inverse) || !affine_is_finite(&inverse))
        return error_set(err, "%s stays where it is: the placement would flatten it", name);
    return true;
}

bool action_take_param(const Param *param, double number, double *out, Error *err)
{
    if (!(number >= param->min && number <= param->max))
        return error_set(err, "%s must lie between %g and %g", param->name, param->min, param->max);
    *out = param->whole ? round(number) : number;
    return true;
}

void action_notify_locked(App *app, int32_t count)
{
    if (count > 0)
        app_notify(app, NOTICE_INFO, "%d locked part%s stay%s in place.", (int)count,
                   count == 1 ? "" : "s", count == 1 ? "s" : "");
}

void action_set_part_field(App *app, const ActionArgs *args, size_t offset, const void *value,
                           size_t size)
{
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_goes_along(document, args->part, i))
            memcpy((char *)&document->parts[i] + offset, value, size);
}

const char *action_part_name(const App *app, const ActionArgs *args)
{
    if (args->part < 0 || args->part >= app->assembly.part_count)
        return "";
    return app->assembly.parts[args->part].name;
}

bool action_names_picture(const char *path, int *stem)
{
    size_t length = strlen(path);
    const char *ending = length > 4 ? path + length - 4 : "";
    *stem = length > 4 ? (int)length - 4 : 0;
    return strcmp(ending, ".svg") == 0 || strcmp(ending, ".png") == 0;
}

bool action_check_picture(const char *path, Error *err)
{
    int stem;
    return action_names_picture(path, &stem) || error_set(err, "the ending must be .svg or .png");
}
