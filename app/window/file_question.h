// Questions about files, between those who ask and the bar over the view that shows them: what to
// do with unsaved changes before something else is opened or the program ends, with what a crash
// has left, and with a scene that names files elsewhere. The view goes on meanwhile.
#ifndef SNUG_APP_WINDOW_FILE_QUESTION_H
#define SNUG_APP_WINDOW_FILE_QUESTION_H

#include "app/document/action.h"

enum FileQuestionKind { ASK_NOTHING, ASK_UNSAVED, ASK_RECOVER, ASK_OUTSIDE };
enum UnsavedAnswer { ANSWER_NONE, ANSWER_SAVE, ANSWER_DISCARD, ANSWER_CANCEL };

typedef struct FileQuestion {
    enum FileQuestionKind asked;
    enum UnsavedAnswer answer; // to ASK_UNSAVED, for loop/unsaved.c
    ActionQueue held;          // what would lose the changes: done or dropped by the answer
    bool path_alone;           // of it: it would lose the path, and nothing of the scene
    char path[1024];           // what the other questions are about
    char when[64];
    // What was opened: of which the bar about quiet pairs is shown, and of which it was answered.
    uint32_t quiet_shown, quiet_answered;
} FileQuestion;

#endif
