#include "app/actions/action_tools.h"

#include "app/io/file.h"
#include "app/io/hybrid_xml.h"

static bool enabled(const App *app, const char **why)
{
    if (app->hybrid.list)
        return true;
    *why = "no hybrid hierarchy is built";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!hybrid_xml_write(args->text, &app->hybrid.list->set, &app->hybrid.tree, err))
        return false;
    app_notify(app, NOTICE_INFO, "Saved the hierarchy over %d primitives to %s",
               (int)primitive_list_count(app->hybrid.list), file_base_name(args->text));
    return true;
}

const Action action_hybrid_save = {
    .name = "hybrid.save",
    .title = "Save hybrid hierarchy",
    .note = "text: the path of an XML file",
    .args = {{.type = ARG_PATH}},
    .enabled = enabled,
    .apply = apply,
};
