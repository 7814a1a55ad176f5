#include "app/stages/compare_state.h"

#include "app/document/compare.h"
#include "app/document/fields.h"
#include "app/stages/stage.h"

bool compare_on(const App *app)
{
    return field_flag(&app->document, &action_view_compare) && app->document.part_count > 0;
}

SearchKind compare_kind_of(const BvhDesc *build, const QueryDesc *query)
{
    return (SearchKind){.build = *build,
                        .query = {.mode = query->mode,
                                  .test = query->test,
                                  .rule = query->rule,
                                  .order = query->order,
                                  .lift = query->lift,
                                  .tri = query->tri}};
}

SearchKind compare_wanted(const App *app)
{
    const FrameLog *log = &app->frames;
    const LoggedSetting *before =
        log->setting_count > 1 ? frame_log_setting(log, log->setting_count - 1) : NULL;
    SearchKind kind;
    if (before && field_flag(&app->document, &action_compare_before))
        kind = compare_kind_of(&before->build, &before->query);
    else
        kind = compare_kind(&app->document);
    kind.query.mode = app->document.query.mode;
    kind.query.tri = app->document.query.tri;
    return kind;
}

void compare_name(const SearchKind *kind, char *text, size_t size)
{
    search_kind_name(kind, text, size);
}

uint64_t compare_sum(uint64_t before, const ContactList *list)
{
    uint64_t sum = before ^ UINT64_C(14695981039346656037);
    for (size_t i = 0; i < list->count; ++i) {
        sum = (sum ^ (uint32_t)list->items[i].a) * UINT64_C(1099511628211);
        sum = (sum ^ (uint32_t)list->items[i].b) * UINT64_C(1099511628211);
    }
    return sum;
}

bool compare_same(const ContactList *a, const ContactList *b, enum QueryMode mode)
{
    if (mode == QUERY_FIRST) // which one it is depends on the order
        return (a->count > 0) == (b->count > 0);
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; ++i)
        if (a->items[i].a != b->items[i].a || a->items[i].b != b->items[i].b)
            return false;
    return true;
}

const TraceShown *compare_trace(const App *app, enum CompareSide side)
{
    return side == SIDE_B ? &app->compare.trace : &app->trace;
}
