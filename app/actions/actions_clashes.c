// What people say about clashes.
#include "app/actions/action_tools.h"
#include "app/session/clash_state.h"

#include <stdlib.h>
#include <string.h>

// "0123456789abcdef-2 words" or words alone, about the pair that is shown alone or the first of the
// list. Returns the words.
static const char *take_id(const App *app, const char *text, ClashSaying *saying)
{
    size_t digits = strspn(text, "0123456789abcdef");
    char *end = (char *)text + digits;
    if (digits == 16 && (*end == ' ' || *end == '-' || *end == '\0')) {
        char id[17];
        memcpy(id, text, 16);
        id[16] = '\0';
        saying->id = strtoull(id, NULL, 16);
        saying->number = *end == '-' ? (int32_t)strtol(end + 1, &end, 10) : 1;
        // Not the id of a clash: that of a pair.
        for (size_t i = 0; i < app->fit.count; ++i)
            if (app->fit.rows[i].id == saying->id)
                saying->number = 0;
        return end + (*end == ' ');
    }
    const int32_t *shown = app->document.view.shown_pair;
    saying->id = app->fit.rows[0].id;
    for (size_t i = 0; i < app->fit.count; ++i)
        if (app->fit.rows[i].a == shown[0] && app->fit.rows[i].b == shown[1])
            saying->id = app->fit.rows[i].id;
    return text;
}

static bool clash_status(App *app, const ActionArgs *args, Error *err)
{
    ClashSaying saying = {0};
    saying.status = take_id(app, args->text, &saying);
    return clash_state_say(app, &saying, err);
}

static bool clash_assign(App *app, const ActionArgs *args, Error *err)
{
    ClashSaying saying = {0};
    saying.assignee = take_id(app, args->text, &saying);
    return clash_state_say(app, &saying, err);
}

static bool clash_comment(App *app, const ActionArgs *args, Error *err)
{
    ClashSaying saying = {0};
    saying.comment = take_id(app, args->text, &saying);
    return clash_state_say(app, &saying, err);
}

const Action action_clash_status = {
    .name = "clash.status",
    .title = "Set status of clash",
    .note =
        "text: new, active, reviewed, approved or resolved; the id of a clash or a pair may stand "
        "before it, else the pair shown alone or the first one is meant",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = clash_state_obstacle,
    .apply = clash_status,
    .example = "text=reviewed",
};

const Action action_clash_assign = {
    .name = "clash.assign",
    .title = "Say who looks after clash",
    .note = "text: a name, \"\" for nobody; an id may stand before it, as for clash.status",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = clash_state_obstacle,
    .apply = clash_assign,
    .example = "text=Anna",
};

const Action action_clash_comment = {
    .name = "clash.comment",
    .title = "Comment on clash",
    .note = "text: one line; an id may stand before it, as for clash.status",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = clash_state_obstacle,
    .apply = clash_comment,
    .example = "text=\"waits for the supplier\"",
};
