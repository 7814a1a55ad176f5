#include "app/actions/list.h"

#include <string.h>

const Action *const actions[] = {
#define X(name) &action_##name,
    ACTION_LIST(X)
#undef X
};
const int action_count = sizeof actions / sizeof *actions;

const Action *action_find(const char *name)
{
    for (int i = 0; i < action_count; ++i)
        if (strcmp(actions[i]->name, name) == 0)
            return actions[i];
    return NULL;
}
