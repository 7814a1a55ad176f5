// The level of the hierarchy that is looked at: its volumes filled in the colours of the tree's bars, as long
// as they are few enough to be told apart. Their outlines are drawn with those of all other parts.
#include "app/stages/tree_paint.h"
#include "app/window/tool.h"
#include "app/window/tools/volume_shape.h"

#include <math.h>

enum { MOST_FILLED = 400, MOST_POINTS = 20000 };

// So that many, one before the other, are not a blot.
static float opacity_of(uint32_t count)
{
    return fminf(TREE_FILL, 1.6f / sqrtf((float)count + 4));
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const TreeShown *t = &app->tree;
    if (!tree_paint_shown(app) || app->document.view.explode > 0 ||
        view->side == SIDE_B) // which has hierarchies of its own
        return;
    const PartState *part = &app->document.parts[t->part];
    uint32_t places[MOST_FILLED];
    uint32_t count = tree_map_on_level(&t->map, part->overlay_level, places, MOST_FILLED);
    VolumeRoom room;
    if (count > MOST_FILLED || t->map.tree->type->volume_size > sizeof room)
        return;
    float opacity = opacity_of(count) * app->document.view.overlay_opacity;
    int points = 0;
    for (uint32_t i = 0; i < count && points < MOST_POINTS; ++i) {
        VolumeShape shape;
        TreeTint tint = tree_tint(t, app->document.view.tree_colours, places[i]);
        if (!tree_map_volume(&t->map, places[i], room.bytes))
            return;
        volume_shape(t->map.tree->type, room.bytes, &part->placement, &shape);
        points += shape.count;
        volume_shape_fill(view, &shape, (MarkStyle){tree_tint_colour(tint), opacity, 1});
    }
}

const Tool tool_tree_level = {.name = "tree level", .draw = draw};
