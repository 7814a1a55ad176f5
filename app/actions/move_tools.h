// What the actions that move the selection share.
#ifndef SNUG_APP_ACTIONS_MOVE_TOOLS_H
#define SNUG_APP_ACTIONS_MOVE_TOOLS_H

#include "app/actions/action_tools.h"
#include "app/stages/move.h"

// The primary part goes exactly to `lead`, the others make the same motion; all count from where
// the step began, so that a series of them is what the last one alone does. Locked parts stay.
bool move_selection(App *app, const Affine *lead, Error *err);
// The same by the motion of the world; the primary part goes to `lead`, unless that is NULL.
bool move_together(App *app, const Affine *motion, const Affine *lead, Error *err);

// The primary part of the selection, as its action began.
const Affine *move_lead(const App *app);

const char *move_subject(const App *app, const ActionArgs *args); // the primary part's name

// Submits the motion for all that is selected as part of the step with this key: the primary part
// alone is placed exactly at `lead`.
// degrees: how far it turns, where that is typed; 0: it is not said.
void move_submit_typed(ActionQueue *queue, const Document *document, const Affine *motion,
                       const Affine *lead, double degrees);
void move_submit(ActionQueue *queue, const Document *document, const Affine *motion,
                 const Affine *lead, uint64_t merge_key);
// The same where the gesture is given up, and the motion leads back to its beginning.
void move_submit_back(ActionQueue *queue, const Document *document, const Affine *motion,
                      const Affine *lead, uint64_t merge_key);

#endif
