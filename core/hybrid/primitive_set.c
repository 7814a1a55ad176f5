#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/utf8.h"
#include "core/hybrid/hybrid.h"

#include <assert.h>

static bool is_length(double size)
{
    return isfinite(size) && size >= 0;
}

static bool volume_is_sound(const HybridVolume *v)
{
    switch (v->kind) {
    case VOLUME_BOX:
        for (int k = 0; k < 3; ++k)
            if (!vec3d_is_finite(v->box.axis[k]) || !is_length(v->box.half.v[k]))
                return false;
        return vec3d_is_finite(v->box.centre);
    case VOLUME_CAPSULE:
        return vec3d_is_finite(v->capsule.from) && vec3d_is_finite(v->capsule.along) &&
               is_length(v->capsule.radius);
    case VOLUME_SLAB_BALL:
        return vec3d_is_finite(v->slab_ball.centre) && vec3d_is_finite(v->slab_ball.normal) &&
               is_length(v->slab_ball.radius) && v->slab_ball.lo <= v->slab_ball.hi;
    case VOLUME_BALL:
        return vec3d_is_finite(v->ball.centre) && is_length(v->ball.radius);
    default:
        return false;
    }
}

bool primitive_check(const HybridVolume *volume, Error *err)
{
    assert(volume);
    if (!volume_is_sound(volume))
        return error_set(err, "a volume needs finite numbers and sizes that are not negative");
    // Squares of sizes and distances have to stay finite, in whatever encloses all of them.
    Ball ball = hybrid_volume_ball(volume);
    if (!(vec3d_length(ball.centre) + ball.radius <= PRIMITIVE_MAX_REACH))
        return error_set(err, "a volume reaches more than %g from the origin", PRIMITIVE_MAX_REACH);
    return true;
}

bool primitive_set_add(PrimitiveSet *set, const HybridVolume *volume, const char *name, Error *err)
{
    assert(set && volume);
    if (!primitive_check(volume, err))
        return false;
    if (set->count >= PRIMITIVES_MAX)
        return error_set(err, "more than %d volumes in one set", (int)PRIMITIVES_MAX);
    if (!array_reserve(&set->items, &set->capacity, (size_t)set->count + 1, sizeof *set->items))
        return error_set(err, "not enough memory");
    Primitive *item = &set->items[set->count++];
    item->volume = *volume;
    size_t length = 0;
    while (name && name[length] && length < sizeof item->name - 1)
        ++length;
    if (name && name[length]) // back to where a character begins
        while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80)
            --length;
    memcpy(item->name, name ? name : "", length);
    item->name[length] = '\0';
    utf8_sanitise(item->name);
    return true;
}

void primitive_set_free(PrimitiveSet *set)
{
    mem_free(set->items);
    *set = (PrimitiveSet){0};
}
