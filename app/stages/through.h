// Pairs of parts that may go through each other for a while: where contact leaves a part in the hand no
// way out, as with a barb or a rod through a plate, the user lets it through what holds it. That
// lasts until the two are apart again; how deep they are meanwhile is measured (stage_depth.c).
#ifndef SNUG_APP_STAGES_THROUGH_H
#define SNUG_APP_STAGES_THROUGH_H

#include "app/document/action.h"
#include "core/meaning/contact.h"

enum { THROUGH_MOST = 16, DEPTHS_MOST = THROUGH_MOST + 4 };

typedef struct ThroughPair {
    int32_t hand, other;
    bool met;         // they have been in each other, or touched
    Affine placed[2]; // where the two were put last: whoever puts them elsewhere ends it
} ThroughPair;

typedef struct Through {
    ThroughPair pairs[THROUGH_MOST];
    int count;
    uint32_t version; // goes up with every change: what is in the hand is then grabbed anew
} Through;

bool through_has(const Through *through, int32_t hand, int32_t other);
// What holds the part in the hand most, and is not gone through yet; NO_PART: nothing does.
int32_t through_next(const App *app);
// The part in the hand goes on, through that one; where nothing holds it, it goes through nothing any
// more. False: there is nothing to be done, or there are too many.
bool through_change(App *app);
void through_follow(App *app); // it was the motion that has put them where they are
void through_look(App *app);   // with every update: ends what is to be ended
void through_clear(App *app);

// How deep a part in the hand is in another one of which nothing is promised.
typedef struct HandDepth {
    int32_t hand, other;
    Affine placed[2]; // when it was measured
    double tolerance; // of the document
    uint32_t trees;   // their version
    bool failed;      // it could not be measured
    enum PairState state;
    double depth;
    bool estimated; // it may be deeper by more than the usual few per cent
} HandDepth;
typedef struct HandDepths {
    HandDepth items[DEPTHS_MOST];
    int count;
} HandDepths;
// NULL: not measured yet. *now: it is about where the two are now.
const HandDepth *hand_depth_find(const App *app, int32_t hand, int32_t other, bool *now);

#endif
