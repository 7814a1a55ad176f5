// What proves a verdict: a fact per pair of parts that other programs can check without searching,
// by arithmetic of their own. The verdict is the report's; here it is only made checkable.
#ifndef SNUG_CORE_MEANING_CERTIFICATE_H
#define SNUG_CORE_MEANING_CERTIFICATE_H

#include "core/meaning/fit_report.h"

typedef struct Certificate {
    int32_t a, b; // parts, a < b
    bool ignored; // by a rule: nothing is claimed
    enum PairState state;
    double border; // what is said of depths: no deeper than, or deeper than this

    bool apart; // no triangles meet, and surfaces are further apart than ...
    double least_distance;

    bool meet; // these triangles do
    int32_t meeting[2];

    bool deep; // this point of the surface of one part, in the world, is inside the other one
    bool deep_of_b;
    Vec3d deep_at;
    int32_t deep_triangle; // that the point lies on, but for rounding
    bool deep_on_cap;      // a triangle of what encloses the part, which closes a hole

    bool in_both; // this point, in the world, is inside both, further from both surfaces
    Vec3d both_at;
    bool copy; // equal parts, no corner further from its twin

    bool partly; // the verdict says more than these facts prove, as of surfaces without an inside
} Certificate;

typedef struct Certificates {
    Certificate *items; // of every pair that came near, sorted by (a, b)
    size_t count, capacity;
    // Per part of the assembly: the closed surface around its material, retained. The part's own mesh
    // where that is closed, else what has an inside of it with holes closed; NULL: nothing has.
    Mesh **inside;
    int32_t part_count;
} Certificates;

// Of a check that was run. False on lack of memory or cancel; *out is then empty.
bool certificates_make(Certificates *out, const FitCheck *check, Job *job, Error *err);
void certificates_free(Certificates *certificates);

#endif
