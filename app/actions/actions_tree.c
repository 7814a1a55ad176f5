// Looking at one hierarchy, node by node.
#include "app/actions/action_tools.h"
#include "app/session/save.h"
#include "app/stages/empty_plot.h"
#include "app/stages/tree_state.h"

static const char *without_tree(const App *app)
{
    return tree_known(&app->tree) ? NULL : "no tree is shown: open the Tree panel, select a part";
}

static const char *without_node(const App *app)
{
    const char *why = without_tree(app);
    return why ? why : app->tree.picked == TREE_MAP_NONE ? "pick a node of the tree first" : NULL;
}

static bool pick(App *app, const ActionArgs *args, Error *err)
{
    const TreeMap *map = &app->tree.map;
    if (args->index < 0 || (uint32_t)args->index >= map->count)
        return error_set(err, "the tree has nodes 0 to %u", map->count - 1);
    tree_pick(&app->tree, map->place[args->index], -1);
    return true;
}

const Action action_tree_pick = {
    .name = "tree.pick",
    .title = "Tree: pick a node",
    .note = "index: its number; 0 is the root",
    .args = {{.type = ARG_INDEX, .what = "node"}},
    .obstacle = without_tree,
    .apply = pick,
    .example = "index=0",
};

static bool pick_triangle(App *app, const ActionArgs *args, Error *err)
{
    int32_t count = app->tree.map.tree->mesh->triangle_count;
    if (args->index < 0 || args->index >= count)
        return error_set(err, "the part has triangles 0 to %d", count - 1);
    tree_pick_triangle(&app->tree, args->index);
    return app->tree.picked != TREE_MAP_NONE ||
           error_set(err, "no leaf lists the triangle %d", args->index);
}

const Action action_tree_triangle = {
    .name = "tree.triangle",
    .title = "Tree: to the leaf of a triangle",
    .note = "index: the triangle; again, to the next leaf that lists it",
    .args = {{.type = ARG_INDEX, .what = "triangle"}},
    .obstacle = without_tree,
    .apply = pick_triangle,
    .example = "index=0",
};

// Where there is none it stays where it is.
static void step(App *app, uint32_t to)
{
    if (to != TREE_MAP_NONE)
        tree_pick(&app->tree, to, -1);
}

static const char *without_parent(const App *app)
{
    const char *why = without_node(app);
    return why ? why : app->tree.picked == 0 ? "this is the root" : NULL;
}

static void to_parent(App *app, const ActionArgs *args)
{
    (void)args;
    step(app, tree_map_parent(&app->tree.map, app->tree.picked));
}

const Action action_tree_parent = {
    .name = "tree.parent",
    .title = "Tree: up to the parent",
    .shortcut = "Ctrl+Shift+Up",
    .note = "from the picked node",
    .obstacle = without_parent,
    .act = to_parent,
};

static const char *without_child(const App *app)
{
    const char *why = without_node(app);
    return why ? why : app->tree.map.size[app->tree.picked] == 1 ? "this is a leaf" : NULL;
}

static void to_child(App *app, const ActionArgs *args)
{
    (void)args;
    step(app, tree_map_child(&app->tree.map, app->tree.picked, 0));
}

const Action action_tree_child = {
    .name = "tree.child",
    .title = "Tree: down to the first child",
    .shortcut = "Ctrl+Shift+Down",
    .note = "of the picked node",
    .obstacle = without_child,
    .act = to_child,
};

static const char *without_sibling(const App *app, int way)
{
    const char *why = without_node(app);
    return why ? why
           : tree_map_sibling(&app->tree.map, app->tree.picked, way) == TREE_MAP_NONE
               ? "there is no other child on that side"
               : NULL;
}

static const char *without_previous(const App *app)
{
    return without_sibling(app, -1);
}

static const char *without_next(const App *app)
{
    return without_sibling(app, 1);
}

static void to_previous(App *app, const ActionArgs *args)
{
    (void)args;
    step(app, tree_map_sibling(&app->tree.map, app->tree.picked, -1));
}

static void to_next(App *app, const ActionArgs *args)
{
    (void)args;
    step(app, tree_map_sibling(&app->tree.map, app->tree.picked, 1));
}

const Action action_tree_previous = {
    .name = "tree.previous",
    .title = "Tree: to the child before it",
    .shortcut = "Ctrl+Shift+Left",
    .note = "of the same parent",
    .obstacle = without_previous,
    .act = to_previous,
};

const Action action_tree_next = {
    .name = "tree.next",
    .title = "Tree: to the child after it",
    .shortcut = "Ctrl+Shift+Right",
    .note = "of the same parent",
    .obstacle = without_next,
    .act = to_next,
};

static const char *play_obstacle(const App *app)
{
    return !app->wake ? "there is no window" : without_tree(app);
}

static bool is_playing(const App *app, int32_t part)
{
    (void)part;
    return app->tree.playing;
}

static void play(App *app, const ActionArgs *args)
{
    app->tree.playing = args->flag;
}

const Action action_tree_play = {
    .name = "tree.play",
    .title = "Tree: play its levels",
    .note = "flag: draws one level after the other over the part, or stops",
    .args = {{.type = ARG_FLAG}},
    .obstacle = play_obstacle,
    .act = play,
    .is_on = is_playing,
};

static void let_go(App *app, const ActionArgs *args)
{
    (void)args;
    tree_pick(&app->tree, TREE_MAP_NONE, -1);
}

const Action action_tree_clear = {
    .name = "tree.clear",
    .title = "Tree: pick no node",
    .note = "the part is drawn as before",
    .obstacle = without_node,
    .act = let_go,
};

static const char *without_quality(const App *app)
{
    int32_t part = app->document.selected;
    const TreeQuality *quality = &app->quality;
    return part == NO_PART ? "select a part"
           : !app->parts || part >= app->assembly.part_count || !quality->tree ||
                   quality->tree != app->parts[part].tree
               ? "the part's hierarchy is not measured yet"
               : NULL;
}

static bool save_empty(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_picture(args->text, err))
        return false;
    char *text = empty_plot_svg(&app->quality, app->assembly.parts[app->document.selected].name);
    if (!text)
        return error_set(err, "not enough memory for the histogram");
    save_plot(app, args->text, text, "the histogram of empty space");
    return true;
}

const Action action_tree_save = {
    .name = "tree.save",
    .title = "Save the histogram of empty space",
    .note = "text: an .svg or .png file, of the selected part's hierarchy",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_quality,
    .apply = save_empty,
    .example = "text=/nonexistent/a.svg",
};
