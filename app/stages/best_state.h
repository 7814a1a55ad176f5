// Which kind of hierarchy is best for these parts, or which builder for the primitives: what is to be compared,
// what is known while it is measured, and what was found.
#ifndef SNUG_APP_STAGES_BEST_STATE_H
#define SNUG_APP_STAGES_BEST_STATE_H

#include "app/lab/table.h"

typedef struct App App;

// What somebody asked for.
typedef struct BestWish {
    bool primitives;  // builders over them, not kinds over triangles
    char kinds[1024]; // as lab_kinds_parse takes them
    int motion;       // 0: the path that is open; else a standard motion, from 1 on
    int frames;       // 0: the usual number
} BestWish;

typedef struct BestFound {
    LabSubject subject; // meshes are retained
    LabKinds kinds;
    ContestResult results[LAB_KINDS_MOST];
    BestWish wish;
    char *command; // that measures it again, once it was saved
} BestFound;

typedef struct BestState {
    BestWish wish;
    BestFound *found; // NULL: nothing yet
    uint32_t version; // goes up with every other one
} BestState;

void best_found_free(BestFound *found); // NULL is fine
LabTable best_table(const BestFound *found);
// While it is measured: kinds, and a copy of what is known of them so far, without frames. False: nothing is. Of the
// table's subject nothing is known yet.
bool best_live(const App *app, LabTable *table, ContestResult results[LAB_KINDS_MOST]);
int best_rows_known(const App *app); // of a comparison under way, kinds that are counted
// Parts and motion as they are open, not prepared yet. False: err says what is missing.
bool best_subject_take(const App *app, const BestWish *wish, LabSubject *out, Error *err);

#endif
