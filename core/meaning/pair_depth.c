#include "core/meaning/pair_depth.h"
#include "core/meaning/facet_band.h"

bool placed_part_init(PlacedPart *placed, const Solid *solid, const Affine *to_frame)
{
    const Material *material = solid->material;
    *placed = (PlacedPart){.material = material,
                           .cap_slack = material->cap_slack * affine_stretch(to_frame)};
    return placed_solid_init(&placed->surface, solid, to_frame) &&
           (!material->inside || placed_solid_init(&placed->inside, material->inside, to_frame)) &&
           (!material->caps || placed_solid_init(&placed->caps, material->caps, to_frame));
}

typedef struct BothWays {
    const PlacedPart *a, *b;
    const Affine *a_to_frame;
    const ContactList *contacts;
    DepthSearch *search;
} BothWays;

// The surface of one part, and what closes its holes, inside the other.
static bool search_one_way(const BothWays *ways, bool from_a)
{
    const PlacedPart *surface = from_a ? ways->a : ways->b, *around = from_a ? ways->b : ways->a;
    DepthSearch *search = ways->search;
    search->error = 0;
    if (!around->material->inside)
        return true;
    search->from_a = from_a;
    search->solid = &around->inside;
    search->caps = around->material->caps ? &around->caps : NULL;
    search->cap_slack = around->cap_slack;
    search->surface = &surface->surface;
    Crossings crossings, none = {0};
    bool ok = crossings_create(&crossings, ways->contacts, !from_a,
                               surface->surface.solid->mesh->triangle_count, ways->a_to_frame);
    search->crossings = &crossings;
    ok = ok && depth_search(search);
    crossings_free(&crossings);
    if (!ok || !surface->material->caps)
        return ok;
    double error = search->error;
    search->surface = &surface->caps;
    search->crossings = &none;
    ok = depth_search(search);
    search->error = fmax(error, search->error);
    return ok;
}

static bool search_both_ways(const BothWays *ways, int32_t samples)
{
    DepthSearch *search = ways->search;
    search->samples = samples - samples / 2;
    if (!search_one_way(ways, true))
        return false;
    double error = search->error;
    search->samples = (search->samples > 0 ? search->samples : 0) + samples / 2;
    bool ok = search_one_way(ways, false);
    search->error = fmax(error, search->error);
    return ok;
}

static double deepest(const DepthSearch *search)
{
    double depth = 0;
    for (size_t i = 0; i < search->place_count; ++i)
        depth = fmax(depth, search->places[i].depth);
    return depth;
}

bool depth_of_pair(const PlacedPart *a, const PlacedPart *b, const Affine *a_to_frame,
                   const ContactList *contacts, const ContactDesc *desc, Places places, Job *job,
                   ContactDetail *out)
{
    DepthSearch search = {.places = places.places,
                          .place_count = places.count,
                          .accuracy = 0.1 * out->tolerance,
                          .least = 0.5 * out->tolerance,
                          .job = job};
    BothWays ways = {a, b, a_to_frame, contacts, &search};
    bool ok = search_both_ways(&ways, desc->samples > 0 ? desc->samples : CONTACT_SAMPLES);
    double upper = deepest(&search) + search.error;
    const double borders[] = {out->tolerance, facet_band_border(out, desc)};
    for (size_t i = 0; i < sizeof borders / sizeof *borders; ++i) {
        if (!ok || deepest(&search) > borders[i] || upper <= borders[i])
            continue;
        search.decide = borders[i];
        ok = search_both_ways(&ways, desc->decide > 0 ? desc->decide : CONTACT_DECIDE);
        if (deepest(&search) <= borders[i] && search.error <= 0)
            upper = borders[i];
    }
    out->depth = deepest(&search);
    out->depth_error = fmax(upper - out->depth, 0);
    out->state = out->depth > out->tolerance ? PAIR_INTERFERENCE
                 : upper > out->tolerance    ? PAIR_UNDECIDED
                                             : PAIR_TOUCH;
    out->state = facet_band_state(out, desc);
    return ok;
}

bool maybe_deep(const Solid *surface, const Affine *to_frame, const Solid *around,
                const Affine *around_to_frame, double tolerance, Job *job, bool *deep)
{
    PlacedSolid points, hull;
    *deep = false;
    if (!around->material->maybe || !placed_solid_init(&points, surface, to_frame) ||
        !placed_solid_init(&hull, around->material->maybe, around_to_frame))
        return true;
    ContactCluster whole = {.box = box3d_empty()};
    Crossings none = {0};
    DepthSearch search = {.surface = &points,
                          .solid = &hull,
                          .crossings = &none,
                          .places = &whole,
                          .place_count = 1,
                          .accuracy = 0.1 * tolerance,
                          .least = 0.5 * tolerance,
                          .decide = tolerance,
                          .samples = CONTACT_SAMPLES,
                          .job = job};
    bool ok = depth_search(&search);
    *deep = whole.depth > tolerance || search.error > 0;
    return ok;
}
