// Two hybrid hierarchies against each other, by tandem traversal: both groups of an overlapping
// pair are opened. Verdicts are about the primitives' volumes.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/hybrid.h"

#include <assert.h>

void hybrid_collision_free(HybridCollision *c)
{
    mem_free(c->contacts);
    mem_free(c->todo);
    mem_free(c->moved);
    mem_free(c->is_moved);
    *c = (HybridCollision){0};
}

static bool push(HybridCollision *c, HybridId a, HybridId b)
{
    if (!array_reserve(&c->todo, &c->todo_capacity, c->todo_count + 1, sizeof *c->todo))
        return false;
    c->todo[c->todo_count++] = (HybridPair){a, b};
    return true;
}

// B's volumes are moved when they are first needed, once.
static const HybridVolume *moved(HybridCollision *c, const HybridTree *b, const HybridMap *map,
                                 HybridId i)
{
    if (!c->is_moved[i]) {
        c->moved[i] = hybrid_volume_moved_by(&b->nodes[i].volume, map);
        c->is_moved[i] = true;
        ++c->moves;
    }
    return &c->moved[i];
}

static bool open_pair(HybridCollision *c, const HybridTree *a, const HybridTree *b, HybridPair pair)
{
    const HybridNode *p = &a->nodes[pair.a], *q = &b->nodes[pair.b];
    bool leaf_a = p->child_count == 0, leaf_b = q->child_count == 0;
    for (HybridId i = leaf_a ? pair.a : p->first_child; i != HYBRID_NONE;
         i = leaf_a ? HYBRID_NONE : a->nodes[i].next)
        for (HybridId k = leaf_b ? pair.b : q->first_child; k != HYBRID_NONE;
             k = leaf_b ? HYBRID_NONE : b->nodes[k].next)
            if (!push(c, i, k))
                return false;
    return true;
}

bool hybrid_collide(const HybridTree *a, const HybridTree *b, const Affine *b_to_a, bool all,
                    HybridCollision *c)
{
    assert(a && b && b_to_a && c);
    c->count = 0;
    c->tests = c->leaf_tests = c->moves = 0;
    c->todo_count = 0;
    if (a->root == HYBRID_NONE || b->root == HYBRID_NONE)
        return true;
    size_t room = c->moved_capacity, wanted = (size_t)b->count;
    if (!array_reserve(&c->moved, &room, wanted, sizeof *c->moved) ||
        !array_reserve(&c->is_moved, &c->moved_capacity, wanted, sizeof *c->is_moved) ||
        !push(c, a->root, b->root))
        return false;
    memset(c->is_moved, 0, wanted);
    HybridMap map;
    hybrid_map_setup(&map, b_to_a);
    while (c->todo_count > 0) {
        HybridPair pair = c->todo[--c->todo_count];
        bool leaves = a->nodes[pair.a].child_count == 0 && b->nodes[pair.b].child_count == 0;
        ++c->tests;
        c->leaf_tests += leaves;
        if (hybrid_volumes_separate(&a->nodes[pair.a].volume, moved(c, b, &map, pair.b), 0))
            continue;
        if (!leaves) {
            if (!open_pair(c, a, b, pair))
                return false;
            continue;
        }
        if (!array_reserve(&c->contacts, &c->capacity, (size_t)c->count + 1, sizeof *c->contacts))
            return false;
        c->contacts[c->count++] =
            (HybridPair){a->nodes[pair.a].primitive, b->nodes[pair.b].primitive};
        if (!all)
            return true;
    }
    return true;
}
