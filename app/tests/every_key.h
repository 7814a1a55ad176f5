// Every shortcut there is, with what it does.
#ifndef SNUG_APP_TESTS_EVERY_KEY_H
#define SNUG_APP_TESTS_EVERY_KEY_H

#include "app/window/keys.h"
#include "app/window/tool.h"

typedef void KeyFn(void *user, const char *keys, const char *title);

static inline void keys_visit(KeyFn *key, void *user)
{
    for (int i = 0; i < action_count; ++i)
        if (actions[i]->shortcut)
            key(user, actions[i]->shortcut, actions[i]->title);
    for (int i = 0; i < key_binding_count; ++i)
        key(user, key_bindings[i].keys, key_bindings[i].title);
    for (int i = 0; i < tool_count; ++i)
        if (tools[i]->shortcut)
            key(user, tools[i]->shortcut, tools[i]->title);
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->shortcut)
            key(user, panels[i]->shortcut, panels[i]->note);
}

#endif
