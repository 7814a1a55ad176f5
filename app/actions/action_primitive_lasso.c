#include "app/actions/action_tools.h"
#include "app/document/lists.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_LASSO, .part = NO_PART};
    if (!lasso_from_text(args->text, &request.lasso, err))
        return false;
    if (!(args->camera.distance > 0))
        return error_set(err, "the view has no usable shape");
    request.type = (enum VolumeType)args->index;
    request.lasso.camera = args->camera;
    request.lasso.aspect = args->aspect;
    request.lasso.through = args->flag;
    return stages_primitive(app, &request, err);
}

const Action action_primitive_lasso = {
    .name = "primitive.lasso",
    .title = "Fit a volume to the triangles inside a line",
    .note = "text: points of the line as 1234,5678 in ten-thousandths of the view; camera and "
            "number (width / height): of the view; index: type of volume; flag: also triangles "
            "that are hidden",
    .args = {{.type = ARG_INDEX, .list = &list_volume_types},
             {.type = ARG_NUMBER, .what = "the shape of the view", .least = 0.05, .most = 20},
             {.type = ARG_FLAG},
             {.type = ARG_TEXT},
             {.type = ARG_CAMERA}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "index=1 number=1.6 flag=off camera=0,0,0,0.7,0.45,100,0.7 text=\"0,0 10000,0 "
               "10000,10000 0,10000\"",
};
