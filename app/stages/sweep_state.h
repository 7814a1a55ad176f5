// The space that one part sweeps along the path that is open: made on a worker when somebody asks for it, with
// what of the rest it meets. See core/motion/sweep.h for what is promised.
#ifndef SNUG_APP_STAGES_SWEEP_STATE_H
#define SNUG_APP_STAGES_SWEEP_STATE_H

#include "app/document/action.h"
#include "app/picture/render_mesh.h"
#include "core/mesh/mesh.h"

// A part that the cells come into, as the check of the path (path_proof.h) judges it, which is the one source of
// such verdicts.
enum SweepMeets {
    SWEEP_CERTAIN,  // it is proven that they run into each other
    SWEEP_POSSIBLE, // neither that nor the contrary is
    SWEEP_MARGIN,   // it is proven that they do not: only the cells around the sweep do
    SWEEP_UNCHECKED // the path is not checked, or not yet
};

typedef struct SweepRow {
    int32_t part;
    enum SweepMeets meets;
    bool touches;    // they may meet, but it is proven no deeper than a touch
    double from, to; // seconds of the path: the first time of it
} SweepRow;

typedef struct SweepShown {
    bool known;
    bool old; // path, parts, places or rules have changed since
    int32_t part;
    double cell, bound;
    bool coarser, solid; // as in Sweep
    double volume_least, volume_most;
    Mesh *surface;
    RenderMesh *drawn; // of it; NULL: nothing is drawn
    int32_t *met;      // parts that the cells come into, or that move as well
    size_t met_count;
    int32_t apart; // parts that stand still and are in none of the cells: proven apart
    int32_t intentional, hidden; // left out: pairs by rules, parts
    uint32_t version;            // goes up with every change
} SweepShown;

const SweepShown *sweep_shown(const App *app); // never NULL
// Why the part's sweep cannot be made now; NULL: it can.
const char *sweep_obstacle(const App *app, int32_t part);
void sweep_ask(App *app, int32_t part);
bool sweep_busy(const App *app); // it is asked for or being made
void sweep_forget(App *app);

// What is met as it is judged now, certain ones first; at most so many. Returns how many.
size_t sweep_rows(const App *app, SweepRow *rows, size_t most);

// "12.3 to 13.1 cm³ ..." and "runs into Bracket from 1.2 s on", as window and messages say it.
void sweep_sentence(const App *app, char *text, size_t size);
void sweep_row_sentence(const App *app, const SweepRow *row, char *text, size_t size);

#endif
