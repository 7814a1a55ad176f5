// Connectors that are made by hand, and going to where two of them meet.
#include "app/actions/action_tools.h"
#include "app/document/connectors.h"

#include <stdio.h>

// The part's own, to be changed and then set.
static int take_list(const App *app, int32_t part, NamedConnector list[CONNECTORS_MOST])
{
    Error err;
    int count = 0;
    connectors_read(app->document.parts[part].connectors, list, &count, &err);
    return count;
}

static void set_list(App *app, int32_t part, const NamedConnector *list, int count)
{
    app->document.parts[part].connectors = connectors_intern(list, count);
}

static bool connector_add(App *app, const ActionArgs *args, Error *err)
{
    NamedConnector list[CONNECTORS_MOST], added;
    const char *end;
    int count = take_list(app, args->part, list);
    if (!connector_from_text(args->text, &added, &end, err))
        return false;
    if (*end)
        return error_set(err, "one connector at a time");
    if (count == CONNECTORS_MOST)
        return error_set(err, "a part has at most %d connectors made by hand", CONNECTORS_MOST);
    list[count] = added;
    set_list(app, args->part, list, count + 1);
    return true;
}

const Action action_connector_add = {
    .name = "connector.add",
    .title = "Add a connector",
    .note = "part; text: pin, hole, face or pipe; origin, axis and side in the part's "
            "coordinates; radius, length, facets, 1 if something stops there or 0; its name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .apply = connector_add,
    .example = "text=\"hole 0 0 0 0 1 0 1 0 0 5 20 0 0 Bore\"",
};

static const char *needs_connectors(const App *app)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (app->document.parts[i].connectors && !app->document.parts[i].removed)
            return NULL;
    return "no part has a connector made by hand";
}

static bool check_index(int count, const ActionArgs *args, Error *err)
{
    return (args->index >= 0 && args->index < count) ||
           error_set(err, "the part has no connector number %d of its own", (int)args->index);
}

static bool connector_rename(App *app, const ActionArgs *args, Error *err)
{
    NamedConnector list[CONNECTORS_MOST];
    char name[CONNECTOR_NAME_SIZE];
    int count = take_list(app, args->part, list);
    if (!check_index(count, args, err))
        return false;
    if (!connector_name_clean(args->text, name))
        return error_set(err, "a connector needs a name");
    snprintf(list[args->index].name, CONNECTOR_NAME_SIZE, "%s", name);
    set_list(app, args->part, list, count);
    return true;
}

const Action action_connector_rename = {
    .name = "connector.rename",
    .title = "Rename connector",
    .note = "part; index: which of those made by hand, from 0; text: the new name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .what = "connector"}, {.type = ARG_TEXT}},
    .obstacle = needs_connectors,
    .apply = connector_rename,
    .example = "index=0 text=\"Bore\"",
};

static bool connector_delete(App *app, const ActionArgs *args, Error *err)
{
    NamedConnector list[CONNECTORS_MOST];
    int count = take_list(app, args->part, list);
    if (!check_index(count, args, err))
        return false;
    for (int i = args->index; i + 1 < count; ++i)
        list[i] = list[i + 1];
    set_list(app, args->part, list, count - 1);
    return true;
}

const Action action_connector_delete = {
    .name = "connector.delete",
    .title = "Delete connector",
    .note = "part; index: which of those made by hand, from 0",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .what = "connector"}},
    .obstacle = needs_connectors,
    .apply = connector_delete,
    .example = "index=0",
};

static const char *needs_offer(const App *app)
{
    return app->snap.offer.found ? NULL : "nothing that fits is near the part in the hand";
}

static bool part_snap(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return snap_take(app) || error_set(err, "nothing that fits is near any more");
}

const Action action_part_snap = {
    .name = "part.snap",
    .title = "Snap",
    .note = "the part in the hand goes to where it is offered to go",
    .shortcut = "Shift+N",
    .flags = ACTION_UNRECORDED,
    .obstacle = needs_offer,
    .apply = part_snap,
};
