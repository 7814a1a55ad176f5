// The two pictures of the BoxTree paper (Zachmann 1997): what a search looks at, and the boxes that are empty.
#include "app/figures/figure.h"
#include "app/figures/sketch.h"

#include "core/base/array.h"
#include "core/mesh/shapes.h"
#include "core/query/trace.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double YAW = 0.5, PITCH = 0.55;
enum { CLIPPING = 2, WIDTH = 860, HEIGHT = 520 };
enum { BLUE = 0x8fb0cc, SAND = 0xdcc391, RED = 0xd0402b, EMPTY = 0x0072b2, LEAF = 0x404850 };

typedef struct Outline {
    Sketch *sketch;
    const Affine *place;
} Outline;

static void draw_line(void *user, Vec3 from, Vec3 to)
{
    const Outline *outline = user;
    Vec3d a = vec3d((double)from.x, (double)from.y, (double)from.z);
    Vec3d b = vec3d((double)to.x, (double)to.y, (double)to.z);
    sketch_line(outline->sketch, affine_apply(outline->place, a), affine_apply(outline->place, b));
}

// --- figure 2

// One of the two parts: which leaves a search came to, and which of its triangles they list.
typedef struct Looked {
    const Bvh *tree;
    bool *nodes, *triangles;
    int32_t leaves, considered;
    Outline outline; // while it is drawn
} Looked;

static bool note_leaf(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level;
    Looked *looked = user;
    if (!links.leaf || !looked->nodes[node])
        return true;
    ++looked->leaves;
    for (uint32_t i = 0; i < links.count; ++i) {
        int32_t triangle = looked->tree->slots[links.first + i];
        looked->considered += !looked->triangles[triangle];
        looked->triangles[triangle] = true;
    }
    if (looked->outline.sketch)
        looked->tree->type->outline(volume, draw_line, &looked->outline);
    return true;
}

static bool look(Looked *looked, const Trace *trace, bool of_b)
{
    looked->tree = of_b ? trace->b : trace->a;
    looked->nodes = mem_calloc(looked->tree->node_count, sizeof *looked->nodes);
    looked->triangles =
        mem_calloc((size_t)looked->tree->mesh->triangle_count, sizeof *looked->triangles);
    if (!looked->nodes || !looked->triangles)
        return false;
    for (uint32_t i = 0; i < trace->leaf_count; ++i) {
        const TraceTest *test = &trace->tests[trace->leaves[i].test];
        looked->nodes[of_b ? test->b : test->a] = true;
    }
    return bvh_visit(looked->tree, note_leaf, looked);
}

static void draw_part(Sketch *sketch, const Looked *looked, const Affine *place, unsigned colour)
{
    const Mesh *mesh = looked->tree->mesh;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Vec3d corners[3];
        for (int k = 0; k < 3; ++k)
            corners[k] = affine_apply(place, mesh->vertices[mesh->triangles[i][k]]);
        sketch_face(sketch, corners, looked->triangles[i] ? RED : colour);
    }
}

static void draw_leaves(Sketch *sketch, Looked *looked, const Affine *place)
{
    looked->outline = (Outline){sketch, place};
    looked->leaves = looked->considered = 0;
    memset(looked->triangles, 0, (size_t)looked->tree->mesh->triangle_count);
    sketch_lines(sketch, LEAF, 0.8, 0.8);
    bvh_visit(looked->tree, note_leaf, looked);
    sketch_lines_end(sketch);
}

static bool draw_search(FigureData *data, const Trace *trace, Looked looked[2])
{
    Affine here = affine_identity();
    Box3d box = mesh_bounds(trace->a->mesh);
    for (int32_t i = 0; i < trace->b->mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(&trace->b_to_a, trace->b->mesh->vertices[i]);
        for (int k = 0; k < 3; ++k) {
            box.lo.v[k] = fmin(box.lo.v[k], p.v[k]);
            box.hi.v[k] = fmax(box.hi.v[k], p.v[k]);
        }
    }
    Sketch sketch;
    sketch_begin(&sketch, box, YAW, PITCH, WIDTH, HEIGHT);
    draw_part(&sketch, &looked[0], &here, BLUE);
    draw_part(&sketch, &looked[1], &trace->b_to_a, SAND);
    draw_leaves(&sketch, &looked[0], &here);
    draw_leaves(&sketch, &looked[1], &trace->b_to_a);
    figure_drawing(data, "Leaves that the search came to, and in red the polygons that they list",
                   sketch_end(&sketch));
    return true;
}

static bool measure_2(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure;
    Mesh *mesh = shape_torus(1, 0.3, 32, 16);
    BvhDesc desc = {.type = &bv_boxtree97};
    Bvh *tree = mesh ? bvh_build(mesh, &desc, run->job, NULL) : NULL;
    QueryDesc query = {.mode = QUERY_ALL, .rule = DESCEND_both, .test = CLIPPING};
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 0.2, 0.3)), 1.2);
    pose.p = vec3d(1.42, 0.12, 0.1);
    Trace trace = {0};
    Looked looked[2] = {0};
    bool ok = tree && trace_record(tree, tree, &pose, &query, 0, run->job, &trace, err) &&
              look(&looked[0], &trace, false) && look(&looked[1], &trace, true) &&
              draw_search(data, &trace, looked);
    if (ok) {
        double n = mesh->triangle_count;
        figure_row_of(data, "polygons considered, of both objects (%)", "", "",
                      100 * (looked[0].considered + looked[1].considered) / (2 * n), JUDGE_VALUE);
        figure_row_of(data, "leaves reached, of both objects", "", "",
                      looked[0].leaves + looked[1].leaves, JUDGE_VALUE);
        figure_row_of(data, "N_v: pairs of boxes compared", "", "",
                      (double)trace.total.volume_tests, JUDGE_VALUE);
        figure_row_of(data, "N_p: pairs of polygons compared", "", "",
                      (double)trace.total.triangle_tests, JUDGE_VALUE);
        figure_row_of(data, "  of all pairs (%)", "", "",
                      100 * (double)trace.total.triangle_tests / (n * n), JUDGE_VALUE);
        figure_row_of(data, "pairs of polygons in contact", "", "", (double)trace.contacts,
                      JUDGE_VALUE);
        snprintf(data->note, sizeof data->note,
                 "Two tori of %d triangles, of which one leans into the other. The paper prints no "
                 "figures with this picture.",
                 mesh->triangle_count);
    }
    for (int i = 0; i < 2; ++i) {
        mem_free(looked[i].nodes);
        mem_free(looked[i].triangles);
    }
    trace_free(&trace);
    bvh_release(tree);
    mesh_release(mesh);
    return ok;
}

const Figure figure_zachmann1997_2 = {
    .id = "zachmann1997-2",
    .paper = PAPER_ZACHMANN_1997,
    .number = "Figure 2",
    .note = "Which polygons a search considers",
    .shows = "Two objects meet. Drawn are the leaves of both BoxTrees that the simultaneous "
             "traversal comes to, and the polygons in them: only these are compared.",
    .models = "Two tori; the text of the paper does not say what its picture shows.",
    .measure = measure_2,
};

// --- figure 5

typedef struct EmptyBoxes {
    const Bvh *tree;
    Outline outline;
} EmptyBoxes;

static bool draw_empty(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node, (void)level;
    EmptyBoxes *boxes = user;
    if (links.leaf && links.count == 0)
        boxes->tree->type->outline(volume, draw_line, &boxes->outline);
    return true;
}

static void draw_torus(FigureData *data, const Bvh *tree)
{
    char title[FIGURE_TEXT];
    Affine here = affine_identity();
    Sketch sketch;
    sketch_begin(&sketch, mesh_bounds(tree->mesh), YAW, PITCH, WIDTH, 360);
    sketch_mesh(&sketch, tree->mesh, &here, SAND);
    EmptyBoxes boxes = {tree, {&sketch, &here}};
    sketch_lines(&sketch, EMPTY, 0.9, 0.75);
    bvh_visit(tree, draw_empty, &boxes);
    sketch_lines_end(&sketch);
    snprintf(title, sizeof title, "Empty boxes of a torus of %d triangles: %.0f %% of its box",
             tree->mesh->triangle_count, 100 * boxtree97_coverage(tree));
    figure_drawing(data, title, sketch_end(&sketch));
}

static bool measure_5(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const struct {
        int rings, around;
        const char *coverage, *factor;
    } tori[] = {
        {20, 10, "empty boxes of a torus of 400 polygons (%)", NULL},
        {40, 20, NULL, NULL},
        {80, 40, "empty boxes of a torus of 6400 (%)", "pointers per polygon, torus of 6400"},
        {120, 60, NULL, NULL},
        {200, 100, "empty boxes of a torus of 40000 (%)", "pointers per polygon, torus of 40000"}};
    int sizes = run->quick ? 3 : 5;
    FigurePlot *plot =
        figure_plot(data, "Part of the bounding box that empty boxes cover", "triangles", "%");
    plot->x_log = true;
    FigureSeries *covered = figure_series(data, plot, "tori, tube to ring 0.3", FIGURE_LINE);
    FigureSeries *paper = figure_series(data, plot, "published", FIGURE_POINTS);
    figure_point(paper, 400, 23);
    bool ok = true;
    for (int i = 0; ok && i < sizes; ++i) {
        Mesh *mesh = shape_torus(1, 0.3, tori[i].rings, tori[i].around);
        BvhDesc desc = {.type = &bv_boxtree97};
        Bvh *tree = mesh ? bvh_build(mesh, &desc, run->job, NULL) : NULL;
        ok = tree != NULL;
        if (tree) {
            figure_point(covered, mesh->triangle_count, 100 * boxtree97_coverage(tree));
            if (tori[i].coverage)
                figure_row(data, tori[i].coverage, 100 * boxtree97_coverage(tree));
            if (tori[i].factor)
                figure_row(data, tori[i].factor, boxtree97_pointer_factor(tree));
            if (i < 2)
                draw_torus(data, tree);
        }
        bvh_release(tree);
        mesh_release(mesh);
        ok = ok && figure_goes_on(run, (i + 1.0) / sizes);
    }
    FigureSeries *low =
        figure_series(data, plot, "published for larger ones: 40 to 60 %", FIGURE_PAPER);
    double last = covered->count > 0 ? covered->x[covered->count - 1] : 0;
    figure_point(low, 1000, 40);
    figure_point(low, last, 40);
    figure_point(low, last, 60);
    figure_point(low, 1000, 60);
    figure_point(low, 1000, 40);
    snprintf(data->note, sizeof data->note,
             "Depth by the paper's table, a threshold of 0.12 for splitting off an empty box. The "
             "paper gives no radii: how much is empty depends on them.");
    return ok;
}

const Figure figure_zachmann1997_5 = {
    .id = "zachmann1997-5",
    .paper = PAPER_ZACHMANN_1997,
    .number = "Figure 5",
    .note = "The empty boxes of a torus",
    .shows = "All boxes of the BoxTree that hold no polygon. A search rejects them without any "
             "arithmetic. The torus of the paper has 400 polygons.",
    .models = "Tori, of which the paper gives the number of polygons only.",
    .measure = measure_5,
};
