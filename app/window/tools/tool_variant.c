// Nothing to grab: the variant that is looked at in its list is drawn where it would be, until it is used.
#include "app/window/marks.h"
#include "app/window/tools/tools.h"
#include "app/window/variant_marks.h"

#include <stdio.h>

static void draw(const View *view, const void *state)
{
    (void)state;
    ShownVariant shown;
    char text[96];
    if (!variant_shown(view, &shown) || view->ui.mode == &tool_variant_points ||
        view->app->document.parts[shown.part].variant == shown.number)
        return;
    variant_mark(view, &shown, vec3d(0, 0, 0));
    Box3d box = mesh_bounds(view->app->assembly.parts[shown.donor].loaded);
    Vec3d top = vec3d_lerp(box.lo, box.hi, 0.5);
    snprintf(text, sizeof text, "Preview: %s", shown.name);
    mark_label(view, variant_point(&shown, top), 0, 0, text);
}

const Tool tool_variant = {.name = "variant", .draw = draw};
