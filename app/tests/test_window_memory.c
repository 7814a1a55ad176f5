// How many bytes a large mesh takes in the viewer, per triangle: at most while it is opened, and once
// it is there, drawn and judged. Counted, not timed. Graphics memory counts with a software driver,
// which takes it from the C library.
#include "app/tests/memory_count.h"

#include "app/actions/list.h"
#include "app/draw/scene_draw.h"
#include "app/io/file.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/topology.h"
#include "core/tree/bv/variants.h"

#include <EGL/egl.h>
#include <stdio.h>
#include <unistd.h>

enum {
    WIDTH = 320,
    HEIGHT = 240,
    // Of each of two rings; so many that what every program takes does not count.
    AROUND = 240,
    ACROSS = 160,
    TRIANGLES = 2 * 2 * AROUND * ACROSS
};

typedef struct Stand {
    App app;
    Offscreen *offscreen;
    SceneDraw *scene;
} Stand;

static bool egl_is_there(void)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return extensions && strstr(extensions, "EGL_MESA_platform_surfaceless");
}

// A binary STL file, whose corners have to be found to be the same ones.
static void write_ring(const char *path, double shift)
{
    Mesh *ring = shape_torus(3, 1, AROUND, ACROSS);
    assert_non_null(ring);
    size_t size = 84 + 50 * (size_t)ring->triangle_count;
    char *bytes = calloc(1, size);
    assert_non_null(bytes);
    memcpy(bytes + 80, &ring->triangle_count, 4);
    for (int32_t i = 0; i < ring->triangle_count; ++i) {
        Triangle t = mesh_triangle(ring, i);
        for (int c = 0; c < 3; ++c) {
            Vec3 p = vec3_from(vec3d_add(t.p[c], vec3d(shift, 0, 0)));
            memcpy(bytes + 84 + 50 * (size_t)i + 12 + 12 * (size_t)c, &p, sizeof p);
        }
    }
    Error err = {""};
    if (!file_write_atomic(path, bytes, size, &err))
        fail_msg("%s", err.text);
    free(bytes);
    mesh_release(ring);
}

// Everything but pixels: while software makes them, triangles on their way take memory of their own,
// which is as much for any mesh.
static void prepare_frame(Stand *s)
{
    DrawScene drawn;
    stages_update(&s->app, 0);
    stages_wait(&s->app);
    stages_update(&s->app, 0);
    scene_draw_take(s->scene, &s->app);
    scene_draw_update(s->scene, &s->app, &s->app.contacts, NO_PART, 1, &drawn);
    offscreen_finish();
}

static void print_parts(const App *app)
{
    double mesh = 0, topology = 0, trees = 0, rays = 0, drawn = 0;
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        const Mesh *m = app->assembly.parts[i].mesh;
        const RenderMesh none = {0}, *r = app->parts[i].drawn;
        drawn += (double)r->outline_count * sizeof *r->outline;
        if (!render_mesh_has_arrays(r))
            r = &none;
        mesh += (double)m->vertex_count * sizeof *m->vertices +
                (double)m->triangle_count * (sizeof *m->triangles + sizeof *m->polygon_of);
        topology += (double)topology_bytes(m->topology, m);
        trees += (double)bvh_bytes(app->parts[i].tree);
        rays += (double)bvh_bytes(app->parts[i].rays);
        drawn +=
            (double)(r->vertex_count * sizeof *r->vertices + r->index_count * sizeof *r->indices +
                     r->point_count * sizeof *r->points + 2 * r->edge_count * sizeof *r->edges);
    }
    printf("  of them mesh %.1f, topology %.1f, trees %.1f, of rays %.1f, drawn %.1f\n",
           mesh / TRIANGLES, topology / TRIANGLES, trees / TRIANGLES, rays / TRIANGLES,
           drawn / TRIANGLES);
}

// Targets in bytes per triangle.
static void measure(const BvType *kind, double most_kept, double most_ever)
{
    if (!egl_is_there())
        skip();
    Stand s = {0};
    Error err = {""};
    char folder[] = "/tmp/snug-memory-XXXXXX", paths[2][64];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; ++i) {
        snprintf(paths[i], sizeof paths[i], "%s/ring%d.stl", folder, i);
        write_ring(paths[i], 0.4 * i);
    }
    fixture_open(&s.app);
    BvhDesc desc = {.type = kind};
    s.app.document.build = bvh_desc_filled(&desc);
    s.offscreen = offscreen_create(WIDTH, HEIGHT, &err);
    if (!s.offscreen)
        fail_msg("%s", err.text);
    s.scene = scene_draw_create();
    prepare_frame(&s);
    memory_count_from_here();
    double before = (double)memory_now;
    stages_open(&s.app, paths[0], NULL);
    stages_merge(&s.app, paths[1], NULL);
    stages_wait(&s.app);
    double opening = ((double)memory_most - before) / TRIANGLES;
    double opened = ((double)memory_now - before) / TRIANGLES;
    prepare_frame(&s);
    assert_int_equal(s.app.assembly.part_count, 2);
    assert_int_equal(assembly_triangles(&s.app.assembly), TRIANGLES);
    assert_true(s.app.fit.count > 0 && s.app.parts[0].tree->type == kind);
    double kept = ((double)memory_now - before) / TRIANGLES;
    double most = ((double)memory_most - before) / TRIANGLES;
    printf("%s: %.1f bytes per triangle are kept, %.1f before it was drawn; at most it had %.1f, "
           "%.1f while opening\n",
           kind->name, kept, opened, most, opening);
    print_parts(&s.app);
    assert_true(kept <= most_kept && most <= most_ever);
    scene_draw_destroy(s.scene);
    offscreen_destroy(s.offscreen);
    app_free(&s.app);
    for (int i = 0; i < 2; ++i)
        unlink(paths[i]);
    rmdir(folder);
}

// By itself less than 250; but what is at work at the same time is a matter of threads.
enum { MOST_EVER = 290 };

static void large_meshes_with_boxes(void **state)
{
    (void)state;
    measure(&bv_aabb, 250, MOST_EVER);
}

static void large_meshes_with_blocks(void **state)
{
    (void)state;
    measure(&bv_obb_blocks, 250, MOST_EVER);
}

int main(void)
{
    memory_count_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_meshes_with_boxes),
        cmocka_unit_test(large_meshes_with_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
