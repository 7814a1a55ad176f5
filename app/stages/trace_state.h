// A recorded search of two parts: what was recorded, where they stood, and the step that is shown.
#ifndef SNUG_APP_STAGES_TRACE_STATE_H
#define SNUG_APP_STAGES_TRACE_STATE_H

#include "app/document/document.h"
#include "core/query/trace.h"

typedef struct App App;

typedef struct TraceShown {
    Trace trace;      // without steps: there is none
    uint32_t version; // goes up with every other one
    int32_t part[2];  // A and B
    Affine placed[2]; // where they stood
    BvhDesc build;
    QueryDesc query;
    int depth;     // levels of the tree of tests
    bool old;      // parts, hierarchies or search are others by now
    bool playing;  // the window moves on
    uint32_t step; // that is shown
    uint32_t at;   // of A's: the step that both are at while two are compared, or beyond its end
    uint32_t test; // that was gone to, if it is of that step: of a block one of many
} TraceShown;

static inline bool trace_known(const TraceShown *shown)
{
    return shown->trace.step_count > 0;
}

// Steps that are played or dragged through are one.
#define TRACE_PLAY_KEY ((uint64_t)1 << 41)

// Steps of what is recorded: of the longer one while two are compared. Both are at the same number; one that has
// ended stays at its last.
uint32_t trace_steps(const App *app);
void trace_go_to(App *app, uint32_t step);

#define TRACE_PANEL "Traversal" // the title of the panel that it is gone through in

// The pair that would be recorded: the two that are selected, or the selected one and what it meets
// most or is nearest to; A has the lower number. False: there is none, and *why says what to do.
bool trace_pair(const App *app, int32_t pair[2], const char **why);

// The window shows it over the parts as they stand: these are drawn pale.
bool trace_in_view(const App *app);

// The test to be looked at of what is shown: of a block the one that was gone to, else the first that
// was not separated, or the first.
uint32_t trace_shown_test(const TraceShown *shown);
uint32_t trace_cell_of(const TraceShown *shown, uint32_t test); // its place in the tree of tests
uint32_t trace_test_at(const TraceShown *shown, uint32_t place);

// A length along a direction of A's frame, as it is in the world.
double trace_world_length(const TraceShown *shown, Vec3d axis, double length);
// What was found, in a sentence: "separated along axis 2 of A by 0.013 mm".
void trace_say(const App *app, uint32_t test, char *text, size_t size);
void trace_say_of(const TraceShown *shown, enum LengthUnit unit, uint32_t test, char *text,
                  size_t size);

// Records the search of two trees as shown->query says, with its depth. On a worker. False: it was
// cancelled, or err says why.
bool trace_record_shown(TraceShown *shown, Bvh *const tree[2], const Affine *b_to_a, Job *job,
                        Error *err);

#endif
