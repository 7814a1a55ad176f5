// Primitives as words.
#include "app/document/primitives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    enum VolumeKind kind;
    int count;
} forms[] = {
    {"box", VOLUME_BOX, 15},
    {"capsule", VOLUME_CAPSULE, 7},
    {"scb", VOLUME_SLAB_BALL, 9},
    {"sphere", VOLUME_BALL, 4},
};
enum { FORMS = sizeof forms / sizeof *forms, MOST_NUMBERS = 15 };

static void put_vector(double *numbers, Vec3d v)
{
    memcpy(numbers, v.v, 3 * sizeof *numbers);
}

static Vec3d get_vector(const double *numbers)
{
    return vec3d(numbers[0], numbers[1], numbers[2]);
}

void primitive_to_text(const HybridVolume *volume, char text[PRIMITIVE_TEXT_SIZE])
{
    double n[MOST_NUMBERS] = {0};
    int form = 0;
    while (form < FORMS - 1 && forms[form].kind != volume->kind)
        ++form;
    switch (volume->kind) {
    case VOLUME_BOX:
        put_vector(n, volume->box.centre);
        for (int k = 0; k < 3; ++k)
            put_vector(n + 3 + 3 * k, volume->box.axis[k]);
        put_vector(n + 12, volume->box.half);
        break;
    case VOLUME_CAPSULE:
        put_vector(n, volume->capsule.from);
        put_vector(n + 3, volume->capsule.along);
        n[6] = volume->capsule.radius;
        break;
    case VOLUME_SLAB_BALL:
        put_vector(n, volume->slab_ball.centre);
        n[3] = volume->slab_ball.radius;
        put_vector(n + 4, volume->slab_ball.normal);
        n[7] = volume->slab_ball.lo;
        n[8] = volume->slab_ball.hi;
        break;
    default:
        put_vector(n, volume->ball.centre);
        n[3] = volume->ball.radius;
    }
    size_t used = (size_t)snprintf(text, PRIMITIVE_TEXT_SIZE, "%s", forms[form].word);
    for (int i = 0; i < forms[form].count; ++i)
        used += (size_t)snprintf(text + used, PRIMITIVE_TEXT_SIZE - used, " %.17g", n[i]);
}

// Axes that are good to rounding stay as they are; others are wrapped by a proper box.
static HybridVolume box_of(const double *n)
{
    HybridVolume v = {.kind = VOLUME_BOX};
    Vec3d axes[3];
    double error = 0;
    v.box.centre = get_vector(n);
    v.box.half = get_vector(n + 12);
    for (int k = 0; k < 3; ++k)
        axes[k] = v.box.axis[k] = get_vector(n + 3 + 3 * k);
    for (int k = 0; k < 3; ++k) {
        error = fmax(error, fabs(vec3d_dot(axes[k], axes[k]) - 1));
        error = fmax(error, fabs(vec3d_dot(axes[k], axes[(k + 1) % 3])));
    }
    return error < 1e-12 ? v : hybrid_box(v.box.centre, axes, v.box.half);
}

bool primitive_from_text(const char *text, HybridVolume *out, Error *err)
{
    size_t length = strcspn(text, " ");
    int form = 0;
    while (form < FORMS &&
           (strlen(forms[form].word) != length || strncmp(text, forms[form].word, length) != 0))
        ++form;
    if (form == FORMS)
        return error_set(err, "a volume is a box, a capsule, an scb or a sphere");
    double n[MOST_NUMBERS] = {0};
    const char *at = text + length;
    for (int i = 0; i < forms[form].count; ++i) {
        char *end;
        n[i] = strtod(at, &end);
        if (end == at || !isfinite(n[i]))
            return error_set(err, "a %s needs %d finite numbers", forms[form].word,
                             forms[form].count);
        at = end;
    }
    if (at[strspn(at, " ")] != '\0')
        return error_set(err, "a %s has %d numbers and nothing more", forms[form].word,
                         forms[form].count);
    HybridVolume v = {.kind = forms[form].kind};
    if (v.kind == VOLUME_BOX) {
        v = box_of(n);
    } else if (v.kind == VOLUME_CAPSULE) {
        v.capsule.from = get_vector(n);
        v.capsule.along = get_vector(n + 3);
        v.capsule.radius = n[6];
    } else if (v.kind == VOLUME_SLAB_BALL) {
        SlabBall ball = {.centre = get_vector(n), .normal = get_vector(n + 4)};
        if (!(vec3d_length(ball.normal) > 0) || !(n[3] >= 0) || !(n[7] <= n[8]) ||
            !(n[8] >= -n[3]) || !(n[7] <= n[3]))
            return error_set(err, "the slab needs a direction and has to meet its ball");
        ball.radius = n[3];
        ball.lo = n[7];
        ball.hi = n[8];
        // One that is right is left as it is, to the bit, so that texts come back as they were.
        bool right = fabs(vec3d_dot(ball.normal, ball.normal) - 1) < 1e-12 && n[7] >= -n[3] &&
                     n[8] <= n[3] && (n[7] > -n[3] || n[8] < n[3]);
        v = hybrid_slab_ball(&ball);
        if (right)
            v = (HybridVolume){.kind = VOLUME_SLAB_BALL, .slab_ball = ball};
    } else {
        v = hybrid_ball(get_vector(n), n[3]);
    }
    if (!primitive_check(&v, err))
        return false;
    *out = v;
    return true;
}
