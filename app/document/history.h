// Undo and redo: whole documents as they were before each undoable action. Documents are small
// (about 120 bytes per part), so snapshots beat per-action inverses, which someone would get wrong.
#ifndef SNUG_APP_DOCUMENT_HISTORY_H
#define SNUG_APP_DOCUMENT_HISTORY_H

#include "app/document/action.h"

typedef struct History History;

enum { HISTORY_MAX_STEPS = 1024 };
#define HISTORY_MAX_BYTES ((size_t)64 << 20) // the oldest steps go first

History *history_create(void); // small allocation: aborts when memory is short
void history_free(History *history);
void history_clear(History *history); // another assembly was opened

void history_forget_undone(History *history); // nothing can be redone any more

// True when an action with this key continues the newest step: nothing needs to be recorded.
bool history_merges(const History *history, const Action *action, uint64_t merge_key);

// As it was before the newest step; there is one.
const Document *history_newest(const History *history);

// Takes over `before`. What could be redone is dropped.
void history_record(History *history, Document *before, const Action *action, uint64_t merge_key,
                    const char *title, const char *subject);

// The merge key of the newest step: which drag it was. 0: none, or it was undone.
uint64_t history_gesture(const History *history);

// Drops the newest step when it leads back to where it began: a drag that was cancelled.
void history_forget_unchanged(History *history, const Document *document);

// Exchange the present document with the one before or after; the camera and how parts are moved
// stay. False: memory ran short, nothing is changed.
bool history_undo(History *history, Document *document);
bool history_redo(History *history, Document *document);

bool history_can_undo(const History *history);
bool history_can_redo(const History *history);
// What was done, ready for the menu: "Undo Move part Shaft"; NULL when there is none.
const char *history_undo_title(const History *history);
const char *history_redo_title(const History *history);
int history_done(const History *history);    // steps that can be undone
int history_dropped(const History *history); // oldest ones, ever, that cannot any more
int history_count(const History *history);   // and those that can be redone
const char *history_title(const History *history, int step); // what was done: "Move part Shaft"

#endif
