// What the OpenGL driver complains about. Off unless SNUG_GL_DEBUG=1: it costs speed.
#ifndef SNUG_APP_GFX_GL_DEBUG_H
#define SNUG_APP_GFX_GL_DEBUG_H

#include <stdbool.h>

bool gl_debug_wanted(void); // ask for a debug context
// With the context current. Complaints of medium and high severity are counted and printed.
void gl_debug_start(void);
int gl_debug_count(void); // -1: nobody listens

#endif
