// Welzl's algorithm with the move-to-front rule. The recursion is over the support set, at most
// four points deep; the ball of a support set lies in its affine hull.
#include "core/shape/min_ball.h"

#include <float.h>

enum { MAX_SUPPORT = 4 };

// The smallest ball with all support points on its surface: centre = s0 + sum lambda_i (s_i - s0)
// with G lambda = diag(G)/2. Points that depend on the others are dropped.
static inline __attribute__((always_inline)) Ball ball_of_some(const Vec3d *s, const int n)
{
    Ball ball = {s[0], 0};
    double g[3][4], largest = 0;
    for (int i = 0; i < n; ++i) {
        Vec3d di = vec3d_sub(s[i + 1], s[0]);
        for (int j = 0; j < n; ++j)
            g[i][j] = vec3d_dot(di, vec3d_sub(s[j + 1], s[0]));
        g[i][3] = g[i][i] / 2;
        largest = fmax(largest, g[i][i]);
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
            ball.centre = vec3d_add_scaled(ball.centre, vec3d_sub(s[c + 1], s[0]),
                                           g[column_of[c]][3] / g[column_of[c]][c]);
    ball.radius = vec3d_distance(ball.centre, s[0]);
    return ball;
}

// The same for two, where lambda is a half: exactly, unless squares overflow or vanish.
static Ball ball_of_two(Vec3d a, Vec3d b)
{
    Vec3d d = vec3d_sub(b, a);
    double square = vec3d_dot(d, d);
    if (!(square > 1e-290 && square < 1e290))
        return ball_of_some((const Vec3d[]){a, b}, 1);
    Vec3d centre = vec3d_add_scaled(a, d, 0.5);
    return (Ball){centre, vec3d_distance(centre, a)};
}

// With a number that is known, compilers unroll the loops.
static Ball ball_of_support(const Vec3d *s, int count)
{
    switch (count) {
    case 0:
        return (Ball){vec3d(0, 0, 0), -1};
    case 1:
        return (Ball){s[0], 0};
    case 2:
        return ball_of_two(s[0], s[1]);
    case 3:
        return ball_of_some(s, 2);
    default:
        return ball_of_some(s, 3);
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

static bool outside(const Ball *ball, Vec3d p)
{
    return ball->radius < 0 || farther(ball->centre, p, ball->radius * (1 + 1e-13));
}

static Ball smallest(Vec3d *points, int32_t count, Vec3d support[MAX_SUPPORT], int supports)
{
    Ball ball = ball_of_support(support, supports);
    if (supports == MAX_SUPPORT)
        return ball;
    for (int32_t i = 0; i < count; ++i) {
        Vec3d p = points[i];
        if (!outside(&ball, p))
            continue;
        support[supports] = p;
        ball = smallest(points, i, support, supports + 1);
        for (int32_t k = i; k > 0; --k)
            points[k] = points[k - 1];
        points[0] = p;
    }
    return ball;
}

double ball_radius_about(Vec3d centre, const Vec3d *points, int32_t count)
{
    double square = 0;
    for (int32_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_sub(points[i], centre);
        double here = vec3d_dot(d, d);
        square = here > square ? here : square;
    }
    // Difference, products, sums and root each err by half an ulp: 4 eps covers them.
    return sqrt(square) * (1 + 4 * DBL_EPSILON);
}

Ball min_ball(Vec3d *points, int32_t count)
{
    Vec3d support[MAX_SUPPORT];
    Ball ball = smallest(points, count, support, 0);
    ball.radius = ball_radius_about(ball.centre, points, count);
    return ball;
}

void ball_grow(Ball *ball, Vec3d p)
{
    if (!farther(ball->centre, p, ball->radius))
        return;
    double d = vec3d_distance(ball->centre, p);
    double radius = (ball->radius + d) / 2;
    ball->centre = vec3d_lerp(ball->centre, p, (d - radius) / d);
    ball->radius = radius;
}
