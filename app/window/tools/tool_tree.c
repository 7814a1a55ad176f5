// The picked node of the hierarchy that is looked at: the volumes from the root down to it, those beside
// it, its own filled, its children's by what they are, and the triangles that it holds.
#include "app/picture/tree_colours.h"
#include "app/window/tool.h"
#include "app/window/tools/volume_shape.h"

enum { MOST_TRIANGLES = 1000, MOST_PATH = 64 }; // drawn: more would be a blot, and slow

static void draw_node(const View *view, uint32_t place, uint32_t colour, float filled, float width)
{
    const App *app = view->app;
    const TreeMap *map = &app->tree.map;
    VolumeRoom room;
    VolumeShape shape;
    if (map->tree->type->volume_size > sizeof room || !tree_map_volume(map, place, room.bytes))
        return;
    volume_shape(map->tree->type, room.bytes, &app->document.parts[app->tree.part].placement,
                 &shape);
    if (filled > 0)
        volume_shape_fill(view, &shape, (MarkStyle){colour, filled, 1});
    volume_shape_lines(view, &shape, (MarkStyle){colour, 1, width});
}

static void draw_path(const View *view, uint32_t place)
{
    const TreeMap *map = &view->app->tree.map;
    int drawn = 0;
    for (uint32_t up = tree_map_parent(map, place); up != TREE_MAP_NONE && drawn < MOST_PATH;
         up = tree_map_parent(map, up), ++drawn)
        draw_node(view, up, tree_role_colours[ROLE_ON_PATH], 0, 1);
}

static void draw_siblings(const View *view, uint32_t place)
{
    const TreeMap *map = &view->app->tree.map;
    for (int way = -1; way <= 1; way += 2)
        for (uint32_t at = tree_map_sibling(map, place, way); at != TREE_MAP_NONE;
             at = tree_map_sibling(map, at, way))
            draw_node(view, at, tree_role_colours[ROLE_INNER], 0.1f, 1.3f);
}

static void draw_children(const View *view, uint32_t place)
{
    const TreeShown *t = &view->app->tree;
    NodeLinks links = tree_map_links(&t->map, place);
    for (uint32_t i = 0; !links.leaf && i < links.count; ++i) {
        uint32_t child = tree_map_child(&t->map, place, i);
        draw_node(view, child, tree_role_colours[tree_role(t, child)], 0.12f, 1.5f);
    }
}

static void draw_triangles(const View *view, uint32_t place)
{
    const App *app = view->app;
    const TreeMap *map = &app->tree.map;
    bool leaf = map->size[place] == 1;
    if (place == 0 || map->triangles[place] > MOST_TRIANGLES)
        return;
    uint32_t colour = tree_role_colours[ROLE_PICKED];
    for (uint32_t at = place; at < place + map->size[place]; ++at) {
        NodeLinks links = tree_map_links(map, at);
        for (uint32_t i = 0; links.leaf && i < links.count; ++i) {
            Triangle t = mesh_triangle(map->tree->mesh, map->tree->slots[links.first + i]);
            t = triangle_transformed(&t, &app->document.parts[app->tree.part].placement);
            mark_face(view, t.p, 3, (MarkStyle){colour, leaf ? 0.45f : 0.18f, 1});
            for (int k = 0; leaf && k < 3; ++k)
                mark_line(view, t.p[k], t.p[(k + 1) % 3], (MarkStyle){colour, 1, 2});
        }
    }
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const TreeShown *t = &app->tree;
    if (view->side == SIDE_B) // which has hierarchies of its own
        return;
    bool hovered = view->ui.tree_frame == igGetFrameCount() && tree_known(t) &&
                   view->ui.tree_hovered < t->map.count && tree_part(app) == t->part &&
                   app->document.view.explode <= 0;
    if (hovered && view->ui.tree_hovered != t->picked)
        draw_node(view, view->ui.tree_hovered, tree_role_colours[ROLE_VISITED], 0.25f, 2);
    if (!tree_in_view(app))
        return;
    draw_path(view, t->picked);
    draw_siblings(view, t->picked);
    draw_triangles(view, t->picked);
    draw_children(view, t->picked);
    draw_node(view, t->picked, tree_role_colours[ROLE_PICKED], 0.15f, 2.5f);
}

const Tool tool_tree = {.name = "tree", .draw = draw};
