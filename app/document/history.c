#include "app/document/history.h"

#include "app/document/fields.h"
#include "app/io/must.h"
#include "core/base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Steps before `done` hold the document as it was before the step; those from `done` on were undone
// and hold the document as it was after it. So undo and redo are one exchange.
typedef struct Step {
    Document document;
    const Action *action;
    uint64_t merge_key;
    char undo_title[200], redo_title[200];
} Step;

struct History {
    Step steps[HISTORY_MAX_STEPS];
    int count, done, dropped; // dropped: the oldest ones, ever
    size_t bytes;
};

History *history_create(void)
{
    return must(calloc(1, sizeof(History)));
}

static void drop_after(History *history, int keep)
{
    while (history->count > keep) {
        Step *step = &history->steps[--history->count];
        history->bytes -= document_bytes(&step->document);
        document_free(&step->document);
    }
    if (history->done > keep)
        history->done = keep;
}

static void drop_oldest(History *history)
{
    history->bytes -= document_bytes(&history->steps[0].document);
    document_free(&history->steps[0].document);
    memmove(history->steps, history->steps + 1, (size_t)--history->count * sizeof(Step));
    --history->done;
    ++history->dropped;
}

int history_dropped(const History *history)
{
    return history->dropped;
}

void history_clear(History *history)
{
    drop_after(history, 0);
}

void history_forget_undone(History *history)
{
    drop_after(history, history->done);
}

void history_free(History *history)
{
    if (history)
        history_clear(history);
    free(history);
}

bool history_merges(const History *history, const Action *action, uint64_t merge_key)
{
    if (merge_key == 0 || history->done == 0 || history->done < history->count)
        return false;
    const Step *last = &history->steps[history->done - 1];
    if (!last->action)
        return false; // parts that joined
    bool places = last->action->flags & action->flags & ACTION_PLACES;
    return (last->action == action || places) && last->merge_key == merge_key;
}

const Document *history_newest(const History *history)
{
    assert(history->done > 0);
    return &history->steps[history->done - 1].document;
}

uint64_t history_gesture(const History *history)
{
    return history->done > 0 && history->done == history->count
               ? history->steps[history->done - 1].merge_key
               : 0;
}

void history_record(History *history, Document *before, const Action *action, uint64_t merge_key,
                    const char *title, const char *subject)
{
    drop_after(history, history->done);
    size_t bytes = document_bytes(before);
    while (history->count == HISTORY_MAX_STEPS ||
           (history->count > 0 && history->bytes + bytes > HISTORY_MAX_BYTES))
        drop_oldest(history);
    Step *step = &history->steps[history->count++];
    *step = (Step){.document = *before, .action = action, .merge_key = merge_key};
    const char *gap = subject && subject[0] ? " " : "";
    if (!subject)
        subject = "";
    snprintf(step->undo_title, sizeof step->undo_title, "Undo %s%s%s", title, gap, subject);
    snprintf(step->redo_title, sizeof step->redo_title, "Redo %s%s%s", title, gap, subject);
    utf8_sanitise(step->undo_title); // a long name may have been cut inside a character
    utf8_sanitise(step->redo_title);
    history->done = history->count;
    history->bytes += bytes;
    *before = (Document){.selected = NO_PART};
}

void history_forget_unchanged(History *history, const Document *document)
{
    if (history->done > 0 && history->done == history->count &&
        history->steps[history->done - 1].document.said == document->said &&
        document_equal(&history->steps[history->done - 1].document, document))
        drop_after(history, history->done - 1);
}

// The assembly may have grown since: what came later is removed in the older document.
static bool exchange(History *history, Step *step, Document *document)
{
    size_t before = document_bytes(&step->document);
    if (!document_extend(&step->document, document))
        return false;
    Document other = step->document;
    other.view.camera = document->view.camera;
    memcpy(other.view.shown_pair, document->view.shown_pair, sizeof other.view.shown_pair);
    other.move = document->move;
    fields_keep_tools(&other, document);
    step->document = *document;
    *document = other;
    history->bytes += document_bytes(&step->document) - before;
    return true;
}

bool history_undo(History *history, Document *document)
{
    assert(history->done > 0);
    if (!exchange(history, &history->steps[history->done - 1], document))
        return false;
    --history->done;
    return true;
}

bool history_redo(History *history, Document *document)
{
    assert(history->done < history->count);
    if (!exchange(history, &history->steps[history->done], document))
        return false;
    ++history->done;
    return true;
}

int history_done(const History *history)
{
    return history->done;
}

int history_count(const History *history)
{
    return history->count;
}

// Both titles end in what was done.
const char *history_title(const History *history, int step)
{
    assert(step >= 0 && step < history->count);
    return history->steps[step].undo_title + strlen("Undo ");
}

bool history_can_undo(const History *history)
{
    return history->done > 0;
}

bool history_can_redo(const History *history)
{
    return history->done < history->count;
}

const char *history_undo_title(const History *history)
{
    return history->done > 0 ? history->steps[history->done - 1].undo_title : NULL;
}

const char *history_redo_title(const History *history)
{
    return history->done < history->count ? history->steps[history->done].redo_title : NULL;
}
