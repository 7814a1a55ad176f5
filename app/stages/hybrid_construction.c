#include "app/stages/hybrid_construction.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdio.h>

HybridConstruction *hybrid_construction_create(void)
{
    HybridConstruction *h = mem_calloc(1, sizeof *h);
    if (h)
        *h = (HybridConstruction){.tree = {.root = HYBRID_NONE}, .at = -1};
    return h;
}

void hybrid_construction_free(HybridConstruction *h)
{
    if (!h)
        return;
    hybrid_record_free(&h->record);
    primitive_list_release(h->list);
    hybrid_tree_free(&h->tree);
    mem_free(h->parents);
    mem_free(h->order);
    mem_free(h->place);
    mem_free(h->size);
    mem_free(h->first);
    mem_free(h->next);
    mem_free(h);
}

bool hybrid_construction_begin(HybridConstruction *h)
{
    size_t nodes = h->record.node_count;
    h->parents = array_alloc(nodes, sizeof *h->parents);
    h->order = array_alloc(nodes + 1, sizeof *h->order);
    h->place = array_alloc(nodes, sizeof *h->place);
    h->size = array_alloc(nodes + 1, sizeof *h->size);
    for (size_t i = 0; h->parents && i < nodes; ++i)
        h->parents[i] = HYBRID_NONE;
    h->first = array_alloc(nodes + 1, sizeof *h->first);
    h->next = array_alloc(nodes, sizeof *h->next);
    return h->parents && h->order && h->place && h->size && h->first && h->next;
}

// Groups that hold nothing any more, or nothing yet, are left out.
static bool is_there(const HybridConstruction *h, const uint32_t *below, uint32_t node)
{
    return below[node] > 0 || (int32_t)node < h->list->set.count;
}

// Places: how many nodes stand below each first, then from the top, siblings in the order of numbers.
static void find_places(HybridConstruction *h)
{
    uint32_t nodes = h->record.node_count, at = 1;
    uint32_t *below = h->place; // until places are known
    for (uint32_t i = 0; i < nodes; ++i)
        below[i] = 0;
    for (uint32_t i = 0; i < nodes; ++i) {
        bool leaf = (int32_t)i < h->list->set.count;
        for (HybridId up = leaf ? h->parents[i] : HYBRID_NONE; up != HYBRID_NONE;
             up = h->parents[up])
            ++below[up]; // primitives
    }
    // Lists of children, in the order of their numbers; that of all others is the last one.
    for (uint32_t i = 0; i <= nodes; ++i)
        h->first[i] = HYBRID_NONE;
    for (uint32_t i = nodes; i-- > 0;) {
        uint32_t up = h->parents[i] == HYBRID_NONE ? nodes : (uint32_t)h->parents[i];
        if (!is_there(h, below, i))
            continue;
        h->next[i] = h->first[up];
        h->first[up] = (HybridId)i;
    }
    h->order[0] = HYBRID_NONE;
    h->depth = 1;
    int level = 2;
    for (HybridId node = h->first[nodes]; node != HYBRID_NONE;) {
        h->order[at] = node;
        h->size[at++] = 1;
        h->depth = level > h->depth ? level : h->depth;
        if (h->first[node] != HYBRID_NONE) {
            node = h->first[node];
            ++level;
            continue;
        }
        while (node != HYBRID_NONE && h->next[node] == HYBRID_NONE) {
            node = h->parents[node];
            --level;
        }
        node = node == HYBRID_NONE ? node : h->next[node];
    }
    h->count = at;
    for (uint32_t p = 1; p < at; ++p)
        h->place[h->order[p]] = p;
    h->size[0] = at;
    for (uint32_t p = at; p-- > 1;) {
        HybridId up = h->parents[h->order[p]];
        if (up != HYBRID_NONE)
            h->size[h->place[up]] += h->size[p];
    }
}

void hybrid_construction_go(HybridConstruction *h, uint32_t step)
{
    if (h->at == (int64_t)step)
        return;
    hybrid_record_go(&h->record, h->parents, h->at, (int64_t)step);
    h->at = (int64_t)step;
    find_places(h);
}

bool hybrid_construction_below(const HybridConstruction *h, HybridId node, HybridId group)
{
    while (node != HYBRID_NONE && node != group)
        node = h->parents[node];
    return node == group;
}

uint32_t hybrid_construction_next_leaf(const HybridConstruction *h, uint32_t step)
{
    const HybridRecord *r = &h->record;
    for (uint32_t s = step + 1; s < r->step_count; ++s)
        for (uint32_t i = 0; i < r->steps[s].changes; ++i)
            if (r->changes[r->steps[s].change + i].node < h->list->set.count)
                return s;
    return UINT32_MAX;
}

static bool is_odd(const HybridRecord *r, const HybridStep *step)
{
    uint32_t a = step->primitives[0], b = step->primitives[1];
    if (step->kind == HYBRID_STEP_CUT)
        return 10 * (a < b ? a : b) < a + b;
    return step->kind == HYBRID_STEP_MERGED ||
           (step->kind == HYBRID_STEP_LEVEL && !r->searches[step->search].proven);
}

uint32_t hybrid_construction_next_odd(const HybridConstruction *h, uint32_t step)
{
    for (uint32_t s = step + 1; s < h->record.step_count; ++s)
        if (is_odd(&h->record, &h->record.steps[s]))
            return s;
    return UINT32_MAX;
}

static const char *name_of(const HybridConstruction *h, HybridId node, char *text, size_t size)
{
    if (node == HYBRID_NONE)
        snprintf(text, size, "-");
    else if (node < h->list->set.count && h->list->set.items[node].name[0])
        snprintf(text, size, "%.24s", h->list->set.items[node].name);
    else
        snprintf(text, size, node < h->list->set.count ? "primitive %d" : "group %d", (int)node);
    return text;
}

void hybrid_candidate_say(const HybridConstruction *h, const HybridStep *step,
                          const HybridCandidate *c, char *text, size_t size)
{
    static const char *const axes[] = {"x", "y", "z"};
    char a[48], b[48];
    size_t used = 0;
    switch (step->kind) {
    case HYBRID_STEP_LEVEL:
        for (uint32_t m = 0; m < step->members && used + 40 < size; ++m)
            if (c->mask >> m & 1)
                used +=
                    (size_t)snprintf(text + used, size - used, "%s%s", used ? " + " : "",
                                     name_of(h, h->record.members[step->member + m], a, sizeof a));
        return;
    case HYBRID_STEP_COLLAPSE:
        snprintf(text, size, "%s + %s", name_of(h, c->a, a, sizeof a),
                 name_of(h, c->b, b, sizeof b));
        return;
    case HYBRID_STEP_INSERT:
    case HYBRID_STEP_MOVE:
        if (c->b == HYBRID_NONE)
            snprintf(text, size, "into %s", name_of(h, c->a, a, sizeof a));
        else
            snprintf(text, size, "paired with %s in %s", name_of(h, c->b, b, sizeof b),
                     name_of(h, c->a, a, sizeof a));
        return;
    case HYBRID_STEP_BREAK:
        snprintf(text, size, c->b == 0 ? "dissolve %s" : "cut %s in two",
                 name_of(h, c->a, a, sizeof a));
        return;
    default:
        snprintf(text, size, "%s at %.4g: %d and %d", axes[c->axis < 3 ? c->axis : 2], c->at,
                 c->left, c->right);
    }
}

static void say_level(const HybridConstruction *h, const HybridStep *step, char *text, size_t size)
{
    const HybridSearch *search = &h->record.searches[step->search];
    uint32_t groups = 0;
    for (uint32_t i = 0; i < step->candidates; ++i)
        groups += h->record.candidates[step->candidate + i].taken;
    snprintf(
        text, size,
        "Level %d: of %u candidates for groups of its %u nodes, %u are taken so that each node "
        "is covered once and the sum of children times volume is least: %.5g. %s, after %llu "
        "node%s of the search.",
        step->level + 1, step->weighed, step->members, groups, step->cost,
        search->proven    ? "Branch and bound proved it to be the best"
        : search->stopped ? "Not proven: a limit ended the search"
                          : "Not proven: this bound may cut off the best",
        (unsigned long long)search->nodes, search->nodes == 1 ? "" : "s");
}

void hybrid_construction_say(const HybridConstruction *h, uint32_t index, char *text, size_t size)
{
    const HybridStep *step = &h->record.steps[index];
    char name[48];
    name_of(h, step->node, name, sizeof name);
    switch (step->kind) {
    case HYBRID_STEP_LEVEL:
        say_level(h, step, text, size);
        return;
    case HYBRID_STEP_COLLAPSE:
        snprintf(
            text, size,
            "Two neighbours collapse: of %u pairs that meet when enlarged, the one whose common "
            "volume exceeds their own least, by %.5g. They hold %u and %u primitives.",
            step->weighed, step->cost, step->primitives[0], step->primitives[1]);
        return;
    case HYBRID_STEP_INSERT:
        snprintf(text, size,
                 "%s is inserted where the cost grows least, by %.5g: the least of %u places.",
                 name, step->cost, step->weighed);
        return;
    case HYBRID_STEP_MOVE:
        snprintf(text, size,
                 "%s is taken out and inserted again: of %u places this one adds least, %.5g, and "
                 "the whole costs less than before.",
                 name, step->weighed, step->cost);
        return;
    case HYBRID_STEP_BREAK:
        snprintf(text, size,
                 "%s is ill-formed (loose, filled by one child, full of overlap or crowded) and is "
                 "broken up, since the whole costs less so: %.5g.",
                 name, step->cost);
        return;
    case HYBRID_STEP_CUT:
        snprintf(text, size,
                 "A set of %u primitives is cut in two, %u and %u: of %u cuts along three axes the "
                 "one with the least volume times primitives.",
                 step->primitives[0] + step->primitives[1], step->primitives[0],
                 step->primitives[1], step->weighed);
        return;
    case HYBRID_STEP_MERGED:
        snprintf(text, size,
                 "A limit ended the search, and what merging makes costs less (%.5g): its tree is "
                 "taken.",
                 step->cost);
        return;
    default:
        snprintf(text, size, "One group over what is left: %u primitives. Nothing is weighed here.",
                 step->primitives[0] + step->primitives[1]);
    }
}
