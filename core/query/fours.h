// Two leaves whose trees keep corners in leaf order: four triangles of A at a time with each of B, of
// which most are left out before anybody looks at the triangles themselves.
#ifndef SNUG_CORE_QUERY_FOURS_H
#define SNUG_CORE_QUERY_FOURS_H

#include "core/shape/triangle/tri_packet.h"
#include "core/tree/pair/traversal.h"

// Bits of A's four that triangle j of B's may have to do with.
typedef unsigned FoursLeft(const Query *query, const TriPacket *a, const TriPacket *b, unsigned j,
                           const TriFilter *filter);
// What is left of the four of A that begin with slot_a, and one of B. False: the search ends.
typedef bool FoursTake(Query *query, uint32_t slot_a, unsigned left, uint32_t slot_b);

// All pairs count as compared. Inline, so that both functions are, too. The filter is made when first
// asked.
static inline bool fours_of_leaves(Query *query, TriFilter *filter, NodeLinks a, NodeLinks b,
                                   FoursLeft *left_of, FoursTake *take)
{
    if (!filter->ready)
        *filter = tri_filter(&query->b_to_a, query->a->radius, query->b->radius);
    for (uint32_t i = 0; i < a.count; i += TRI_PACKET) {
        TriPacket of_a, of_b;
        uint32_t count_a = a.count - i < TRI_PACKET ? a.count - i : TRI_PACKET;
        tri_packet_load(&of_a, (const TriCorners *)&query->a->corners[a.first + i], filter);
        for (uint32_t j = 0; j < b.count; ++j) {
            if (j % TRI_PACKET == 0)
                tri_packet_load_moved(&of_b, (const TriCorners *)&query->b->corners[b.first + j],
                                      filter);
            query->stats.triangle_tests += count_a;
            unsigned left = left_of(query, &of_a, &of_b, j % TRI_PACKET, filter);
            left &= (1u << count_a) - 1;
            if (left && !take(query, a.first + i, left, b.first + j))
                return false;
        }
    }
    return true;
}

#endif
