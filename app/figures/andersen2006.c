// The hierarchies of Appendix C of the hybrid paper (Andersen and Bay 2006): four objects by three algorithms, each
// as a tree and level by level. Nodes that are only carried on from the level below are grey.
#include "app/figures/figure.h"
#include "app/figures/sketch.h"

#include "app/io/bench_hybrid.h"
#include "app/io/hybrid_samples.h"
#include "app/io/hybrid_xml.h"
#include "core/base/array.h"
#include "core/hybrid/variants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAPER_TYPES = 1 << VOLUME_TYPE_AABB | 1 << VOLUME_TYPE_OBB | 1 << VOLUME_TYPE_SPHERE };
enum { TYPES = 3, LEVELS_MOST = 12, GREY = 0xa6adb6 };
static const unsigned type_colours[TYPES] = {0x0072b2, 0xd55e00, 0x009e73};
static const char *const type_names[TYPES] = {"AABB", "OBB", "sphere"};

static unsigned colour_of(const HybridNode *node)
{
    return (int)node->type < TYPES ? type_colours[node->type] : 0x808080;
}

static int level_of(const HybridTree *tree, HybridId node)
{
    int level = 0;
    while (tree->nodes[node].parent != HYBRID_NONE) {
        node = tree->nodes[node].parent;
        ++level;
    }
    return level;
}

// --- the diagram

typedef struct Layout {
    const HybridTree *tree;
    FigureTree *out;
    int bottom, leaves, placed;
} Layout;

static int add_node(Layout *l, int level, int parent, unsigned colour, bool copy)
{
    l->out->nodes[l->out->count] =
        (FigureNode){.level = level, .parent = parent, .colour = colour, .copy = copy};
    return l->out->count++;
}

// Returns its place across. A primitive stands at the bottom, its copies above it up to its group.
static double lay_out(Layout *l, HybridId id, int level, int parent)
{
    const HybridNode *node = &l->tree->nodes[id];
    double across = 0;
    if (node->primitive != HYBRID_NONE) {
        across = (l->placed++ + 0.5) / l->leaves;
        for (int at = level; at <= l->bottom; ++at) {
            parent = add_node(l, at, parent, colour_of(node), at < l->bottom);
            l->out->nodes[parent].across = across;
        }
        return across;
    }
    int self = add_node(l, level, parent, colour_of(node), false);
    for (HybridId c = node->first_child; c != HYBRID_NONE; c = l->tree->nodes[c].next)
        across += lay_out(l, c, level + 1, self) / node->child_count;
    return l->out->nodes[self].across = across;
}

static bool make_diagram(FigureData *data, const HybridTree *tree, const HybridQuality *quality)
{
    Layout layout = {tree, &data->tree, quality->depth - 1, quality->leaves, 0};
    size_t most = (size_t)tree->count * (size_t)quality->depth;
    data->tree.nodes = array_alloc(most, sizeof *data->tree.nodes);
    if (!data->tree.nodes)
        return false;
    lay_out(&layout, tree->root, 0, -1);
    data->tree.levels = quality->depth;
    data->tree.kind_count = TYPES + 1;
    for (int i = 0; i < TYPES; ++i) {
        data->tree.kinds[i] = type_names[i];
        data->tree.colours[i] = type_colours[i];
    }
    data->tree.kinds[TYPES] = "carried on from the level below";
    data->tree.colours[TYPES] = GREY;
    return true;
}

// --- the levels

static void draw_line(void *user, Vec3 from, Vec3 to)
{
    sketch_line(user, vec3d((double)from.x, (double)from.y, (double)from.z),
                vec3d((double)to.x, (double)to.y, (double)to.z));
}

static void widen(void *user, Vec3 from, Vec3 to)
{
    Box3d *box = user;
    for (int k = 0; k < 3; ++k) {
        box->lo.v[k] = fmin(box->lo.v[k], fmin((double)from.v[k], (double)to.v[k]));
        box->hi.v[k] = fmax(box->hi.v[k], fmax((double)from.v[k], (double)to.v[k]));
    }
}

static void draw_level(FigureData *data, const HybridTree *tree, int level, int bottom)
{
    Box3d box = {{{INFINITY, INFINITY, INFINITY}}, {{-INFINITY, -INFINITY, -INFINITY}}};
    hybrid_volume_outline(&tree->nodes[tree->root].volume, widen, &box);
    Sketch sketch;
    char title[FIGURE_TEXT];
    int volumes = 0;
    sketch_begin(&sketch, box, 0.6, 0.35, 420, 320);
    for (HybridId id = 0; id < tree->count; ++id) {
        const HybridNode *node = &tree->nodes[id];
        bool leaf = node->primitive != HYBRID_NONE;
        int at = level_of(tree, id);
        if (at != level && !(leaf && at < level))
            continue;
        bool copy = leaf && at <= level && level < bottom;
        ++volumes;
        sketch_lines(&sketch, copy ? (unsigned)GREY : colour_of(node), copy ? 0.9 : 1.3, 0.9);
        hybrid_volume_outline(&node->volume, draw_line, &sketch);
        sketch_lines_end(&sketch);
    }
    snprintf(title, sizeof title, "Level %d: %d volume%s", level + 1, volumes,
             volumes == 1 ? "" : "s");
    figure_drawing(data, title, sketch_end(&sketch));
}

// --- figures

typedef struct Hierarchy {
    int number;      // of the appendix: C.number
    const char *set; // of hybrid_samples
    const HybridBuilder *builder;
} Hierarchy;

static bool build(const PrimitiveSet *set, const HybridBuilder *builder, Job *job, HybridTree *tree,
                  HybridStats *stats, Error *err)
{
    HybridDesc desc = hybrid_desc_filled(&(HybridDesc){.builder = builder, .types = {PAPER_TYPES}});
    return hybrid_build(tree, set, &desc, stats, job, err);
}

static void add_rows(FigureData *data, const Hierarchy *h, const HybridQuality *q,
                     const HybridStats *stats, double two_level)
{
    const HybridPublishedSet *paper = hybrid_published;
    while (strcmp(paper->name, h->set) != 0)
        ++paper;
    HybridPublished p = hybrid_published_for(paper, h->builder);
    char text[32];
    snprintf(text, sizeof text, "%.3g", p.cost / paper->two_level.cost);
    figure_row_of(data, "cost / cost of two levels", text, "Table 3", q->volume.full / two_level,
                  JUDGE_MODEL);
    figure_row_of(data, "  the root's term alone / it", "", "", q->volume.root_term / two_level,
                  JUDGE_VALUE);
    snprintf(text, sizeof text, "%g", p.seconds);
    figure_row_of(data, "seconds to build", text, "Table 2", stats->seconds, JUDGE_MACHINE);
    if (p.candidates > 0) {
        snprintf(text, sizeof text, "%d", p.candidates);
        figure_row_of(data, "merging candidates", text, "Table 2", stats->candidates, JUDGE_MODEL);
    }
    figure_row_of(data, "levels", "", "", q->depth, JUDGE_VALUE);
    figure_row_of(data, "groups", "", "", q->groups, JUDGE_VALUE);
    figure_row_of(data, "most children of a group", "", "", q->most_children, JUDGE_VALUE);
    figure_row_of(data, "levels from highest to deepest leaf", "", "",
                  q->depth - q->least_leaf_depth, JUDGE_VALUE);
}

static bool measure_hierarchy(const Hierarchy *h, const FigureRun *run, FigureData *data,
                              Error *err)
{
    char path[1024];
    HybridFile file;
    hybrid_sample_path(h->set, path, sizeof path);
    if (!hybrid_xml_read(path, &file, err))
        return false;
    HybridTree tree = {0}, two = {0};
    HybridStats stats, ignored;
    bool ok = build(&file.set, h->builder, run->job, &tree, &stats, err) &&
              build(&file.set, &hybrid_two_level, run->job, &two, &ignored, err) &&
              figure_goes_on(run, 0.5);
    if (ok) {
        HybridQuality q = hybrid_quality(&tree);
        add_rows(data, h, &q, &stats, hybrid_quality(&two).volume.full);
        ok = make_diagram(data, &tree, &q);
        for (int level = 0; level < q.depth && level < LEVELS_MOST; ++level)
            draw_level(data, &tree, level, q.depth - 1);
        snprintf(data->note, sizeof data->note,
                 "%d primitives of our own; groups are boxes along the axes, turned boxes or "
                 "spheres, as in the paper. The printed costs of B&B-Enlarge are the root's terms "
                 "alone, so ours are larger in comparison.",
                 file.set.count);
    }
    hybrid_tree_free(&tree);
    hybrid_tree_free(&two);
    hybrid_file_free(&file);
    return ok;
}

#define HIERARCHY(number_, set_, builder_, title, words)                                           \
    static bool measure_c##number_(const Figure *figure, const FigureRun *run, FigureData *data,   \
                                   Error *err)                                                     \
    {                                                                                              \
        static const Hierarchy hierarchy = {number_, set_, &(builder_)};                           \
        (void)figure;                                                                              \
        return measure_hierarchy(&hierarchy, run, data, err);                                      \
    }                                                                                              \
    const Figure figure_andersen2006_c##number_ = {                                                \
        .id = "andersen2006-c" #number_,                                                           \
        .paper = PAPER_ANDERSEN_2006,                                                              \
        .number = "Appendix C." #number_,                                                          \
        .note = title,                                                                             \
        .shows = "The hierarchy as a tree and level by level, from the root to the primitives. "   \
                 "The paper's caption: " words,                                                    \
        .models = "Our stand-in for the paper's " set_ ", made of boxes and balls.",               \
        .measure = measure_c##number_,                                                             \
    }

HIERARCHY(1, "helicopter", hybrid_merging, "Helicopter by merging (OpenTissue)",
          "quite unbalanced, major overlaps.");
HIERARCHY(2, "helicopter", hybrid_bnb_tightest, "Helicopter by B&B-Tightest",
          "very unbalanced, only minor overlaps.");
HIERARCHY(3, "helicopter", hybrid_bnb_enlarge, "Helicopter by B&B-Enlarge",
          "well balanced, some overlaps.");
HIERARCHY(4, "chair", hybrid_merging, "Chair by merging (OpenTissue)",
          "quite unbalanced, major overlaps on level 3.");
HIERARCHY(5, "chair", hybrid_bnb_tightest, "Chair by B&B-Tightest",
          "well balanced, only minor overlaps.");
HIERARCHY(6, "chair", hybrid_bnb_enlarge, "Chair by B&B-Enlarge", "well balanced, some overlaps.");
HIERARCHY(7, "interceptor", hybrid_merging, "Tie-Interceptor by merging (OpenTissue)",
          "quite balanced, major overlaps.");
HIERARCHY(8, "interceptor", hybrid_bnb_tightest, "Tie-Interceptor by B&B-Tightest",
          "well balanced, only minor overlaps.");
HIERARCHY(9, "interceptor", hybrid_bnb_enlarge, "Tie-Interceptor by B&B-Enlarge",
          "well balanced, some overlaps.");
HIERARCHY(10, "cannon", hybrid_merging, "Cannon by merging (OpenTissue)",
          "unbalanced, major overlaps.");
HIERARCHY(11, "cannon", hybrid_bnb_tightest, "Cannon by B&B-Tightest",
          "unbalanced, some overlaps.");
HIERARCHY(12, "cannon", hybrid_bnb_enlarge, "Cannon by B&B-Enlarge",
          "well balanced, some overlaps.");
