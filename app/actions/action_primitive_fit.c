#include "app/actions/action_tools.h"
#include "app/document/lists.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {
        .kind = PRIMITIVE_FIT, .type = (enum VolumeType)args->index, .part = args->part};
    return stages_primitive(app, &request, err);
}

const Action action_primitive_fit = {
    .name = "primitive.fit",
    .title = "Fit a volume to the part",
    .note = "part: this one, or all selected ones if it is selected; index: type of volume",
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .list = &list_volume_types}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "index=\"Capsule\"",
};
