#include "core/bench/cage.h"

#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/query/edge_contacts.h"
#include "core/tree/build/build.h"

typedef struct Mover {
    Vec3d place, velocity, spin_axis;
    double angle, spin;
} Mover;

static Mover mover_create(Rng *rng, double cage)
{
    return (Mover){.place = rng_in_cube(rng, cage),
                   .velocity = vec3d_scale(rng_direction(rng), 0.03 * cage),
                   .spin_axis = rng_direction(rng),
                   .spin = rng_uniform(rng, 0.01, 0.05)};
}

static Affine mover_pose(const Mover *m)
{
    Affine pose = affine_rotation(m->spin_axis, m->angle);
    pose.p = m->place;
    return pose;
}

static void mover_step(Mover *m, double cage)
{
    m->angle += m->spin;
    m->place = vec3d_add(m->place, m->velocity);
    for (int k = 0; k < 3; ++k)
        if (fabs(m->place.v[k]) > cage)
            m->velocity.v[k] = -copysign(m->velocity.v[k], m->place.v[k]);
}

static void turn_round(Mover *m)
{
    m->velocity = vec3d_scale(m->velocity, -1);
    m->spin = -m->spin;
}

bool cage_record(Mesh *mesh, uint64_t seed, Affine *poses, int frames, int *contacts)
{
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    if (!tree)
        return false;
    Rng rng = rng_create(seed);
    // A cage 1.75 times as large as an object, of which the centres have three quarters of a radius
    // to each side. They start in opposite corners.
    double cage = 0.75 * tree->radius;
    Mover a = mover_create(&rng, cage), b = mover_create(&rng, cage);
    a.place = vec3d(-cage, -cage, -cage);
    b.place = vec3d(cage, cage, cage);
    Mover a_free = a, b_free = b;
    ContactList list = {0};
    bool ok = true;
    int caught = 0;
    *contacts = 0;
    for (int i = 0; ok && i < frames; ++i) {
        Mover a_before = a, b_before = b;
        mover_step(&a, cage);
        mover_step(&b, cage);
        Affine pose_a = mover_pose(&a), pose_b = mover_pose(&b), a_inverse;
        ok = affine_invert(&pose_a, &a_inverse);
        poses[i] = affine_compose(&a_inverse, &pose_b);
        ok = ok && query_contacts(tree, tree, &poses[i], NULL, NULL, &list, NULL, NULL);
        *contacts += list.count > 0;
        caught = list.count > 0 ? caught + 1 : 0;
        if (caught == 1) { // back to where they were free, with each other's velocities
            a = a_before;
            b = b_before;
            a.velocity = b_before.velocity;
            b.velocity = a_before.velocity;
            a.spin = b_before.spin;
            b.spin = a_before.spin;
            a_free = a_before;
            b_free = b_before;
        } else if (caught > 1) { // that did not part them, as when they met by turning: back the
            a = a_free;          // way they came
            b = b_free;
            turn_round(&a);
            turn_round(&b);
        }
    }
    contact_list_free(&list);
    bvh_release(tree);
    return ok;
}

bool cage_simple_ms(const Mesh *mesh, const Affine *poses, int frames, int every, int rounds,
                    unsigned without, double *ms)
{
    SimpleDesc desc = {.without = without};
    ContactList list = {0};
    bool ok = true;
    *ms = INFINITY;
    for (int round = 0; ok && round < rounds; ++round) {
        double start = clock_cpu_seconds();
        for (int i = 0; ok && i < frames; i += every)
            ok = simple_edge_contacts(mesh, mesh, &poses[i], &desc, &list, NULL, NULL);
        *ms = fmin(*ms, 1e3 * every * (clock_cpu_seconds() - start) / frames);
    }
    contact_list_free(&list);
    return ok;
}
