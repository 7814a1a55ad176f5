#include "app/actions/action_tools.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->text[0] == 0)
        return error_set(err, "no file was named");
    if (!memchr(args->text, 0, sizeof args->text))
        return error_set(err, "the path is too long");
    return stages_export(app, args->text, err);
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    strcpy(args->text, "/nonexistent/report.txt");
}

const Action action_report_export = {
    .name = "report.export",
    .title = "Export fit report",
    .note = "text: the path; .html, .csv, .json or plain text by its ending",
    .reads = READS_TEXT,
    .enabled = action_needs_parts,
    .apply = apply,
    .example = example,
};
