#include "app/actions/action_tools.h"
#include "app/actions/list_parts.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    int32_t locked = 0, gone = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_goes_along(document, args->part, i)) {
            locked += document->parts[i].locked;
            gone += !document->parts[i].locked;
        }
    if (gone == 0)
        return error_set(err, "%s is locked; unlock it with %s",
                         app->assembly.parts[args->part].name, action_part_lock.shortcut);
    bool all = selection_has(document, args->part);
    for (int32_t i = 0; i < document->part_count; ++i) {
        bool wanted = i == args->part || (all && document->parts[i].selected);
        if (wanted && !document->parts[i].locked)
            document->parts[i].removed = true;
    }
    if (!document_drop_joints(document)) {
        for (int32_t i = 0; i < document->part_count; ++i) // all that was not removed was there
            document->parts[i].removed = app->step_start->parts[i].removed;
        return error_set(err, "not enough memory");
    }
    document_settle(document);
    action_notify_locked(app, locked);
    return true;
}

const Action action_part_delete = {
    .name = "part.delete",
    .title = "Delete part",
    .shortcut = "Del",
    .note = "part: taken out of the assembly; the file stays as it is",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .apply = apply,
};
