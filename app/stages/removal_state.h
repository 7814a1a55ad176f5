// Which part comes out next: the ways of a part, and an order for all of them, worked out when somebody asks;
// and how far that order is being shown.
#ifndef SNUG_APP_STAGES_REMOVAL_STATE_H
#define SNUG_APP_STAGES_REMOVAL_STATE_H

#include "app/stages/target.h"
#include "core/motion/removal.h"

// What an answer is about. Whoever moves a part, hides or locks one, or changes a rule, makes it old.
typedef struct RemovalKey {
    QueryTarget target;
    RuleSet *rules; // retained
    JointList *joints;
    double tolerance;
    bool *stays;     // per part: locked, or nailed to the ground
    int32_t *units;  // per part: what is fixed to each other, or one body, has the same number
    uint64_t bodies; // rigid_signature
} RemovalKey;

typedef struct RemovalState {
    bool asked;
    int32_t wanted; // a part whose ways are asked for, or REMOVAL_ORDER
    // The ways of a part.
    bool ways_known, ways_old;
    int32_t part;
    RemovalWays ways;
    RemovalKey ways_key;
    // An order of all.
    bool order_known, order_old;
    RemovalOrder order;
    RemovalKey order_key;
    int32_t staying; // parts that were not to be pulled: locked, or nailed to the ground
    int32_t base;    // none was: the part that the others are taken off; else NO_PART
    double position; // so many steps of it are shown; 2.5: two, and half of the third
    bool playing;    // the window goes on
    uint64_t replay; // merge key of what is shown: one step of the history
} RemovalState;
enum { REMOVAL_ORDER = -1 };
#define REMOVAL_FIRST_KEY ((uint64_t)1 << 41) // replays are steps of the history of their own

const RemovalState *removal_state(const App *app);
RemovalState *removal_state_mut(App *app);

// part: REMOVAL_ORDER asks for the order.
void removal_ask(App *app, int32_t part);
// Parts go where they are after so many steps of the order; joints of those that have left are off. False:
// there is no order of what is open, and err says so.
bool removal_place(App *app, double position, Error *err);
// Where a part is then.
Affine removal_placement(const RemovalState *state, int32_t part, double position);
// As a path: the order, or one way of the part. To be freed.
bool removal_order_path(const App *app, MotionPath *path, Error *err);
bool removal_way_path(const App *app, size_t way, MotionPath *path, Error *err);
double removal_step_seconds(const RemovalState *state, size_t step);

// In the words that window and files share: "blocked by Bracket, Bolt 2", "free", "not proven: Seal".
// most: so many names at most.
void removal_way_words(const App *app, const RemovalWays *ways, const RemovalWay *way, size_t most,
                       char *text, size_t size);
// "Bearing front, with 2 more".
void removal_step_words(const App *app, const RemovalOrder *order, const RemovalStep *step,
                        char *text, size_t size);
void removal_rest_words(const App *app, const RemovalOrder *order, const RemovalRest *rest,
                        char *text, size_t size);
// What comes of the order: "26 steps take out 35 parts." and what stays.
void removal_order_words(const App *app, char *text, size_t size);
// "up", "down", "+x" ..., or "0.71 0 0.71", as the file has its axes.
void removal_direction_words(const App *app, Vec3d direction, char *text, size_t size);

#endif
