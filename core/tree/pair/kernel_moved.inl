// Both forms of an overlap test for which B's node is brought into A's frame first: plain, for
// every pair, and lifted, once per node, when its parent is opened. Define before including,
// besides what kernel_pair.inl wants to know of context, links and sizes:
//   MOVED_NAMED(part)       names, e.g. sat_##part; of the functions those of run and run_lifted
//   MOVED_SIDE              type of B's node in A's frame, with a NodeId node
//   MOVED_SIDE moved(const KERNEL_CONTEXT *ctx, NodeId node)
//   MOVED_TEST(ctx, a, b)   of A's NodeSide and a MOVED_SIDE; exit number, 0 = not separated
//   MOVED_BOUND(ctx, a, b)  lower bound of their distance
// and, where some pairs are decided before all of B's node is moved,
//   MOVED_PLAIN_TEST(ctx, a, b)   of two NodeSides
// MOVED_NAMED and the tests are undefined at the end.

#define MOVED_NOW(ctx, side) (&(MOVED_SIDE[1]){moved(ctx, (side)->node)}[0])
#ifndef MOVED_PLAIN_TEST
#define MOVED_PLAIN_TEST(ctx, a, b) MOVED_TEST(ctx, a, MOVED_NOW(ctx, b))
#endif

#define KERNEL_BOUND(ctx, a, b) (++query->stats.updates, MOVED_BOUND(ctx, a, MOVED_NOW(ctx, b)))
#define KERNEL_RUN MOVED_NAMED(run)
#define KERNEL_NAMED(part) MOVED_NAMED(plain_##part)
#define KERNEL_TEST(ctx, a, b) (++query->stats.updates, MOVED_PLAIN_TEST(ctx, a, b))
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_SIDE_B
#undef KERNEL_ROOT_B
#undef KERNEL_STEP_B
#undef KERNEL_BOUND
#define KERNEL_SIDE_B MOVED_SIDE
#define KERNEL_ROOT_B(ctx, side) (++query->stats.updates, *(side) = moved(ctx, 0))
#define KERNEL_STEP_B(ctx, parent, child, side)                                                    \
    (++query->stats.updates, *(side) = moved(ctx, child))
#define KERNEL_BOUND(ctx, a, b) MOVED_BOUND(ctx, a, b)
#define KERNEL_RUN MOVED_NAMED(run_lifted)
#define KERNEL_NAMED(part) MOVED_NAMED(lifted_##part)
#define KERNEL_TEST(ctx, a, b) MOVED_TEST(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_SIDE_B
#undef KERNEL_ROOT_B
#undef KERNEL_STEP_B
#undef KERNEL_BOUND
#undef MOVED_NOW
#undef MOVED_NAMED
#undef MOVED_TEST
#undef MOVED_PLAIN_TEST
