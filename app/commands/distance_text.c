#include "app/commands/distance_text.h"

#include "app/io/json.h"
#include "app/io/text.h"
#include "core/shape/up_axis.h"

#include <math.h>

// A part without triangles is infinitely far away, and null in JSON, which knows no infinity.
char *distance_text(const Assembly *assembly, const char *const names[2], const Distance *distance,
                    bool json)
{
    const char *unit = length_unit_info(assembly->unit)->suffix;
    const enum UpAxis up = assembly->up;
    const Vec3d from = up_axis_to_file(up, distance->on_a), *a = &from;
    const Vec3d to = up_axis_to_file(up, distance->on_b), *b = &to;
    bool finite = isfinite(distance->value);
    // What rounding leaves of no distance at all is none; JSON has every digit.
    bool none = distance->value < 1e-12 * fmax(vec3d_length(from), vec3d_length(to));
    TextBuffer out = {0};
    if (json) {
        text_add(&out, "{\"parts\": [");
        json_add_string(&out, names[0]);
        text_add(&out, ", ");
        json_add_string(&out, names[1]);
        text_add(&out, "], \"unit\": \"%s\"", unit);
        if (finite)
            text_add(&out,
                     ", \"distance\": %.17g, \"from\": [%.17g, %.17g, %.17g], "
                     "\"to\": [%.17g, %.17g, %.17g]}\n",
                     distance->value, a->x, a->y, a->z, b->x, b->y, b->z);
        else
            text_add(&out, ", \"distance\": null}\n");
    } else {
        text_add(&out, "%s to %s: ", names[0], names[1]);
        if (finite)
            text_add(&out, "%.9g %s, from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g)\n",
                     none ? 0 : distance->value, unit, a->x, a->y, a->z, b->x, b->y, b->z);
        else
            text_add(&out, "one of them has no triangles\n");
    }
    return text_take(&out);
}
