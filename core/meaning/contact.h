// What a contact means: does a part touch another or run into it, how deep, where, and does one lie
// inside the other? A second stage behind the listing of triangle pairs (assembly.h), computed per
// pair of parts and kept until one of the two changes.
//
// Positions are in the frame of part a, as in ContactList; lengths (depth, tolerance) are in the
// unit of the assembly, also for scaled parts.
#ifndef SNUG_CORE_MEANING_CONTACT_H
#define SNUG_CORE_MEANING_CONTACT_H

#include "core/assembly/assembly.h"

// What is known of a pair of parts, each of them proven: X(identifier, name, gravity, wrong).
// A graver one stands first in lists; a wrong one counts against the fit. The order is that of the
// library's header: add at the end.
#define PAIR_STATE_LIST(X)                                                                         \
    X(CLEAR, "clear", 0, false) /* no surface contact, and neither lies inside the other */        \
    X(TOUCH, "touch", 1, false) /* they meet, but no deeper than the tolerance */                  \
    X(INTERFERENCE, "interference", 7, true) /* deeper than the tolerance */                       \
    X(INSIDE, "inside", 5, true)             /* no surface contact, one lies inside the other */   \
    X(UNDECIDED, "undecided", 3, false)      /* none of the others could be proven: no pass */     \
    X(CROSSING, "crossing", 4, true) /* a surface without an inside is crossed: depth unknown */   \
    X(SAME_PLACE, "same place", 6, true) /* surfaces are flush, but material lies in material */   \
    X(FACETS, "within facets", 2, false) /* deeper than touch, but finer than the facets tell */

#define PAIR_STATE_ENTRY(identifier, name, gravity, wrong) PAIR_##identifier,
enum PairState { PAIR_STATE_LIST(PAIR_STATE_ENTRY) PAIR_STATE_COUNT };
#undef PAIR_STATE_ENTRY

typedef struct PairStateInfo {
    const char *name;
    int gravity;
    bool wrong;
} PairStateInfo;
const PairStateInfo *pair_state_info(enum PairState state);
const char *pair_state_name(enum PairState state);

// Does the material of one part hold the other? Material is where the winding number of the surface
// is not 0: a part in the cavity of a hollow one is outside. A part of several bodies may lie
// partly inside although no surfaces meet. Asked only where no surfaces meet; else OUTSIDE.
enum Containment {
    CONTAINED_OUTSIDE,
    CONTAINED_PARTLY, // some of its bodies inside, some not
    CONTAINED_INSIDE,
    CONTAINED_UNKNOWN, // the surrounding part has holes too large to be closed
};

// Contacts that belong to one place.
typedef struct ContactCluster {
    Box3d box;     // of all witnesses: its middle is the centre, its size the extent
    Vec3d centre;  // middle of the witnesses, weighted by their length or area
    Vec3d normal;  // unit; the direction that moves a out of b, on the average; 0: none
    double depth;  // as ContactDetail.depth, of this place; 0 when nothing is inside
    Vec3d deepest; // where that is, on the surface of either part; the centre when depth is 0
    int32_t count; // triangle pairs
    bool from_a;   // the deepest point is a point of a inside b, else of b inside a
} ContactCluster;

// One line of intersection, or the border of a flush region's triangle pair. Points:
// ContactDetail.points[first_point .. +point_count).
typedef struct ContactCurve {
    uint32_t first_point, point_count;
    int32_t cluster; // which one it belongs to
    bool closed;     // the last point joins the first one, which is not repeated
    bool touch;      // nowhere do triangles cross along it
} ContactCurve;

// The curves of a pair in figures.
typedef struct CurveSum {
    int32_t closed, open;
    double length; // of all of them, in the assembly's unit
} CurveSum;

typedef struct ContactDetail {
    int32_t a, b; // parts, a < b
    enum PairState state;
    double tolerance; // the one that decided, in the assembly's unit
    // Largest distance from a point of one surface inside the other part to the surface of that
    // part, over both directions. The true one lies within [depth, depth + depth_error]: as a rule
    // 3 % of it, or a tenth of the tolerance. An interval that holds the tolerance is searched on
    // until it does not; what is not decided then is PAIR_UNDECIDED.
    double depth, depth_error;
    double facet_error; // how far facets of both parts lie off their true surfaces, together
    bool holes_closed;  // of one of the parts, to know what is inside (material.h)
    enum Containment a_in_b, b_in_a;
    int32_t polygons;         // source polygons in contact, of both parts together
    size_t contact_count;     // triangle pairs
    bool truncated;           // ... of more that were not listed: what they would tell is unknown
    ContactCluster *clusters; // deepest first
    size_t cluster_count, cluster_capacity;
    ContactCurve *curves;
    size_t curve_count, curve_capacity;
    Vec3d *points; // of the curves
    size_t point_count, point_capacity;
    double ms; // what this stage cost for this pair
} ContactDetail;
void contact_detail_free(ContactDetail *detail);
CurveSum contact_curves_sum(const ContactDetail *detail, const Affine *a_to_world);

// Zero is a sensible default.
typedef struct ContactDesc {
    // Length in the assembly's unit. 0: relative to the parts, and what is deeper, but no deeper than
    // the facets can tell, is PAIR_FACETS (facet_band.h).
    double tolerance;
    double relative;   // of the smaller part's diagonal; 0 means CONTACT_RELATIVE_TOLERANCE
    double link;       // places nearer than this share of that diagonal are one; 0: CONTACT_LINK
    int32_t samples;   // most points looked at for a depth; 0 means CONTACT_SAMPLES
    int32_t decide;    // ... and to tell touch from interference; 0 means CONTACT_DECIDE
    struct Pool *pool; // threads that help with a whole report; NULL: none. No answer depends on it
} ContactDesc;
#define CONTACT_RELATIVE_TOLERANCE 5e-4 // an M6 bolt of 30 mm: 0.017 mm
#define CONTACT_LINK 0.05
#define CONTACT_SAMPLES 10000
#define CONTACT_DECIDE 200000

// The tolerance that holds for two meshes at their placements, in the assembly's unit.
double contact_tolerance(const ContactDesc *desc, const PosedPart *a, const PosedPart *b);

// What is known of one mesh as a solid: its topology and a tree for points. Made once
// per mesh and version, shared, read from any thread.
typedef struct Solid Solid;
typedef struct Material Material;

// Whoever updates a report owns one: several threads may only read it.
typedef struct SolidCache {
    Solid **solids;
    size_t count, capacity;
    AddressTable by_mesh; // their indices
} SolidCache;
// NULL: memory ran short, or cancelled. Only reads the cache if the mesh is in it.
const Solid *solid_cache_get(SolidCache *cache, Mesh *mesh, Job *job);
// Those of several meshes, which may stand in the list more than once. False as above.
bool solid_cache_fill(SolidCache *cache, Mesh *const *meshes, size_t count, struct Pool *pool,
                      Job *job);
// Those of meshes that no part has any more, or that were deformed since, go. Costs a look at each.
void solid_cache_sweep(SolidCache *cache, const PosedPart *parts, int32_t part_count);
void solid_cache_free(SolidCache *cache);

// One pair; a and b of *out are left to the caller. contacts: their triangle pairs with witnesses,
// as listed; count 0 asks for containment alone. False on lack of memory or cancel.
bool contact_examine(const PosedPart *a, const PosedPart *b, const ContactList *contacts,
                     const ContactDesc *desc, SolidCache *solids, Job *job, ContactDetail *out,
                     Error *err);
// The same, and their triangle pairs are searched here. a is the part with the lower index.
bool contact_between(const PosedPart *a, const PosedPart *b, const ContactDesc *desc,
                     SolidCache *solids, Job *job, ContactDetail *out, Error *err);

// The second stage of an assembly's report.
typedef struct ContactReport {
    ContactDetail *pairs; // every pair but the clear ones, sorted by (a, b)
    size_t count, capacity;
    SolidCache solids;
    ContactDesc desc; // of the last update
    size_t examined;  // pairs looked at in the last update
    double ms;
} ContactReport;

// Looks at each pair of `contacts` and, for containment, at each pair of active parts whose boxes
// meet, as far as one of the two changed or the pair is new; keeps the rest. The listing must hold
// witnesses and have been updated for the same parts and scope (NULL: all of it); another
// description than last time means all pairs. On failure or cancel the report is left as it was.
bool contact_report_update(ContactReport *report, const AssemblyReport *contacts,
                           const AssemblyScope *scope, const PosedPart *parts, int32_t part_count,
                           const ContactDesc *desc, Job *job, Error *err);
const ContactDetail *contact_report_find(const ContactReport *report, int32_t a, int32_t b);
void contact_report_free(ContactReport *report);

// In plain words: "Bolt 3 penetrates Bracket by 0.42 mm, 118 polygons", "Bolt 3 touches Bracket",
// "Pin is inside Block", "Pin may be inside Cover, which is not closed". Always terminated.
void contact_sentence(const ContactDetail *detail, const char *name_a, const char *name_b,
                      enum LengthUnit unit, char *text, size_t size);
// "2 closed curves, 118 mm", "1 closed and 3 open curves, 0.4 mm"; "" where there are none.
void curve_sum_words(const CurveSum *curves, enum LengthUnit unit, char *text, size_t size);

#endif
