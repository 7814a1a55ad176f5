// Empty space between parents and children, and how fast volumes shrink from level to level.
#include "core/tree/quality/quality.h"

#include "core/base/array.h"
#include "core/base/memory.h"

// Of the parent's box, cut at the side where the child gives way most (relative to the extent), the
// part that the child leaves empty. In relative lengths, so that flat boxes work too.
static double empty_part(const Box3d *parent, const Box3d *child)
{
    double kept = 1, kept_most_cut = 1, most = 0;
    for (int k = 0; k < 3; ++k) {
        double extent = parent->hi.v[k] - parent->lo.v[k];
        if (!(extent > 0))
            continue;
        // A child may stick out of its parent, where both were fitted to the same triangles.
        double below = fmax(0, child->lo.v[k] - parent->lo.v[k]) / extent;
        double above = fmax(0, parent->hi.v[k] - child->hi.v[k]) / extent;
        double cut = fmax(below, above), length = fmax(0, 1 - below - above);
        kept *= length;
        if (cut > most) {
            most = cut;
            kept_most_cut = 1 - cut;
        }
    }
    return kept_most_cut > 0 ? fmin(1, fmax(0, 1 - kept / kept_most_cut)) : 0;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool quality_empty_space(const NodeMeasures *tree, uint32_t more_than, EmptySpace *out)
{
    *out = (EmptySpace){.median = NAN};
    double *parts = array_alloc((size_t)tree->count + 1, sizeof *parts);
    if (!parts)
        return false;
    for (uint32_t i = 1; i < tree->count; ++i) {
        const NodeMeasure *m = &tree->nodes[i];
        if (m->triangles <= more_than)
            continue;
        double part = empty_part(&tree->nodes[m->parent].box, &m->box);
        int bin = (int)(part * EMPTY_SPACE_BINS);
        ++out->bins[bin < EMPTY_SPACE_BINS ? bin : EMPTY_SPACE_BINS - 1];
        parts[out->count++] = part;
    }
    uint32_t n = out->count;
    qsort(parts, n, sizeof *parts, compare_doubles);
    if (n > 0)
        out->median = (parts[(n - 1) / 2] + parts[n / 2]) / 2;
    mem_free(parts);
    return true;
}

uint32_t quality_levels(const NodeMeasures *tree, LevelMeasure *levels, uint32_t max)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < max; ++i)
        levels[i] = (LevelMeasure){.diameter_ratio = NAN, .thickness_ratio = NAN};
    for (uint32_t i = 0; i < tree->count; ++i) {
        const NodeMeasure *m = &tree->nodes[i];
        depth = m->level + 1 > depth ? m->level + 1 : depth;
        if (m->level >= max)
            continue;
        LevelMeasure *level = &levels[m->level];
        ++level->nodes;
        level->diameter += m->diameter;
        level->thickness += m->thickness;
    }
    for (uint32_t i = 0; i < depth && i < max; ++i) {
        levels[i].diameter /= levels[i].nodes;
        levels[i].thickness /= levels[i].nodes;
        if (i > 0 && levels[i - 1].diameter > 0)
            levels[i].diameter_ratio = levels[i].diameter / levels[i - 1].diameter;
        if (i > 0 && levels[i - 1].thickness > 0)
            levels[i].thickness_ratio = levels[i].thickness / levels[i - 1].thickness;
    }
    return depth;
}
