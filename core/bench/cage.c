#include "core/bench/cage.h"

#include "core/assembly/assembly.h"
#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/query/edge_contacts.h"
#include "core/tree/build/build.h"

static CageBody body_create(Rng *rng, double half)
{
    return (CageBody){.place = rng_in_cube(rng, half),
                      .velocity = vec3d_scale(rng_direction(rng), 0.03 * half),
                      .spin_axis = rng_direction(rng),
                      .spin = rng_uniform(rng, 0.01, 0.05)};
}

CageRun cage_begin(double radius, uint64_t seed)
{
    Rng rng = rng_create(seed);
    CageRun run = {.half = 0.75 * radius};
    for (int k = 0; k < 2; ++k) {
        double corner = k == 0 ? -run.half : run.half;
        run.body[k] = body_create(&rng, run.half);
        run.body[k].place = vec3d(corner, corner, corner);
        run.before[k] = run.apart[k] = run.body[k];
    }
    return run;
}

Affine cage_pose(const CageBody *body)
{
    Affine pose = affine_rotation(body->spin_axis, body->angle);
    pose.p = body->place;
    return pose;
}

double cage_energy(const CageRun *run)
{
    double energy = 0;
    for (int k = 0; k < 2; ++k)
        energy += vec3d_dot(run->body[k].velocity, run->body[k].velocity) +
                  run->half * run->half * run->body[k].spin * run->body[k].spin;
    return energy / 2;
}

static void move_on(CageBody *body, double half)
{
    body->angle += body->spin;
    body->place = vec3d_add(body->place, body->velocity);
    for (int k = 0; k < 3; ++k)
        if (fabs(body->place.v[k]) > half)
            body->velocity.v[k] = -copysign(body->velocity.v[k], body->place.v[k]);
}

// Back to where they were free, with each other's velocities.
static void exchange(CageRun *run)
{
    for (int k = 0; k < 2; ++k) {
        run->body[k] = run->apart[k] = run->before[k];
        run->body[k].velocity = run->before[1 - k].velocity;
        run->body[k].spin = run->before[1 - k].spin;
    }
}

// That did not part them, as when they met by turning: back the way they came.
static void turn_round(CageRun *run)
{
    for (int k = 0; k < 2; ++k) {
        run->body[k] = run->apart[k];
        run->body[k].velocity = vec3d_scale(run->body[k].velocity, -1);
        run->body[k].spin = -run->body[k].spin;
    }
}

bool cage_frame(CageRun *run, const CageBodies *bodies, Affine placed[2], bool *meet, Error *err)
{
    for (int k = 0; k < 2; ++k) {
        run->before[k] = run->body[k];
        move_on(&run->body[k], run->half);
        Affine pose = cage_pose(&run->body[k]);
        placed[k] = affine_compose(&pose, &bodies->rest[k]);
    }
    Affine b_to_a;
    ContactList list = {0};
    bool good =
        placement_between(&placed[0], &placed[1], &b_to_a) &&
        query_contacts(bodies->tree[0], bodies->tree[1], &b_to_a, NULL, NULL, &list, NULL, err);
    *meet = list.count > 0;
    contact_list_free(&list);
    ++run->frames;
    run->caught = *meet ? run->caught + 1 : 0;
    run->meetings += run->caught == 1;
    run->most_caught = run->caught > run->most_caught ? run->caught : run->most_caught;
    if (run->caught == 1)
        exchange(run);
    else if (run->caught > 1)
        turn_round(run);
    return good;
}

bool cage_record(Mesh *mesh, uint64_t seed, Affine *poses, int frames, int *contacts)
{
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    if (!tree)
        return false;
    CageBodies bodies = {{tree, tree}, {affine_identity(), affine_identity()}};
    CageRun run = cage_begin(tree->radius, seed);
    bool ok = true;
    *contacts = 0;
    for (int i = 0; ok && i < frames; ++i) {
        Affine placed[2];
        bool meet;
        ok = cage_frame(&run, &bodies, placed, &meet, NULL) &&
             placement_between(&placed[0], &placed[1], &poses[i]);
        *contacts += meet;
    }
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
