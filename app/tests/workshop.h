// A built-in scene with trees and connectors of all parts, in which one part at a time is led to where it was
// offered to go.
#ifndef SNUG_APP_TESTS_WORKSHOP_H
#define SNUG_APP_TESTS_WORKSHOP_H

#include "app/scenes/scene.h"
#include "core/feature/offer.h"
#include "core/mesh/chord_error.h"
#include "core/motion/snap.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Workshop {
    SceneData data;
    int32_t count;
    PosedPart *posed;
    OfferPart *parts;
    Features *features; // per part
    Connectors *connectors;
    uint8_t *roles;
    bool *fits;
    LimitBook book;
    SolidCache solids;
} Workshop;

static inline void open_workshop(Workshop *w, const Scene *scene)
{
    Error err = {""};
    *w = (Workshop){0};
    assert_true(scene_load(scene, &w->data, &err));
    w->count = w->data.assembly.part_count;
    size_t count = (size_t)w->count;
    w->posed = calloc(count, sizeof *w->posed);
    w->parts = calloc(count, sizeof *w->parts);
    w->features = calloc(count, sizeof *w->features);
    w->connectors = calloc(count, sizeof *w->connectors);
    w->roles = calloc(count, 1);
    w->fits = calloc(count, sizeof *w->fits);
    assert_true(w->posed && w->parts && w->features && w->connectors && w->roles && w->fits);
    for (int32_t i = 0; i < w->count; ++i) {
        Mesh *mesh = w->data.assembly.parts[i].mesh;
        double chord;
        Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
        assert_non_null(tree);
        w->posed[i] = (PosedPart){tree, w->data.assembly.parts[i].rest, true, true};
        assert_true(features_find(mesh, NULL, &w->features[i], &err));
        assert_true(connectors_from(&w->features[i], &w->connectors[i], &err));
        assert_true(mesh_chord_error(mesh, NULL, &chord));
        w->parts[i] = (OfferPart){w->connectors[i].items, w->connectors[i].count,
                                  w->posed[i].placement, chord};
        w->roles[i] = MOTION_STANDS;
    }
}

static inline void close_workshop(Workshop *w)
{
    for (int32_t i = 0; i < w->count; ++i) {
        bvh_release((Bvh *)w->posed[i].tree);
        features_free(&w->features[i]);
        connectors_free(&w->connectors[i]);
    }
    solid_cache_free(&w->solids);
    limit_book_free(&w->book);
    free(w->posed);
    free(w->parts);
    free(w->features);
    free(w->connectors);
    free(w->roles);
    free(w->fits);
    scene_data_free(&w->data);
}

static inline bool find_fits(void *user, int32_t hand, int32_t other, LimitStart *out,
                             bool *ignored)
{
    (void)hand, (void)ignored;
    out->fits = ((const Workshop *)user)->fits[other];
    return false;
}

static inline Snap go(Workshop *w, int32_t hand, const Offer *offer, Affine *end)
{
    Error err = {""};
    MotionDesc desc = {.parts = w->posed,
                       .roles = w->roles,
                       .part_count = w->count,
                       .pivot = w->posed[hand].placement.p,
                       .start = find_fits,
                       .user = w,
                       .book = &w->book,
                       .solids = &w->solids};
    Motion *motion = motion_begin(&desc, NULL, &err);
    assert_non_null(motion);
    SnapDesc wanted = {.mate = offer->mate, .mode = MOTION_SLIDE};
    Snap snap = snap_begin(motion, &wanted);
    for (int frame = 0; !snap_done(&snap) && frame < 500; ++frame) {
        MotionResult result;
        assert_true(snap_step(&snap, motion, NULL, &result, &err));
    }
    *end = motion_placement(motion, hand);
    motion_end(motion);
    return snap;
}

#endif
