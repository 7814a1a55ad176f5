#include "action_tools.h"

#include "app/io/import.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->text[0] == 0)
        return error_set(err, "no file was named");
    if (!memchr(args->text, 0, sizeof args->text))
        return error_set(err, "the path is too long");
    if (!action_check_index(args->index, UNIT_COUNT, "unit", err))
        return false;
    if (args->number < 0 || args->number >= UP_COUNT || !isfinite(args->number))
        return error_set(err, "the up axis is y or z");
    ImportOptions options = {(enum LengthUnit)args->index, (enum UpAxis)args->number};
    stages_open(app, args->text, &options);
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    strcpy(args->text, "no such file.obj");
}

const Action action_file_open = {
    .id = ACTION_file_open,
    .name = "file.open",
    .title = "Open file",
    .shortcut = "Ctrl+O",
    .note = "text: the path; index: unit of length; number: up axis, 0 = y, 1 = z",
    .reads = READS_TEXT | READS_INDEX | READS_NUMBER,
    .apply = apply,
    .example = example,
};
