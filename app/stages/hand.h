// The part in the hand: what was asked for by mouse, handles, keys and numbers, while parts are not to
// run into each other. Those ask as always, by actions that move parts; but instead of being done
// such an action says where the parts are wanted, and the stage motion takes them there as far as
// contact lets them. What the document says is always a pose that was reached.
#ifndef SNUG_APP_STAGES_HAND_H
#define SNUG_APP_STAGES_HAND_H

#include "app/document/action.h"
#include "app/stages/snap.h"
#include "core/motion/motion.h"

enum HandState {
    HAND_EMPTY,
    HAND_PREPARING, // what stands around it is looked at
    HAND_MOVING,
    HAND_THERE,
    HAND_HELD,    // it cannot go farther
    HAND_REFUSED, // it could not be moved at all; a message says why
    HAND_SNAPPED, // it went, or could not go, to where it was offered to go: see `snap`
};

enum { HAND_MOST_TOLD = 4 }; // parts that are named

typedef struct Hand {
    uint64_t gesture;    // merge key of its step of the history; 0: nothing was asked for yet
    bool has_step;       // something of it is in that step
    uint64_t asked_key;  // as it was asked for
    const Action *asked; // by what
    Document start;      // as it was when the gesture began: what it asks for counts from there
    int32_t *parts;      // in the hand, and what comes along by its joint; ascending
    Affine *targets;     // where they are wanted
    bool *taken;         // it is in the hand itself
    int32_t count, taken_count, lead;
    Affine to;            // where the leading one is wanted
    int32_t joint;        // along which it moves, or NO_JOINT
    JointCoordinates at;  // of that one, as wanted
    char joint_text[192]; // what joints have to say about what is wanted: limits
    Affine reached;       // where it came, and was put
    bool turning;         // the gesture turns
    Vec3d turn;           // since it began: axis times angle, of any number of turns
    Vec3d turned;         // likewise, of what was reached
    HandSnap snap;        // instead of that: to a connector of another part
    uint32_t wish;        // goes up with every other wish
    uint32_t served;      // the wish that was seen to
    uint64_t typed;       // gestures that had no key

    bool held;            // by the mouse
    bool late;            // the part has not caught up for a while
    enum HandState state; // what came of it
    uint32_t version;     // goes up with every change of what follows
    MotionBlocker blockers[MOTION_BLOCKERS];
    int blocker_count;
    int32_t pushing[HAND_MOST_TOLD]; // parts that it pushes just now
    int32_t pushing_count;           // all of them
    int32_t *pushed;                 // those that it has moved, in the order in which it met them
    size_t pushed_count, pushed_capacity;
    MotionExempt exempt[HAND_MOST_TOLD]; // pairs of which nothing is promised
    int32_t exempt_count;                // of all of them
    char text[320];                      // what there is to say; "": nothing
    size_t offer_at; // in it: from here on, keys that lead out; 0: there are none
} Hand;

bool hand_active(const Hand *hand);     // something is wanted that was not seen to
bool hand_on_its_way(const Hand *hand); // likewise, and the mouse does not hold it
// The mouse holds a part that others hold back.
bool hand_shown(const App *app);
bool hand_has(const Hand *hand, int32_t part);
// The mouse moves a part, nothing holds it, and parts are in each other.
bool hand_goes_through(const App *app);
// Parts are not to go through each other, and this action moves them.
bool hand_takes(const App *app, const Action *action);
// Instead of doing it. False: it is no motion, or it was refused; then it has to be done.
bool hand_want(App *app, const Action *action, const ActionArgs *args, uint64_t merge_key);
// The gesture is taken back: parts go to where they were when it began, at once. False: it is not
// this one that is in the hand.
bool hand_take_back(App *app, uint64_t merge_key);
void hand_hold(App *app, bool held); // the mouse holds it, or has let go
void hand_drop(App *app);            // nothing is wanted any more
void hand_free(Hand *hand);
// Goes on with the gesture of what is selected, or begins one that makes this motion of the world.
// False: it cannot be moved so, or memory ran short.
bool hand_take_selection(App *app, const Affine *motion);
// Puts the parts in the hand there: the leading one exactly.
bool hand_commit(App *app, const Affine *lead);
// A part that gave way, as part of the same gesture.
bool hand_commit_pushed(App *app, int32_t part, const Affine *placement);

#endif
