// The leaf operation that lists contacts of trees with corners in leaf order: four triangles of A with
// as many of B at once as vectors have room for. The includer names it COLLECT_FOURS.
#include "core/query/contacts.h"
#include "core/shape/triangle/tri_cross.h"

static enum TriContact exactly(const Query *query, const Collector *c, int32_t index_a,
                               int32_t index_b, TriWitness *where)
{
    Triangle ta = mesh_triangle(query->a->mesh, index_a);
    Triangle tb = mesh_triangle(query->b->mesh, index_b);
    tb = triangle_transformed(&tb, &query->b_to_a);
    return c->tri->contact(&ta, &tb, where);
}

// Lanes of A's from slot_a and B's from slot_b. The exact test is asked where floats are not sure, and
// for where they meet.
static bool collect_lanes(Query *query, TriCrossing found, uint32_t slot_a, uint32_t slot_b)
{
    Collector *c = query->user;
    TriWitness witness, *where = c->witnesses ? &witness : NULL;
    for (unsigned left = found.cross | found.unsure; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        int32_t index_a = query->a->slots[slot_a + lane % TRI_PACKET];
        int32_t index_b = query->b->slots[slot_b + lane / TRI_PACKET];
        enum TriContact kind = TRI_PROPER;
        if (where || found.unsure >> lane & 1)
            kind = exactly(query, c, index_a, index_b, where);
        if (kind == TRI_DISJOINT)
            continue;
        if (!collector_add(c, query, index_a, index_b, kind, where) || c->first_only)
            return false;
    }
    return true;
}

bool COLLECT_FOURS(Query *query, NodeLinks a, NodeLinks b)
{
    Collector *c = query->user;
    const TriFilter *filter = &c->filter;
    if (!filter->ready)
        c->filter = tri_filter(&query->b_to_a, query->a->radius, query->b->radius);
    query->stats.triangle_tests += (uint64_t)a.count * b.count;
    for (uint32_t i = 0; i < a.count; i += TRI_PACKET) {
        TriPacket packet;
        TriLanes of_a, of_b;
        tri_packet_load(&packet, (const TriCorners *)&query->a->corners[a.first + i]);
        tri_lanes_of_a(&of_a, &packet);
        unsigned valid = a.count - i < TRI_PACKET ? (1u << (a.count - i)) - 1 : 15;
        for (uint32_t j = 0; j < b.count; j += TRI_CROSS_OF_B) {
            if (j % TRI_PACKET == 0)
                tri_packet_load_moved(&packet, (const TriCorners *)&query->b->corners[b.first + j],
                                      filter);
            tri_lanes_of_b(&of_b, &packet, j % TRI_PACKET);
            bool more = TRI_CROSS_OF_B > 1 && j + 1 < b.count;
            TriCrossing found = tri_cross(&of_a, &of_b, filter, more ? valid * 17 : valid);
            if (!collect_lanes(query, found, a.first + i, b.first + j))
                return false;
        }
    }
    return true;
}
