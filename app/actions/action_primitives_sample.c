#include "app/actions/action_tools.h"
#include "app/document/lists.h"

#include "app/io/hybrid_samples.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_OPEN, .part = NO_PART};
    hybrid_sample_path(hybrid_samples[args->index], request.path, sizeof request.path);
    return stages_primitive(app, &request, err);
}

const Action action_primitives_sample = {
    .name = "primitives.sample",
    .title = "Open the primitive set",
    .note = "index: chair, helicopter, cannon or interceptor, which come with the program",
    .args = {{.type = ARG_INDEX, .list = &list_primitive_samples}},
    .apply = apply,
    .example = "index=1",
};
