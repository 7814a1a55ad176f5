// How the gizmo looks.
#ifndef SNUG_APP_WINDOW_TOOLS_GIZMO_DRAW_H
#define SNUG_APP_WINDOW_TOOLS_GIZMO_DRAW_H

#include "app/window/gizmo.h"
#include "app/window/view.h"

// hot: the handle under the cursor or in the hand. held: it is in the hand, and the others fade.
void gizmo_draw(const View *view, const Gizmo *gizmo, GizmoHandle hot, bool held);
// What a drag has come to: where it began, and numbers beside the handle.
void gizmo_draw_motion(const View *view, const GizmoDrag *drag, const GizmoMotion *motion,
                       const GizmoSnap *snap);

// For tests from outside: where each handle can be grabbed.
void gizmo_note_grips(View *view, const Gizmo *gizmo);

// "Move along x"; at most 64 bytes.
void gizmo_describe(GizmoHandle handle, char *text, size_t size);

#endif
