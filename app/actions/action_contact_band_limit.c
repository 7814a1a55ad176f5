#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0) || !isfinite(args->number))
        return error_set(err, "a length must not be negative");
    app->document.view.contact.band_limit = args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->number = app->document.view.contact.band_limit + 1;
}

const Action action_contact_band_limit = {
    .name = "contact.band_limit",
    .title = "Limit of clearance bands",
    .note = "number: length of the first band in the assembly's unit; 0: as the safety distance",
    .reads = READS_NUMBER,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = example,
};
