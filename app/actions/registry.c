#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/study_actions.h"
#include "app/stages/app.h"

const Action *const actions[] = {
#define X(name) &action_##name,
#define FIELD(group, word, ...) &action_##group##_##word,
#define PLAIN_FIELD(...)
    PART_ACTIONS(X)
#include "app/document/fields_all.inl"
        JOINT_ACTIONS(X) VARIANT_ACTIONS(X) PATH_ACTIONS(X) REMOVAL_ACTIONS(X) PIPE_ACTIONS(X)
            TRACE_ACTIONS(X) TREE_ACTIONS(X) CONSTRUCTION_ACTIONS(X) FRAME_ACTIONS(X)
                BEST_ACTIONS(X) VIEW_ACTIONS(X) RULE_ACTIONS(X) PRIMITIVE_ACTIONS(X) FILE_ACTIONS(X)
                    LESSON_ACTIONS(X) TASK_ACTIONS(X) FIGURE_ACTIONS(X) WORKSPACE_ACTIONS(X)
                        SESSION_ACTIONS(X)
#undef X
#undef FIELD
#undef PLAIN_FIELD
};
const int action_count = sizeof actions / sizeof *actions;

const Action *action_find(const char *name)
{
    for (int i = 0; i < action_count; ++i)
        if (strcmp(actions[i]->name, name) == 0)
            return actions[i];
    return NULL;
}

const char *action_entry(const App *app, const Action *action, int i)
{
    const Arg *index = action_takes(action, ARG_INDEX);
    const ChoiceList *list = action->field ? action->field->list : index ? index->list : NULL;
    return list ? list->name(&app->document, i) : NULL;
}
