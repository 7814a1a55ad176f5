// Snapping: while the mouse holds a part, what its connectors are near to, and what is offered: let go
// and it goes there. What a connector is, when two mate and how a part gets there is in core/feature and
// core/motion/snap.h.
#ifndef SNUG_APP_STAGES_SNAP_H
#define SNUG_APP_STAGES_SNAP_H

#include "app/stages/features.h"
#include "core/feature/offer.h"
#include "core/motion/snap.h"

// One of the two that come together.
typedef struct SnapEnd {
    int32_t part, index; // its connector, as app_connector counts
    NamedConnector connector;
} SnapEnd;

typedef struct SnapOffer {
    bool found;
    SnapEnd moving, fixed;
    double slack; // of connector_mate
} SnapOffer;

typedef struct SnapState {
    SnapOffer offer;
    uint32_t version; // goes up with every change
} SnapState;

// How the two stand now. False: one of the parts is gone, or it is squashed.
bool snap_mate(const App *app, const SnapOffer *offer, Mate *out);
// "Pin 1 into Hole 3 of Plate"
void snap_offer_words(const App *app, const SnapOffer *offer, char *text, size_t size);

// What the hand does to get there, from when it was let go until it has seated or was refused.
typedef struct HandSnap {
    bool on;         // on its way
    uint32_t number; // of the snap: a session is made for one
    SnapOffer offer;
    Mate mate;            // as it was then, in the world
    enum SnapPhase phase; // what came of it
    double missing; // refused on its way in: so much of that is left; 0: it was not in line yet
    bool stopped;   // by a person
} HandSnap;

// Takes what is offered: the part goes there, or to the way to it. False: nothing is offered.
bool snap_take(App *app);
void snap_stop(App *app); // the part stays where it is
// At once and through whatever is there, where parts go through others and motion finds no way.
bool snap_at_once(App *app);
// The pairs that may touch on the way, up to the tolerance: those whose connectors lie in line. False:
// memory is short.
struct FitPairs;
bool snap_fit_pairs(const App *app, struct FitPairs *out);

#endif
