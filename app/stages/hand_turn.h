// Turns of the part in the hand by more than half a turn. A placement does not say which way round it
// was reached; the hand does: by the number that was typed, or by the targets before, of which the
// next is not far. On the way there the part is led by targets that are less than half a turn away.
#ifndef SNUG_APP_STAGES_HAND_TURN_H
#define SNUG_APP_STAGES_HAND_TURN_H

#include "app/stages/app.h"

// motion: what is wanted since the gesture began. degrees: how far that turns, whichever way; 0: it is
// not said.
void hand_turn_want(Hand *hand, const Affine *motion, double degrees);
// The part came to where the document has it.
void hand_turn_follow(App *app);
// Where to go next; *last: that is where it is wanted.
Affine hand_turn_next(const App *app, bool *last);
// What a motion leaves where it is: the point of its axis that is nearest to the middle of something of
// that size. Any point will do for a shift: the middle.
Vec3d hand_turn_pivot(const Affine *motion, Vec3d middle, double size);

#endif
