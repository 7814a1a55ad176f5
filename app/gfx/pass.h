// A pass draws one kind of thing. One file each, one line in pass_list.h, drawn in that order.
#ifndef SNUG_APP_GFX_PASS_H
#define SNUG_APP_GFX_PASS_H

#include "app/gfx/frame.h"
#include "app/gfx/line_program.h"

enum { PASS_STATE_BYTES = 512 };

typedef struct PassType {
    const char *name;
    size_t state_size; // at most PASS_STATE_BYTES; zeroed before create
    bool (*create)(void *state, Error *err);
    void (*draw)(const void *state, const Frame *frame);
    void (*destroy)(void *state);
} PassType;

#endif
