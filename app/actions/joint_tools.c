#include "app/actions/joint_tools.h"

#include "app/document/rotation.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdio.h>

bool joint_list_take(App *app, JointList *changed, Error *err)
{
    if (!changed)
        return error_set(err, "not enough memory");
    if (!joint_list_check(changed, app->document.part_count, err)) {
        joint_list_release(changed);
        return false;
    }
    joint_list_release(app->document.joints);
    app->document.joints = changed;
    return true;
}

Affine joint_laid_onto(const Affine *placement, Vec3d from, Vec3d own, Vec3d at, Vec3d axis)
{
    own = vec3d_normalised(own);
    axis = vec3d_normalised(axis);
    if (vec3d_dot(own, axis) < 0)
        own = vec3d_scale(own, -1);
    Vec3d about = vec3d_cross(own, axis);
    double sine = vec3d_length(about);
    Affine turn = affine_identity();
    if (sine > 1e-15)
        turn = affine_rotation(vec3d_scale(about, 1 / sine), atan2(sine, vec3d_dot(own, axis)));
    turn = motion_about(&turn, from);
    double along = vec3d_dot(vec3d_sub(from, at), axis);
    Vec3d foot = vec3d_add_scaled(at, axis, along);
    Affine to = affine_compose(&turn, placement);
    to.p = vec3d_add(to.p, vec3d_sub(foot, from));
    return to;
}

static void usual_name(const App *app, const Joint *joint, char name[JOINT_NAME_SIZE])
{
    static const char *const WORDS[JOINT_KINDS] = {[JOINT_FIXED] = "fixed to",
                                                   [JOINT_HINGE] = "turns on",
                                                   [JOINT_SLIDE] = "slides on",
                                                   [JOINT_CYLINDRICAL] = "turns and slides on",
                                                   [JOINT_SCREW] = "screws into"};
    snprintf(name, JOINT_NAME_SIZE, "%.34s %s %.34s", app->assembly.parts[joint->child].name,
             WORDS[joint->kind] ? WORDS[joint->kind] : "moves on",
             joint->parent == JOINT_GROUND ? "the ground"
                                           : app->assembly.parts[joint->parent].name);
    utf8_sanitise(name); // a long one may have been cut inside a character
}

bool joint_frame_here(const Document *document, Joint *joint, const JointFrame *world, Error *err)
{
    int32_t ends[2] = {joint->parent, joint->child};
    for (int k = 0; k < 2; ++k)
        if (!joint_frame_of(world, ends[k] < 0 ? NULL : &document->parts[ends[k]].placement,
                            &joint->frame[k]))
            return error_set(err, "a part is flat: it cannot have a joint");
    return true;
}

bool joint_hang(App *app, enum JointKind kind, int32_t child, int32_t parent,
                const JointFrame *world, Error *err)
{
    Document *document = &app->document;
    Joint joint = joint_default(kind, parent, child);
    char name[JOINT_NAME_SIZE];
    usual_name(app, &joint, name);
    if (!joint_frame_here(document, &joint, world, err))
        return false;
    JointList *list = joint_list_copy(document->joints);
    if (list && !joint_list_add(list, &joint, name)) {
        joint_list_release(list);
        list = NULL;
    }
    if (!joint_list_take(app, list, err))
        return false;
    document->parts[child].joint = (JointCoordinates){{0, 0}};
    return true;
}
