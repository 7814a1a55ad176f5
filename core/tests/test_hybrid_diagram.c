// Hierarchies over primitives as they are drawn: levels, places, and nodes that are transferred, which
// count once.
#include "core/hybrid/diagram.h"
#include "core/tests/hybrid_sets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static int height(const HybridTree *tree, HybridId node)
{
    int most = -1;
    for (HybridId c = tree->nodes[node].first_child; c != HYBRID_NONE; c = tree->nodes[c].next) {
        int below = height(tree, c);
        most = below > most ? below : most;
    }
    return most + 1;
}

// Primitives from left to right, as a walk finds them.
static int32_t walk(const HybridTree *tree, const HybridDiagram *d, HybridId node, int32_t at,
                    int64_t *transferred)
{
    const HybridNode *n = &tree->nodes[node];
    int32_t first = at;
    assert_int_equal(d->from[node], at);
    assert_int_equal(d->level[node], height(tree, node));
    if (n->first_child == HYBRID_NONE)
        ++at;
    for (HybridId c = n->first_child; c != HYBRID_NONE; c = tree->nodes[c].next) {
        at = walk(tree, d, c, at, transferred);
        for (int level = d->level[c] + 1; level < d->level[node]; ++level)
            ++*transferred;
    }
    assert_int_equal(d->wide[node], at - first);
    return at;
}

static void diagrams_say_where_nodes_stand(void **state)
{
    (void)state;
    int64_t all = 0;
    int drawn = 0;
    for (int s = 0; s < hybrid_set_count; ++s)
        for (int b = 2; b < hybrid_builder_count; ++b) { // those that take no time to speak of
            PrimitiveSet set = hybrid_sets[s].make();
            if (set.count > 300) {
                primitive_set_free(&set);
                continue;
            }
            HybridTree tree;
            HybridDiagram d;
            assert_true(hybrid_build(&tree, &set, &(HybridDesc){.builder = hybrid_builders[b]},
                                     NULL, NULL, NULL));
            assert_true(hybrid_diagram_make(&tree, &d));
            int64_t transferred = 0;
            if (tree.count > 0)
                assert_int_equal(walk(&tree, &d, 0, 0, &transferred), set.count);
            assert_int_equal(d.transferred, transferred);
            assert_int_equal(d.levels, tree.count > 0 ? height(&tree, 0) + 1 : 0);
            all += transferred;
            ++drawn;
            hybrid_diagram_free(&d);
            hybrid_tree_free(&tree);
            primitive_set_free(&set);
        }
    printf("RAN: %d diagrams, %lld nodes transferred\n", drawn, (long long)all);
    assert_true(all > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(diagrams_say_where_nodes_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
