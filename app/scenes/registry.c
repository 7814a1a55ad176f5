#include "app/scenes/scene.h"
#include "core/base/named.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

const Scene *const scenes[SCENE_COUNT] = {
#define X(name) &scene_##name,
    SCENE_LIST(X)
#undef X
};

const char *scene_name(const void *of, int i)
{
    (void)of;
    return scenes[i]->name;
}

void scene_file_name(const Scene *scene, char *out, size_t size)
{
    size_t used = 0;
    for (const char *at = scene->name; *at && used + 1 < size; ++at)
        out[used++] = *at == ' ' ? '-' : (char)tolower((unsigned char)*at);
    out[used] = '\0';
}

int scene_find(const char *name)
{
    for (int i = 0; i < SCENE_COUNT; ++i)
        if (named_is(scenes[i]->name, name))
            return i;
    return -1;
}

bool scene_load(const Scene *scene, SceneData *out, Error *err)
{
    *out = (SceneData){.assembly = {.unit = UNIT_MM, .up = UP_Y}};
    scene->build(out);
    if (!out->failed && !out->assembly.title) {
        size_t size = strlen(scene->name) + 1;
        out->assembly.title = malloc(size);
        if (out->assembly.title)
            memcpy(out->assembly.title, scene->name, size);
        out->failed = !out->assembly.title;
    }
    if (!out->failed)
        return true;
    scene_data_free(out);
    return error_set(err, "The scene \"%s\" could not be made: memory is short", scene->name);
}

void scene_data_free(SceneData *scene)
{
    assembly_free(&scene->assembly);
    for (int32_t i = 0; i < scene->variant_count; ++i)
        mesh_release(scene->variants[i].mesh);
    *scene = (SceneData){0};
}

int32_t scene_add(SceneData *scene, const char *name, Mesh *mesh, const Affine *rest,
                  uint32_t colour)
{
    if (!mesh || scene->failed || !assembly_add(&scene->assembly, name, mesh, rest, colour)) {
        mesh_release(mesh);
        scene->failed = true;
        return 0;
    }
    return scene->assembly.part_count - 1;
}

int32_t scene_find_part(const SceneData *scene, const char *name)
{
    int32_t i = 0;
    while (i < scene->assembly.part_count && strcmp(scene->assembly.parts[i].name, name) != 0)
        ++i;
    assert(i < scene->assembly.part_count);
    return i;
}

int32_t scene_add_joint(SceneData *scene, enum JointKind kind, const char *parent,
                        const char *child, Vec3d at, Vec3d axis, const char *name)
{
    if (scene->failed)
        return 0;
    assert(scene->joint_count < SCENE_JOINTS_MAX);
    int32_t ends[2] = {parent ? scene_find_part(scene, parent) : -1, scene_find_part(scene, child)};
    Joint joint = joint_default(kind, ends[0], ends[1]);
    JointFrame world = joint_frame_along(at, axis);
    for (int k = 0; k < 2; ++k) {
        bool good = joint_frame_of(
            &world, ends[k] < 0 ? NULL : &scene->assembly.parts[ends[k]].rest, &joint.frame[k]);
        assert(good);
        (void)good;
    }
    scene->joint_names[scene->joint_count] = name;
    scene->joints[scene->joint_count] = joint;
    return scene->joint_count++;
}

void scene_couple(SceneData *scene, int32_t first, int32_t second, double ratio)
{
    if (scene->failed)
        return;
    assert(scene->coupling_count < SCENE_COUPLINGS_MAX);
    scene->couplings[scene->coupling_count++] =
        (JointCoupling){.joint = {first, second}, .ratio = ratio};
}

void scene_add_variant(SceneData *scene, const char *part, const char *name, Mesh *mesh)
{
    if (!mesh || scene->failed) {
        mesh_release(mesh);
        scene->failed = true;
        return;
    }
    assert(scene->variant_count < SCENE_VARIANTS_MAX);
    scene->variants[scene->variant_count++] =
        (SceneVariant){scene_find_part(scene, part), name, mesh};
}

bool scene_take_parts(SceneData *scene, Assembly *out)
{
    *out = scene->assembly;
    scene->assembly = (Assembly){0};
    for (int32_t i = 0; i < scene->variant_count; ++i) {
        const SceneVariant *variant = &scene->variants[i];
        Affine rest = out->parts[variant->part].rest;
        Mesh *mesh = mesh_retain(variant->mesh);
        if (!assembly_add(out, variant->name, mesh, &rest, out->parts[variant->part].colour)) {
            mesh_release(mesh);
            return false;
        }
        out->parts[out->part_count - 1].gone = true; // nobody sees it as a part
    }
    return true;
}

void scene_tour_add(SceneData *scene, const char *part, TourPose to, double seconds, bool contact,
                    const char *caption)
{
    if (scene->failed)
        return;
    assert(scene->tour_count < SCENE_TOUR_MAX);
    TourStep step = {.part = scene_find_part(scene, part),
                     .to = to,
                     .seconds = seconds,
                     .caption = caption,
                     .contact = contact};
    step.from.axis = to.axis;
    for (int32_t i = 0; i < scene->tour_count; ++i)
        if (scene->tour[i].part == step.part)
            step.from = scene->tour[i].to;
    scene->tour[scene->tour_count++] = step;
}

Affine scene_tour_placement(const SceneData *scene, const TourStep *step, double t)
{
    // A step turns about one axis; where it starts or ends unturned, the other end says which.
    Vec3d axis = step->to.angle != 0 ? step->to.axis : step->from.axis;
    double angle = step->from.angle + t * (step->to.angle - step->from.angle);
    Affine placement = scene->assembly.parts[step->part].rest;
    Vec3d origin = placement.p;
    placement.p = vec3d(0, 0, 0);
    if (angle != 0) {
        Affine turn = affine_rotation(axis, angle);
        placement = affine_compose(&turn, &placement);
    }
    placement.p = vec3d_add(origin, vec3d_lerp(step->from.shift, step->to.shift, t));
    return placement;
}
