#include "app/actions/group_tools.h"
#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/stages/parts.h"

// All of it is selected: it goes into the new group as it is.
static bool is_whole(const Document *document, const char *group)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        if (group_path_holds(group, document->parts[i].group) && !document->parts[i].removed &&
            !selection_has(document, i))
            return false;
    return true;
}

static const char *levels_of(const char *path, int levels)
{
    return levels > 0 ? name_intern_part(path, group_path_length(path, levels)) : NULL;
}

// Levels of groups that hold all that is selected and something else.
static int common_levels(const Document *document)
{
    const char *first = document->parts[document->selected].group;
    int levels = first ? group_path_depth(first) : 0;
    for (; levels > 0; --levels) {
        const char *group = levels_of(first, levels);
        bool all = true;
        for (int32_t i = 0; i < document->part_count && all; ++i)
            all = !selection_has(document, i) || group_path_holds(group, document->parts[i].group);
        if (all && !is_whole(document, group))
            break;
    }
    return levels;
}

// Of the groups that the part is in, the part of the path that stays.
static const char *kept(const Document *document, int32_t part, int levels)
{
    const char *path = document->parts[part].group;
    int depth = path ? group_path_depth(path) : 0;
    for (int k = levels + 1; k <= depth; ++k)
        if (is_whole(document, levels_of(path, k)))
            return k == 1 ? path : path + group_path_length(path, k - 1) + 1;
    return "";
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    Document *document = &app->document;
    int levels = common_levels(document);
    const char *above = levels_of(document->parts[document->selected].group, levels);
    const char *group = group_tools_join(above ? above : "", "Group", err);
    if (!group)
        return false;
    group = parts_free_group(app, group);
    size_t count = (size_t)document->part_count;
    const char **paths = calloc(count + 1, sizeof *paths);
    bool good = paths || error_set(err, "not enough memory");
    const char *path = NULL, *to = group; // parts of a group mostly follow each other
    for (size_t i = 0; i < count && good; ++i) {
        if (!selection_has(document, (int32_t)i))
            continue;
        if (document->parts[i].group != path)
            to = group_tools_join(group, kept(document, (int32_t)i, levels), err);
        path = document->parts[i].group;
        good = (paths[i] = to) != NULL;
    }
    for (size_t i = 0; i < count && good; ++i)
        if (paths[i])
            document->parts[i].group = paths[i];
    free((void *)paths);
    return good;
}

const Action action_parts_group = {
    .name = "parts.group",
    .title = "Group selected parts",
    .shortcut = "Ctrl+G",
    .note = "makes a new group of the selected parts; groups that are selected as a whole stay "
            "groups in it",
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_selection,
    .apply = apply,
};
