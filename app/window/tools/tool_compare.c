// Nothing to grab: which setting each half of the view shows while two are compared, and whether it is old.
#include "app/stages/rows.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <stdio.h>

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const CompareShown *shown = &app->compare;
    if (!view->split)
        return;
    bool second = view->side == SIDE_B;
    SearchKind kind =
        second ? shown->kind : compare_kind_of(&app->stages->tree_desc, &app->stages->shown.desc);
    char name[SEARCH_KIND_NAME], text[SEARCH_KIND_NAME + 64];
    bool known = second ? shown->trees != NULL : app->stages->trees_ready;
    bool old = second ? !shown->trees_current : !stage_build.current(app);
    if (known)
        compare_name(&kind, name, sizeof name);
    snprintf(text, sizeof text, "%s %s%s", second ? "Right:" : "Left:", known ? name : "",
             !known ? "is being built"
             : old  ? " (old: the next is being built)"
                    : "");
    float pad = 6 * view->ui_scale;
    ImVec2 at = {(float)view->viewport.x + 2 * pad, (float)view->viewport.y + 2 * pad};
    ImDrawList_ChannelsSetCurrent(igGetBackgroundDrawList_Nil(), 1); // over handles and lines
    mark_plate(at, pad, pad / 2, 0.9f, text);
    ImDrawList_ChannelsSetCurrent(igGetBackgroundDrawList_Nil(), 0);
}

const Tool tool_compare = {.name = "compare", .draw = draw};
