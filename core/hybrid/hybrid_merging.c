// Merging by edge collapse, as in OpenTissue (Erleben 2005): volumes enlarged by a quarter that
// meet are neighbours; the pair of neighbours whose common volume exceeds their own least is
// collapsed, again and again. Groups are made once enough is pending. The printed algorithm ends
// when no edge is left, even with several nodes; here the volumes are enlarged further until there
// are edges.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"
#include "core/hybrid/split.h"

enum { ENLARGEMENT, BRANCHING };
enum { BLOCK_ABOVE = 512, BLOCK_SIZE = 128 }; // edges may be as many as pairs

typedef struct GraphNode {
    bool alive;
    HybridId first_pending; // nodes of the tree that are not in a group yet, linked by `next_of`
    int32_t pending;
    int32_t *covered, count;
    HybridVolume volume;
    double score;
} GraphNode;

typedef struct Edge {
    int32_t a, b; // a < b
    double priority;
} Edge;

typedef struct Graph {
    HybridWork *work;
    GraphNode *nodes;
    int32_t node_count, alive;
    HybridId *next_of; // by leaf or group of the tree
    size_t next_capacity;
    Edge *edges;
    int32_t edge_count;
    size_t edge_capacity;
    int32_t *joined;
} Graph;

static HybridFit fit_both(Graph *g, const GraphNode *a, const GraphNode *b)
{
    memcpy(g->joined, a->covered, (size_t)a->count * sizeof *g->joined);
    memcpy(g->joined + a->count, b->covered, (size_t)b->count * sizeof *g->joined);
    return hybrid_fit(g->work, g->joined, a->count + b->count, 0);
}

static double priority(Graph *g, int32_t a, int32_t b)
{
    const GraphNode *p = &g->nodes[a], *q = &g->nodes[b];
    return fit_both(g, p, q).score - p->score - q->score;
}

static bool add_edge(Graph *g, int32_t a, int32_t b)
{
    if (!array_reserve(&g->edges, &g->edge_capacity, (size_t)g->edge_count + 1, sizeof *g->edges))
        return false;
    Edge edge = {a < b ? a : b, a < b ? b : a, priority(g, a, b)};
    g->edges[g->edge_count++] = edge;
    return true;
}

// Edges between all that meet once enlarged; further and further, until there is one.
static bool find_edges(Graph *g, double *factor)
{
    double step = 1 + g->work->desc.params[ENLARGEMENT] / 100, size = 0;
    for (int32_t i = 0; i < g->node_count; ++i)
        size = fmax(size, g->nodes[i].alive ? hybrid_volume_ball(&g->nodes[i].volume).radius : 0);
    while (g->edge_count == 0) {
        *factor *= step;
        double least = (*factor - 1) * (size > 0 ? size : 1e-3) / 100; // for sizes of 0
        for (int32_t i = 0; i < g->node_count; ++i) {
            if (!g->nodes[i].alive)
                continue;
            if (job_cancelled(g->work->job))
                return false;
            HybridVolume a = hybrid_volume_enlarged(&g->nodes[i].volume, *factor, least);
            for (int32_t j = i + 1; j < g->node_count; ++j) {
                if (!g->nodes[j].alive)
                    continue;
                HybridVolume b = hybrid_volume_enlarged(&g->nodes[j].volume, *factor, least);
                if (!hybrid_volumes_separate(&a, &b, 0) && !add_edge(g, i, j))
                    return false;
            }
        }
    }
    return true;
}

static int32_t best_edge(const Graph *g)
{
    int32_t best = 0;
    for (int32_t i = 1; i < g->edge_count; ++i) {
        const Edge *e = &g->edges[i], *f = &g->edges[best];
        if (e->priority != f->priority ? e->priority < f->priority
            : e->a != f->a             ? e->a < f->a
                                       : e->b < f->b)
            best = i;
    }
    return best;
}

// What is pending of a node becomes one group of the tree.
static bool make_group(Graph *g, GraphNode *node)
{
    HybridTree *tree = g->work->tree;
    HybridId group = hybrid_add_group(tree);
    if (group == HYBRID_NONE ||
        !array_reserve(&g->next_of, &g->next_capacity, (size_t)tree->count, sizeof *g->next_of))
        return false;
    for (HybridId n = node->first_pending; n != HYBRID_NONE; n = g->next_of[n])
        hybrid_link(tree, group, n);
    HybridFit fit = hybrid_fit(g->work, node->covered, node->count, 0);
    tree->nodes[group].volume = fit.volume;
    tree->nodes[group].type = fit.type;
    g->next_of[group] = HYBRID_NONE;
    node->first_pending = group;
    node->pending = 1;
    return true;
}

// b goes into a: its pending nodes, its coverage, its edges.
static bool collapse(Graph *g, int32_t a, int32_t b)
{
    GraphNode *to = &g->nodes[a], *from = &g->nodes[b];
    HybridFit fit = fit_both(g, to, from);
    int32_t count = to->count + from->count;
    int32_t *covered = mem_realloc(to->covered, (size_t)count * sizeof *covered);
    if (!covered)
        return false;
    memcpy(covered + to->count, from->covered, (size_t)from->count * sizeof *covered);
    to->covered = covered;
    to->count = count;
    to->volume = fit.volume;
    to->score = fit.score;
    HybridId last = to->first_pending;
    while (g->next_of[last] != HYBRID_NONE)
        last = g->next_of[last];
    g->next_of[last] = from->first_pending;
    to->pending += from->pending;
    from->alive = false;
    --g->alive;
    return true;
}

// Edges of b now end at a; an edge to itself goes, and one of two that became the same.
static void rewire(Graph *g, int32_t a, int32_t b)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < g->edge_count; ++i) {
        Edge e = g->edges[i];
        bool changed = e.a == b || e.b == b || e.a == a || e.b == a, twice = false;
        e.a = e.a == b ? a : e.a;
        e.b = e.b == b ? a : e.b;
        if (e.a > e.b)
            e = (Edge){e.b, e.a, e.priority};
        for (int32_t k = 0; changed && k < kept && !twice; ++k)
            twice = g->edges[k].a == e.a && g->edges[k].b == e.b;
        if (e.a == e.b || twice)
            continue;
        if (changed)
            e.priority = priority(g, e.a, e.b);
        g->edges[kept++] = e;
    }
    g->edge_count = kept;
}

static void note_edges(const Graph *g, int32_t best)
{
    for (int32_t i = 0; i < g->edge_count; ++i) {
        const Edge *e = &g->edges[i];
        hybrid_note(g->work->record, &(HybridCandidate){.cost = e->priority,
                                                        .a = g->nodes[e->a].first_pending,
                                                        .b = g->nodes[e->b].first_pending,
                                                        .taken = i == best});
    }
}

// first: how many primitives the one had before the other came to it.
static bool record_collapse(const Graph *g, const GraphNode *node, int32_t first, double cost)
{
    return hybrid_record_step(
        g->work,
        &(HybridStep){.kind = HYBRID_STEP_COLLAPSE, .node = node->first_pending, .cost = cost},
        node->covered, first, node->covered + first, node->count - first);
}

static bool run(Graph *g, HybridId *root)
{
    int branching = (int)g->work->desc.params[BRANCHING];
    double factor = 1;
    int32_t all = g->alive, last = 0;
    while (g->alive > 1) {
        if (job_cancelled(g->work->job) || (g->edge_count == 0 && !find_edges(g, &factor)))
            return false;
        int32_t best = best_edge(g), first;
        Edge e = g->edges[best];
        if (g->work->record)
            note_edges(g, best);
        first = g->nodes[e.a].count;
        if (!collapse(g, e.a, e.b))
            return false;
        rewire(g, e.a, e.b);
        last = e.a;
        GraphNode *node = &g->nodes[last];
        if ((node->pending > branching || g->edge_count < branching) && !make_group(g, node))
            return false;
        if (g->work->record && !record_collapse(g, node, first, e.priority))
            return false;
        job_progress(g->work->job, 1 - (double)g->alive / all);
    }
    while (!g->nodes[last].alive)
        ++last;
    if (g->nodes[last].pending > 1) {
        const GraphNode *node = &g->nodes[last];
        if (!make_group(g, &g->nodes[last]))
            return false;
        if (g->work->record &&
            !hybrid_record_step(
                g->work, &(HybridStep){.kind = HYBRID_STEP_ROOT, .node = node->first_pending},
                node->covered, node->count, NULL, 0))
            return false;
    }
    *root = g->nodes[last].first_pending;
    return true;
}

static bool merge(HybridWork *work, ProposeFn *unused, const HybridId *nodes, int32_t count,
                  HybridId *root)
{
    (void)unused;
    Graph g = {.work = work, .node_count = count, .alive = count};
    g.nodes = mem_calloc((size_t)count, sizeof *g.nodes);
    g.joined = array_alloc((size_t)work->set->count, sizeof *g.joined);
    bool fine =
        g.nodes && g.joined &&
        array_reserve(&g.next_of, &g.next_capacity, (size_t)work->tree->count, sizeof *g.next_of);
    for (int32_t i = 0; fine && i < count; ++i) {
        int32_t covered = hybrid_coverage(work->tree, nodes[i], g.joined);
        g.nodes[i] = (GraphNode){.alive = true,
                                 .first_pending = nodes[i],
                                 .pending = 1,
                                 .count = covered,
                                 .volume = work->tree->nodes[nodes[i]].volume,
                                 .score = hybrid_score(work, nodes[i]),
                                 .covered = array_alloc((size_t)covered, sizeof(int32_t))};
        fine = g.nodes[i].covered != NULL;
        if (fine)
            memcpy(g.nodes[i].covered, g.joined, (size_t)covered * sizeof(int32_t));
        g.next_of[nodes[i]] = HYBRID_NONE;
    }
    fine = fine && run(&g, root);
    for (int32_t i = 0; g.nodes && i < count; ++i)
        mem_free(g.nodes[i].covered);
    mem_free(g.nodes);
    mem_free(g.joined);
    mem_free(g.next_of);
    mem_free(g.edges);
    return fine;
}

static bool build(HybridWork *work)
{
    return hybrid_build_by_blocks(work, BLOCK_ABOVE, BLOCK_SIZE, merge, NULL, &work->tree->root);
}

static const Param params[] = {
    {"enlargement", "of the volumes whose collisions make neighbours, in percent", 1, 200, 25,
     false, NULL, 0},
    {"branching", "pending nodes above which a group is made", 2, 16, 4, true, NULL, 0},
};

const HybridBuilder hybrid_merging = {
    .name = "merging",
    .note = "neighbours collapse pair by pair, the pair with the least extra volume first",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .build = build,
};
