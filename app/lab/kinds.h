// What takes part in a comparison: ways to build and search over triangles, or builders of hybrid hierarchies over
// primitives. Read from words and written as words; measured on a subject.
#ifndef SNUG_APP_LAB_KINDS_H
#define SNUG_APP_LAB_KINDS_H

#include "app/lab/subject.h"
#include "core/bench/contest_hybrid.h"

enum { LAB_KINDS_MOST = 64, LAB_KIND_TEXT = 512, LAB_KIND_NAME = 160 };

typedef struct LabKinds {
    bool primitives; // builders, not searches
    int count;
    SearchKind searches[LAB_KINDS_MOST];
    HybridDesc builders[LAB_KINDS_MOST];
} LabKinds;

// What is compared if nothing is said: "presets", or "builders".
const char *lab_kinds_usual(bool primitives);
// As search_kinds_parse or hybrid_kinds_parse take them.
bool lab_kinds_parse(const char *text, bool primitives, LabKinds *out, Error *err);
void lab_kind_text(const LabKinds *kinds, int kind, char *text,
                   size_t size); // reads back as the same
void lab_kind_name(const LabKinds *kinds, int kind, char *text, size_t size); // for people

// contest_run or hybrid_contest_run; the subject is prepared.
bool lab_run(const LabSubject *subject, const LabKinds *kinds, const ContestListener *listener,
             ContestResult *results, Job *job, Error *err);

#endif
