#include "app/actions/action_tools.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    return stages_export(app, args->text, err);
}

const Action action_report_export = {
    .name = "report.export",
    .title = "Export fit report",
    .note = "text: the path; .html, .csv, .json or plain text by its ending",
    .args = {{.type = ARG_PATH}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=/nonexistent/report.txt",
};
