// The rows of list.h by name, for who asks about another stage.
#ifndef SNUG_APP_STAGES_ROWS_H
#define SNUG_APP_STAGES_ROWS_H

#include "app/stages/list.h"
#include "app/stages/stage.h"

#define X(name) extern const Stage stage_##name;
STAGE_LIST(X)
#undef X

#endif
