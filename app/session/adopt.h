// What was opened becomes what is open: a new assembly, more parts, or new versions of parts that
// are there. Prepared beside what is open, so that a failure changes nothing.
#ifndef SNUG_APP_SESSION_ADOPT_H
#define SNUG_APP_SESSION_ADOPT_H

#include "app/document/variants.h"
#include "app/session/open.h"
#include "app/stages/app.h"

typedef struct Adoption {
    Assembly assembly;
    Document document;
    Sources sources;
    bool keeps_history; // parts have kept their numbers and places
    bool is_new;        // nothing of what was open is left
    bool joins;         // parts came beside what was open
    bool looks_at_all;  // the camera is to show everything
    int32_t added, replaced, removed;
} Adoption;

// All four may take things out of `opened`, which is freed by its owner. False: memory is short.
bool adopt_new(const App *app, Opened *opened, Adoption *out);
bool adopt_more(const App *app, Opened *opened, Adoption *out);
// The parts become variants of the one with this key, aligned so: they are removed themselves.
bool adopt_variants(const App *app, Opened *opened, int32_t part, enum VariantAlign align,
                    Adoption *out);
// source_of: for each source of `opened`, the source of the app that it is a new version of.
bool adopt_again(const App *app, Opened *opened, const int32_t *source_of, Adoption *out);
Box3d adoption_bounds(const Adoption *adoption); // of all parts at rest
void adoption_free(Adoption *adoption);

#endif
