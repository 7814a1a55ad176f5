// What becomes of a variant when its handles are dragged: its shift, turn and scale, in the part's
// coordinates. No window here; tools/tool_variant_handles.c asks for it.
#ifndef SNUG_APP_WINDOW_VARIANT_DRAG_H
#define SNUG_APP_WINDOW_VARIANT_DRAG_H

#include "app/document/variants.h"
#include "app/window/gizmo.h"

typedef struct VariantDrag {
    Variant start;
    Affine placement; // of the part
    Vec3d middle;     // of the variant's mesh, in its own coordinates: where the handles are
} VariantDrag;

// The axes of length 1 that handles stand along: the part's own, or those of the variant's mesh, along
// which it is scaled.
void variant_drag_axes(const VariantDrag *drag, bool of_mesh, Vec3d axes[3]);
Vec3d variant_drag_pivot(const VariantDrag *drag); // the middle, in the world

// A motion of the world. A turn leaves the middle where it is.
Variant variant_drag_moved(const VariantDrag *drag, const GizmoMotion *motion);
// Larger or smaller along an axis of the mesh, or along all for axis 3; stops at what a variant may have.
// The middle stays where it is. step: of which its scale is a multiple, 0: none. Says in factor what came of it.
Variant variant_drag_scaled(const VariantDrag *drag, int axis, double step, double *factor);

#endif
