// What it costs to say what contacts mean: listing them beside the stage that finds depths, places
// and curves, on spheres, knots and tori that run into each other, and on a ring that lies half in
// a block: there a whole circle is equally deep, which takes the most samples. Best of three.
#include "core/bench/bench.h"
#include "core/bench/run.h"

#include "core/base/clock.h"
#include "core/meaning/contact.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

typedef struct Case {
    const char *name;
    Mesh *a, *b;
    Affine b_to_a;
} Case;

static bool measure(FILE *out, const Case *c)
{
    Bvh *a = bvh_build(c->a, NULL, NULL, NULL), *b = bvh_build(c->b, NULL, NULL, NULL);
    bool ok = a && b;
    PosedPart parts[2] = {{a, affine_identity(), true, true}, {b, c->b_to_a, true, true}};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    double list_ms = INFINITY, depth_ms = INFINITY, first_ms = 0;
    ContactList contacts = {0};
    ContactDetail detail = {0};
    SolidCache solids = {0};
    for (int round = 0; ok && round < 3; ++round) {
        double start = clock_cpu_seconds();
        ok = query_contacts(a, b, &c->b_to_a, &all, NULL, &contacts, NULL, NULL);
        double listed = clock_cpu_seconds();
        contact_detail_free(&detail);
        ok = ok && contact_examine(&parts[0], &parts[1], &contacts, &(ContactDesc){0}, &solids,
                                   NULL, &detail, NULL);
        double ms = 1e3 * (clock_cpu_seconds() - listed);
        first_ms = round == 0 ? ms : first_ms;
        list_ms = fmin(list_ms, 1e3 * (listed - start));
        depth_ms = fmin(depth_ms, ms);
    }
    if (ok)
        fprintf(out, "%s,%d,%zu,%.3f,%.3f,%.3f,%.5f,%.5f,%zu,%zu\n", c->name,
                c->a->triangle_count + c->b->triangle_count, contacts.count, list_ms, first_ms,
                depth_ms, detail.depth, detail.depth_error, detail.cluster_count,
                detail.curve_count);
    contact_detail_free(&detail);
    contact_list_free(&contacts);
    solid_cache_free(&solids);
    bvh_release(a);
    bvh_release(b);
    return ok;
}

bool bench_contact(FILE *out)
{
    Affine turned = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    turned.p = vec3d(0.9, 0.1, 0.2);
    Case cases[] = {
        {"spheres 20k deep", shape_ico_sphere(1, 5), shape_ico_sphere(1, 5),
         affine_translation(vec3d(1.2, 0.3, 0.1))},
        {"spheres 20k shallow", shape_ico_sphere(1, 5), shape_ico_sphere(1, 5),
         affine_translation(vec3d(1.98, 0.1, 0.05))},
        {"knots 11k", shape_knot(2, 3, 1, 0.4, 0.15, 343, 16),
         shape_knot(2, 3, 1, 0.4, 0.15, 343, 16), turned},
        {"tori 10k", shape_torus(1, 0.3, 100, 50), shape_torus(1, 0.3, 100, 50), turned},
        {"ring in block", shape_torus(1, 0.3, 96, 32), shape_box(vec3d(4, 2, 4)),
         affine_translation(vec3d(0, -1, 0))},
    };
    bool ok = true;
    fprintf(out, "case,triangles,contacts,list_ms,first_ms,depth_ms,depth,error,places,curves\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        bench_went_on((double)i / (sizeof cases / sizeof *cases));
        ok = ok && cases[i].a && cases[i].b && measure(out, &cases[i]);
        fflush(out);
        mesh_release(cases[i].a);
        mesh_release(cases[i].b);
    }
    return ok;
}
