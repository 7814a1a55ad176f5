// How a hierarchy was built, recorded split by split: what was recorded, and the step that is shown.
#ifndef SNUG_APP_STAGES_CONSTRUCTION_STATE_H
#define SNUG_APP_STAGES_CONSTRUCTION_STATE_H

#include "app/document/document.h"
#include "app/stages/hybrid_construction.h"
#include "core/tree/build/record.h"

typedef struct App App;

typedef struct ConstructionShown {
    BuildRecord record; // of a part; without steps: there is none
    Bvh *tree;          // that came of it; the part has one like it
    int32_t part;
    NodeId *packed; // of blocks: by the builder's node that of the tree, or BUILD_NONE; else NULL
    HybridConstruction *hybrid; // of the primitives instead; NULL: it is of a part
    uint32_t version;           // goes up with every other one
    bool wish_hybrid;           // the next one is to be of the primitives
    bool old;                   // the part's hierarchy is another one by now
    bool playing;               // the window moves on
    uint32_t step;              // that is shown
    double speed;               // splits per second; 0: nobody has chosen one
} ConstructionShown;

static inline bool construction_known(const ConstructionShown *shown)
{
    return shown->hybrid ? shown->hybrid->record.step_count > 0 : shown->record.step_count > 0;
}
static inline uint32_t construction_steps(const ConstructionShown *shown)
{
    return shown->hybrid ? shown->hybrid->record.step_count : shown->record.step_count;
}

#define CONSTRUCTION_SLOWEST 0.25
#define CONSTRUCTION_FASTEST 10000.0
static inline double construction_speed(const ConstructionShown *shown)
{
    return shown->speed > 0 ? shown->speed : 2;
}

// Steps that are played or dragged through are one.
#define CONSTRUCTION_PLAY_KEY ((uint64_t)1 << 44)

#define CONSTRUCTION_PANEL "Construction" // the title of the panel that it is gone through in

// The part whose hierarchy would be recorded. False: there is none, and *why says what to do.
bool construction_part(const App *app, int32_t *part, const char **why);
// The window shows it over the part as it stands, which is drawn pale; or over the primitives.
bool construction_in_view(const App *app);
bool construction_hybrid_in_view(const App *app);
void construction_forget(ConstructionShown *shown); // all but its speed and version, which goes up

// The volume of the node of a step; room for type->volume_size bytes. False: it is packed away, and
// the box of its triangles has to do.
bool construction_volume(const ConstructionShown *shown, NodeId node, void *volume);
Box3d construction_box(const ConstructionShown *shown, NodeId node); // of its triangles

// What was done in a step and why, in sentences.
void construction_say(const App *app, uint32_t step, char *text, size_t size);
// "x at 12.5 mm", in the part's own coordinates.
void construction_say_place(const App *app, const SplitCandidate *candidate, char *text,
                            size_t size);

#endif
