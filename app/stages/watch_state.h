// Safety distances as they stand: pairs that are watched, the worst first, and where the present drag
// crossed one.
#ifndef SNUG_APP_STAGES_WATCH_STATE_H
#define SNUG_APP_STAGES_WATCH_STATE_H

#include "core/meaning/watch.h"

// A pair came nearer than its limit, in the drag with this number.
typedef struct WatchCrossing {
    int32_t part[2];     // the first one moved
    double limit;        // which the distance was there, to a millionth of it
    Affine placement[2]; // just before
    Vec3d at[2];         // closest points there, in the world
    bool known; // false: it happened within a move, and nobody knows where: its shape changed
    uint64_t gesture;
} WatchCrossing;
enum { WATCH_CROSSINGS = 16 };

typedef struct WatchState {
    WatchedPair *pairs; // as WatchList.items
    size_t count;
    WatchCrossing crossings[WATCH_CROSSINGS]; // of the present drag or the last one, in their order
    int32_t crossing_count;
    int32_t crossings_more; // for which there was no room
    bool wanted;            // some pair has a safety distance
    bool current;           // it belongs to what is shown
    uint32_t version;       // goes up with every change
} WatchState;

struct App;
// The worst pair that does not meet: of what is selected with what is not, or of all if that has none;
// NULL: none is near. What meets has words of its own, and a distance says nothing about it.
const WatchedPair *watch_worst(const struct App *app);
bool watched_of_selection(const struct App *app, const WatchedPair *pair);
size_t watch_too_near(const WatchState *watch); // how many

#endif
