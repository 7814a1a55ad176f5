#include "app/actions/action_tools.h"

#include "app/io/file.h"
#include "app/io/hybrid_xml.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!hybrid_xml_write(args->text, &app->document.primitives.list->set, NULL, err))
        return false;
    app_notify(app, NOTICE_INFO, "Saved %d primitives to %s",
               (int)primitive_list_count(app->document.primitives.list),
               file_base_name(args->text));
    return true;
}

const Action action_primitives_save = {
    .name = "primitives.save",
    .title = "Save primitives",
    .note = "text: the path of an XML file",
    .args = {{.type = ARG_PATH}},
    .enabled = action_needs_primitives,
    .apply = apply,
};
