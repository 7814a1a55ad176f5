// The contract of a stage: one result in App that follows the document. A stage says what is
// wanted (start), makes it on a worker (work) and swaps it in (show); stages.c drives them all in
// the same way, so what is shown stays until the new one is complete, what the user stops is not
// shown, and what belongs to another assembly is dropped. The main thread alone touches App and
// the private states; a task owns all that its worker needs.
#ifndef SNUG_APP_STAGES_STAGE_H
#define SNUG_APP_STAGES_STAGE_H

#include "app/stages/app.h"
#include "app/stages/mesh_set.h"
#include "app/stages/target.h"
#include "app/stages/variant_book.h"
#include "app/stages/worker.h"
#include "core/base/pool.h"

typedef struct Stage Stage;

// The head of every task; the rest is the stage's own.
typedef struct StageTask {
    const Stage *stage;
    uint32_t generation; // of the assembly that it is about
    bool done;           // set by work: the result is complete
    bool cancelled;      // it is not, for it was asked to stop
    bool unwanted;       // by the user or by newer wishes: it is not going to be shown
    Error err;           // set by work: why it is not
} StageTask;

// Who waits while the stage is at work.
enum StageWait {
    STAGE_ALONE,   // nobody
    STAGE_FOLLOWS, // figures and reports: who wants everything settled
    STAGE_BUSY     // everybody: the program is busy
};

struct Stage {
    const char *name;
    const char *label; // in the progress bar while it is at work; NULL: not said, nor to be stopped
    enum StageWait wait;
    bool in_frame;   // the frame waits for it a little, so that what is quick shows at once
    bool opens;      // it ends in another assembly
    bool outlives;   // another assembly does not matter to it
    bool on_request; // it starts when it was asked to (stage_ask) and nothing is busy
    // Said with the reason when it fails: "Nothing was compared". NULL: fail says it, or nobody does.
    const char *failure;
    size_t state_size; // of its private state: zero at first

    // Functions may be NULL if there is nothing to do. On the main thread, in this order:
    void (*look)(App *app);                 // with every update: notes what is wanted
    bool (*stale)(App *app, const void *t); // nobody wants it any more: it is stopped, never shown
    void *(*start)(App *app);               // a task for what is wanted and is not there; or NULL
    void (*keep)(App *app, void *task);     // of a finished one: what it had only for its work
    void (*show)(App *app, void *task);     // it is complete: swaps it in
    void (*fail)(App *app, void *task, bool stopped); // it failed, or the user stopped it
    void (*drop)(void *task);                         // frees it, with whatever is left in it
    void (*mark)(App *app);          // with every update: says whether the result is current
    bool (*current)(const App *app); // it is; NULL: it only does what it is asked to
    // On the worker. Sets done or err; reads nothing but the task.
    WorkFn *work;

    bool (*pending)(const App *app); // busy, although nothing is at work
    bool (*goes_on)(const App *app); // the next update has more to do: it is not settled yet
    void (*describe)(const App *app, Activity *out); // instead of the label; also when pending
    void (*cancel)(App *app);      // the user cancels: what waits to be done goes, too
    void (*before_risk)(App *app); // something long begins: brings into safety what may be lost
    // An action is about to be applied; then, unless it failed, it was done.
    void (*before_action)(App *app, const Action *action, const ActionArgs *args,
                          uint64_t merge_key);
    void (*after_action)(App *app);
    void (*reset)(App *app); // another assembly comes: what belongs to this one goes
    void (*end)(App *app);   // after the last reset: frees what the private state holds
};

// A row of the registry at work.
typedef struct StageRun {
    const Stage *stage;
    void *state;
    Worker *worker;  // NULL: it has no work
    StageTask *task; // at work; only its constant fields may be read
    double posted;   // seconds
    bool asked;      // to do something, which has not begun
    bool stopped;    // by the user
    bool stale;      // by newer wishes
    uint32_t started, shown, dropped;
} StageRun;

// What stages share.
struct Stages {
    uint32_t generation; // goes up with every assembly: results of an older one are dropped
    Pool *pool;          // for large queries and builds; NULL: one processor
    SharedRules *rules;
    MeshSet meshes;
    VariantBook variants; // meshes that parts can have instead of their own
    BvhDesc tree_desc;    // of app->parts
    bool trees_ready;     // all parts have their tree of tree_desc
    int tree_test;        // overlap test last used with them
    QueryTarget shown;    // what app->report belongs to
    StageRun *runs;       // one per row of list.h
};

extern const Stage *const stage_rows[]; // NULL after the last one

Stages *stages_create(Error *err);
void stages_free(App *app);  // with all that belongs to the open assembly
void stages_reset(App *app); // another assembly comes
// From so many on, work is brought into safety before a build: it may take long, and memory.
enum { LONG_BUILD_TRIANGLES = 50000, LONG_BUILD_PRIMITIVES = 12 };
void stages_before_risk(App *app);
void stages_before_action(App *app, const Action *action, const ActionArgs *args,
                          uint64_t merge_key);
void stages_after_action(App *app);

StageRun *stage_run(const App *app, const Stage *stage);
void *stage_state(const App *app, const Stage *stage);
const void *stage_task(const App *app, const Stage *stage); // at work; NULL: none
void stage_stop(App *app, const Stage *stage);              // what it is doing is not wanted
void stage_begin(App *app, const Stage *stage);             // at once, not with the next update
// Of those on request: once, what its state wishes for by then. It is forgotten when the user cancels or another
// assembly comes.
void stage_ask(App *app, const Stage *stage);
bool stage_asked(const App *app, const Stage *stage); // and it has not begun
// Zeroed; NULL: memory ran short.
void *stage_task_create(size_t size);

// A part has the tree of another shape than the one that is drawn, or another mesh than it is to have: a
// query would answer for it.
bool stage_shape_behind(const App *app);
// The part has another mesh now: it is deformed anew.
void stage_shape_other_mesh(App *app, int32_t part);
// The search failed or was stopped: contacts that are shown are those of before.
bool stage_query_refused(const App *app);

#endif
