// Cylinders: pieces are grown, pieces of one cylinder are joined, and what is long and round enough is
// one. Whoever cuts a cylinder into facets puts their corners on it, so that they are off by the rounding
// of the file and no more. The facets themselves are off by the chord error; to let corners be off by as
// much would take bent tubes and barrels for cylinders.
#include "core/feature/round_search.h"

#include "core/base/angle.h"

#define ROUNDING                                                                                   \
    4.0 // noises: three coordinates of a corner, and those that the cylinder is fitted to

static bool begin(RoundSearch *s)
{
    const Mesh *mesh = s->parts->mesh;
    Job silent = job_part(s->parts->job, 0);
    if (!facets_find(&s->facets, mesh, s->parts->topology, &silent))
        return false;
    size_t facets = (size_t)s->facets.count, vertices = (size_t)mesh->vertex_count;
    s->piece_of = array_alloc(facets, sizeof *s->piece_of);
    s->queue = array_alloc(facets, sizeof *s->queue);
    s->mark = mem_calloc(facets + 1, sizeof *s->mark);
    s->point_mark = mem_calloc(vertices + 1, sizeof *s->point_mark);
    s->points = array_alloc(vertices, sizeof *s->points);
    if (!s->piece_of || !s->queue || !s->mark || !s->point_mark || !s->points)
        return false;
    for (size_t i = 0; i < facets; ++i)
        s->piece_of[i] = -1;
    return true;
}

static void end(RoundSearch *s)
{
    facets_free(&s->facets);
    mem_free(s->piece_of);
    mem_free(s->queue);
    mem_free(s->mark);
    mem_free(s->point_mark);
    mem_free(s->points);
    mem_free(s->pieces);
    mem_free(s->members);
}

static void let_go(RoundSearch *s, int32_t index)
{
    RoundPiece *piece = &s->pieces[index];
    for (int32_t i = piece->first; i < piece->first + piece->count; ++i)
        s->piece_of[s->members[i]] = -1;
    piece->count = 0;
}

// Pieces that are no cylinders are let go: their facets may be planes. False: memory is short.
static bool sift(RoundSearch *s)
{
    for (int32_t i = 0; i < (int32_t)s->piece_count; ++i) {
        Feature feature;
        if (s->pieces[i].count == 0)
            continue;
        bool good = round_piece_measure(s, i, &feature);
        if (feature.count < 0)
            return false;
        if (!good || round_piece_is_band(s, i))
            let_go(s, i);
    }
    return true;
}

static bool write_piece(RoundSearch *s, int32_t index, FeatureDrafts *out)
{
    Feature feature;
    const RoundPiece *piece = &s->pieces[index];
    round_piece_measure(s, index, &feature);
    if (feature.count < 0)
        return false;
    bool fine = feature.arc / feature.facets < CREASE_DEGREES * 1.01 * PI / 180;
    feature.first = (int32_t)out->triangle_count;
    for (int32_t i = piece->first; i < piece->first + piece->count; ++i) {
        int32_t facet = s->members[i];
        for (int32_t k = s->facets.first[facet]; k < s->facets.first[facet + 1]; ++k) {
            int32_t t = s->facets.triangles[k];
            s->parts->round[t] = fine;
            if (!drafts_add_triangle(out, t))
                return false;
            ++feature.count;
        }
    }
    return drafts_add(out, &feature);
}

bool cylinders_find(const SurfaceParts *parts, FeatureDrafts *out)
{
    RoundSearch s = {.parts = parts, .limit = ROUNDING * parts->noise};
    bool ok =
        s.limit > 0 && begin(&s) && round_search_grow(&s) && round_search_join(&s) && sift(&s);
    for (int32_t i = 0; ok && i < (int32_t)s.piece_count; ++i)
        ok = s.pieces[i].count == 0 || write_piece(&s, i, out);
    end(&s);
    return ok || parts->noise <= 0; // a point has no surface
}
