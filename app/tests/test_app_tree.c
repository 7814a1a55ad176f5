// The hierarchy of the selected part as its panel shows it: it is the part's tree, stays until the next one
// is there, keeps the triangle when the volume is changed, and knows what the recorded search visited.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"

enum { PLATE, OTHER_PLATE, BALL, RING };

static void open_panel(App *app)
{
    fixture_open(app);
    app->panels = (PanelsShown){.open = {TREE_PANEL}, .open_count = 1};
}

static void choose(App *app, int32_t part)
{
    selection_only(&app->document, part);
    stages_wait(app);
}

static void it_is_the_tree_of_the_selected_part(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    choose(&app, NO_PART);
    assert_false(tree_known(&app.tree));
    choose(&app, BALL);
    assert_int_equal(app.tree.part, BALL);
    assert_ptr_equal(app.tree.map.tree, app.parts[BALL].tree);
    assert_int_equal(app.tree.picked, TREE_MAP_NONE);
    choose(&app, RING);
    assert_ptr_equal(app.tree.map.tree, app.parts[RING].tree);
    choose(&app, NO_PART); // the last one stays
    assert_int_equal(app.tree.part, RING);
    app.panels.open_count = 0; // nobody looks: nothing is made
    choose(&app, BALL);
    assert_int_equal(app.tree.part, RING);
    assert_false(tree_in_view(&app));
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_false(tree_known(&app.tree));
    app_free(&app);
}

static void act(App *app, const Action *action)
{
    assert_true(app_do(app, action, &(ActionArgs){.part = NO_PART}, 0));
}

static void nodes_are_gone_through_by_parents_and_children(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    assert_true( // two children to a node
        app_do(&app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_aabb)}, 0));
    stages_wait(&app);
    choose(&app, BALL);
    const TreeShown *t = &app.tree;
    const char *why = NULL;
    assert_false(app_can(&app, &action_tree_parent, &why));
    assert_true(app_do(&app, &action_tree_pick, &(ActionArgs){.index = 0}, 0));
    assert_int_equal(t->picked, 0);
    assert_false(app_can(&app, &action_tree_parent, &why) ||
                 app_can(&app, &action_tree_next, &why));
    act(&app, &action_tree_child);
    assert_int_equal(t->picked, 1);
    act(&app, &action_tree_next);
    assert_int_equal(t->picked, 1 + t->map.size[1]);
    assert_false(app_can(&app, &action_tree_next, &why));
    assert_true(tree_on_path(t, 0) && !tree_on_path(t, 1) && tree_role(t, 0) == ROLE_ON_PATH);
    assert_true(tree_role(t, t->picked) == ROLE_PICKED && tree_role(t, 1) == ROLE_INNER);
    act(&app, &action_tree_previous);
    act(&app, &action_tree_parent);
    assert_int_equal(t->picked, 0);
    ActionArgs beyond = {.part = NO_PART, .index = (int32_t)t->map.count};
    assert_false(app_do(&app, &action_tree_pick, &beyond, 0));
    assert_true(has_notice(&app, "nodes 0 to"));
    act(&app, &action_tree_clear);
    assert_false(tree_in_view(&app));
    app_free(&app);
}

static bool lists(const TreeShown *t, int32_t triangle)
{
    NodeLinks links = tree_map_links(&t->map, t->picked);
    for (uint32_t i = 0; links.leaf && i < links.count; ++i)
        if (t->map.tree->slots[links.first + i] == triangle)
            return true;
    return false;
}

static void a_triangle_stays_picked_whatever_the_volume(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    choose(&app, BALL);
    const TreeShown *t = &app.tree;
    assert_true(app_do(&app, &action_tree_triangle, &(ActionArgs){.index = 7}, 0));
    assert_true(lists(t, 7) && tree_in_view(&app));
    for (int i = 0; i < bv_type_count; ++i) {
        assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = i}, 0));
        stages_wait(&app);
        assert_ptr_equal(t->map.tree, app.parts[BALL].tree);
        assert_ptr_equal(t->map.tree->type, bv_types[i]);
        assert_true(lists(t, 7) && t->triangle == 7);
        // Again: the next leaf that lists it, and after the last one the first.
        uint32_t first = t->picked;
        int leaves = 0;
        do {
            assert_true(app_do(&app, &action_tree_triangle, &(ActionArgs){.index = 7}, 0));
            assert_true(lists(t, 7) && ++leaves < 1000);
        } while (t->picked != first);
        assert_true(leaves == 1 || bv_types[i]->traits & BV_REPEATS_TRIANGLES);
    }
    ActionArgs none = {.part = NO_PART, .index = t->map.tree->mesh->triangle_count};
    assert_false(app_do(&app, &action_tree_triangle, &none, 0));
    app_free(&app);
}

// Sums up "A.1 12, overlap 9, 3 by others"; each number is the one of its exit, and none is larger than the one before.
static uint32_t said_sum(const Trace *trace, const uint32_t *exits, const char *text)
{
    uint32_t sum = 0, before = UINT32_MAX;
    char copy[128], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        word += *word == ' ';
        uint32_t number = (uint32_t)strtoul(word, NULL, 10);
        if (strstr(word, " by others"))
            return sum + number;
        int e = 0;
        for (size_t length; e <= trace->test->exit_count; ++e) {
            length = strlen(trace->test->exit_names[e]);
            if (strncmp(word, trace->test->exit_names[e], length) == 0 && word[length] == ' ')
                break;
        }
        if (e > trace->test->exit_count)
            fail_msg("there is no exit \"%s\"", word);
        number = (uint32_t)strtoul(strrchr(word, ' '), NULL, 10);
        assert_int_equal(number, exits[e]);
        assert_true(number > 0 && number <= before);
        before = number;
        sum += number;
    }
    return sum;
}

// Node by node as many as it was compared, in numbers and in words, and all together those of the search.
static void check_exits(const App *app)
{
    const TreeShown *t = &app->tree;
    const Trace *trace = &app->trace.trace;
    uint64_t sums[QUERY_MAX_EXITS] = {0}, wanted[QUERY_MAX_EXITS] = {0};
    uint32_t exits[QUERY_MAX_EXITS];
    int cut = 0;
    for (uint32_t at = 0; at < t->map.count; ++at) {
        assert_true(tree_exits(app, at, exits));
        for (int e = 0; e < QUERY_MAX_EXITS; ++e)
            sums[e] += exits[e];
        for (int small = 0; small < 2; ++small) {
            char text[96];
            tree_exits_say(app, at, text, small ? 36 : sizeof text);
            assert_int_equal(said_sum(trace, exits, text), t->visits.tests[at]);
            cut += small && strstr(text, " by others");
        }
    }
    for (uint32_t i = 0; i < trace->test_count; ++i)
        ++wanted[trace->tests[i].exit];
    assert_memory_equal(sums, wanted, sizeof sums);
    assert_true(cut > 0);
    assert_false(tree_exits(app, t->map.count, exits));
}

static void visits_are_those_of_the_recorded_search(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    ActionArgs args = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    choose(&app, BALL);
    const TreeShown *t = &app.tree;
    assert_null(t->visits.tests);
    selection_add(&app.document, PLATE);
    act(&app, &action_trace_record);
    stages_wait(&app);
    choose(&app, BALL);
    assert_non_null(t->visits.tests);
    const Trace *trace = &app.trace.trace;
    uint64_t tests = 0, separated = 0, most = 0;
    for (uint32_t at = 0; at < t->map.count; ++at) {
        uint64_t counted = 0;
        for (uint32_t i = 0; i < trace->test_count; ++i)
            counted += trace->tests[i].b == t->map.node[at];
        assert_int_equal(t->visits.tests[at], counted);
        tests += t->visits.tests[at];
        separated += t->visits.separated[at];
        most = counted > most ? counted : most;
    }
    assert_int_equal(tests, trace->test_count);
    assert_int_equal(most, t->visits.most);
    uint64_t exits = 0;
    for (uint32_t i = 0; i < trace->test_count; ++i)
        exits += trace->tests[i].exit != 0;
    assert_int_equal(separated, exits);
    assert_true(separated > 0 && tree_role(t, 0) == ROLE_VISITED);
    check_exits(&app);
    choose(&app, RING); // was not searched
    uint32_t by_exit[QUERY_MAX_EXITS];
    assert_null(t->visits.tests);
    assert_false(tree_exits(&app, 0, by_exit));
    choose(&app, BALL);
    assert_non_null(t->visits.tests);
    act(&app, &action_trace_clear);
    stages_wait(&app);
    assert_null(t->visits.tests);
    app_free(&app);
}

// Cells of the 1997 tree, added up by themselves.
typedef struct Cells {
    double root, empty;
    size_t listed;
} Cells;

static bool add_cell(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node;
    Cells *cells = user;
    double size = box3_volume(volume); // the box comes first
    cells->root = level == 0 ? size : cells->root;
    cells->empty += links.leaf && links.count == 0 ? size : 0;
    cells->listed += links.leaf ? links.count : 0;
    return true;
}

static void coverage_of_the_1997_tree_is_said(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    const TreeMap *map = &app.tree.map;
    char line[256], wanted[96];
    choose(&app, RING);
    assert_false(tree_coverage_line(map, line, sizeof line)); // only of these
    ActionArgs args = {.index = bv_index(&bv_boxtree97)};
    assert_true(app_do(&app, &action_build_volume, &args, 0));
    stages_wait(&app);
    Cells cells = {0};
    assert_true(bvh_visit(map->tree, add_cell, &cells));
    double share = cells.empty / cells.root;
    assert_true(share > 0.1 && share < 0.9);
    assert_true(fabs(tree_empty_share(map, 0) - share) < 1e-5);
    assert_true(tree_coverage_line(map, line, sizeof line));
    snprintf(wanted, sizeof wanted, "cover %.1f %% of the root box", 100 * share);
    assert_non_null(strstr(line, wanted));
    snprintf(wanted, sizeof wanted, "listed %.2f times each",
             (double)cells.listed / map->tree->mesh->triangle_count);
    assert_non_null(strstr(line, wanted));
    app_free(&app);
}

// How many volumes of the level that is drawn over the part have each hue.
static void count_hues(const App *app, size_t count[VOLUME_PALETTE])
{
    const Overlay *overlay = &app->overlay;
    int32_t shown = overlay->parts[app->tree.part].shown;
    assert_true(shown != NO_OVERLAY && !overlay->pending);
    memset(count, 0, VOLUME_PALETTE * sizeof *count);
    for (int kind = 0; kind < 2; ++kind) {
        const VolumeLines *lines = &overlay->entries[shown].lines[kind];
        const VolumeDetailLines *fine = &lines->detail[VOLUME_FINE];
        assert_int_equal(fine->count, lines->count);
        for (size_t i = 0; i < fine->count; ++i)
            ++count[fine->points[i > 0 ? fine->ends[i - 1] : 0].hue];
    }
}

static void expect_hues(const App *app, const size_t wanted[VOLUME_PALETTE])
{
    size_t count[VOLUME_PALETTE];
    count_hues(app, count);
    assert_memory_equal(count, wanted, sizeof count);
}

static void a_level_has_the_colours_of_the_bars(void **state)
{
    (void)state;
    App app;
    open_panel(&app);
    ActionArgs args = {.index = bv_index(&bv_aabb)};
    assert_true(app_do(&app, &action_build_volume, &args, 0));
    args = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    enum { LEVEL = 4 };
    args = (ActionArgs){.part = BALL, .level = LEVEL};
    assert_true(app_do(&app, &action_overlay_level, &args, 0));
    choose(&app, BALL);
    const TreeShown *t = &app.tree;
    assert_true(tree_level_painted(&app));
    uint32_t places[64], on_level = tree_map_on_level(&t->map, LEVEL, places, 64);
    assert_in_range(on_level, 8, 64);

    size_t roles[VOLUME_PALETTE] = {0};
    for (uint32_t i = 0; i < on_level; ++i)
        ++roles[t->map.size[places[i]] == 1 ? ROLE_LEAF : ROLE_INNER];
    expect_hues(&app, roles);
    TreeLegend legend;
    tree_legend(&app, &legend);
    assert_int_equal(legend.count, 2); // nothing is picked, visited or empty

    selection_add(&app.document, PLATE);
    act(&app, &action_trace_record);
    stages_wait(&app);
    choose(&app, BALL);
    size_t visited[VOLUME_PALETTE] = {0};
    for (uint32_t i = 0; i < on_level; ++i)
        ++visited[t->visits.tests[places[i]] > 0 ? ROLE_VISITED
                  : t->map.size[places[i]] == 1  ? ROLE_LEAF
                                                 : ROLE_INNER];
    assert_true(visited[ROLE_VISITED] > 0 && visited[ROLE_VISITED] < on_level);
    expect_hues(&app, visited);
    args = (ActionArgs){.index = 0}; // whatever is picked is drawn over them
    assert_true(app_do(&app, &action_tree_pick, &args, 0));
    stages_wait(&app);
    expect_hues(&app, visited);
    tree_legend(&app, &legend);
    assert_int_equal(legend.count, 5);

    args = (ActionArgs){.part = NO_PART, .index = TREE_BY_VISITS};
    assert_true(app_do(&app, &action_tree_colours, &args, 0));
    stages_wait(&app);
    uint32_t most = 0;
    for (uint32_t i = 0; i < on_level; ++i)
        most = t->visits.tests[places[i]] > most ? t->visits.tests[places[i]] : most;
    size_t count[VOLUME_PALETTE], heat = 0, darkest = 0;
    count_hues(&app, count);
    for (size_t i = TREE_ROLES; i < VOLUME_PALETTE; ++i) {
        heat += count[i];
        darkest = count[i] > 0 ? i : darkest;
    }
    assert_int_equal(heat, visited[ROLE_VISITED]);
    assert_int_equal(count[ROLE_INNER], on_level - heat);
    double share = tree_heat_of_count(most, t->visits.most);
    assert_int_equal(darkest,
                     TREE_ROLES + (size_t)(share * (VOLUME_PALETTE - TREE_ROLES - 1) + 0.5));

    app.panels.open_count = 0; // without the panel siblings differ, as those of all other parts
    stages_wait(&app);
    count_hues(&app, count);
    size_t siblings[VOLUME_PALETTE] = {0};
    for (uint32_t i = 0; i < on_level; ++i)
        ++siblings[i % THEME_HUES];
    expect_hues(&app, siblings);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_tree_of_the_selected_part),
        cmocka_unit_test(nodes_are_gone_through_by_parents_and_children),
        cmocka_unit_test(a_triangle_stays_picked_whatever_the_volume),
        cmocka_unit_test(visits_are_those_of_the_recorded_search),
        cmocka_unit_test(coverage_of_the_1997_tree_is_said),
        cmocka_unit_test(a_level_has_the_colours_of_the_bars),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
