#include "app/document/action.h"

const Action *const actions[ACTION_COUNT] = {
#define X(name) [ACTION_##name] = &action_##name,
    ACTION_LIST(X)
#undef X
};
