// The hierarchy of one part, to be looked at node by node.
#ifndef SNUG_APP_STAGES_TREE_STATE_H
#define SNUG_APP_STAGES_TREE_STATE_H

#include "app/document/document.h"
#include "app/picture/tree_colours.h"
#include "core/query/query.h"
#include "core/tree/quality/tree_map.h"

typedef struct App App;

// Of the recorded search that the tree took part in, by place.
typedef struct TreeVisits {
    uint32_t *tests;     // in which the node was compared; NULL: no search of this tree is recorded
    uint32_t *separated; // ... and told apart
    uint32_t most;       // tests of one node
    bool of_b;           // it is the search's B
    uint32_t trace;      // version of the search
    uint32_t tree;       // version of the tree
} TreeVisits;

typedef struct TreeShown {
    TreeMap map;       // without nodes: there is none
    int32_t part;      // whose it is
    uint32_t version;  // goes up with every other one
    uint32_t picked;   // place of a node, or TREE_MAP_NONE
    int32_t triangle;  // that led to it, or -1: of the next tree the leaf of the same one is picked
    bool playing;      // the window goes from level to level
    const Bvh *failed; // no memory for this one: it is not tried again and again
    TreeVisits visits;
} TreeShown;

static inline bool tree_known(const TreeShown *shown)
{
    return shown->map.count > 0;
}

#define TREE_PANEL "Tree" // the title of the panel that it is looked at in

// The part whose hierarchy is to be shown while the panel is open: the selected one, else the last.
int32_t tree_part(const App *app);
bool tree_in_view(const App *app); // it is drawn over the part, which is pale then

void tree_pick(TreeShown *shown, uint32_t place, int32_t triangle);
void tree_pick_triangle(TreeShown *shown, int32_t triangle); // its first leaf, or none
// Counts anew what the recorded search says of this tree, if one of the two is another.
void tree_count_visits(App *app);
// Of the tests in which a node was compared, how many ended by each exit, 0: not separated. Looks at all tests.
// False: no search of this tree is recorded.
bool tree_exits(const App *app, uint32_t place, uint32_t exits[QUERY_MAX_EXITS]);
// The same in words, the most frequent one first: "A.1 12, overlap 9, B.3 1". As many as there is room for, and how many
// are left. "": there is nothing to say.
void tree_exits_say(const App *app, uint32_t place, char *text, size_t size);
void tree_forget(TreeShown *shown); // all but its version, which goes up

// The place lies between the root and the picked node.
bool tree_on_path(const TreeShown *shown, uint32_t place);
enum TreeRole tree_role(const TreeShown *shown, uint32_t place);

// What part of a cell the empty ones below it cover; looks at all nodes below.
double tree_empty_share(const TreeMap *map, uint32_t place);
// What is published about the BoxTree of 1997, beside this one. False: it is of another kind.
bool tree_coverage_line(const TreeMap *map, char *line, size_t size);

#endif
