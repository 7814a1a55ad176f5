// What people said about the clashes of what is open: read from the file beside it when it is opened,
// written there with every change. They are not part of the document, as what others wrote there is not,
// either; what was said since the start is (clash_words.h), and undoing it takes back these words alone.
#ifndef SNUG_APP_SESSION_CLASH_STATE_H
#define SNUG_APP_SESSION_CLASH_STATE_H

#include "app/io/clash_notes.h"
#include "app/stages/app.h"

// Of the clash of this row in app->fit; NULL: nothing was said.
const ClashNote *clash_state_note(const App *app, size_t row, size_t clash);
const ClashBook *clash_state_book(const App *app); // NULL: there is none
// Why nothing can be said, or NULL.
const char *clash_state_obstacle(const App *app);

typedef struct ClashSaying {
    uint64_t id;        // of a clash or of a pair: all its clashes then
    int32_t number;     // of a clash; 0: of a pair
    const char *status; // NULL: as it was; likewise the others
    const char *assignee, *comment;
} ClashSaying;
// Written before it returns. False: err says why, and nothing has changed.
bool clash_state_say(App *app, const ClashSaying *saying, Error *err);

#endif
