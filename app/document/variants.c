#include "app/document/variants.h"

#include "app/document/names.h"
#include "app/document/pose.h"
#include "app/io/text_buffer.h"
#include "app/io/tokens.h"
#include "core/base/decimal.h"
#include "core/base/utf8.h"
#include "core/shape/box.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const variant_align_names[VARIANT_ALIGNS] = {"origins", "middles", "lower faces"};

Affine variant_map(const Variant *variant)
{
    Pose pose = {.position = variant->shift, .scale = variant->scale};
    pose_set_angles(&pose, variant->turn);
    return pose_affine(&pose);
}

bool variant_check(const Variant *variant, Error *err)
{
    for (int i = 0; i < 3; ++i) {
        double scale = fabs(variant->scale.v[i]);
        if (!(fabs(variant->shift.v[i]) <= MESH_MAX_COORDINATE) ||
            !(fabs(variant->turn.v[i]) <= 3600))
            return error_set(err, "a variant is shifted or turned too far");
        if (!(scale >= VARIANT_LEAST_SCALE && scale <= VARIANT_MOST_SCALE))
            return error_set(err, "scales of a variant must lie between %g and %g",
                             VARIANT_LEAST_SCALE, VARIANT_MOST_SCALE);
    }
    return true;
}

bool variant_name_clean(const char *name, char out[VARIANT_NAME_SIZE])
{
    size_t used = 0;
    name += strspn(name, " \t");
    for (; *name && used < VARIANT_NAME_SIZE - 1; ++name)
        if ((unsigned char)*name >= ' ' && *name != 0x7f)
            out[used++] = *name;
    while (used > 0 && out[used - 1] == ' ')
        --used;
    out[used] = '\0';
    utf8_sanitise(out); // the cut may have gone through a character
    return used > 0;
}

// --- as text

static bool read_one(Tokens *tokens, Variant *out, Error *err)
{
    char name[2 * VARIANT_KEY_SIZE];
    if (!tokens_quoted(tokens, name, sizeof name) || !variant_name_clean(name, out->name) ||
        !tokens_quoted(tokens, out->donor, sizeof out->donor) || !out->donor[0] ||
        !utf8_is_clean(out->donor))
        return error_set(err, "a variant needs a name and the key of a part, in quotes");
    Vec3d *const vectors[3] = {&out->shift, &out->turn, &out->scale};
    for (int i = 0; i < 9; ++i) {
        const char *number = tokens->p + strspn(tokens->p, " ");
        tokens->p = decimal_parse(number, &vectors[i / 3]->v[i % 3]);
        if (!tokens->p)
            return error_set(err, "a variant needs nine numbers: shift, turn and scale");
    }
    tokens->p += strspn(tokens->p, " ");
    if (*tokens->p && *tokens->p != ';')
        return error_set(err, "variants are divided by semicolons");
    tokens->p += *tokens->p == ';';
    tokens->p += strspn(tokens->p, " ");
    return variant_check(out, err);
}

bool variants_read(const char *text, Variant *out, int *count, Error *err)
{
    *count = 0;
    if (!text)
        return true;
    Tokens tokens = tokens_begin("", text, strlen(text));
    void *before = plain_numbers_begin();
    bool good = true;
    while (good && *tokens.p) {
        Variant one;
        good = *count < VARIANTS_MOST ||
               error_set(err, "a part has at most %d variants", (int)VARIANTS_MOST);
        good = good && read_one(&tokens, out ? &out[*count] : &one, err);
        *count += good;
    }
    plain_numbers_end(before);
    return good;
}

int variants_count(const char *text)
{
    int count = 0;
    Error err;
    variants_read(text, NULL, &count, &err);
    return count;
}

bool variants_find(const char *text, int number, Variant *out)
{
    Variant list[VARIANTS_MOST];
    int count = 0;
    Error err;
    if (number < 1 || !text || !variants_read(text, list, &count, &err) || number > count)
        return false;
    *out = list[number - 1];
    return true;
}

const char *variants_intern(const Variant *list, int count)
{
    TextBuffer out = {0};
    void *before = plain_numbers_begin();
    for (int i = 0; i < count; ++i) {
        const Variant *v = &list[i];
        text_add(&out, "%s", i > 0 ? "; " : "");
        text_add_quoted(&out, v->name);
        text_add(&out, " ");
        text_add_quoted(&out, v->donor);
        for (int k = 0; k < 9; ++k) {
            const Vec3d *vector = k < 3 ? &v->shift : k < 6 ? &v->turn : &v->scale;
            text_add(&out, " %.17g", vector->v[k % 3] + 0.0); // without -0
        }
    }
    plain_numbers_end(before);
    char *text = text_take(&out);
    const char *kept = text && count > 0 ? name_intern(text) : NULL;
    free(text);
    return kept;
}

const char *variants_accepted(const char *text)
{
    Variant list[VARIANTS_MOST];
    int count;
    Error err;
    return variants_read(text, list, &count, &err) ? variants_intern(list, count) : NULL;
}

// --- alignment

static Box3d box_of(const Mesh *mesh, const Affine *map)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        box = box3d_including(box, affine_apply(map, mesh->vertices[i]));
    return box;
}

static int nearest_axis(Vec3d up)
{
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(up.v[i]) > fabs(up.v[axis]))
            axis = i;
    return axis;
}

Vec3d variant_aligned(const Variant *variant, const Mesh *mesh, const Mesh *own,
                      enum VariantAlign align, Vec3d up)
{
    Variant unmoved = *variant;
    unmoved.shift = vec3d(0, 0, 0);
    if (align == VARIANT_FRAMES || mesh->vertex_count == 0 || own->vertex_count == 0)
        return unmoved.shift;
    Affine map = variant_map(&unmoved), same = affine_identity();
    Box3d from = box_of(mesh, &map), to = box_of(own, &same);
    Vec3d shift = vec3d_sub(vec3d_lerp(to.lo, to.hi, 0.5), vec3d_lerp(from.lo, from.hi, 0.5));
    int axis = nearest_axis(up);
    if (align == VARIANT_FLOORS)
        shift.v[axis] =
            up.v[axis] < 0 ? to.hi.v[axis] - from.hi.v[axis] : to.lo.v[axis] - from.lo.v[axis];
    return shift;
}
