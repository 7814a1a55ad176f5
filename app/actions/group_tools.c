#include "app/actions/group_tools.h"

#include "app/document/names.h"

const char *group_tools_join(const char *above, const char *below, Error *err)
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
    return group_tools_join(to, below + (below[0] == '/'), err);
}

bool group_tools_move(App *app, const char *from, const char *to, Error *err)
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
        *path = now[0] ? now : NULL;
    }
    return true;
}
