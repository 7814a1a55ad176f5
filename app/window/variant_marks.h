// The variant that is looked at in its list, before it is used: its edges where it would be.
#ifndef SNUG_APP_WINDOW_VARIANT_MARKS_H
#define SNUG_APP_WINDOW_VARIANT_MARKS_H

#include "app/window/view.h"

typedef struct ShownVariant {
    int32_t part, donor; // whose variant, and whose mesh
    int number;
    Affine to_part;    // of the mesh into the part's frame
    Deformation shape; // of the part: the variant is deformed as it is ...
    DeformFrame frame; // ... by its own size
    Affine placed;     // where the part is shown
    Affine to_world;   // both, for what is not deformed
    char name[64];
} ShownVariant;
// False: none is looked at, or it is not here.
bool variant_shown(const View *view, ShownVariant *out);
// The same of a part and number. False: it is not here.
bool variant_preview(const App *app, int32_t part, int number, ShownVariant *out);
bool variant_is_deformed(const ShownVariant *shown);
Vec3d variant_point(const ShownVariant *shown, Vec3d of_mesh); // in the world
// Its edges, moved by so much in the world.
void variant_mark(const View *view, const ShownVariant *shown, Vec3d by);

#endif
