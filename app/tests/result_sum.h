// One number of everything that stages show: two programs that show the same have the same.
#ifndef SNUG_APP_TESTS_RESULT_SUM_H
#define SNUG_APP_TESTS_RESULT_SUM_H

#include "app/stages/app.h"
#include "app/stages/contact_state.h"

// Reads all that is shown.
static uint64_t sum_of_results(const App *app)
{
    uint64_t sum = 14695981039346656037u;
#define ADD(value) (sum = (sum ^ (uint64_t)(value)) * 1099511628211u)
    for (size_t i = 0; i < app->report.count; ++i) {
        const PairReport *pair = &app->report.pairs[i];
        ADD(pair->a), ADD(pair->b), ADD(pair->contacts.count);
        for (size_t k = 0; k < pair->contacts.count; ++k)
            ADD(pair->contacts.items[k].a), ADD(pair->contacts.items[k].b);
    }
    for (size_t i = 0; i < app->fit.count; ++i)
        ADD(app->fit.rows[i].a), ADD(app->fit.rows[i].state), ADD(1e6 * app->fit.rows[i].depth);
    ADD(app->fit_places.count), ADD(app->fit_curves.count), ADD(app->contacts.polygon_pairs);
    for (int32_t i = 0; i < app->contacts.part_count; ++i)
        ADD(app->contacts.parts[i].pairs), ADD(app->contacts.parts[i].polygons[FIT_INTERFERENCE]);
    ADD(app->gap.part + 1), ADD(app->gap.other + 1), ADD(1e6 * app->gap.distance);
    for (size_t i = 0; i < app->watch.count; ++i)
        ADD(app->watch.pairs[i].a), ADD(1e6 * app->watch.pairs[i].distance.value);
    for (size_t i = 0; i < app->bands.count; ++i)
        ADD(app->bands.items[i].part), ADD(app->bands.items[i].bands.band[0].count);
    ADD(app->roots.part + 1), ADD(app->roots.work.volume_tests), ADD(app->roots.pairs);
    ADD(app->quality.figures.nodes), ADD(app->quality.level_count), ADD(app->tree.map.count);
    ADD(app->compare.count), ADD(app->compare.figures.side[SIDE_B].work.volume_tests);
    ADD(app->compare.figures.side[SIDE_B].sum), ADD(app->compare.figures.differing);
    ADD(app->hybrid.tree.count), ADD(app->cover.contacts.volumes);
    for (int32_t i = 0; i < primitive_list_count(app->cover.list); ++i)
        ADD(app->cover.items[i].out), ADD(1e6 * app->cover.items[i].farthest);
    ADD(app->overlay.shown.volumes);
    for (int i = 0; i < app->depths.count; ++i)
        ADD(app->depths.items[i].state), ADD(1e6 * app->depths.items[i].depth);
    for (int32_t i = 0; i < app->explosion.count; ++i)
        ADD(1e6 * (100 + app->explosion.outward[i].x));
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        for (int32_t v = 0; v < mesh->vertex_count; ++v)
            ADD(1e6 * (100 + mesh->vertices[v].x));
        ADD(app->parts[i].tree ? app->parts[i].tree->node_count : 0);
    }
#undef ADD
    return sum;
}

#endif
