// Parts that come, go and change their names while an assembly is open. The assembly only grows:
// documents in the history and results on their way go by the numbers of parts.
#ifndef SNUG_APP_STAGES_PARTS_H
#define SNUG_APP_STAGES_PARTS_H

#include "app/stages/app.h"

// Parts that share meshes and trees with these, placed there, at the end of the list; removed in
// the document until an action changes that. False: memory ran short, and what came stays removed.
bool parts_add_copies(App *app, const int32_t *parts, const Affine *rests, int32_t count,
                      Error *err);

// After every action: names, colours and what is gone in the assembly follow the document.
void parts_follow_document(App *app);

// The part that is called so and not removed, or NO_PART.
int32_t parts_find_name(const App *app, const char *name);

// The text itself if no group is called so, or "text (2)" and so on; interned.
const char *parts_free_group(const App *app, const char *text);

#endif
