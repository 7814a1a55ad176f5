// Groups of parts, and groups within groups.
#include "app/actions/action_tools.h"
#include "app/document/names.h"
#include "app/document/rigid.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "app/stages/parts.h"

// The group that is meant, interned: the part's own, or with an index its first so many levels.
// NULL with err filled: there is none.
static const char *group_of(const App *app, const ActionArgs *args, Error *err)
{
    const char *path = app->document.parts[args->part].group;
    if (!path) {
        error_set(err, "%s is in no group", app->assembly.parts[args->part].name);
        return NULL;
    }
    if (args->level < 0 || args->level > group_path_depth(path)) {
        error_set(err, "there is no level of groups number %d", (int)args->level);
        return NULL;
    }
    return args->level == 0 ? path : name_intern_part(path, group_path_length(path, args->level));
}

static const char *group_name(const App *app, const ActionArgs *args)
{
    Error ignored;
    const char *group = group_of(app, args, &ignored);
    return group ? group_path_name(group) : "";
}

// above/below, either of which may be empty; interned. NULL with err filled: too long.
static const char *join(const char *above, const char *below, Error *err)
{
    char path[GROUP_PATH_MAX + 1];
    size_t first = strlen(above), second = strlen(below);
    if (first + second + 1 > GROUP_PATH_MAX) {
        error_set(err, "there are too many groups within groups, or their names are too long");
        return NULL;
    }
    memcpy(path, above, first);
    if (first > 0 && second > 0)
        path[first++] = '/';
    memcpy(path + first, below, second + 1);
    return name_intern(path);
}

static const char *moved(const char *path, const char *from, const char *to, Error *err)
{
    const char *below = path + strlen(from);
    return join(to, below + (below[0] == '/'), err);
}

// Puts everything of a group, groups in it included, under another path. False with err filled: a
// path gets too long, nothing is changed.
static bool move_group(App *app, const char *from, const char *to, Error *err)
{
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (group_path_holds(from, document->parts[i].group) &&
            !moved(document->parts[i].group, from, to, err))
            return false;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const char **path = &document->parts[i].group;
        if (!group_path_holds(from, *path))
            continue;
        const char *now = moved(*path, from, to, err);
        int *rigid = &document->parts[i].rigid, level = group_path_depth(from);
        *path = now[0] ? now : NULL;
        // A body that it took along is deeper or higher now; of one that it was in, it is no more.
        if (*rigid >= level)
            *rigid += group_path_depth(to) - level;
        else
            *rigid = 0;
        if (!*path || *rigid < 0)
            *rigid = 0;
    }
    return true;
}

static bool part_group(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return error_set(err, "a name must not be empty");
    action_set_part_field(app, args, offsetof(PartState, group), &group, sizeof group);
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (selection_goes_along(&app->document, args->part, i))
            rigid_follow_group(&app->document, i);
    return true;
}

const Action action_part_group = {
    .name = "part.group",
    .title = "Put part into a group",
    .note = "part, text: the group's name, in another group its path (Gearbox/Shafts); a group "
            "that is not "
            "there is made",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .apply = part_group,
    .example = "text=\"Some parts\"",
};

static void part_ungroup(App *app, const ActionArgs *args)
{
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const char *group = document->parts[i].group;
        if (!group || !selection_goes_along(document, args->part, i))
            continue;
        size_t above = group_path_length(group, group_path_depth(group) - 1);
        document->parts[i].group =
            group_path_depth(group) > 1 ? name_intern_part(group, above) : NULL;
        if (document->parts[i].rigid >= group_path_depth(group))
            document->parts[i].rigid = 0;
    }
}

const Action action_part_ungroup = {
    .name = "part.ungroup",
    .title = "Take part out of its group",
    .shortcut = "Ctrl+Shift+G",
    .note = "part: into the group that its group is in, or in none any more; a group without parts "
            "is gone",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .act = part_ungroup,
};

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

static bool parts_group(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    Document *document = &app->document;
    int levels = common_levels(document);
    const char *above = levels_of(document->parts[document->selected].group, levels);
    const char *group = join(above ? above : "", "Group", err);
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
            to = join(group, kept(document, (int32_t)i, levels), err);
        path = document->parts[i].group;
        good = (paths[i] = to) != NULL;
    }
    for (size_t i = 0; i < count && good; ++i) {
        PartState *part = &document->parts[i];
        if (!paths[i])
            continue;
        // Bodies within what is kept are one level deeper; others are torn apart.
        bool kept_whole = part->rigid > levels && paths[i] != group;
        int deeper = group_path_depth(paths[i]) - (part->group ? group_path_depth(part->group) : 0);
        part->rigid = kept_whole ? part->rigid + deeper : part->rigid <= levels ? part->rigid : 0;
        part->group = paths[i];
    }
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
    .obstacle = action_needs_selection,
    .apply = parts_group,
};

static bool group_rename(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_of(app, args, err);
    const char *name = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return false;
    if (!name)
        return error_set(err, "a name must not be empty");
    const char *own = group_path_name(group);
    const char *above = name_intern_part(group, own > group ? (size_t)(own - group - 1) : 0);
    const char *to = join(above, name, err);
    return to && move_group(app, group, to, err);
}

const Action action_group_rename = {
    .name = "group.rename",
    .title = "Rename group",
    .note = "part: one of its parts, index: its level or 0 for the part's own; text: the new name; "
            "that "
            "of another group beside it joins the two",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_TEXT}},
    .apply = group_rename,
    .subject = group_name,
    .example = "text=\"Another group\"",
};

static bool group_move(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_of(app, args, err);
    const char *into = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return false;
    if (group_path_holds(group, into))
        return error_set(err, "a group cannot be put into itself");
    const char *to = join(into ? into : "", group_path_name(group), err);
    return to && move_group(app, group, to, err);
}

const Action action_group_move = {
    .name = "group.move",
    .title = "Put group into another one",
    .note = "part: one of its parts, index: its level or 0 for the part's own; text: path of the "
            "other one (Gearbox/Shafts), empty: out of all groups",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_TEXT}},
    .apply = group_move,
    .subject = group_name,
    .example = "text=\"Larger group\"",
};

static bool group_show(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_of(app, args, err);
    if (!group)
        return false;
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (group_path_holds(group, document->parts[i].group))
            document->parts[i].visible = args->flag;
    return true;
}

const Action action_group_show = {
    .name = "group.show",
    .title = "Show or hide group",
    .note = "part: one of its parts, index: its level or 0 for the part's own; flag: visible",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_FLAG}},
    .apply = group_show,
    .subject = group_name,
};

static bool group_rigid(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_of(app, args, err);
    if (!group)
        return false;
    rigid_set(&app->document, group, args->flag);
    if (args->flag && selection_has(&app->document, args->part))
        selection_add(&app->document, args->part); // with all of it
    return true;
}

const Action action_group_rigid = {
    .name = "group.rigid",
    .title = "Make group one rigid body",
    .note = "part: one of its parts, index: its level or 0 for the part's own; flag: its parts are "
            "moved together, and contacts between them are left alone",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_FLAG}},
    .apply = group_rigid,
    .subject = group_name,
    .example = "flag=on",
};

static bool group_select(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_of(app, args, err);
    if (!group)
        return false;
    Document *document = &app->document;
    if (!args->flag)
        selection_only(document, NO_PART);
    for (int32_t i = document->part_count - 1; i >= 0; --i)
        if (group_path_holds(group, document->parts[i].group) && !document->parts[i].removed)
            selection_add(document, i);
    return true;
}

const Action action_group_select = {
    .name = "group.select",
    .title = "Select group",
    .note =
        "with the groups in it; part: one of its parts, index: its level or 0 for the part's own; "
        "flag: along with what is selected",
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_FLAG}},
    .apply = group_select,
    .subject = group_name,
};
