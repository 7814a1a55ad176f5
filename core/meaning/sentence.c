// A pair of parts in plain words.
#include "core/base/utf8.h"
#include "core/meaning/contact.h"

#include <assert.h>
#include <stdio.h>

static const char *inside_words(enum Containment contained)
{
    return contained == CONTAINED_PARTLY ? "is partly inside" : "is inside";
}

void contact_sentence(const ContactDetail *detail, const char *name_a, const char *name_b,
                      enum LengthUnit unit, char *text, size_t size)
{
    assert(detail && name_a && name_b && text && size > 0);
    char depth[64], facets[64];
    bool from_a = detail->cluster_count == 0 || detail->clusters[0].from_a;
    bool b_inside = detail->b_in_a == CONTAINED_INSIDE || detail->b_in_a == CONTAINED_PARTLY;
    switch (detail->state) {
    case PAIR_INTERFERENCE:
        length_format(detail->depth, unit, depth, sizeof depth);
        snprintf(text, size, "%s penetrates %s by %s%s, %d polygon%s%s", from_a ? name_a : name_b,
                 from_a ? name_b : name_a,
                 detail->depth_error > 0.1 * detail->depth ? "at least " : "", depth,
                 detail->polygons, detail->polygons == 1 ? "" : "s",
                 detail->holes_closed ? " (holes closed)" : "");
        break;
    case PAIR_TOUCH:
        snprintf(text, size, "%s touches %s, %d polygon%s", name_a, name_b, detail->polygons,
                 detail->polygons == 1 ? "" : "s");
        break;
    case PAIR_INSIDE:
        snprintf(text, size, "%s %s %s", b_inside ? name_b : name_a,
                 inside_words(b_inside ? detail->b_in_a : detail->a_in_b),
                 b_inside ? name_a : name_b);
        break;
    case PAIR_CROSSING:
        snprintf(text, size, "%s crosses %s, depth unknown, %d polygon%s", name_a, name_b,
                 detail->polygons, detail->polygons == 1 ? "" : "s");
        break;
    case PAIR_SAME_PLACE:
        snprintf(text, size, "%s lies in the same place as %s", name_b, name_a);
        break;
    case PAIR_FACETS:
        length_format(detail->depth, unit, depth, sizeof depth);
        length_format(detail->facet_error, unit, facets, sizeof facets);
        snprintf(text, size, "%s meets %s, %s deep: finer than the facets can tell (±%s)", name_a,
                 name_b, depth, facets);
        break;
    case PAIR_UNDECIDED: {
        if (detail->truncated) {
            snprintf(text, size, "%s meets %s: undecided, since not all of it was listed", name_a,
                     name_b);
            break;
        }
        bool maybe = detail->a_in_b == CONTAINED_UNKNOWN || detail->b_in_a == CONTAINED_UNKNOWN;
        if (detail->contact_count > 0 && !maybe) {
            length_format(detail->depth + detail->depth_error, unit, depth, sizeof depth);
            snprintf(text, size, "%s meets %s, at most %s deep: touch or not is undecided", name_a,
                     name_b, depth);
            break;
        }
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

CurveSum contact_curves_sum(const ContactDetail *detail, const Affine *a_to_world)
{
    assert(detail);
    CurveSum sum = {0};
    for (size_t i = 0; i < detail->curve_count; ++i) {
        const ContactCurve *curve = &detail->curves[i];
        const Vec3d *p = detail->points + curve->first_point;
        sum.closed += curve->closed;
        sum.open += !curve->closed;
        for (uint32_t k = curve->closed ? 0 : 1; k < curve->point_count; ++k) {
            Vec3d before = p[k > 0 ? k - 1 : curve->point_count - 1];
            sum.length +=
                vec3d_distance(affine_apply(a_to_world, before), affine_apply(a_to_world, p[k]));
        }
    }
    return sum;
}

void curve_sum_words(const CurveSum *curves, enum LengthUnit unit, char *text, size_t size)
{
    assert(curves && text && size > 0);
    char length[64];
    int closed = curves->closed, open = curves->open;
    text[0] = '\0';
    if (closed + open == 0)
        return;
    length_format(curves->length, unit, length, sizeof length);
    if (closed > 0 && open > 0)
        snprintf(text, size, "%d closed and %d open curve%s, %s", closed, open,
                 open == 1 ? "" : "s", length);
    else
        snprintf(text, size, "%d %s curve%s, %s", closed + open, closed > 0 ? "closed" : "open",
                 closed + open == 1 ? "" : "s", length);
}
