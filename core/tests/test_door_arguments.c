// Whatever the library is given, it answers with a code and a sentence and changes nothing.
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int told; // errors that the log heard of
static int informed;

static void listen(void *user, snug_log_level level, const char *text)
{
    assert_ptr_equal(user, &told);
    assert_true(text[0] != '\0');
    ++*(level == SNUG_LOG_ERROR ? &told : &informed);
}

// The code, a text and a word to the log; the same without a place for the text.
#define REFUSED(code, call)                                                                        \
    do {                                                                                           \
        snug_error own_error = {.status = SNUG_OK, .text = ""}, *error = &own_error;               \
        int before = told;                                                                         \
        assert_int_equal(call, code);                                                              \
        assert_int_equal(own_error.status, code);                                                  \
        assert_true(own_error.text[0] != '\0');                                                    \
        assert_true(told == before + 1);                                                           \
        error = NULL;                                                                              \
        assert_int_equal(call, code);                                                              \
    } while (0)

typedef struct World {
    snug_mesh *mesh, *open;
    snug_tree *tree, *oriented, *stale;
    snug_assembly *assembly;
    snug_job *cancelled;
    int32_t vertices;
} World;

static int set_up(void **state)
{
    World *w = calloc(1, sizeof *w);
    Mesh *torus = shape_torus(1, 0.3, 16, 8);
    w->vertices = torus->vertex_count;
    w->mesh = door_mesh(torus);
    w->open = door_mesh_of(torus);
    w->tree = door_tree(w->mesh, NULL);
    w->oriented = door_tree(w->mesh, "OBB");
    w->stale = door_tree(w->open, NULL);
    double *flat = calloc((size_t)w->vertices, 3 * sizeof *flat);
    MUST(snug_mesh_set_vertices(w->open, flat, w->vertices, error));
    free(flat);
    MUST(snug_assembly_create(NULL, &w->assembly, error));
    snug_part_desc part = {.struct_size = sizeof part, .name = "Ring", .mesh = w->mesh};
    MUST(snug_assembly_add(w->assembly, &part, NULL, error));
    MUST(snug_job_create(NULL, &w->cancelled, error));
    snug_job_cancel(w->cancelled);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    World *w = *state;
    snug_assembly_release(w->assembly);
    snug_tree_release(w->tree);
    snug_tree_release(w->oriented);
    snug_tree_release(w->stale);
    snug_mesh_release(w->mesh);
    snug_mesh_release(w->open);
    snug_job_release(w->cancelled);
    free(w);
    return 0;
}

static void meshes(void **state)
{
    World *w = *state;
    double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int32_t face[] = {0, 1, 2}, wrong[] = {0, 1, 3}, negative[] = {0, -1, 2}, polygon[] = {5};
    snug_mesh *out = NULL;
    snug_mesh_desc good = {.struct_size = sizeof good,
                           .vertices = corners,
                           .vertex_count = 3,
                           .triangles = face,
                           .triangle_count = 1};
    snug_mesh_desc d = good;
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(NULL, &out, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(&good, NULL, error));
    d.struct_size = 0;
    REFUSED(SNUG_BAD_SIZE, snug_mesh_create(&d, &out, error));
    d.struct_size = offsetof(snug_mesh_desc, triangles); // the triangles are not in it
    REFUSED(SNUG_BAD_SIZE, snug_mesh_create(&d, &out, error));
    d.struct_size = SIZE_MAX;
    REFUSED(SNUG_BAD_SIZE, snug_mesh_create(&d, &out, error));
    d = good, d.vertices = NULL;
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(&d, &out, error));
    d = good, d.triangles = NULL;
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(&d, &out, error));
    d = good, d.vertex_count = -1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(&d, &out, error));
    d = good, d.triangle_count = -1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_create(&d, &out, error));
    d = good, d.triangles = wrong;
    REFUSED(SNUG_BAD_MESH, snug_mesh_create(&d, &out, error));
    d.triangles = negative;
    REFUSED(SNUG_BAD_MESH, snug_mesh_create(&d, &out, error));
    d = good, d.polygon_of = polygon;
    REFUSED(SNUG_BAD_MESH, snug_mesh_create(&d, &out, error));
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        corners[4] = bad[i];
        REFUSED(SNUG_BAD_MESH, snug_mesh_create(&good, &out, error));
    }
    assert_null(out);
    corners[4] = 1e-300; // noise, not a refusal
    MUST(snug_mesh_create(&good, &out, error));

    snug_mesh_info info = {.struct_size = sizeof info};
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_get_info(NULL, &info, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_get_info(out, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_set_vertices(NULL, corners, 3, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_set_vertices(out, NULL, 3, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_mesh_set_vertices(out, corners, 2, error));
    corners[0] = NAN;
    REFUSED(SNUG_BAD_MESH, snug_mesh_set_vertices(out, corners, 3, error));
    MUST(snug_mesh_get_info(out, &info, error)); // as it was
    assert_true(info.version == 0 && info.lo[0] == 0 && info.hi[0] == 1 && info.hi[1] == 1);
    snug_mesh_release(out);

    snug_mesh_desc none = {.struct_size = sizeof none};
    MUST(snug_mesh_create(&none, &out, error)); // nothing at all is a mesh
    snug_tree *tree = door_tree(out, NULL);
    snug_distance distance = {.struct_size = sizeof distance};
    MUST(snug_find_distance(tree, w->tree, NULL, NULL, &distance, error));
    assert_true(isinf(distance.value) && distance.triangle_a == -1);
    snug_tree_release(tree);
    snug_mesh_release(out);
    snug_mesh_release(NULL);
}

static void trees(void **state)
{
    World *w = *state;
    snug_tree *out = NULL;
    snug_tree_desc good = {.struct_size = sizeof good}, d = good;
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(NULL, &good, &out, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &good, NULL, error));
    d.struct_size = 3;
    REFUSED(SNUG_BAD_SIZE, snug_tree_build(w->mesh, &d, &out, error));
    d = good, d.volume = "Cube";
    REFUSED(SNUG_BAD_NAME, snug_tree_build(w->mesh, &d, &out, error));
    d = good, d.criterion = "";
    REFUSED(SNUG_BAD_NAME, snug_tree_build(w->mesh, &d, &out, error));
    d = good, d.builder = "\xff\xfe";
    REFUSED(SNUG_BAD_NAME, snug_tree_build(w->mesh, &d, &out, error));
    static const int32_t leaves[] = {-1, 17, INT32_MAX}, arities[] = {-2, 1, 3, 16};
    for (int i = 0; i < 3; ++i) {
        d = good, d.leaf_size = leaves[i];
        REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    }
    for (int i = 0; i < 4; ++i) {
        d = good, d.arity = arities[i];
        REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    }
    d = good, d.volume = "k-DOP", d.arity = 2, d.param_count = 1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    double k[2] = {1e9, 0};
    d.params = k;
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    k[0] = NAN;
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    d.param_count = 2;
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_build(w->mesh, &d, &out, error));
    d = good, d.volume = "boxtree", d.arity = 8;
    REFUSED(SNUG_BAD_KIND, snug_tree_build(w->mesh, &d, &out, error));
    d = good, d.job = w->cancelled;
    REFUSED(SNUG_CANCELLED, snug_tree_build(w->mesh, &d, &out, error));
    assert_null(out);
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_refit(NULL, NULL, error));
    REFUSED(SNUG_CANCELLED, snug_tree_refit(w->stale, w->cancelled, error));
    snug_tree_info info = {.struct_size = sizeof info};
    MUST(snug_tree_get_info(w->stale, &info, error));
    assert_true(info.stale);
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_get_info(NULL, &info, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_tree_get_info(w->tree, NULL, error));
    snug_tree_release(NULL);

    snug_kind_info kind = {.struct_size = sizeof kind};
    snug_param_info param = {.struct_size = sizeof param};
    REFUSED(SNUG_BAD_ARGUMENT, snug_kind_at(SNUG_VOLUMES, -1, &kind, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_kind_at(SNUG_VOLUMES, 1000, &kind, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_kind_at((snug_registry)9, 0, &kind, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_kind_at(SNUG_VOLUMES, 0, NULL, error));
    REFUSED(SNUG_BAD_NAME, snug_param_at("Cube", 0, &param, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_param_at("k-DOP", 9, &param, error));
    assert_null(snug_overlap_test_at("Cube", 0));
    assert_null(snug_overlap_test_at("AABB", -1));
    assert_null(snug_overlap_test_at(NULL, 1000));
}

// What every query of two trees refuses; CALL names a, b, to, desc, result and error.
#define REFUSED_BY_QUERY(CALL)                                                                     \
    do {                                                                                           \
        const snug_tree *a = w->tree, *b = w->tree;                                                \
        snug_query_desc own = {.struct_size = sizeof own}, *desc = &own;                           \
        double to[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};                                      \
        a = NULL;                                                                                  \
        REFUSED(SNUG_BAD_ARGUMENT, CALL);                                                          \
        a = w->tree, b = NULL;                                                                     \
        REFUSED(SNUG_BAD_ARGUMENT, CALL);                                                          \
        b = w->oriented;                                                                           \
        REFUSED(SNUG_BAD_KIND, CALL);                                                              \
        b = w->stale;                                                                              \
        REFUSED(SNUG_STALE, CALL);                                                                 \
        b = w->tree, own.struct_size = 1;                                                          \
        REFUSED(SNUG_BAD_SIZE, CALL);                                                              \
        own.struct_size = sizeof own, own.overlap_test = "none";                                   \
        REFUSED(SNUG_BAD_NAME, CALL);                                                              \
        own.overlap_test = NULL, own.descent = "none";                                             \
        REFUSED(SNUG_BAD_NAME, CALL);                                                              \
        own.descent = NULL, own.triangle_test = "none";                                            \
        REFUSED(SNUG_BAD_NAME, CALL);                                                              \
        own.triangle_test = NULL, own.job = w->cancelled;                                          \
        REFUSED(SNUG_CANCELLED, CALL);                                                             \
        own.job = NULL, to[3] = NAN;                                                               \
        REFUSED(SNUG_BAD_PLACEMENT, CALL);                                                         \
        to[3] = 0, to[0] = 0;                                                                      \
        REFUSED(SNUG_BAD_PLACEMENT, CALL);                                                         \
        to[0] = 2, a = b = w->oriented;                                                            \
        REFUSED(SNUG_BAD_PLACEMENT, CALL);                                                         \
    } while (0)

static int32_t never(void *user, const snug_triangle_pair *pair, double *reach)
{
    (void)user, (void)pair, (void)reach;
    fail_msg("the visitor was called");
    return 0;
}

static int32_t go_on(void *user, const snug_triangle_pair *pair, double *reach)
{
    (void)user, (void)pair, (void)reach;
    return 1;
}

static void queries(void **state)
{
    World *w = *state;
    snug_contacts contacts = {.struct_size = sizeof contacts};
    snug_distance distance = {.struct_size = sizeof distance, .value = 7};
    int32_t within = 7;
    snug_search *search = NULL;
    snug_traversal *t = NULL;
    REFUSED_BY_QUERY(snug_find_contacts(a, b, to, desc, &contacts, error));
    REFUSED_BY_QUERY(snug_find_distance(a, b, to, desc, &distance, error));
    REFUSED_BY_QUERY(snug_is_within(a, b, to, 1, desc, &within, NULL, error));
    REFUSED_BY_QUERY(snug_search_begin(a, b, to, desc, &search, error));
    REFUSED_BY_QUERY(snug_traversal_begin(a, b, to, desc, 0, never, NULL, &t, error));
    assert_true(!contacts.memory && distance.value == 7 && within == 7 && !search && !t);

    const snug_tree *x = w->tree;
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contacts(x, x, NULL, NULL, NULL, error));
    contacts.struct_size = offsetof(snug_contacts, count);
    REFUSED(SNUG_BAD_SIZE, snug_find_contacts(x, x, NULL, NULL, &contacts, error));
    snug_contacts_free(&contacts);
    snug_contacts_free(NULL);
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_distance(x, x, NULL, NULL, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_is_within(x, x, NULL, 1, NULL, NULL, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_is_within(x, x, NULL, -1, NULL, &within, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_is_within(x, x, NULL, NAN, NULL, &within, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_search_begin(x, x, NULL, NULL, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_begin(x, x, NULL, NULL, 0, NULL, NULL, &t, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_begin(x, x, NULL, NULL, NAN, never, NULL, &t, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_begin(x, x, NULL, NULL, 0, never, NULL, NULL, error));

    snug_answer answer = {.struct_size = sizeof answer};
    snug_progress progress = {.struct_size = sizeof progress};
    REFUSED(SNUG_BAD_ARGUMENT, snug_search_run(NULL, 0, &answer, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_run(NULL, 0, &progress, error));
    MUST(snug_search_begin(x, x, NULL, NULL, &search, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_search_run(search, -1, &answer, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_search_run(search, 0, NULL, error));
    snug_search_end(search);
    snug_search_end(NULL);
    snug_job *job = NULL;
    MUST(snug_job_create(NULL, &job, error));
    snug_query_desc watched = {.struct_size = sizeof watched, .job = job};
    MUST(snug_traversal_begin(x, x, NULL, &watched, 0, go_on, NULL, &t, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_run(t, NAN, &progress, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_traversal_run(t, 0, NULL, error));
    MUST(snug_traversal_run(t, 1e-3, &progress, error));
    assert_int_equal(progress.outcome, SNUG_UNDECIDED);
    snug_job_cancel(job);
    REFUSED(SNUG_CANCELLED, snug_traversal_run(t, 0, &progress, error));
    snug_traversal_end(t);
    snug_traversal_end(NULL);
    snug_job_release(job);
}

// Their nodes are of different sizes.
static void trees_of_other_parameters(void **state)
{
    World *w = *state;
    snug_tree *trees[2] = {NULL, NULL};
    for (int i = 0; i < 2; ++i) {
        double k = i == 0 ? 6 : 26;
        snug_tree_desc desc = {
            .struct_size = sizeof desc, .volume = "k-DOP", .params = &k, .param_count = 1};
        MUST(snug_tree_build(w->mesh, &desc, &trees[i], error));
    }
    snug_contacts found = {.struct_size = sizeof found};
    REFUSED(SNUG_BAD_KIND, snug_find_contacts(trees[0], trees[1], NULL, NULL, &found, error));
    snug_tree_release(trees[0]);
    snug_tree_release(trees[1]);
}

static void rays(void **state)
{
    World *w = *state;
    double origin[3] = {0, 0, 5}, down[3] = {0, 0, -1}, none[3] = {0, 0, 0};
    snug_ray_hit hit = {.struct_size = sizeof hit};
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(NULL, origin, down, 1, &hit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(w->tree, NULL, down, 1, &hit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(w->tree, origin, NULL, 1, &hit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(w->tree, origin, none, 1, &hit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(w->tree, origin, down, -1, &hit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_ray_hit(w->tree, origin, down, 1, NULL, error));
    REFUSED(SNUG_BAD_KIND, snug_find_ray_hit(w->oriented, origin, down, 1, &hit, error));
    REFUSED(SNUG_STALE, snug_find_ray_hit(w->stale, origin, down, 1, &hit, error));
    MUST(snug_find_ray_hit(w->tree, origin, down, INFINITY, &hit, error));
    assert_true(hit.triangle >= 0 && hit.t > 3.5 && hit.t < 4.5);
    MUST(snug_find_ray_hit(w->tree, origin, down, 1, &hit, error));
    assert_true(hit.triangle == -1 && isinf(hit.t));
}

static void contact_edges(void **state)
{
    World *w = *state;
    const snug_mesh *m = w->mesh;
    double singular[12] = {0};
    snug_edge_contact e[SNUG_MOST_EDGES];
    snug_mesh_info info = {.struct_size = sizeof info};
    MUST(snug_mesh_get_info(m, &info, error));
    int32_t count = 7, end = info.triangle_count;
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(NULL, m, NULL, 0, 0, e, &count, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(m, NULL, NULL, 0, 0, e, &count, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(m, m, NULL, 0, 0, NULL, &count, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(m, m, NULL, 0, 0, e, NULL, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(m, m, NULL, -1, 0, e, &count, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_find_contact_edges(m, m, NULL, 0, end, e, &count, error));
    REFUSED(SNUG_BAD_PLACEMENT, snug_find_contact_edges(m, m, singular, 0, 0, e, &count, error));
    assert_int_equal(count, 7);
}

static void assemblies(void **state)
{
    World *w = *state;
    snug_assembly *out = NULL, *a = w->assembly;
    snug_assembly_desc desc = {.struct_size = sizeof desc, .unit = "cubit"};
    REFUSED(SNUG_BAD_NAME, snug_assembly_create(&desc, &out, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_create(NULL, NULL, error));
    double flat[12] = {0}, unit[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    snug_part_desc good = {.struct_size = sizeof good, .name = "Ring", .mesh = w->mesh}, p = good;
    int32_t part = -1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add(NULL, &good, &part, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add(a, NULL, &part, error));
    p.name = NULL;
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add(a, &p, &part, error));
    p.name = "";
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add(a, &p, &part, error));
    p = good, p.mesh = NULL;
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add(a, &p, &part, error));
    p = good, p.placement = flat;
    REFUSED(SNUG_BAD_PLACEMENT, snug_assembly_add(a, &p, &part, error));
    assert_true(part == -1 && snug_assembly_count(a) == 1 && snug_assembly_count(NULL) == 0);
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_place(a, 1, unit, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_place(NULL, 0, unit, error));
    REFUSED(SNUG_BAD_PLACEMENT, snug_assembly_place(a, 0, flat, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_activate(a, -1, 1, error));
    snug_part_info info = {.struct_size = sizeof info};
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_get_part(a, 1, &info, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_get_part(a, 0, NULL, error));
    assert_int_equal(snug_assembly_find(NULL, "Ring"), -1);
    assert_int_equal(snug_assembly_find(a, NULL), -1);
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_set_rules(NULL, "", 0, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_set_rules(a, NULL, 0, error));
    REFUSED(SNUG_BAD_RULES, snug_assembly_set_rules(a, "permit A B", SIZE_MAX, error));
    REFUSED(SNUG_BAD_RULES, snug_assembly_set_rules(a, "forbid \"A", SIZE_MAX, error));
    REFUSED(SNUG_BAD_RULES, snug_assembly_add_rule(a, SNUG_RULE_FORBID, "@none", "B", 0, error));
    REFUSED(SNUG_BAD_RULES, snug_assembly_add_rule(a, SNUG_RULE_FORBID, "", "B", 0, error));
    REFUSED(SNUG_BAD_RULES, snug_assembly_add_rule(a, SNUG_RULE_FORBID, "\xff", "B", 0, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add_rule(a, (snug_rule)6, "A", "B", 0, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add_rule(a, SNUG_RULE_FORBID, NULL, "B", 0, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_add_rule(a, SNUG_RULE_BASELINE, "A", "B", -1, error));
    REFUSED(SNUG_BAD_ARGUMENT,
            snug_assembly_add_rule(a, SNUG_RULE_CLEARANCE, "A", "B", INFINITY, error));
    snug_check check = {.struct_size = sizeof check};
    snug_check_desc how = {.struct_size = sizeof how};
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_check(NULL, &how, &check, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_check(a, &how, NULL, error));
    how.tolerance = -1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_check(a, &how, &check, error));
    how.tolerance = 0, how.clearance = INFINITY;
    REFUSED(SNUG_BAD_ARGUMENT, snug_assembly_check(a, &how, &check, error));
    how.clearance = 0, how.job = w->cancelled;
    REFUSED(SNUG_CANCELLED, snug_assembly_check(a, &how, &check, error));
    snug_tree_desc tree = {.struct_size = sizeof tree, .volume = "Cube"};
    how.job = NULL, how.tree = &tree;
    REFUSED(SNUG_BAD_NAME, snug_assembly_check(a, &how, &check, error));
    assert_null(check.memory);
    assert_null(snug_check_row_at(NULL, 0));
    snug_check_free(NULL);
    snug_assembly_release(NULL);
}

// An older caller knows less of a struct, a newer one more.
static void structs_of_other_versions(void **state)
{
    World *w = *state;
    snug_tree *out = NULL;
    snug_tree_desc older = {.volume = "OBB", .leaf_size = -77}; // not in what it knows
    older.struct_size = offsetof(snug_tree_desc, leaf_size);
    MUST(snug_tree_build(w->mesh, &older, &out, error));
    struct {
        snug_tree_desc known;
        double more;
    } newer = {.known = {.struct_size = sizeof newer}};
    snug_tree *other = NULL;
    MUST(snug_tree_build(w->mesh, &newer.known, &other, error));
    snug_tree_release(other);
    newer.more = 1;
    REFUSED(SNUG_BAD_SIZE, snug_tree_build(w->mesh, &newer.known, &other, error));

    snug_tree_info small;
    memset(&small, 0x5A, sizeof small);
    small.struct_size = offsetof(snug_tree_info, criterion);
    MUST(snug_tree_get_info(out, &small, error));
    assert_string_equal(small.volume, "OBB");
    const unsigned char *rest = (const unsigned char *)&small;
    for (size_t i = small.struct_size; i < sizeof small; ++i)
        assert_int_equal(rest[i], 0x5A);
    struct {
        snug_tree_info known;
        int64_t more;
    } large = {.known = {.struct_size = sizeof large}, .more = -1};
    MUST(snug_tree_get_info(out, &large.known, error));
    assert_int_equal(large.more, 0);
    assert_int_equal(large.known.struct_size, sizeof large);
    snug_tree_release(out);
}

static void jobs_and_hooks(void **state)
{
    (void)state;
    snug_job *job = NULL;
    snug_job_desc desc = {.struct_size = sizeof desc, .threads = 65};
    REFUSED(SNUG_BAD_ARGUMENT, snug_job_create(&desc, &job, error));
    desc.threads = -1;
    REFUSED(SNUG_BAD_ARGUMENT, snug_job_create(&desc, &job, error));
    REFUSED(SNUG_BAD_ARGUMENT, snug_job_create(NULL, NULL, error));
    assert_true(snug_job_progress(NULL, NULL) == 0);
    snug_job_cancel(NULL);
    snug_job_release(NULL);
    snug_allocator none = {.struct_size = sizeof none};
    REFUSED(SNUG_BAD_ARGUMENT, snug_set_allocator(&none, error));
    REFUSED(SNUG_TOO_LATE, snug_set_allocator(NULL, error));
    assert_true(informed > 0);
}

int main(void)
{
    snug_set_log(listen, &told);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(meshes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(trees, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(trees_of_other_parameters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(contact_edges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(assemblies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(structs_of_other_versions, set_up, tear_down),
        cmocka_unit_test(jobs_and_hooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
