// Each allocation of each call of the library fails in turn, through the allocator hook: the call
// says so by its code, loses no block and leaves what was there.
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t allocations, fails_at, blocks; // fails_at 0: never

static void *allocate(void *user, size_t size)
{
    (void)user;
    void *block = ++allocations == fails_at ? NULL : malloc(size);
    blocks += block != NULL;
    return block;
}

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    void *block = ++allocations == fails_at ? NULL : realloc(old, size);
    blocks += !old && block;
    return block;
}

static void release(void *user, void *block)
{
    (void)user;
    blocks -= block != NULL;
    free(block);
}

typedef struct Set {
    snug_mesh *mesh, *box;
    snug_tree *tree;
    double pose[12];
    snug_assembly *assembly;
    const Mesh *shape;
    const char *volume;
    snug_contacts contacts; // kept from call to call
    snug_check check;
} Set;

// Makes the call. What it made and keeps nowhere is released again.
typedef snug_status Call(Set *set, snug_error *error);

static void starve(const char *name, Call *call, Set *set)
{
    snug_error error = {.text = ""};
    fails_at = allocations = 0;
    if (call(set, &error) != SNUG_OK)
        fail_msg("%s: %s", name, error.text);
    allocations = 0;
    if (call(set, &error) != SNUG_OK) // once more: what is made once is there now
        fail_msg("%s: %s", name, error.text);
    int64_t total = allocations, before = blocks, failed = 0;
    for (int64_t n = 1; n <= total; ++n) {
        uint64_t contacts = set->contacts.count, rows = set->check.row_count;
        const void *list = set->contacts.memory, *report = set->check.memory;
        error = (snug_error){.text = ""};
        allocations = 0;
        fails_at = n;
        snug_status status = call(set, &error);
        fails_at = 0;
        if (status == SNUG_OK)
            continue; // it could do without
        ++failed;
        if (status != SNUG_NO_MEMORY || error.status != SNUG_NO_MEMORY || !error.text[0])
            fail_msg("%s, allocation %d: %s (%s)", name, (int)n, snug_status_name(status),
                     error.text);
        assert_true(contacts == set->contacts.count && list == set->contacts.memory);
        assert_true(rows == set->check.row_count && report == set->check.memory);
    }
    if (call(set, &error) != SNUG_OK)
        fail_msg("%s: afterwards %s", name, error.text);
    if (blocks != before)
        fail_msg("%s: %d blocks were lost", name, (int)(blocks - before));
    printf("RAN: %s: %d allocations, %d failures told\n", name, (int)total, (int)failed);
    assert_true(failed > 0);
}

static snug_status make_job(Set *set, snug_error *error)
{
    (void)set;
    snug_job_desc desc = {.struct_size = sizeof desc, .threads = 2};
    snug_job *job = NULL;
    snug_status status = snug_job_create(&desc, &job, error);
    assert_int_equal(status == SNUG_OK, job != NULL);
    snug_job_release(job);
    return status;
}

static snug_status make_mesh(Set *set, snug_error *error)
{
    snug_mesh_desc desc = door_mesh_desc(set->shape);
    snug_mesh *mesh = NULL;
    snug_status status = snug_mesh_create(&desc, &mesh, error);
    assert_int_equal(status == SNUG_OK, mesh != NULL);
    snug_mesh_release(mesh);
    return status;
}

static snug_status make_tree(Set *set, snug_error *error)
{
    snug_tree_desc desc = {.struct_size = sizeof desc, .volume = set->volume};
    snug_tree *tree = NULL;
    snug_status status = snug_tree_build(set->mesh, &desc, &tree, error);
    assert_int_equal(status == SNUG_OK, tree != NULL);
    snug_tree_release(tree);
    return status;
}

static snug_status change_shape(Set *set, snug_error *error)
{
    snug_status status = snug_mesh_set_vertices(set->mesh, set->shape->vertices[0].v,
                                                set->shape->vertex_count, error);
    return status == SNUG_OK ? snug_tree_refit(set->tree, NULL, error) : status;
}

static snug_status find_contacts(Set *set, snug_error *error)
{
    snug_query_desc desc = {.struct_size = sizeof desc, .points = 1};
    return snug_find_contacts(set->tree, set->tree, set->pose, &desc, &set->contacts, error);
}

static snug_status find_edges(Set *set, snug_error *error)
{
    snug_mesh_desc desc = door_mesh_desc(set->shape);
    snug_mesh *mesh = NULL; // a new one knows nothing of its edges
    snug_edge_contact edges[SNUG_MOST_EDGES];
    int32_t count = 0;
    snug_status status = snug_mesh_create(&desc, &mesh, error);
    if (status == SNUG_OK)
        status = snug_find_contact_edges(mesh, set->mesh, NULL, 0, 0, edges, &count, error);
    assert_int_equal(status == SNUG_OK, count > 0);
    snug_mesh_release(mesh);
    return status;
}

static snug_status find_distance(Set *set, snug_error *error)
{
    snug_distance distance = {.struct_size = sizeof distance};
    double far[12];
    memcpy(far, set->pose, sizeof far);
    far[3] += 5;
    return snug_find_distance(set->tree, set->tree, far, NULL, &distance, error);
}

static int32_t go_on(void *user, const snug_triangle_pair *pair, double *reach)
{
    (void)user, (void)pair, (void)reach;
    return 1;
}

static snug_status traverse(Set *set, snug_error *error)
{
    snug_traversal *t = NULL;
    snug_progress progress = {.struct_size = sizeof progress};
    snug_status status =
        snug_traversal_begin(set->tree, set->tree, set->pose, NULL, 0, go_on, NULL, &t, error);
    if (status == SNUG_OK)
        status = snug_traversal_run(t, 0, &progress, error);
    snug_traversal_end(t);
    return status;
}

static snug_status search(Set *set, snug_error *error)
{
    snug_search *s = NULL;
    snug_answer answer = {.struct_size = sizeof answer};
    snug_tree *tree = NULL; // new ones have nothing prepared
    snug_tree_desc desc = {.struct_size = sizeof desc, .volume = set->volume};
    snug_status status = snug_tree_build(set->mesh, &desc, &tree, error);
    if (status == SNUG_OK)
        status = snug_search_begin(tree, tree, set->pose, NULL, &s, error);
    snug_tree_release(tree);
    if (status == SNUG_OK)
        status = snug_search_run(s, 0, &answer, error);
    snug_search_end(s);
    return status;
}

static void meshes_trees_and_queries(void **state)
{
    (void)state;
    Mesh *shape = shape_torus(1, 0.3, 16, 8);
    for (int t = 0; t < bv_type_count; ++t) {
        Affine pose = affine_rotation(vec3d(1, 0, 0), 0.3);
        pose.p = vec3d(0.4, 0.1, 0.1);
        Set set = {.shape = shape,
                   .volume = bv_types[t]->name,
                   .contacts = {.struct_size = sizeof set.contacts}};
        door_numbers(&pose, set.pose);
        set.mesh = door_mesh(shape);
        set.tree = door_tree(set.mesh, set.volume);
        if (t == 0) {
            starve("a job", make_job, &set);
            starve("a mesh", make_mesh, &set);
            starve("edges", find_edges, &set);
        }
        starve("a tree", make_tree, &set);
        starve("another shape", change_shape, &set);
        starve("contacts", find_contacts, &set);
        assert_true(set.contacts.count > 20);
        starve("a distance", find_distance, &set);
        starve("a traversal", traverse, &set);
        starve("a search", search, &set);
        snug_contacts_free(&set.contacts);
        snug_tree_release(set.tree);
        snug_mesh_release(set.mesh);
    }
    mesh_release(shape);
    assert_int_equal(blocks, 0);
}

static snug_status add_and_check(Set *set, snug_error *error)
{
    static const char *const names[] = {"Ring", "Box", "Box"};
    snug_assembly *assembly = NULL;
    snug_status status = snug_assembly_create(NULL, &assembly, error);
    for (int i = 0; status == SNUG_OK && i < 3; ++i) {
        double at[12] = {1, 0, 0, 9.0 * i, 0, 1, 0, 1.5 * i, 0, 0, 1, 0};
        snug_part_desc part = {.struct_size = sizeof part,
                               .name = names[i],
                               .mesh = i == 0 ? set->mesh : set->box,
                               .placement = at};
        status = snug_assembly_add(assembly, &part, NULL, error);
        assert_int_equal(snug_assembly_count(assembly), status == SNUG_OK ? i + 1 : i);
    }
    if (status == SNUG_OK)
        status =
            snug_assembly_set_rules(assembly, "group b \"Box*\"\nignore @b @b\n", SIZE_MAX, error);
    if (status == SNUG_OK)
        status = snug_assembly_add_rule(assembly, SNUG_RULE_BASELINE, "Ring", "Box", 0.1, error);
    if (status == SNUG_OK)
        status = snug_assembly_check(assembly, NULL, &set->check, error);
    snug_assembly_release(assembly);
    return status;
}

// Two boxes flush on each other: the grab shrinks one of them, and the other one is pushed.
static snug_status move_boxes(Set *set, bool joints, snug_error *error)
{
    snug_assembly *assembly = NULL;
    snug_motion *motion = NULL;
    int32_t hand = 1, loose = 0;
    snug_status status = snug_assembly_create(NULL, &assembly, error);
    for (int i = 0; status == SNUG_OK && i < 2; ++i) {
        double at[12] = {1, 0, 0, 0, 0, 1, 0, 10.0 * i, 0, 0, 1, 0};
        snug_part_desc part = {
            .struct_size = sizeof part, .name = "Box", .mesh = set->box, .placement = at};
        status = snug_assembly_add(assembly, &part, NULL, error);
    }
    const double origin[3] = {0, 0, 0}, axes[2][3] = {{1, 0, 0}, {0, 1, 0}};
    for (int i = 0; status == SNUG_OK && i < (joints ? 2 : 0); ++i) {
        snug_joint_desc joint = {.struct_size = sizeof joint,
                                 .parent = -1,
                                 .child = i,
                                 .kind = SNUG_JOINT_SLIDE,
                                 .origin = origin,
                                 .axis = axes[1 - i]};
        status = snug_assembly_add_joint(assembly, &joint, NULL, error);
        assert_int_equal(snug_assembly_joint_count(assembly), status == SNUG_OK ? i + 1 : i);
    }
    if (status == SNUG_OK && joints)
        status = snug_assembly_couple(assembly, 0, 1, 0.5, error);
    snug_motion_desc desc = {.struct_size = sizeof desc,
                             .hand = &hand,
                             .hand_count = 1,
                             .loose = &loose,
                             .loose_count = 1};
    snug_motion_wish wish = {
        .struct_size = sizeof wish, .position = {2, 8, 0}, .mode = SNUG_MOTION_PUSH};
    snug_motion_result result = {.struct_size = sizeof result};
    if (status == SNUG_OK)
        status = snug_motion_begin(assembly, &desc, &motion, error);
    assert_int_equal(status == SNUG_OK, motion != NULL);
    if (status == SNUG_OK)
        status = snug_motion_step(motion, &wish, &result, error);
    assert_true(status != SNUG_OK || joints || result.pushed_count == 1 ||
                snug_motion_exempt_count(motion) > 0); // no room for its mesh
    snug_motion_end(motion);
    snug_assembly_release(assembly);
    return status;
}

static snug_status grab_and_move(Set *set, snug_error *error)
{
    return move_boxes(set, false, error);
}

static snug_status move_on_joints(Set *set, snug_error *error)
{
    return move_boxes(set, true, error);
}

static snug_status find_features(Set *set, snug_error *error)
{
    snug_features *features = NULL;
    snug_status status = snug_features_find(set->box, NULL, &features, error);
    assert_int_equal(snug_features_count(features), status == SNUG_OK ? 6 : 0);
    snug_features_release(features);
    return status;
}

// Whatever failed, the next check finds what a first one would.
static snug_status check_again(Set *set, snug_error *error)
{
    static bool there;
    double at[12] = {1, 0, 0, there ? 9 : 9.5, 0, 1, 0, 1.5, 0, 0, 1, 0};
    there = !there;
    snug_check_desc desc = {.struct_size = sizeof desc, .clearance = 3};
    snug_status status = snug_assembly_place(set->assembly, 1, at, error);
    if (status == SNUG_OK)
        status = snug_assembly_check(set->assembly, &desc, &set->check, error);
    if (status == SNUG_OK) {
        assert_int_equal(set->check.row_count, 3);
        assert_int_equal(snug_check_row_at(&set->check, 0)->state, SNUG_STATE_INTERFERENCE);
    }
    return status;
}

static void assemblies(void **state)
{
    (void)state;
    Set set = {.check = {.struct_size = sizeof set.check}};
    set.mesh = door_mesh_of(shape_torus(10, 3, 24, 12));
    set.box = door_mesh_of(shape_box(vec3d(10, 10, 10)));
    starve("an assembly", add_and_check, &set);
    starve("features", find_features, &set);
    starve("a motion", grab_and_move, &set);
    starve("a motion of coupled joints", move_on_joints, &set);
    MUST(snug_assembly_create(NULL, &set.assembly, error));
    for (int i = 0; i < 3; ++i) {
        double at[12] = {1, 0, 0, 9.0 * i, 0, 1, 0, 1.5 * i, 0, 0, 1, 0};
        snug_part_desc part = {.struct_size = sizeof part,
                               .name = "Part",
                               .mesh = i == 0 ? set.mesh : set.box,
                               .placement = at};
        MUST(snug_assembly_add(set.assembly, &part, NULL, error));
    }
    starve("a second check", check_again, &set);
    snug_check_free(&set.check);
    snug_assembly_release(set.assembly);
    snug_mesh_release(set.mesh);
    snug_mesh_release(set.box);
    assert_int_equal(blocks, 0);
}

int main(void)
{
    snug_allocator hooks = {sizeof hooks, allocate, resize, release, NULL};
    if (snug_set_allocator(&hooks, NULL) != SNUG_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_trees_and_queries),
        cmocka_unit_test(assemblies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
