// Part of snug.h: parts with placements, rules about pairs of them, and checks of how they fit.
#ifndef SNUG_ASSEMBLY_H
#define SNUG_ASSEMBLY_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- assemblies
typedef struct snug_assembly snug_assembly;
typedef struct snug_assembly_desc {
    size_t struct_size;
    const char *unit; // of all coordinates: "mm" (NULL), "cm", "m", "um", "in", "ft"
} snug_assembly_desc;

typedef struct snug_part_desc {
    size_t struct_size;
    const char *name; // made unique: "Bolt", "Bolt (2)"; rules go by it
    snug_mesh *mesh;  // equal parts should share one
    const double *placement;
} snug_part_desc;

typedef struct snug_part_info {
    size_t struct_size;
    const char *name; // lives as long as the assembly
    double placement[12];
    int32_t active;
} snug_part_info;

// [any]
SNUG_API snug_status snug_assembly_create(const snug_assembly_desc *desc, snug_assembly **assembly,
                                          snug_error *error);
// [own]
SNUG_API void snug_assembly_release(snug_assembly *assembly);
// [own] Parts are numbered from 0 in the order they come; *part may be NULL.
SNUG_API snug_status snug_assembly_add(snug_assembly *assembly, const snug_part_desc *desc,
                                       int32_t *part, snug_error *error);
// [own]
SNUG_API snug_status snug_assembly_place(snug_assembly *assembly, int32_t part,
                                         const double placement[12], snug_error *error);
// [own] A part that is not active is not checked.
SNUG_API snug_status snug_assembly_activate(snug_assembly *assembly, int32_t part, int32_t active,
                                            snug_error *error);
// [any]
SNUG_API int32_t snug_assembly_count(const snug_assembly *assembly);
// [any] By the unique name; -1: there is none.
SNUG_API int32_t snug_assembly_find(const snug_assembly *assembly, const char *name);
// [any]
SNUG_API snug_status snug_assembly_get_part(const snug_assembly *assembly, int32_t part,
                                            snug_part_info *info, snug_error *error);

// What is said about pairs of parts; the last rule that matches a pair holds, and the last clearance.
typedef enum snug_rule {
    SNUG_RULE_CHECK = 0,       // nothing special
    SNUG_RULE_IGNORE = 1,      // not even looked at
    SNUG_RULE_INTENTIONAL = 2, // listed, never counted: a press fit
    SNUG_RULE_FORBID = 3,      // touching counts, too
    SNUG_RULE_BASELINE = 4,    // counts only when deeper than it was
    SNUG_RULE_CLEARANCE = 5    // beside one of these: how far apart they must be. Of rows never
} snug_rule;

// [own] Replaces all rules by those of the text, one per line as in the rules files of `snug
// check`: `intentional "Bolt*" Plate`. "" removes them. size: bytes, or SIZE_MAX up to the 0.
SNUG_API snug_status snug_assembly_set_rules(snug_assembly *assembly, const char *text, size_t size,
                                             snug_error *error);
// [own] One rule more. Patterns of names with * and ?. length: the depth of a baseline, or the
// clearance, in the assembly's unit.
SNUG_API snug_status snug_assembly_add_rule(snug_assembly *assembly, snug_rule rule,
                                            const char *pattern_a, const char *pattern_b,
                                            double length, snug_error *error);

typedef struct snug_check_desc {
    size_t struct_size;
    double tolerance; // touches up to this depth are no interference; 0: 1/2000 of the size
    double clearance; // wanted between parts, where no rule tells; 0: none
    const snug_tree_desc *tree; // the hierarchies to use; NULL: defaults. Its job is not used
    snug_job *job;
} snug_check_desc;

typedef enum snug_state {
    SNUG_STATE_CLEAR = 0, // they do not meet, but are nearer than the clearance
    SNUG_STATE_TOUCH = 1,
    SNUG_STATE_INTERFERENCE = 2, // deeper than the tolerance
    SNUG_STATE_INSIDE = 3,       // one lies inside the other
    SNUG_STATE_UNDECIDED = 4,    // nothing could be proven: no pass
    SNUG_STATE_CROSSING = 5,     // a surface without an inside is crossed: depth unknown
    SNUG_STATE_SAME_PLACE = 6,   // flush, but material of one lies in that of the other
    SNUG_STATE_FACETS = 7        // deeper, but finer than facets can tell; no tolerance was given
} snug_state;

// A pair of parts that a person should know of. Lengths are in the assembly's unit. Fields may
// be added at its end: read rows where they are.
typedef struct snug_check_row {
    int32_t a, b; // parts, a < b
    uint64_t id;  // of the pair, by the names of its parts: the same in every run
    snug_state state;
    snug_rule rule;
    int32_t violation;                  // counts against the fit
    int32_t worse;                      // a baseline pair that is deeper than it was
    double depth, depth_error;          // the true depth lies between depth and depth + depth_error
    int32_t holes_closed;               // holes of a part were closed to know what is inside
    int32_t polygons;                   // in contact
    double distance;                    // 0 where they meet
    double tolerance;                   // the one that decided
    double lo[3], hi[3];                // where, in the world
    double closest[2][3];               // of CLEAR: on a and on b, in the world
    int32_t closed_curves, open_curves; // along which they meet
    double curve_length;                // of all of them
    const char *verdict; // "interference", "too near", "intentional", "as in the baseline" ...
    const char *text;    // "Bolt 3 penetrates Bracket by 0.42 mm, 118 polygons"
    double facet_error;  // how far facets of both lie off the true surfaces, together; an estimate
    double clearance;    // so far apart the two must be; 0: as near as they like
} snug_check_row;

typedef struct snug_check {
    size_t struct_size;
    void *memory;        // the library's
    uint64_t row_count;  // rows are sorted by gravity: what counts comes first
    uint64_t violations; // rows that count; it fits when none does and none is undecided
    uint64_t near_pairs; // pairs of parts that were looked at
    uint64_t ignored;    // pairs that came near but are ignored
    const char *summary; // "fits", "2 interferences, 1 clearance below 2 mm"
    snug_stats stats;    // of the queries made this time
    uint64_t undecided;  // rows of which nobody knows whether they count
    uint64_t facets;     // rows in SNUG_STATE_FACETS
} snug_check;

// [own] The check that `snug check` makes. A second one costs only what has changed since. What
// *check held before is freed when the call succeeds.
SNUG_API snug_status snug_assembly_check(snug_assembly *assembly, const snug_check_desc *desc,
                                         snug_check *check, snug_error *error);
// [any] NULL: there is no such row.
SNUG_API const snug_check_row *snug_check_row_at(const snug_check *check, uint64_t index);
// [own]
SNUG_API void snug_check_free(snug_check *check);

#ifdef __cplusplus
}
#endif

#endif
