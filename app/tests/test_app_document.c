// The document: defaults, deep copies, comparison.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/names.h"
#include "app/document/presets.h"
#include "app/tests/app_fixture.h"
#include "core/hybrid/variants.h"
#include "core/query/preset.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"

static void a_new_document_has_all_parts_at_rest_and_visible(void **state)
{
    (void)state;
    Assembly assembly = fixture_assembly("x");
    Document document;
    assert_true(document_init(&document, &assembly));
    assert_int_equal(document.part_count, FIXTURE_PARTS);
    assert_int_equal(document.selected, NO_PART);
    for (int32_t i = 0; i < document.part_count; ++i) {
        assert_true(affine_equal(&document.parts[i].placement, &assembly.parts[i].rest));
        assert_true(document.parts[i].visible);
        assert_int_equal(document.parts[i].overlay_level, OVERLAY_OFF);
    }
    assert_ptr_equal(document.build.type, bv_types[0]);
    assert_non_null(document.build.split);
    assert_non_null(document.build.builder);
    assert_true(document.build.leaf_size >= 1);
    assert_int_equal(document.query.mode, QUERY_ALL);
    assert_true(document.query.tri->exact);
    document_free(&document);
    assembly_free(&assembly);
}

static void an_assembly_without_parts_has_a_document_too(void **state)
{
    (void)state;
    Assembly nothing = {0};
    Document a, b;
    assert_true(document_init(&a, &nothing));
    assert_true(document_copy(&b, &a));
    assert_true(document_equal(&a, &b));
    document_free(&a);
    document_free(&b);
}

static void a_copy_shares_nothing(void **state)
{
    (void)state;
    Assembly assembly = fixture_assembly("x");
    Document a, b;
    assert_true(document_init(&a, &assembly));
    assert_true(document_copy(&b, &a));
    assert_true(document_equal(&a, &b));
    b.parts[1].placement.p.x += 1;
    assert_false(document_equal(&a, &b));
    assert_true(a.parts[1].placement.p.x == assembly.parts[1].rest.p.x);
    document_free(&a);
    document_free(&b);
    assembly_free(&assembly);
}

static void change(Document *document, int what)
{
    switch (what) {
    case 0:
        document->selected = 1;
        break;
    case 1:
        document->build.leaf_size += 1;
        break;
    case 2:
        document->query.mode = QUERY_FIRST;
        break;
    case 3:
        document->query.rule = DESCEND_both;
        break;
    case 4:
        document->view.feature_edges = !document->view.feature_edges;
        break;
    case 5:
        document->view.wire_on_contact = !document->view.wire_on_contact;
        break;
    case 6:
        document->view.intersection_lines = !document->view.intersection_lines;
        break;
    case 7:
        document->view.overlay_opacity *= 0.5f;
        break;
    case 8:
        document->parts[2].visible = false;
        break;
    case 9:
        document->parts[3].overlay_level = 4;
        break;
    case 10:
        document->parts[0].placement.m[2][1] = 1e-300;
        break;
    case 11:
        document->query.tri = tri_tests[tri_test_count - 1];
        break;
    case 12:
        document->build.split = split_rules[split_rule_count - 1];
        break;
    case 13:
        document->parts[1].selected = true;
        break;
    case 14:
        document->parts[1].locked = true;
        break;
    case 15:
        document->view.contact.through = !document->view.contact.through;
        break;
    case 16:
        document->view.contact.legend = !document->view.contact.legend;
        break;
    case 17:
        document->view.contact.dimension = !document->view.contact.dimension;
        break;
    case 18:
        document->view.contact.marks = !document->view.contact.marks;
        break;
    case 19:
        document->view.contact.bands = !document->view.contact.bands;
        break;
    case 20:
        field_store(action_contact_band_limit.field, document, 1);
        break;
    default:
        break;
    }
}
enum { CHANGES = 21 };

static void comparison_sees_every_field_but_the_camera(void **state)
{
    (void)state;
    Assembly assembly = fixture_assembly("x");
    Document a, b;
    assert_true(document_init(&a, &assembly));
    for (int i = 0; i < CHANGES; ++i) {
        assert_true(document_copy(&b, &a));
        change(&b, i);
        if (document_equal(&a, &b))
            fail_msg("change %d is not seen", i);
        document_free(&b);
    }
    assert_true(document_copy(&b, &a));
    b.view.camera.yaw += 1;
    assert_true(document_equal(&a, &b));
    document_free(&a);
    document_free(&b);
    assembly_free(&assembly);
}

static void comparison_sees_what_a_part_is_called_and_where_it_belongs(void **state)
{
    (void)state;
    Assembly assembly = fixture_assembly("x");
    Document a, b;
    assert_true(document_init(&a, &assembly));
    for (int i = 0; i < 4; ++i) {
        assert_true(document_copy(&b, &a));
        PartState *part = &b.parts[1];
        part->removed = i == 0;
        part->colour = i == 1 ? 0 : part->colour;
        part->name = i == 2 ? name_intern("x") : NULL;
        part->group = i == 3 ? name_intern("x") : NULL;
        if (document_equal(&a, &b))
            fail_msg("change %d of a part is not seen", i);
        document_free(&b);
    }
    document_free(&a);
    assembly_free(&assembly);
}

static void choose_volume(App *app, const char *name)
{
    for (int i = 0; i < bv_type_count; ++i)
        if (strcmp(bv_types[i]->name, name) == 0)
            assert_true(app_do(app, &action_build_volume, &(ActionArgs){.index = i}, 0));
    assert_string_equal(app->document.build.type->name, name);
}

static void a_volume_brings_the_criterion_of_its_paper(void **state)
{
    (void)state;
    static const char *const papers[][2] = {{"boxtree", "least volume"},
                                            {"slab cut ball", "middle by 10/90"},
                                            {"quantised slab cut ball", "middle by 10/90"},
                                            {"tiled slab cut ball", "middle by 10/90"},
                                            {"BoxTree 1997", "planes of least penalty"},
                                            {"sphere", "middle by 10/90"},
                                            {"OBB", "OBB mean"},
                                            {"AABB", "spatial median"},
                                            {"OBB blocks", "cost bins / area"}};
    App app;
    fixture_open(&app);
    assert_int_equal(preset_of(&app.document), PRESET_FAST);
    for (size_t i = 0; i < sizeof papers / sizeof *papers; ++i) {
        choose_volume(&app, papers[i][0]);
        assert_string_equal(bvh_criterion_name(&app.document.build), papers[i][1]);
        assert_int_equal(app.document.query.rule, app.document.build.type->rule);
        assert_int_not_equal(preset_of(&app.document), preset_count());
        assert_int_equal(preset_of(&app.document) == PRESET_FAST,
                         app.document.build.type == bv_types[0]);
    }
    // What is named after the volume is kept, and so is the volume.
    choose_volume(&app, "boxtree");
    const SplitRule *other = split_rules[1];
    assert_true(app_do(&app, &action_build_criterion, &(ActionArgs){.index = 1}, 0));
    assert_string_equal(app.document.build.type->name, "boxtree");
    assert_ptr_equal(app.document.build.split, other);
    assert_int_equal(preset_of(&app.document), preset_count());
    assert_true(app_do(&app, &action_build_preset, &(ActionArgs){.index = preset_published()}, 0));
    assert_string_equal(app.document.build.type->name, "boxtree");
    assert_string_equal(app.document.build.split->name, "least volume");
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_ptr_equal(app.document.build.split, other);
    assert_true(app_do(&app, &action_build_preset, &(ActionArgs){.index = PRESET_FAST}, 0));
    assert_ptr_equal(app.document.build.type, bv_types[0]);
    assert_ptr_equal(app.document.build.split, bvh_own_criterion(bv_types[0]));
    assert_int_equal(preset_of(&app.document), PRESET_FAST);
    stages_wait(&app);
    app_free(&app);
}

// Every preset is what it says once it is taken, and can be undone.
static void presets_are_those_of_the_papers(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    for (int i = 0; i < preset_count(); ++i) {
        BvhDesc before = app.document.build;
        assert_true(app_do(&app, &action_build_preset, &(ActionArgs){.index = i}, 0));
        int is = preset_of(&app.document);
        const SearchPreset *row = i < search_preset_count ? search_presets[i] : NULL;
        if (row && is != i) { // what is the same as an earlier one has its name
            BvhDesc earlier = preset_build(search_presets[is]), own = preset_build(row);
            assert_true(is < i && bvh_desc_equal(&earlier, &own));
        }
        const OverlapTest *test = &app.document.build.type->tests[app.document.query.test];
        if (row && row->test)
            assert_string_equal(test->name, row->test);
        if (row && row->lift)
            assert_non_null(test->run_lifted);
        assert_non_null(preset_note(i));
        if (bvh_desc_equal(&app.document.build, &before))
            continue; // what changes nothing is no step of the history
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(bvh_desc_equal(&app.document.build, &before));
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    }
    assert_null(preset_name(preset_count()));
    // Of primitives it says how their hierarchy is built, where its paper does; the others leave that alone.
    int with_builder = 0;
    for (int i = 0; i < search_preset_count; ++i) {
        const HybridBuilder *builder = preset_builder(search_presets[i]);
        assert_true(!builder == !search_presets[i]->primitives); // it is the name of one
        with_builder += builder != NULL;
        int other = hybrid_builder_index(&hybrid_merging);
        assert_true(app_do(&app, &action_hybrid_builder, &(ActionArgs){.index = other}, 0));
        assert_true(app_do(&app, &action_build_preset, &(ActionArgs){.index = i}, 0));
        assert_ptr_equal(app.document.primitives.desc.builder, builder ? builder : &hybrid_merging);
        if (!builder)
            continue;
        assert_int_equal(preset_of(&app.document), i);
        assert_true(app_do(&app, &action_hybrid_builder, &(ActionArgs){.index = other}, 0));
        assert_int_not_equal(preset_of(&app.document), i);
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_ptr_equal(app.document.primitives.desc.builder, &hybrid_merging);
    }
    assert_int_equal(with_builder, 1);
    stages_wait(&app);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_document_has_all_parts_at_rest_and_visible),
        cmocka_unit_test(an_assembly_without_parts_has_a_document_too),
        cmocka_unit_test(a_copy_shares_nothing),
        cmocka_unit_test(comparison_sees_every_field_but_the_camera),
        cmocka_unit_test(comparison_sees_what_a_part_is_called_and_where_it_belongs),
        cmocka_unit_test(a_volume_brings_the_criterion_of_its_paper),
        cmocka_unit_test(presets_are_those_of_the_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
