// Welzl's algorithm with the move-to-front rule. The recursion is over the support set, at most
// four points deep; the ball of a support set lies in its affine hull.
#include "core/shape/min_ball.h"

#include <float.h>

enum { MAX_SUPPORT = 4 };

// A ball through some points. How far the first of them is from the centre is known by its square;
// the root is taken where somebody must know it.
typedef struct Through {
    Vec3d centre, first;
    double square; // < 0: no ball
} Through;

static inline Through through(Vec3d centre, Vec3d first)
{
    Vec3d d = vec3d_sub(centre, first);
    return (Through){centre, first, vec3d_dot(d, d)};
}

// The smallest ball with all support points on its surface: centre = s0 + sum lambda_i (s_i - s0)
// with G lambda = diag(G)/2. Points that depend on the others are dropped.
static inline __attribute__((always_inline)) Through ball_of_some(const Vec3d *s, const int n)
{
    Vec3d centre = s[0];
    double g[3][4], largest = 0;
    for (int i = 0; i < n; ++i) {
        Vec3d di = vec3d_sub(s[i + 1], s[0]);
        for (int j = 0; j < n; ++j)
            g[i][j] = vec3d_dot(di, vec3d_sub(s[j + 1], s[0]));
        g[i][3] = g[i][i] / 2;
        largest = g[i][i] > largest ? g[i][i] : largest;
    }
    int column_of[3];
    bool used[3] = {false, false, false};
    for (int c = 0; c < n; ++c) {
        // Full pivoting over the rows; a pivot that vanishes means a dependent point.
        int row = -1;
        for (int r = 0; r < n; ++r)
            if (!used[r] && (row < 0 || fabs(g[r][c]) > fabs(g[row][c])))
                row = r;
        column_of[c] = -1;
        if (row < 0 || fabs(g[row][c]) <= 1e-12 * largest)
            continue;
        used[row] = true;
        column_of[c] = row;
        for (int r = 0; r < n; ++r) {
            if (r == row)
                continue;
            double factor = g[r][c] / g[row][c];
            for (int k = 0; k < 4; ++k)
                if (k < n || k == 3)
                    g[r][k] -= factor * g[row][k];
        }
    }
    for (int c = 0; c < n; ++c)
        if (column_of[c] >= 0)
            centre = vec3d_add_scaled(centre, vec3d_sub(s[c + 1], s[0]),
                                      g[column_of[c]][3] / g[column_of[c]][c]);
    return through(centre, s[0]);
}

// The same for two, where lambda is a half: exactly, unless squares overflow or vanish.
static inline __attribute__((always_inline)) Through ball_of_two(Vec3d a, Vec3d b)
{
    Vec3d d = vec3d_sub(b, a);
    double square = vec3d_dot(d, d);
    if (!(square > 1e-290 && square < 1e290))
        return ball_of_some((const Vec3d[]){a, b}, 1);
    return through(vec3d_add_scaled(a, d, 0.5), a);
}

// With a number that is known, compilers unroll the loops.
static void ball_of_support(const Vec3d *s, int count, Through *ball)
{
    switch (count) {
    case 0:
        ball->square = -1;
        return;
    case 1:
        ball->centre = ball->first = s[0];
        ball->square = 0;
        return;
    case 2:
        *ball = ball_of_two(s[0], s[1]);
        return;
    case 3:
        *ball = ball_of_some(s, 2);
        return;
    default:
        *ball = ball_of_some(s, 3);
    }
}

// Farther from the centre than `most`. Roots are only taken where their rounding could decide: their
// arguments and `most` times itself err by less than 1e-15.
static bool farther(Vec3d centre, Vec3d p, double most)
{
    Vec3d d = vec3d_sub(p, centre);
    double square = vec3d_dot(d, d), limit = most * most;
    if (square < limit * (1 - 1e-14))
        return false;
    return square > limit * (1 + 1e-14) || vec3d_distance(centre, p) > most;
}

// More than 1e-13 of its radius outside of the ball.
static inline bool outside(const Through *ball, Vec3d p)
{
    Vec3d d = vec3d_sub(p, ball->centre);
    double square = vec3d_dot(d, d);
    if (square < ball->square * (1 + 1.8e-13))
        return false;
    return square > ball->square * (1 + 2.2e-13) ||
           farther(ball->centre, p, vec3d_distance(ball->centre, ball->first) * (1 + 1e-13));
}

static inline bool differ(Vec3d p, Vec3d q)
{
    Vec3d d = vec3d_sub(p, q);
    return vec3d_dot(d, d) > 0;
}

static void smallest(Vec3d *points, int32_t count, Vec3d support[MAX_SUPPORT], int supports,
                     Through *ball)
{
    int32_t from = 0;
    if (supports == 1 && count > 0 && differ(support[0], points[0])) {
        *ball = ball_of_two(support[0], points[0]); // as the first turn of the loop would
        from = 1;
    } else {
        ball_of_support(support, supports, ball);
    }
    for (int32_t i = from; supports < MAX_SUPPORT && i < count; ++i) {
        if (!outside(ball, points[i]))
            continue;
        Vec3d p = points[i];
        support[supports] = p;
        smallest(points, i, support, supports + 1, ball);
        for (int32_t k = i; k > 0; --k)
            points[k] = points[k - 1];
        points[0] = p;
    }
}

double ball_radius_of_square(double square)
{
    // Difference, products, sums and root each err by half an ulp: 4 eps covers them.
    return sqrt(square) * (1 + 4 * DBL_EPSILON);
}

double ball_radius_about(Vec3d centre, const Vec3d *points, int32_t count)
{
    double square = 0;
    for (int32_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_sub(points[i], centre);
        double here = vec3d_dot(d, d);
        square = here > square ? here : square;
    }
    return ball_radius_of_square(square);
}

// What smallest() does with three points.
static Through smallest_of_three(const Vec3d p[3])
{
    Through ball = ball_of_two(p[1], p[0]);
    if (!outside(&ball, p[2]))
        return ball;
    ball = ball_of_two(p[2], p[1]);
    if (!outside(&ball, p[0]))
        return ball;
    ball = ball_of_two(p[2], p[0]);
    return outside(&ball, p[1]) ? ball_of_some((const Vec3d[]){p[2], p[0], p[1]}, 2) : ball;
}

Vec3d min_ball_centre(Vec3d *points, int32_t count)
{
    Vec3d support[MAX_SUPPORT];
    if (count == 3 && differ(points[0], points[1]) && differ(points[1], points[2]))
        return smallest_of_three(points).centre;
    Through ball = {.square = -1};
    smallest(points, count, support, 0, &ball);
    return ball.centre;
}

Ball min_ball(Vec3d *points, int32_t count)
{
    Vec3d centre = min_ball_centre(points, count);
    return (Ball){centre, ball_radius_about(centre, points, count)};
}

bool ball_holds(const Ball *ball, Vec3d p)
{
    return !farther(ball->centre, p, ball->radius);
}

void ball_grow(Ball *ball, Vec3d p)
{
    if (ball_holds(ball, p))
        return;
    double d = vec3d_distance(ball->centre, p);
    double radius = (ball->radius + d) / 2;
    ball->centre = vec3d_lerp(ball->centre, p, (d - radius) / d);
    ball->radius = radius;
}
