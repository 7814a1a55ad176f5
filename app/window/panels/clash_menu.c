#include "app/window/panels/clash_menu.h"

#include "app/actions/list_rules.h"
#include "app/session/clash_state.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

// What is being typed.
typedef struct NoteDraft {
    uint64_t id; // of the pair it was begun for
    bool begun;
    char assignee[120], comment[400];
} NoteDraft;
static const UiPrivate draft_memory = {.size = sizeof(NoteDraft)};

static const ClashNote *note_of(const App *app, size_t row)
{
    const ClashNote *least = NULL;
    for (size_t k = 0; k < app->fit.rows[row].clashes.count; ++k) {
        const ClashNote *note = clash_state_note(app, row, k);
        if (note && (!least || note->status < least->status))
            least = note;
    }
    return least;
}

void clash_tag(const App *app, size_t row, char *text, size_t size)
{
    const ClashNote *note = note_of(app, row);
    text[0] = '\0';
    if (note)
        snprintf(text, size, " [%s%s%.60s%s%.160s]", clash_status_word(note->status),
                 note->assignee[0] ? ", " : "", note->assignee, note->comment[0] ? ": " : "",
                 note->comment);
}

// Of all places of the pair.
static void submit(const PanelContext *context, const Action *action, const FitRow *row,
                   const char *words)
{
    ActionArgs args = {0};
    snprintf(args.text, sizeof args.text, "%016llx %s", (unsigned long long)row->id, words);
    action_submit(context->out, action, &args);
}

static void statuses(const PanelContext *context, size_t row, const ClashNote *note)
{
    if (!igBeginMenu("Status", true))
        return;
    for (int i = 0; i < CLASH_STATUS_COUNT; ++i) {
        const char *word = clash_status_word((enum ClashStatus)i);
        bool is = note ? note->status == (enum ClashStatus)i : i == CLASH_NEW;
        if (igMenuItem_Bool(word, NULL, is, true))
            submit(context, &action_clash_status, &context->app->fit.rows[row], word);
        widget_tooltip(clash_status_note((enum ClashStatus)i));
    }
    igEndMenu();
}

static void field(const PanelContext *context, const char *hint, char *text, size_t size,
                  const Action *action, const FitRow *row)
{
    igSetNextItemWidth(igGetFontSize() * 16);
    igPushID_Str(hint);
    bool enter = igInputTextWithHint("##note", hint, text, size,
                                     ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    if (enter || igIsItemDeactivatedAfterEdit())
        submit(context, action, row, text);
    igPopID();
}

void clash_menu(const PanelContext *context, size_t index)
{
    const App *app = context->app;
    const FitRow *row = &app->fit.rows[index];
    const ClashNote *note = note_of(app, index);
    NoteDraft *draft = ui_own(context->ui, &draft_memory);
    const char *why = clash_state_obstacle(app);
    igSeparator();
    igBeginDisabled(why != NULL);
    statuses(context, index, note);
    if (igIsWindowAppearing() || draft->id != row->id) {
        draft->id = row->id;
        snprintf(draft->assignee, sizeof draft->assignee, "%s", note ? note->assignee : "");
        snprintf(draft->comment, sizeof draft->comment, "%s", note ? note->comment : "");
    }
    field(context, "Who looks after it", draft->assignee, sizeof draft->assignee,
          &action_clash_assign, row);
    field(context, "Comment", draft->comment, sizeof draft->comment, &action_clash_comment, row);
    igEndDisabled();
    if (why)
        widget_tooltip(why);
}
