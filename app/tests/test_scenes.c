// Every built-in scene: sound meshes, nothing touching at rest with 0.2 mm to spare (or, flush,
// nothing interfering), and a tour whose steps end as their captions say. A new scene is covered by
// its line in scenes/list.h.
#include "app/scenes/scene.h"
#include "core/base/rng.h"
#include "core/meaning/contact.h"
#include "core/mesh/triangulate.h"
#include "core/tests/tri_distance.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROMISED_CLEARANCE 0.2 // millimetres

typedef struct LoadedScene {
    const Scene *scene;
    SceneData data;
    PosedPart *posed;
    TreeCache trees; // by mesh: copies of a bolt share theirs
} LoadedScene;

static LoadedScene loaded[SCENE_COUNT];

static int load_scenes(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        LoadedScene *s = &loaded[i];
        Error err = {{0}};
        s->scene = scenes[i];
        if (!scene_load(s->scene, &s->data, &err)) {
            print_error("%s\n", err.text);
            return -1;
        }
        const Assembly *a = &s->data.assembly;
        s->posed = calloc((size_t)a->part_count, sizeof *s->posed);
        BvhDesc desc = bvh_desc_filled(NULL);
        for (int32_t k = 0; k < a->part_count; ++k) {
            Bvh *tree = tree_cache_find(&s->trees, a->parts[k].mesh, &desc);
            if (!tree) {
                tree = bvh_build(a->parts[k].mesh, &desc, NULL, &err);
                if (!tree || !tree_cache_keep(&s->trees, tree)) {
                    print_error("%s: no tree: %s\n", a->parts[k].name, err.text);
                    return -1;
                }
            }
            s->posed[k] = (PosedPart){tree, a->parts[k].rest, true, true};
        }
    }
    return 0;
}

static int free_scenes(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        tree_cache_free(&loaded[i].trees);
        free(loaded[i].posed);
        scene_data_free(&loaded[i].data);
    }
    return 0;
}

static int edge_order(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(int32_t[2]));
}

static bool is_closed_and_oriented(const Mesh *mesh)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    int32_t(*edges)[2] = malloc(count * sizeof *edges);
    assert_non_null(edges);
    for (size_t i = 0; i < count; ++i) {
        edges[i][0] = mesh->triangles[i / 3][i % 3];
        edges[i][1] = mesh->triangles[i / 3][(i + 1) % 3];
    }
    qsort(edges, count, sizeof *edges, edge_order);
    bool closed = count > 0;
    for (size_t i = 0; i < count && closed; ++i) {
        int32_t opposite[2] = {edges[i][1], edges[i][0]};
        closed = (i == 0 || edge_order(edges[i - 1], edges[i]) != 0) &&
                 bsearch(opposite, edges, count, sizeof *edges, edge_order) != NULL;
    }
    free(edges);
    return closed;
}

static double signed_volume(const Mesh *mesh)
{
    double six = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        six += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    return six / 6;
}

static double smallest_area(const Mesh *mesh)
{
    double smallest = INFINITY;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        smallest = fmin(smallest, vec3d_length(n) / 2);
    }
    return smallest;
}

static void every_part_is_a_sound_solid(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        const Assembly *a = &loaded[i].data.assembly;
        assert_true(a->part_count >= 2);
        assert_string_equal(a->title, loaded[i].scene->name);
        for (int32_t k = 0; k < a->part_count; ++k) {
            const Part *part = &a->parts[k];
            Error err = {{0}};
            if (!mesh_validate(part->mesh, &err))
                fail_msg("%s: %s", part->name, err.text);
            if (!is_closed_and_oriented(part->mesh))
                fail_msg("%s: not closed or not consistently oriented", part->name);
            if (!(signed_volume(part->mesh) > 0))
                fail_msg("%s: volume %g", part->name, signed_volume(part->mesh));
            if (!(smallest_area(part->mesh) > 1e-6))
                fail_msg("%s: a triangle of %g mm2", part->name, smallest_area(part->mesh));
            if (!(fabs(affine_determinant(&part->rest) - 1) < 1e-12))
                fail_msg("%s: its placement is no rigid motion", part->name);
            for (int32_t n = 0; n < k; ++n)
                assert_string_not_equal(part->name, a->parts[n].name);
        }
    }
}

// Newell's normal of each polygon against the normal of each of its triangles.
static void source_polygons_are_flat_or_quads(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        const Assembly *a = &loaded[i].data.assembly;
        for (int32_t k = 0; k < a->part_count; ++k) {
            const Mesh *m = a->parts[k].mesh;
            for (int32_t t = 1, first = 0; t < m->triangle_count; ++t) {
                if (m->polygon_of[t] != m->polygon_of[first]) {
                    first = t;
                    continue;
                }
                Triangle p = mesh_triangle(m, first), q = mesh_triangle(m, t);
                Vec3d n = vec3d_cross(vec3d_sub(p.p[1], p.p[0]), vec3d_sub(p.p[2], p.p[0]));
                Vec3d o = vec3d_cross(vec3d_sub(q.p[1], q.p[0]), vec3d_sub(q.p[2], q.p[0]));
                double cosine = vec3d_dot(vec3d_normalised(n), vec3d_normalised(o));
                if (cosine < 0.99)
                    fail_msg("%s: polygon %d is bent (%g)", a->parts[k].name, m->polygon_of[t],
                             cosine);
            }
        }
    }
}

static void default_scene_is_a_machine_of_some_size(void **state)
{
    (void)state;
    const Assembly *a = &loaded[0].data.assembly;
    int64_t triangles = assembly_triangles(a);
    print_message("default scene \"%s\": %d parts, %lld triangles, %zu different meshes\n",
                  a->title, a->part_count, (long long)triangles, loaded[0].trees.count);
    assert_true(a->part_count >= 8);
    assert_true(triangles >= 20000);
    assert_true(triangles <= 80000);                             // software GL must stay fluid
    assert_true((int32_t)loaded[0].trees.count < a->part_count); // equal parts share their mesh
    const char *needed[] = {"Housing", "Input shaft", "Output cover", "Bridge bolt M6 1",
                            "Input bearing front, outer ring"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; ++i)
        assert_true(scene_find_part(&loaded[0].data, needed[i]) >= 0);
    assert_int_equal(scene_find(scenes[1]->name), 1);
    assert_int_equal(scene_find("two-tori"), scene_find("Two tori"));
    assert_true(scene_find("two-tori") >= 0);
    assert_int_equal(scene_find("no such scene"), -1);
}

// Pairs of parts that interfere; *a and *b are the last of them.
static int64_t interferences_now(const LoadedScene *s, int32_t *a, int32_t *b)
{
    AssemblyReport report = {0};
    ContactReport details = {0};
    Error err = {{0}};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    int32_t count = s->data.assembly.part_count;
    if (!assembly_report_update(&report, s->posed, count, &all, NULL, &err) ||
        !contact_report_update(&details, &report, NULL, s->posed, count, &(ContactDesc){0}, NULL,
                               &err))
        fail_msg("%s: %s", s->scene->name, err.text);
    int64_t found = 0;
    for (size_t i = 0; i < details.count; ++i) {
        if (details.pairs[i].state == PAIR_TOUCH)
            continue;
        *a = details.pairs[i].a;
        *b = details.pairs[i].b;
        ++found;
    }
    contact_report_free(&details);
    assembly_report_free(&report);
    return found;
}

static int64_t contacts_now(const LoadedScene *s, int32_t *a, int32_t *b)
{
    *a = *b = 0;
    if (s->scene->flush)
        return interferences_now(s, a, b);
    AssemblyReport report = {0};
    Error err = {{0}};
    if (!assembly_report_update(&report, s->posed, s->data.assembly.part_count, &(QueryDesc){0},
                                NULL, &err))
        fail_msg("%s: %s", s->scene->name, err.text);
    *a = report.count ? report.pairs[0].a : 0;
    *b = report.count ? report.pairs[0].b : 0;
    int64_t count = report.contact_count;
    assembly_report_free(&report);
    return count;
}

static void nothing_touches_at_rest(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        int32_t a, b;
        int64_t count = contacts_now(&loaded[i], &a, &b);
        const Part *parts = loaded[i].data.assembly.parts;
        if (count != 0)
            fail_msg("%s: %lld contacts, among them %s and %s", loaded[i].scene->name,
                     (long long)count, parts[a].name, parts[b].name);
    }
}

static bool boxes_within(const Box3d *a, const Box3d *b, double distance)
{
    for (int k = 0; k < 3; ++k)
        if (a->lo.v[k] > b->hi.v[k] + distance || b->lo.v[k] > a->hi.v[k] + distance)
            return false;
    return true;
}

// The distance of two parts if it is below `within`, else `within`: a leaf operation of our own
// with a bound from the start, since most of the 100 pairs are far apart almost everywhere.
static bool take_smaller(Query *query, NodeLinks a, NodeLinks b)
{
    for (uint32_t i = 0; i < a.count; ++i) {
        for (uint32_t k = 0; k < b.count; ++k) {
            Triangle ta = mesh_triangle(query->a->mesh, query->a->slots[a.first + i]);
            Triangle tb = mesh_triangle(query->b->mesh, query->b->slots[b.first + k]);
            Vec3d on_a, on_b;
            tb = triangle_transformed(&tb, &query->b_to_a);
            query->bound = fmin(query->bound, tri_distance(&ta, &tb, &on_a, &on_b));
        }
    }
    return query->bound > 0;
}

static double distance_within(const PosedPart *a, const PosedPart *b, double within)
{
    Affine world_to_a = affine_identity();
    assert_true(affine_invert(&a->placement, &world_to_a));
    Affine b_to_a = affine_compose(&world_to_a, &b->placement);
    Query query;
    Error err = {{0}};
    if (!query_begin(&query, a->tree, b->tree, &b_to_a, &(QueryDesc){.order = ORDER_BEST_FIRST},
                     take_smaller, NULL, &err))
        fail_msg("%s", err.text);
    assert_true(query.test->can & TEST_BOUND);
    query.bounded = true;
    query.bound = within;
    enum QueryStatus status = query_run(&query, &(Budget){0});
    query_end(&query);
    assert_true(status == QUERY_DONE || (status == QUERY_STOPPED && query.bound == 0));
    return query.bound;
}

static void clearances_at_rest_are_as_promised(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        const LoadedScene *s = &loaded[i];
        if (s->scene->flush)
            continue;
        const Part *parts = s->data.assembly.parts;
        const double within = 0.5;
        double smallest = within;
        int queries = 0, closest[2] = {0};
        for (int32_t a = 0; a < s->data.assembly.part_count; ++a) {
            for (int32_t b = a + 1; b < s->data.assembly.part_count; ++b) {
                Box3d box_a = part_world_bounds(parts[a].mesh, &parts[a].rest);
                Box3d box_b = part_world_bounds(parts[b].mesh, &parts[b].rest);
                if (!boxes_within(&box_a, &box_b, within))
                    continue;
                double distance = distance_within(&s->posed[a], &s->posed[b], within);
                queries++;
                if (distance < PROMISED_CLEARANCE)
                    fail_msg("%s and %s: only %.4f mm apart", parts[a].name, parts[b].name,
                             distance);
                if (distance < smallest) {
                    smallest = distance;
                    closest[0] = a;
                    closest[1] = b;
                }
            }
        }
        assert_true(queries > 0);
        if (smallest < within)
            print_message("%s: %d distances, the smallest %.4f mm (%s, %s)\n", s->scene->name,
                          queries, smallest, parts[closest[0]].name, parts[closest[1]].name);
    }
}

static bool same_placement(const Affine *a, const Affine *b)
{
    double difference = vec3d_distance(a->p, b->p);
    for (int i = 0; i < 9; ++i)
        difference += fabs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]);
    return difference < 1e-9;
}

static void tour_steps_end_as_their_captions_say(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        LoadedScene *s = &loaded[i];
        const SceneData *data = &s->data;
        int contact_steps = 0;
        assert_true(data->tour_count >= 4);
        for (int32_t n = 0; n < data->tour_count; ++n) {
            const TourStep *step = &data->tour[n];
            assert_true(step->seconds > 0 && step->caption[0] != '\0');
            Affine start = scene_tour_placement(data, step, 0);
            assert_true(same_placement(&start, &s->posed[step->part].placement));
            s->posed[step->part].placement = scene_tour_placement(data, step, 1);
            int32_t a, b;
            int64_t count = contacts_now(s, &a, &b);
            const Part *parts = data->assembly.parts;
            if ((count > 0) != step->contact)
                fail_msg("%s, step %d (%s): %lld contacts, among them %s and %s", s->scene->name, n,
                         step->caption, (long long)count, parts[a].name, parts[b].name);
            contact_steps += step->contact;
        }
        assert_true(contact_steps > 0);
        for (int32_t k = 0; k < data->assembly.part_count; ++k)
            assert_true(same_placement(&s->posed[k].placement, &data->assembly.parts[k].rest));
    }
}

// Star-shaped outlines with holes, some of them with points in line: the triangles have the area of
// the polygon and none is turned over.
static void polygons_with_holes_are_triangulated_exactly_once(void **state)
{
    (void)state;
    enum { CASES = 200, MAX = 400 };
    for (uint64_t seed = 0; seed < CASES; ++seed) {
        Rng rng = rng_create(seed);
        Point2 points[MAX];
        int32_t sizes[10], rings = 1 + rng_below(&rng, 7), count = 0, triangles[2 * MAX][3];
        double area = 0;
        for (int32_t r = 0; r < rings; ++r) {
            // The outer ring keeps beyond 60 of the origin; holes lie on a circle and keep apart.
            int32_t n = sizes[r] = 3 + rng_below(&rng, 40) + (r == 0 ? 20 : 0);
            double u = r == 0 ? 0 : 40 * cos(r), v = r == 0 ? 0 : 40 * sin(r), twice = 0;
            bool backwards = rng_below(&rng, 2) == 0;
            for (int32_t i = 0; i < n; ++i) {
                double angle = 6.283185307179586 * (backwards ? n - i : i) / n;
                double radius = r == 0 ? rng_uniform(&rng, 65, 120) : rng_uniform(&rng, 2, 12);
                points[count + i] = (Point2){u + radius * cos(angle), v + radius * sin(angle)};
            }
            for (int32_t i = 0; i < n; ++i) {
                Point2 a = points[count + i], b = points[count + (i + 1) % n];
                twice += a.u * b.v - a.v * b.u;
            }
            area += (r == 0 ? 1 : -1) * fabs(twice) / 2;
            count += n;
        }
        if (!triangulate_polygon(points, sizes, rings, triangles))
            fail_msg("seed %llu: no triangulation", (unsigned long long)seed);
        for (int32_t i = 0; i < count + 2 * (rings - 1) - 2; ++i) {
            Point2 a = points[triangles[i][0]], b = points[triangles[i][1]];
            Point2 c = points[triangles[i][2]];
            double twice = (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
            if (!(twice > 0))
                fail_msg("seed %llu: triangle %d turned over", (unsigned long long)seed, i);
            area -= twice / 2;
        }
        if (fabs(area) > 1e-6)
            fail_msg("seed %llu: area differs by %g", (unsigned long long)seed, area);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_with_holes_are_triangulated_exactly_once),
        cmocka_unit_test(every_part_is_a_sound_solid),
        cmocka_unit_test(source_polygons_are_flat_or_quads),
        cmocka_unit_test(default_scene_is_a_machine_of_some_size),
        cmocka_unit_test(nothing_touches_at_rest),
        cmocka_unit_test(clearances_at_rest_are_as_promised),
        cmocka_unit_test(tour_steps_end_as_their_captions_say),
    };
    return cmocka_run_group_tests(tests, load_scenes, free_scenes);
}
