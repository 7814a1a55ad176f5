#include "app/document/pose.h"

#include "app/document/rotation.h"
#include "core/base/decimal.h"

#include <math.h>
#include <string.h>

static Vec3d column(const Affine *t, int k)
{
    return vec3d(t->m[0][k], t->m[1][k], t->m[2][k]);
}

static void set_column(Affine *t, int k, Vec3d v)
{
    for (int i = 0; i < 3; ++i)
        t->m[i][k] = v.v[i];
}

Pose pose_from(const Affine *placement)
{
    Pose pose = {.position = placement->p, .rotation = affine_identity()};
    for (int k = 0; k < 3; ++k)
        pose.scale.v[k] = affine_axis_scale(placement, k);
    Vec3d x = vec3d_normalised(column(placement, 0)), y = column(placement, 1);
    y = vec3d_normalised(vec3d_add_scaled(y, x, -vec3d_dot(x, y)));
    Vec3d z = vec3d_cross(x, y);
    if (affine_determinant(placement) < 0)
        pose.scale.z = -pose.scale.z;
    if (vec3d_length(z) > 0.5) { // else it is no placement
        set_column(&pose.rotation, 0, x);
        set_column(&pose.rotation, 1, y);
        set_column(&pose.rotation, 2, z);
    }
    return pose;
}

Affine pose_affine(const Pose *pose)
{
    Affine placement = pose->rotation;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            placement.m[i][k] *= pose->scale.v[k];
    placement.p = pose->position;
    return placement;
}

// Without -0, which nobody wants to read.
static double tidy(double value)
{
    return value + 0.0;
}

Vec3d pose_angles(const Pose *pose)
{
    const double(*m)[3] = pose->rotation.m;
    double level = hypot(m[0][0], m[1][0]); // cosine of the angle about y
    double x = atan2(m[2][1], m[2][2]), y = atan2(-m[2][0], level), z = atan2(m[1][0], m[0][0]);
    if (level < 1e-12) { // x and z turn about the same axis: all of it goes to z
        x = 0;
        z = atan2(-m[0][1], m[1][1]);
    }
    return vec3d(tidy(x * DEGREES_PER_RADIAN), tidy(y * DEGREES_PER_RADIAN),
                 tidy(z * DEGREES_PER_RADIAN));
}

void pose_set_angles(Pose *pose, Vec3d degrees)
{
    Affine x = rotation_degrees(vec3d(1, 0, 0), degrees.x);
    Affine y = rotation_degrees(vec3d(0, 1, 0), degrees.y);
    Affine z = rotation_degrees(vec3d(0, 0, 1), degrees.z);
    x = affine_compose(&y, &x);
    pose->rotation = affine_compose(&z, &x);
}

// Shepperd 1978: divides by the largest of the four, so nothing is lost near half turns.
void pose_quaternion(const Pose *pose, double q[4])
{
    const double(*m)[3] = pose->rotation.m;
    double trace = m[0][0] + m[1][1] + m[2][2];
    double squares[4] = {1 + trace, 1 + 2 * m[0][0] - trace, 1 + 2 * m[1][1] - trace,
                         1 + 2 * m[2][2] - trace};
    int largest = 0;
    for (int i = 1; i < 4; ++i)
        if (squares[i] > squares[largest])
            largest = i;
    double f = 0.5 / sqrt(squares[largest]);
    double xy = m[0][1] + m[1][0], yz = m[1][2] + m[2][1], zx = m[2][0] + m[0][2];
    double wx = m[2][1] - m[1][2], wy = m[0][2] - m[2][0], wz = m[1][0] - m[0][1];
    const double rows[4][4] = {{squares[0], wx, wy, wz},
                               {wx, squares[1], xy, zx},
                               {wy, xy, squares[2], yz},
                               {wz, zx, yz, squares[3]}};
    double length = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = rows[largest][i] * f;
        length += q[i] * q[i];
    }
    length = q[0] < 0 ? -sqrt(length) : sqrt(length);
    for (int i = 0; i < 4; ++i)
        q[i] = tidy(q[i] / length);
}

bool pose_set_quaternion(Pose *pose, const double q[4])
{
    double largest = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    for (int i = 0; i < 4; ++i)
        if (!isfinite(q[i]))
            return false;
    if (!(largest > 0))
        return false;
    double w = q[0] / largest, x = q[1] / largest, y = q[2] / largest, z = q[3] / largest;
    double s = 2 / (w * w + x * x + y * y + z * z);
    pose->rotation =
        (Affine){.m = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                       {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                       {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}};
    return true;
}

void pose_write(const Pose *pose, enum LengthUnit unit, char text[POSE_TEXT])
{
    double q[4];
    pose_quaternion(pose, q);
    snprintf(text, POSE_TEXT,
             "position %.17g %.17g %.17g %s; rotation %.17g %.17g %.17g %.17g; "
             "scale %.17g %.17g %.17g",
             pose->position.x, pose->position.y, pose->position.z, length_unit_info(unit)->suffix,
             q[0], q[1], q[2], q[3], pose->scale.x, pose->scale.y, pose->scale.z);
}

// --- Reading. The text may come from anywhere.

static const char *skip(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r' || *p == ',' || *p == ';' ||
           *p == ':' || *p == '=' || *p == '(' || *p == ')')
        ++p;
    return p;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A word of letters, cut if it is long; what follows it.
static const char *read_word(const char *p, char *word, size_t size)
{
    size_t used = 0;
    for (; is_letter(*p); ++p)
        if (used + 1 < size)
            word[used++] = *p;
    word[used] = 0;
    return p;
}

static const char *read_numbers(const char *p, double *out, int count, const char *what, Error *err)
{
    for (int i = 0; i < count; ++i) {
        p = skip(p);
        const char *end = decimal_parse(p, &out[i]);
        if (!end || !isfinite(out[i])) {
            error_set(err, "%s needs %d numbers, there %s %d", what, count, i == 1 ? "is" : "are",
                      i);
            return NULL;
        }
        p = end;
    }
    return p;
}

// A unit may follow. False: a word stands there that is none and no field either.
static const char *read_position(const char *p, enum LengthUnit unit, Pose *pose, Error *err)
{
    double v[3], factor = 1;
    char word[16];
    p = read_numbers(p, v, 3, "a position", err);
    if (!p)
        return NULL;
    enum LengthUnit named;
    const char *after = read_word(skip(p), word, sizeof word);
    if (length_unit_find(word, &named)) {
        p = after;
        factor = length_unit_info(named)->metres / length_unit_info(unit)->metres;
    }
    for (int i = 0; i < 3; ++i) // the same unit: not a digit changes
        pose->position.v[i] = factor < 1 || factor > 1 ? v[i] * factor : v[i];
    return p;
}

static const char *read_field(const char *p, const char *word, enum LengthUnit unit, Pose *pose,
                              Error *err)
{
    double v[4];
    if (strcmp(word, "position") == 0)
        return read_position(p, unit, pose, err);
    if (strcmp(word, "rotation") == 0 || strcmp(word, "quaternion") == 0) {
        p = read_numbers(p, v, 4, "a rotation", err);
        if (p && !pose_set_quaternion(pose, v)) {
            error_set(err, "a rotation of four zeros is none");
            return NULL;
        }
        return p;
    }
    if (strcmp(word, "angles") == 0) {
        p = read_numbers(p, v, 3, "angles", err);
        if (p)
            pose_set_angles(pose, vec3d(v[0], v[1], v[2]));
        return p;
    }
    if (strcmp(word, "scale") == 0) {
        p = read_numbers(p, v, 3, "a scale", err);
        if (p)
            pose->scale = vec3d(v[0], v[1], v[2]);
        return p;
    }
    error_set(err, "\"%s\" is none of position, rotation, angles, scale", word);
    return NULL;
}

bool pose_read(Pose *pose, const char *text, enum LengthUnit unit, Error *err)
{
    Pose read = *pose;
    const char *p = skip(text);
    if (!*p)
        return error_set(err, "the text is empty");
    if (!is_letter(*p)) {
        p = read_position(p, unit, &read, err);
        if (!p)
            return false;
    }
    for (p = skip(p); *p; p = skip(p)) {
        char word[24];
        p = read_word(p, word, sizeof word);
        if (!word[0])
            return error_set(err, "this is not a pose: \"position 1 2 3 mm; rotation 1 0 0 0\"");
        p = read_field(p, word, unit, &read, err);
        if (!p)
            return false;
    }
    *pose = read;
    return true;
}
