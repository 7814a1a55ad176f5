#include "core/tests/tri_cases.h"

const char *const tri_case_names[TRI_CASE_COUNT] = {
#define X(name) #name,
    TRI_CASE_LIST(X)
#undef X
};

static Triangle random_triangle(Rng *rng, double half)
{
    Vec3d p = rng_in_cube(rng, half), q = rng_in_cube(rng, half), r = rng_in_cube(rng, half);
    return (Triangle){{p, q, r}};
}

static Vec3d lattice_point(Rng *rng, int32_t count)
{
    double x = rng_below(rng, count), y = rng_below(rng, count), z = rng_below(rng, count);
    return vec3d(x, y, z);
}

static Triangle lattice_triangle(Rng *rng, int32_t count)
{
    Vec3d p = lattice_point(rng, count), q = lattice_point(rng, count);
    return (Triangle){{p, q, lattice_point(rng, count)}};
}

static void transform_pair(TriPair *pair, const Affine *to)
{
    pair->a = triangle_transformed(&pair->a, to);
    pair->b = triangle_transformed(&pair->b, to);
}

// Points of the triangle with few bits in the weights: with lattice corners they lie exactly on it.
static Vec3d dyadic_point(Rng *rng, const Triangle *t, bool on_edge)
{
    int32_t i = on_edge ? 0 : rng_below(rng, 9);
    int32_t j = rng_below(rng, 9 - i);
    Vec3d p = vec3d_scale(t->p[0], i / 8.0);
    p = vec3d_add_scaled(p, t->p[1], j / 8.0);
    return vec3d_add_scaled(p, t->p[2], (8 - i - j) / 8.0);
}

static Triangle any_triangle(Rng *rng)
{
    return rng_below(rng, 2) ? lattice_triangle(rng, 5) : random_triangle(rng, 2);
}

static TriPair touching(Rng *rng)
{
    TriPair pair;
    pair.a = any_triangle(rng);
    pair.b = any_triangle(rng);
    int32_t corners = 1 + rng_below(rng, 2);
    for (int32_t k = 0; k < corners; ++k)
        pair.b.p[k] = dyadic_point(rng, &pair.a, rng_below(rng, 2) == 0);
    if (rng_below(rng, 3) == 0) {
        // An edge of b through a point of a, so that edges cross or the point is pierced.
        Vec3d through = dyadic_point(rng, &pair.a, rng_below(rng, 2) == 0);
        Vec3d d = vec3d_sub(through, pair.b.p[1]);
        pair.b.p[0] = vec3d_add_scaled(through, d, 0.25 * (1 + rng_below(rng, 4)));
    }
    return pair;
}

static TriPair coplanar_axis(Rng *rng)
{
    TriPair pair = {any_triangle(rng), any_triangle(rng)};
    int axis = rng_below(rng, 3);
    double level = rng_below(rng, 2) ? rng_below(rng, 3) : rng_uniform(rng, -1, 1);
    for (int i = 0; i < 3; ++i) {
        pair.a.p[i].v[axis] = level;
        pair.b.p[i].v[axis] = level;
    }
    if (rng_below(rng, 4) == 0)
        pair.b.p[0].v[axis] += rng_uniform(rng, -1, 1);
    return pair;
}

static TriPair coplanar_rotated(Rng *rng)
{
    TriPair pair = coplanar_axis(rng);
    Affine turn = rng_rotation(rng);
    if (rng_below(rng, 2))
        turn.p = rng_in_cube(rng, 10);
    transform_pair(&pair, &turn);
    return pair;
}

static void nudge(Rng *rng, Triangle *t, int32_t one_in)
{
    for (int i = 0; i < 9; ++i) {
        if (rng_below(rng, one_in))
            continue;
        double *x = &t->p[i / 3].v[i % 3];
        // Zero stays: its neighbour is outside of the range of the predicates.
        if (*x != 0)
            *x = nextafter(*x, rng_below(rng, 2) ? INFINITY : -INFINITY);
    }
}

static TriPair lattice_sheared(Rng *rng)
{
    TriPair pair = {lattice_triangle(rng, 4), lattice_triangle(rng, 4)};
    Affine shear = affine_identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            shear.m[i][j] = rng_below(rng, 201) - 100;
    shear.p = vec3d(rng_below(rng, 1000), rng_below(rng, 1000), rng_below(rng, 1000));
    transform_pair(&pair, &shear);
    return pair;
}

static Triangle needle(Rng *rng)
{
    Vec3d p = rng_in_cube(rng, 1), q = rng_in_cube(rng, 1);
    double width = ldexp(1, -rng_below(rng, 50));
    Vec3d r = vec3d_lerp(p, q, rng_uniform(rng, -0.2, 1.2));
    return (Triangle){{p, q, vec3d_add_scaled(r, rng_direction(rng), width)}};
}

static TriPair sliver(Rng *rng)
{
    TriPair pair = {needle(rng), rng_below(rng, 2) ? needle(rng) : random_triangle(rng, 1)};
    if (rng_below(rng, 2)) {
        // Brought together, since needles miss each other.
        Vec3d move = vec3d_sub(vec3d_lerp(pair.a.p[0], pair.a.p[1], rng_unit(rng)),
                               vec3d_lerp(pair.b.p[0], pair.b.p[1], rng_unit(rng)));
        for (int i = 0; i < 3; ++i)
            pair.b.p[i] = vec3d_add(pair.b.p[i], move);
    }
    return pair;
}

static TriPair magnitudes(Rng *rng)
{
    TriPair pair = {random_triangle(rng, 1), random_triangle(rng, 1e-6)};
    Vec3d at = dyadic_point(rng, &pair.a, rng_below(rng, 2) == 0);
    for (int i = 0; i < 3; ++i)
        pair.b.p[i] = vec3d_add(pair.b.p[i], at);
    if (rng_below(rng, 3) == 0) {
        pair = rng_below(rng, 2) ? touching(rng) : coplanar_axis(rng);
        Affine away = affine_translation(rng_in_cube(rng, 1e6));
        transform_pair(&pair, &away);
    }
    return pair;
}

static Triangle collapsed_triangle(Rng *rng)
{
    Triangle t = any_triangle(rng);
    switch (rng_below(rng, 4)) {
    case 0:
        t.p[1] = t.p[2] = t.p[0];
        break;
    case 1:
        t.p[2] = t.p[rng_below(rng, 2)];
        break;
    default: // exact on the lattice, else up to rounding
        t.p[2] = vec3d_lerp(t.p[0], t.p[1], 0.25 * (rng_below(rng, 11) - 3));
    }
    return t;
}

static TriPair collapsed(Rng *rng)
{
    TriPair pair = {any_triangle(rng), collapsed_triangle(rng)};
    if (rng_below(rng, 2))
        pair.a = rng_below(rng, 2) ? collapsed_triangle(rng) : lattice_triangle(rng, 3);
    if (rng_below(rng, 2)) {
        Vec3d p = dyadic_point(rng, &pair.a, rng_below(rng, 2) == 0);
        Vec3d q = rng_below(rng, 2) ? pair.b.p[0] : dyadic_point(rng, &pair.a, false);
        if (rng_below(rng, 2))
            q = vec3d_add(p, vec3d_sub(p, q));
        pair.b = (Triangle){{p, q, vec3d_lerp(p, q, 0.25 * (rng_below(rng, 11) - 3))}};
    }
    if (rng_below(rng, 3) == 0) {
        int axis = rng_below(rng, 3);
        for (int i = 0; i < 3; ++i)
            pair.a.p[i].v[axis] = pair.b.p[i].v[axis] = 1;
    }
    return pair;
}

// Scaled by powers of two, so that every special position survives.
static TriPair huge_and_tiny(Rng *rng)
{
    TriPair pair = rng_below(rng, 2) ? touching(rng) : coplanar_rotated(rng);
    double scale = rng_below(rng, 2) ? ldexp(1, 150) : ldexp(1, -130);
    Affine to = {.m = {{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
    transform_pair(&pair, &to);
    return pair;
}

static TriPair make(enum TriCase kind, Rng *rng)
{
    TriPair pair;
    switch (kind) {
    case TRI_CASE_lattice:
        pair = (TriPair){lattice_triangle(rng, 4), lattice_triangle(rng, 4)};
        break;
    case TRI_CASE_lattice_sheared:
        return lattice_sheared(rng);
    case TRI_CASE_shared_corner:
        pair = (TriPair){any_triangle(rng), any_triangle(rng)};
        pair.b.p[0] = pair.a.p[rng_below(rng, 3)];
        break;
    case TRI_CASE_shared_edge:
        pair = (TriPair){any_triangle(rng), any_triangle(rng)};
        pair.b.p[0] = pair.a.p[0];
        pair.b.p[1] = pair.a.p[1];
        break;
    case TRI_CASE_touching:
        return touching(rng);
    case TRI_CASE_one_ulp:
        pair = rng_below(rng, 2) ? touching(rng) : coplanar_axis(rng);
        nudge(rng, &pair.a, 4);
        nudge(rng, &pair.b, 4);
        break;
    case TRI_CASE_coplanar_axis:
        return coplanar_axis(rng);
    case TRI_CASE_coplanar_rotated:
        return coplanar_rotated(rng);
    case TRI_CASE_sliver:
        return sliver(rng);
    case TRI_CASE_magnitudes:
        return magnitudes(rng);
    case TRI_CASE_collapsed:
        return collapsed(rng);
    case TRI_CASE_huge_and_tiny:
        return huge_and_tiny(rng);
    default:
        pair = (TriPair){random_triangle(rng, 1), random_triangle(rng, 1)};
    }
    return pair;
}

static void shuffle(Rng *rng, Triangle *t)
{
    for (int i = 2; i > 0; --i) {
        int j = rng_below(rng, i + 1);
        Vec3d p = t->p[i];
        t->p[i] = t->p[j];
        t->p[j] = p;
    }
}

// Rounding residues such as 1e-17 are wanted, but not what is left below the range of the
// predicates when they are scaled down.
static void drop_tiny(Triangle *t)
{
    for (int i = 0; i < 9; ++i)
        if (fabs(t->p[i / 3].v[i % 3]) < 0x1p-200)
            t->p[i / 3].v[i % 3] = 0;
}

TriPair tri_case_make(enum TriCase kind, uint64_t number)
{
    Rng rng = rng_create(number * TRI_CASE_COUNT + (uint64_t)kind);
    TriPair pair = make(kind, &rng);
    shuffle(&rng, &pair.a);
    shuffle(&rng, &pair.b);
    drop_tiny(&pair.a);
    drop_tiny(&pair.b);
    if (rng_below(&rng, 2))
        return (TriPair){pair.b, pair.a};
    return pair;
}
