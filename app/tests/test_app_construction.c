// The recorded construction of the selected part: it is the construction of its tree, goes back and forth
// without a difference, says its reasons in words, and notices when the part is built in another way.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tree/build/variants.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"

#include <stdio.h>
#include <string.h>

enum { PLATE, OTHER_PLATE, BALL, RING };

static void record(App *app, int32_t part)
{
    selection_only(&app->document, part);
    assert_true(app_do(app, &action_construction_record, &(ActionArgs){.part = NO_PART}, 0));
    stages_wait(app);
}

static void act(App *app, const Action *action, double number)
{
    assert_true(app_do(app, action, &(ActionArgs){.part = NO_PART, .number = number}, 0));
}

static void build_as(App *app, const Action *action, int index)
{
    assert_true(app_do(app, action, &(ActionArgs){.index = index}, 0));
    stages_wait(app);
}

static void it_is_the_construction_of_the_selected_part(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const ConstructionShown *c = &app.construction;
    const char *why = NULL;
    selection_only(&app.document, NO_PART);
    assert_false(app_can(&app, &action_construction_record, &why));
    assert_non_null(strstr(why, "select a part"));
    for (int i = 0; i < bv_type_count; ++i) {
        build_as(&app, &action_build_volume, i);
        record(&app, BALL);
        assert_true(construction_known(c) && !c->old && c->part == BALL && c->step == 0);
        assert_ptr_equal(c->tree->type, bv_types[i]);
        const Bvh *tree = app.parts[BALL].tree;
        assert_int_equal(c->tree->node_count, tree->node_count);
        assert_int_equal(c->tree->slot_count, tree->slot_count);
        assert_memory_equal(c->tree->slots, tree->slots, tree->slot_count * sizeof *tree->slots);
        // Every node that is split has a volume, or is packed into a block, and a box about its triangles.
        char volume[2048];
        int packed = 0;
        for (uint32_t s = 0; s < c->record.step_count; ++s) {
            NodeId node = c->record.steps[s].node;
            packed += !construction_volume(c, node, volume);
            Box3d box = construction_box(c, node);
            assert_true(box.lo.x <= box.hi.x);
        }
        bool blocks = bv_types[i] == &bv_aabb_blocks || bv_types[i] == &bv_obb_blocks;
        assert_true(blocks ? packed < (int)c->record.step_count : packed == 0);
        assert_true(construction_volume(c, 0, volume));
    }
    app_free(&app);
}

// All that is shown of a step, as text.
static void describe(const App *app, char *text, size_t size)
{
    const ConstructionShown *c = &app->construction;
    uint32_t first[2], count[2], made = 0;
    char said[640];
    for (int side = 0; side < 2; ++side)
        build_side(&c->record, c->step, side, &first[side], &count[side]);
    for (NodeId i = 0; i < c->record.node_count; ++i)
        made += build_is_made(&c->record, i, c->step);
    construction_say(app, c->step, said, sizeof said);
    snprintf(text, size, "%u: %u nodes, %u+%u %u+%u, %s", c->step, made, first[0], count[0],
             first[1], count[1], said);
}

static void back_and_forward_is_where_it_was(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    build_as(&app, &action_build_volume, bv_index(&bv_aabb));
    record(&app, BALL);
    const ConstructionShown *c = &app.construction;
    uint32_t last = c->record.step_count - 1;
    char before[800], after[800];
    act(&app, &action_construction_back, 0); // there is nothing before the first
    assert_int_equal(c->step, 0);
    for (uint32_t step = 1; step <= last; step += 1 + step / 3) {
        act(&app, &action_construction_go, step + 1.0);
        describe(&app, before, sizeof before);
        act(&app, &action_construction_back, 0);
        assert_int_equal(c->step, step - 1);
        act(&app, &action_construction_forward, 0);
        describe(&app, after, sizeof after);
        assert_string_equal(before, after);
    }
    act(&app, &action_construction_go, last + 1.0);
    act(&app, &action_construction_forward, 0); // nor after the last
    assert_int_equal(c->step, last);
    ActionArgs beyond = {.part = NO_PART, .number = last + 2.0};
    assert_false(app_do(&app, &action_construction_go, &beyond, 0));
    assert_true(has_notice(&app, "splits 1 to"));
    act(&app, &action_construction_next_leaf, 0);
    assert_true(c->step == last && has_notice(&app, "no further leaf"));
    act(&app, &action_construction_go, 1);
    act(&app, &action_construction_next_leaf, 0);
    assert_true(c->record.steps[c->step].flags & BUILD_LEAF);
    act(&app, &action_construction_clear, 0);
    assert_true(!construction_known(c) && !c->tree);
    app_free(&app);
}

static void every_criterion_says_why(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const ConstructionShown *c = &app.construction;
    build_as(&app, &action_build_volume, bv_index(&bv_aabb));
    char said[640];
    for (int i = 0; i < split_rule_count; ++i) {
        build_as(&app, &action_build_criterion, i);
        record(&app, BALL);
        assert_ptr_equal(c->tree->desc.split, split_rules[i]);
        construction_say(&app, 0, said, sizeof said);
        assert_non_null(strstr(said, "Node 0 on level 0 holds"));
        assert_non_null(strstr(said, c->record.steps[0].reason));
        bool weighs = split_rules[i]->weighs;
        if (!strstr(said, weighs ? "is the least of" : "goes by its rule"))
            fail_msg("%s: %s", split_rules[i]->name, said);
    }
    for (int i = 1; i < builder_count; ++i) {
        build_as(&app, &action_build_builder, i);
        record(&app, BALL);
        construction_say(&app, 0, said, sizeof said);
        assert_non_null(strstr(said, "The builder decided"));
    }
    build_as(&app, &action_build_builder, 0);
    build_as(&app, &action_build_volume, bv_index(&bv_boxtree97));
    record(&app, BALL);
    construction_say(&app, 0, said, sizeof said);
    assert_non_null(strstr(said, "is the least of"));
    app_free(&app);
}

static void another_way_to_build_makes_it_old(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    record(&app, BALL);
    const ConstructionShown *c = &app.construction;
    app.panels = (PanelsShown){.open = {CONSTRUCTION_PANEL}, .open_count = 1};
    assert_true(construction_in_view(&app));
    ActionArgs move = move_args(BALL, vec3d(0, 5, 0));
    assert_true(app_do(&app, &action_part_move, &move, 0)); // the tree is the same
    stages_wait(&app);
    assert_false(c->old);
    build_as(&app, &action_build_volume, bv_index(&bv_sphere));
    assert_true(c->old && !construction_in_view(&app));
    record(&app, BALL);
    assert_true(!c->old && construction_in_view(&app));
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_false(construction_known(c));
    app_free(&app);
}

// All that is shown of a step over primitives, as text.
static void describe_groups(const App *app, char *text, size_t size)
{
    const HybridConstruction *h = app->construction.hybrid;
    char said[640];
    size_t used = 0;
    hybrid_construction_say(h, app->construction.step, said, sizeof said);
    used += (size_t)snprintf(text, size, "%s|%u|%d|", said, h->count, h->depth);
    for (uint32_t i = 0; i < h->count && used + 24 < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%d:%u ", h->order[i], h->size[i]);
}

static void builders_of_primitives_can_be_gone_through(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const ConstructionShown *c = &app.construction;
    const char *why = NULL;
    char before[4000], after[4000];
    assert_false(app_can(&app, &action_construction_primitives, &why));
    assert_true(app_do(&app, &action_primitives_sample, &(ActionArgs){.index = 0}, 0));
    stages_wait(&app);
    for (int b = 0; b < hybrid_builder_count; ++b) {
        build_as(&app, &action_hybrid_builder, b);
        act(&app, &action_construction_primitives, 0);
        stages_wait(&app);
        assert_true(construction_known(c) && c->hybrid && !c->old && !construction_in_view(&app));
        const HybridRecord *r = &c->hybrid->record;
        for (uint32_t step = 0; step < r->step_count; ++step) {
            act(&app, &action_construction_go, step + 1.0);
            stages_wait(&app);
            assert_int_equal(c->hybrid->at, step);
            describe_groups(&app, before, sizeof before);
            assert_int_equal(c->hybrid->size[0], c->hybrid->count);
            act(&app, &action_construction_go, r->step_count - step);
            stages_wait(&app);
            act(&app, &action_construction_go, step + 1.0);
            stages_wait(&app);
            describe_groups(&app, after, sizeof after);
            assert_string_equal(before, after);
        }
        // At the end one group holds all: the tree that is built.
        act(&app, &action_construction_go, r->step_count);
        stages_wait(&app);
        assert_int_equal(c->hybrid->count, 1 + c->hybrid->tree.count);
        assert_int_equal(c->hybrid->size[1], c->hybrid->tree.count);
        act(&app, &action_construction_next_leaf, 0);
        assert_int_equal(c->step, r->step_count - 1);
    }
    build_as(&app, &action_hybrid_builder, 0);
    assert_true(c->old);
    // Primitives that are taken away before it begins.
    act(&app, &action_construction_primitives, 0);
    primitive_list_release(app.document.primitives.list);
    app.document.primitives.list = NULL;
    stages_wait(&app);
    assert_true(app.notice_count > 0 &&
                strstr(app.notices[app.notice_count - 1].text, "primitives are gone"));
    record(&app, BALL); // and a part's again
    assert_true(construction_known(c) && !c->hybrid);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_construction_of_the_selected_part),
        cmocka_unit_test(back_and_forward_is_where_it_was),
        cmocka_unit_test(every_criterion_says_why),
        cmocka_unit_test(another_way_to_build_makes_it_old),
        cmocka_unit_test(builders_of_primitives_can_be_gone_through),
    };
    return cmocka_run_group_tests_name("construction", tests, NULL, NULL);
}
