#include "core/bench/larsson_scenes.h"

#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { FRAMES = 500, CLOSE_FIRST = 244, CLOSE_FRAMES = 13 };
enum { HORSE_TRIANGLES = 96966, HAND_TRIANGLES = 654666 };
static const double SPEED_A = 0.010, SPEED_B = 0.013; // radians per frame

#define LARSSON_KIND(type, split)                                                                  \
    {                                                                                              \
        &(type), &(split), {.mode = QUERY_ALL, .rule = DESCEND_radius}, NULL, 0                    \
    }
const MotionKind larsson_kinds[LARSSON_KINDS] = {
    LARSSON_KIND(bv_obb, split_obb_mean),
    LARSSON_KIND(bv_slabcutball, split_scb),
    LARSSON_KIND(bv_sphere, split_scb),
};
#undef LARSSON_KIND

const LarssonPublished larsson_published[LARSSON_SCENES] = {
    [SPHERES_L1] = {{13350, 21412, 99733, 1135, 2112, 10585},
                    {13400, 19800, 98800, 1186, 1970, 10600},
                    2.4,
                    1.5,
                    {4.9, 3.3, 8.0}},
    [SPHERES_L2] = {{24835, 42295, 200235, 2240, 4419, 20776},
                    {24800, 39600, 194000, NAN, NAN, NAN},
                    2.5,
                    1.4,
                    {9.2, 6.5, 16.4}},
    [CLOSE_L1] =
        {{NAN, NAN, NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN, NAN, NAN}, 29.7, 1.7, {0, 0, 0}},
    [CLOSE_L2] =
        {{NAN, NAN, NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN, NAN, NAN}, 38.6, 1.7, {0, 0, 0}},
    [KNOTS_L1] = {{8731, 13005, 68543, 0, 63, 15503},
                  {NAN, NAN, NAN, 0, NAN, NAN},
                  5.4,
                  1.7,
                  {3.0, 1.8, 9.7}},
    [KNOTS_L2] = {{9047, 14189, 121316, 0, 53, 31703},
                  {NAN, NAN, NAN, 0, NAN, NAN},
                  7.4,
                  1.4,
                  {2.4, 1.7, 12.5}},
    [KNOTS_L3] = {{9365, 14367, 175479, 0, 33, 49840},
                  {NAN, NAN, NAN, 0, NAN, NAN},
                  10.2,
                  1.4,
                  {2.5, 1.8, 18.4}},
    [HORSES] = {{23200, 39469, 93193, 1748, 4773, 12709},
                {NAN, NAN, NAN, NAN, NAN, NAN},
                1.5,
                1.4,
                {8.4, 5.8, 8.6}},
    [HANDS] = {{239346, 387257, 1028875, 17522, 53083, 161923},
               {NAN, NAN, NAN, NAN, NAN, NAN},
               1.6,
               1.3,
               {83.2, 62.1, 101.4}},
};

// Turns the mesh itself, so that no tree profits from its axes; the map takes the turned one back.
static Affine rotate_mesh(Mesh *mesh, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Affine turn = rng_rotation(&rng), back;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply_vector(&turn, mesh->vertices[i]);
    ++mesh->version;
    affine_invert(&turn, &back);
    return back;
}

static Affine relative(const LarssonScene *scene, const Affine *a, const Affine *b)
{
    Affine turned_a = affine_compose(a, &scene->a_back);
    Affine turned_b = affine_compose(b, &scene->b_back), inverse;
    affine_invert(&turned_a, &inverse);
    return affine_compose(&inverse, &turned_b);
}

static Affine identity(void)
{
    return affine_rotation(vec3d(1, 0, 0), 0);
}

// Centres at -1 and 1, equal steps towards and through each other: coincident in frame 250.
static Affine spheres_in(const LarssonScene *scene, int frame)
{
    Affine a = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), SPEED_A * frame);
    Affine b = affine_rotation(vec3d_normalised(vec3d(3, -1, 2)), SPEED_B * frame);
    a.p.x = -1 + frame / 250.0;
    b.p.x = 1 - frame / 250.0;
    return relative(scene, &a, &b);
}

static Affine spheres_at(const void *user, int frame)
{
    const LarssonScene *scene = user;
    return spheres_in(scene, scene->every * frame);
}

static Affine close_spheres_at(const void *user, int frame)
{
    const LarssonScene *scene = user;
    return spheres_in(scene, CLOSE_FIRST + scene->every * frame);
}

// They turn together, so the relative pose never changes; it is rounded anew all the same.
static Affine knots_at(const void *user, int frame)
{
    const LarssonScene *scene = user;
    Affine a = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), SPEED_A * scene->every * frame);
    Affine sixth = affine_rotation(vec3d(0, 1, 0), PI / 3);
    Affine b = affine_compose(&a, &sixth);
    return relative(scene, &a, &b);
}

static Affine euler(double angle)
{
    Affine x = affine_rotation(vec3d(1, 0, 0), 0.011 * angle);
    Affine y = affine_rotation(vec3d(0, 1, 0), 0.013 * angle);
    Affine z = affine_rotation(vec3d(0, 0, 1), 0.017 * angle);
    Affine zy = affine_compose(&z, &y);
    return affine_compose(&zy, &x);
}

static Affine horses_at(const void *user, int frame)
{
    const LarssonScene *scene = user;
    frame *= scene->every;
    Affine a = euler(frame), b = euler(-frame);
    b.p.x = 0.3 + 2.2 * frame / FRAMES;
    return relative(scene, &a, &b);
}

static Affine hands_at(const void *user, int frame)
{
    const LarssonScene *scene = user;
    Affine a = identity(), b = affine_rotation(vec3d(0, 1, 0), 0.5);
    b.p.y = 4 - 8.0 * scene->every * frame / FRAMES;
    return relative(scene, &a, &b);
}

static Mesh *knot(int around, int level)
{
    static const int points[] = {12, 14, 16}, rings[] = {3, 5, 7};
    // The centre lines come as near as 0.89, so tubes of 0.42 leave a gap of about 0.06 all along.
    return shape_knot(2, 3, 2, 0.8, 0.42, around * rings[level], points[level]);
}

const char *const larsson_scene_names[LARSSON_SCENES] = {
    [SPHERES_L1] = "Spheres-L1",        [SPHERES_L2] = "Spheres-L2",
    [CLOSE_L1] = "Spheres-L1 close",    [CLOSE_L2] = "Spheres-L2 close",
    [KNOTS_L1] = "Knots-L1 (stand-in)", [KNOTS_L2] = "Knots-L2 (stand-in)",
    [KNOTS_L3] = "Knots-L3 (stand-in)", [HORSES] = "Horses (stand-in)",
    [HANDS] = "Hands (stand-in)"};

void larsson_scene_create(LarssonScene *scene, enum LarssonSceneId id, int every, uint64_t seed)
{
    bool close = id == CLOSE_L1 || id == CLOSE_L2;
    *scene = (LarssonScene){.every = every,
                            .motion = {.scene = larsson_scene_names[id],
                                       .frames = (close ? CLOSE_FRAMES : FRAMES) / every,
                                       .rounds = 2,
                                       .b_to_a = close           ? close_spheres_at
                                                 : id < KNOTS_L1 ? spheres_at
                                                 : id < HORSES   ? knots_at
                                                 : id == HORSES  ? horses_at
                                                                 : hands_at}};
    Motion *m = &scene->motion;
    if (id < KNOTS_L1) {
        int level = id == SPHERES_L1 || id == CLOSE_L1 ? 5 : 6;
        m->a = shape_ico_sphere(0.95, level);
        m->b = shape_ico_sphere(1, level);
    } else if (id < HORSES) {
        m->a = knot(49, (int)id - KNOTS_L1);
        m->b = knot(51, (int)id - KNOTS_L1);
    } else {
        m->a = id == HORSES ? shape_blob(HORSE_TRIANGLES, 6, 1.2, 0.25, 4)
                            : shape_blob(HAND_TRIANGLES, 6, 1.8, 0.2, 5);
        m->b = m->a ? mesh_retain(m->a) : NULL;
    }
    m->user = scene;
    if (!m->a || !m->b)
        return;
    scene->a_back = rotate_mesh(m->a, seed);
    scene->b_back = m->a == m->b ? scene->a_back : rotate_mesh(m->b, seed + 1);
}

void larsson_scene_free(LarssonScene *scene)
{
    mesh_release(scene->motion.a);
    mesh_release(scene->motion.b);
    scene->motion.a = scene->motion.b = NULL;
}
