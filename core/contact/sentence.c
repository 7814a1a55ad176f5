// A pair of parts in plain words.
#include "../contact.h"
#include "../utf8.h"

#include <stdio.h>

static const char *inside_words(enum Containment contained)
{
    return contained == CONTAINED_PARTLY ? "is partly inside" : "is inside";
}

void contact_sentence(const ContactDetail *detail, const char *name_a, const char *name_b,
                      enum LengthUnit unit, char *text, size_t size)
{
    char depth[64];
    bool from_a = detail->cluster_count == 0 || detail->clusters[0].from_a;
    bool b_inside = detail->b_in_a == CONTAINED_INSIDE || detail->b_in_a == CONTAINED_PARTLY;
    switch (detail->state) {
    case PAIR_INTERFERENCE:
        length_format(detail->depth, unit, depth, sizeof depth);
        snprintf(text, size, "%s penetrates %s by %s%s, %d polygon%s", from_a ? name_a : name_b,
                 from_a ? name_b : name_a,
                 detail->estimate                            ? "about "
                 : detail->depth_error > 0.1 * detail->depth ? "at least "
                                                             : "",
                 depth, detail->polygons, detail->polygons == 1 ? "" : "s");
        break;
    case PAIR_TOUCH:
        // Samples ran out before it was certain; as a rule the bound is half the tolerance.
        if (!detail->estimate && detail->depth + detail->depth_error > 2 * detail->tolerance) {
            length_format(detail->depth + detail->depth_error, unit, depth, sizeof depth);
            snprintf(text, size, "%s meets %s, at most %s deep, %d polygon%s", name_a, name_b,
                     depth, detail->polygons, detail->polygons == 1 ? "" : "s");
            break;
        }
        snprintf(text, size, "%s touches %s, %d polygon%s", name_a, name_b, detail->polygons,
                 detail->polygons == 1 ? "" : "s");
        break;
    case PAIR_INSIDE:
        snprintf(text, size, "%s %s %s", b_inside ? name_b : name_a,
                 inside_words(b_inside ? detail->b_in_a : detail->a_in_b),
                 b_inside ? name_a : name_b);
        break;
    case PAIR_UNKNOWN: {
        bool a_unknown = detail->a_in_b == CONTAINED_UNKNOWN;
        snprintf(text, size, "%s may be inside %s, which is not closed",
                 a_unknown ? name_a : name_b, a_unknown ? name_b : name_a);
        break;
    }
    default:
        snprintf(text, size, "%s clears %s", name_a, name_b);
    }
    utf8_sanitise(text); // a name may have been cut in the middle of a character
}
