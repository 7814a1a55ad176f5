// Which kind of hierarchy is best for these parts: what is to be compared, and what was found.
#ifndef SNUG_APP_STAGES_BEST_STATE_H
#define SNUG_APP_STAGES_BEST_STATE_H

#include "app/lab/table.h"

typedef struct App App;

// What somebody asked for.
typedef struct BestWish {
    char kinds[1024]; // as search_kinds_parse takes them
    int motion;       // 0: the path that is open; else a standard motion, from 1 on
    int frames;       // 0: the usual number
} BestWish;

typedef struct BestFound {
    LabSubject subject; // meshes are retained
    SearchKind kinds[SEARCH_KINDS_MOST];
    ContestResult results[SEARCH_KINDS_MOST];
    int count;
    BestWish wish;
    char *command; // that measures it again, once it was saved
} BestFound;

typedef struct BestState {
    bool wanted;
    BestWish wish;
    BestFound *found; // NULL: nothing yet
    uint32_t version; // goes up with every other one
} BestState;

void best_found_free(BestFound *found); // NULL is fine
LabTable best_table(const BestFound *found);
// Parts and motion as they are open, not prepared yet. False: err says what is missing.
bool best_subject_take(const App *app, const BestWish *wish, LabSubject *out, Error *err);

#endif
