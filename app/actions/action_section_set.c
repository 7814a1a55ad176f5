#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const Affine *to = &args->placement;
    Vec3d normal = vec3d(to->m[0][2], to->m[1][2], to->m[2][2]);
    if (!affine_is_finite(to) || !(vec3d_length(normal) > 1e-6))
        return error_set(err, "the plane stays where it is: it would point nowhere");
    for (int k = 0; k < 3; ++k)
        if (fabs(to->p.v[k]) > MESH_MAX_COORDINATE)
            return error_set(err, "the plane stays where it is: the place is too far away");
    app->document.view.section = (SectionPlane){true, to->p, vec3d_normalised(normal)};
    return true;
}

const Action action_section_set = {
    .name = "section.set",
    .title = "Move section plane",
    .note = "placement: the plane lies in its x and y axes, z points to what is cut away",
    .args = {{.type = ARG_MOTION}},
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .apply = apply,
    .example = "placement=0.955336489125606,0,0.29552020666133955,0,1,0,-0.29552020666133955,0,0."
               "955336489125606,0.25,0.5,0.125",
};
