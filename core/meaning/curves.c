// Lines of intersection: segments of triangle pairs, chained by the topological identity of their
// ends. An end is where an edge of one part pierces a triangle of the other; the neighbours across
// that edge or triangle name the same end, however their coordinates were rounded.
#include "core/meaning/clusters.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/shape/predicates.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>

typedef struct EndKey {
    int32_t lo, hi;   // the edge, by its welded points
    int32_t triangle; // of the other part; -1: an end without a name, matched by distance
    int32_t of_b;     // the edge is b's
} EndKey;

typedef struct End {
    EndKey key;
    Vec3d at;
    int32_t parent; // union-find: ends that turned out to be one
    int32_t degree;
} End;

typedef struct Segment {
    int32_t end[2];
    int32_t contact;
} Segment;

typedef struct Chains {
    const ContactList *contacts;
    const Solid *a, *b;
    const Affine *b_to_a;
    End *ends;
    size_t end_count, end_capacity;
    Segment *segments;
    size_t segment_count, segment_capacity;
    int32_t *slots; // open addressing over named ends
    size_t mask;
    bool failed;
} Chains;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static size_t find_slot(const Chains *chains, const EndKey *key)
{
    uint64_t hash = mixed((uint64_t)key->lo << 32 | (uint32_t)key->hi);
    size_t i = mixed(hash + ((uint64_t)key->triangle << 1 | (uint32_t)key->of_b)) & chains->mask;
    while (chains->slots[i] >= 0 &&
           memcmp(&chains->ends[chains->slots[i]].key, key, sizeof *key) != 0)
        i = (i + 1) & chains->mask;
    return i;
}

static void rehash(Chains *chains, size_t size)
{
    int32_t *slots = array_alloc(size, sizeof *slots);
    if (!slots) {
        chains->failed = true;
        return;
    }
    mem_free(chains->slots);
    chains->slots = slots;
    chains->mask = size - 1;
    for (size_t i = 0; i < size; ++i)
        slots[i] = -1;
    for (size_t i = 0; i < chains->end_count; ++i)
        if (chains->ends[i].key.triangle >= 0)
            slots[find_slot(chains, &chains->ends[i].key)] = (int32_t)i;
}

static int32_t root_of(Chains *chains, int32_t i)
{
    while (chains->ends[i].parent != i)
        i = chains->ends[i].parent = chains->ends[chains->ends[i].parent].parent;
    return i;
}

static void join(Chains *chains, int32_t i, int32_t j)
{
    i = root_of(chains, i);
    j = root_of(chains, j);
    chains->ends[i < j ? j : i].parent = i < j ? i : j;
}

static int32_t new_end(Chains *chains, EndKey key, Vec3d at)
{
    if (chains->failed || chains->end_count >= INT32_MAX ||
        !array_reserve(&chains->ends, &chains->end_capacity, chains->end_count + 1,
                       sizeof *chains->ends)) {
        chains->failed = true;
        return 0;
    }
    int32_t index = (int32_t)chains->end_count++;
    chains->ends[index] = (End){key, at, index, 0};
    return index;
}

static int32_t named_end(Chains *chains, EndKey key, Vec3d at)
{
    size_t slot = find_slot(chains, &key);
    if (chains->slots[slot] >= 0)
        return chains->slots[slot];
    int32_t index = new_end(chains, key, at);
    if (chains->failed)
        return 0;
    chains->slots[slot] = index;
    if (2 * chains->end_count > chains->mask)
        rehash(chains, 2 * (chains->mask + 1));
    return index;
}

typedef struct Hit {
    EndKey key;
    Vec3d at;
} Hit;

// The edges of one triangle that pierce the other in one point: at most two, or more where an edge
// meets an edge or a corner.
static int pierce(const Solid *of, int32_t triangle, const Triangle *edges, const Triangle *face,
                  int32_t face_index, bool of_b, Hit *hits)
{
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        Triangle edge = {{edges->p[k], edges->p[(k + 1) % 3], edges->p[(k + 1) % 3]}};
        TriWitness witness;
        if (tri_exact.contact(&edge, face, &witness) == TRI_DISJOINT || witness.count != 1)
            continue;
        int32_t p = side_point(of->topology, of->mesh, 3 * triangle + k);
        int32_t q = side_point(of->topology, of->mesh, 3 * triangle + (k + 1) % 3);
        hits[count++] = (Hit){{p < q ? p : q, p < q ? q : p, face_index, of_b}, witness.point[0]};
    }
    return count;
}

// All names of the two ends of a crossing; each hit goes to the end it is nearer to.
static void name_ends(Chains *chains, const Contact *c, const Triangle *ta, const Triangle *tb,
                      const Vec3d at[2], int32_t end[2])
{
    Hit hits[6];
    int count = pierce(chains->a, c->a, ta, tb, c->b, false, hits);
    count += pierce(chains->b, c->b, tb, ta, c->a, true, &hits[count]);
    int which[6];
    for (int i = 0; i < count; ++i)
        which[i] = vec3d_distance(hits[i].at, at[0]) <= vec3d_distance(hits[i].at, at[1]) ? 0 : 1;
    // Two hits are the two ends, even where the segment is shorter than their rounding.
    if (count == 2)
        which[1] = 1 - which[0];
    for (int i = 0; i < count && !chains->failed; ++i) {
        int32_t named = named_end(chains, hits[i].key, at[which[i]]);
        if (end[which[i]] >= 0)
            join(chains, end[which[i]], named);
        end[which[i]] = named;
    }
}

static bool in_one_plane(const Triangle *a, const Triangle *b)
{
    double d[3];
    orient3d_plane(a->p, b->p, d);
    return d[0] == 0 && d[1] == 0 && d[2] == 0;
}

static void add_contact(Chains *chains, size_t index)
{
    const Contact *c = &chains->contacts->items[index];
    if (c->point_count != 2 || c->kind == TRI_COPLANAR)
        return;
    Triangle ta = mesh_triangle(chains->a->mesh, c->a), tb = mesh_triangle(chains->b->mesh, c->b);
    tb = triangle_transformed(&tb, chains->b_to_a);
    // Neighbours in a flush face meet along an edge that means nothing.
    if (c->kind == TRI_TOUCH && in_one_plane(&ta, &tb))
        return;
    const Vec3d *at = &chains->contacts->points[c->first_point];
    int32_t end[2] = {-1, -1};
    if (c->kind == TRI_PROPER)
        name_ends(chains, c, &ta, &tb, at, end);
    for (int k = 0; k < 2; ++k)
        if (end[k] < 0)
            end[k] = new_end(chains, (EndKey){.triangle = -1}, at[k]);
    if (chains->failed || !array_reserve(&chains->segments, &chains->segment_capacity,
                                         chains->segment_count + 1, sizeof(Segment))) {
        chains->failed = true;
        return;
    }
    chains->segments[chains->segment_count++] = (Segment){{end[0], end[1]}, (int32_t)index};
}

static int by_ends(const void *x, const void *y)
{
    const Segment *a = x, *b = y;
    for (int k = 0; k < 2; ++k)
        if (a->end[k] != b->end[k])
            return a->end[k] < b->end[k] ? -1 : 1;
    return (a->contact > b->contact) - (a->contact < b->contact);
}

// Ends by their representatives, no segment twice, none from an end to itself.
static void settle(Chains *chains)
{
    size_t kept = 0;
    for (size_t i = 0; i < chains->end_count; ++i)
        chains->ends[i].degree = 0;
    for (size_t i = 0; i < chains->segment_count; ++i) {
        Segment s = chains->segments[i];
        int32_t p = root_of(chains, s.end[0]), q = root_of(chains, s.end[1]);
        s.end[0] = p < q ? p : q;
        s.end[1] = p < q ? q : p;
        if (p != q)
            chains->segments[kept++] = s;
    }
    if (kept > 1)
        qsort(chains->segments, kept, sizeof *chains->segments, by_ends);
    chains->segment_count = 0;
    for (size_t i = 0; i < kept; ++i) {
        Segment s = chains->segments[i];
        if (i > 0 &&
            memcmp(s.end, chains->segments[chains->segment_count - 1].end, sizeof s.end) == 0)
            continue;
        chains->segments[chains->segment_count++] = s;
        ++chains->ends[s.end[0]].degree;
        ++chains->ends[s.end[1]].degree;
    }
}

typedef struct Loose {
    int64_t at[3];
    int32_t end;
} Loose;

static int by_cell(const void *x, const void *y)
{
    const Loose *a = x, *b = y;
    for (int k = 0; k < 3; ++k)
        if (a->at[k] != b->at[k])
            return a->at[k] < b->at[k] ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

// Ends that no second segment reached: those within `near` of each other are one.
static void join_loose(Chains *chains, double near)
{
    size_t count = 0;
    Loose *loose = array_alloc(chains->end_count, sizeof *loose);
    if (!loose) {
        chains->failed = true;
        return;
    }
    for (size_t i = 0; i < chains->end_count; ++i) {
        const End *end = &chains->ends[i];
        if (end->parent != (int32_t)i || end->degree == 0 || end->degree == 2)
            continue;
        Loose item = {.end = (int32_t)i};
        for (int k = 0; k < 3; ++k)
            item.at[k] = (int64_t)fmax(-1e15, fmin(1e15, floor(end->at.v[k] / (2 * near))));
        loose[count++] = item;
    }
    if (count > 1)
        qsort(loose, count, sizeof *loose, by_cell);
    for (size_t i = 0; i < count; ++i) {
        Vec3d p = chains->ends[loose[i].end].at;
        for (int n = 0; n < 27; ++n) {
            Loose key = {{loose[i].at[0] + n % 3 - 1, loose[i].at[1] + n / 3 % 3 - 1,
                          loose[i].at[2] + n / 9 - 1},
                         0};
            size_t lo = 0, hi = count;
            while (lo < hi) {
                size_t middle = (lo + hi) / 2;
                if (by_cell(&loose[middle], &key) < 0)
                    lo = middle + 1;
                else
                    hi = middle;
            }
            for (; lo < count && memcmp(loose[lo].at, key.at, sizeof key.at) == 0; ++lo)
                if (vec3d_distance(p, chains->ends[loose[lo].end].at) <= near)
                    join(chains, loose[i].end, loose[lo].end);
        }
    }
    mem_free(loose);
}

// Walks over ends of degree 2 until the curve ends, branches or is closed.
static bool walk(const Chains *chains, const int32_t *first, const int32_t *lists, bool *used,
                 int32_t segment, int32_t from, const int32_t *cluster_of, ContactDetail *detail)
{
    ContactCurve curve = {.first_point = (uint32_t)detail->point_count,
                          .cluster = cluster_of[chains->segments[segment].contact],
                          .touch = true};
    int32_t at = from;
    for (;;) {
        if (detail->point_count >= UINT32_MAX ||
            !array_reserve(&detail->points, &detail->point_capacity, detail->point_count + 1,
                           sizeof *detail->points))
            return false;
        detail->points[detail->point_count++] = chains->ends[at].at;
        if (segment < 0)
            break;
        used[segment] = true;
        const Segment *s = &chains->segments[segment];
        curve.touch &= chains->contacts->items[s->contact].kind == TRI_TOUCH;
        at = s->end[0] == at ? s->end[1] : s->end[0];
        segment = -1;
        if (at == from && chains->ends[at].degree == 2) {
            curve.closed = true;
            break;
        }
        if (chains->ends[at].degree != 2)
            continue;
        for (int32_t i = first[at]; i < first[at + 1]; ++i)
            if (!used[lists[i]])
                segment = lists[i];
    }
    curve.point_count = (uint32_t)detail->point_count - curve.first_point;
    if (!array_reserve(&detail->curves, &detail->curve_capacity, detail->curve_count + 1,
                       sizeof curve))
        return false;
    detail->curves[detail->curve_count++] = curve;
    return true;
}

static bool emit(const Chains *chains, const int32_t *cluster_of, ContactDetail *detail)
{
    size_t ends = chains->end_count, segments = chains->segment_count;
    int32_t *first = mem_calloc(ends + 2, sizeof *first),
            *lists = array_alloc(2 * segments, sizeof *lists);
    bool *used = mem_calloc(segments + 1, sizeof *used);
    bool ok = first && lists && used;
    for (size_t i = 0; ok && i < ends; ++i)
        first[i + 1] = first[i] + chains->ends[i].degree;
    for (size_t i = segments; ok && i-- > 0;)
        for (int k = 0; k < 2; ++k)
            lists[--first[chains->segments[i].end[k] + 1]] = (int32_t)i;
    // Each list was filled from its end backwards: the starts are now one place further on.
    if (ok)
        memmove(first, first + 1, ends * sizeof *first);
    if (ok)
        first[ends] = (int32_t)(2 * segments);
    for (int pass = 0; ok && pass < 2; ++pass) // first from loose ends and branches, then loops
        for (size_t i = 0; ok && i < segments; ++i)
            for (int k = 0; ok && k < 2; ++k)
                if (!used[i] && (pass == 1 || chains->ends[chains->segments[i].end[k]].degree != 2))
                    ok = walk(chains, first, lists, used, (int32_t)i, chains->segments[i].end[k],
                              cluster_of, detail);
    mem_free(first);
    mem_free(lists);
    mem_free(used);
    return ok;
}

bool curves_chain(const ContactList *contacts, const Solid *a, const Solid *b, const Affine *b_to_a,
                  const int32_t *cluster_of, ContactDetail *detail)
{
    assert(contacts && a && b && b_to_a && detail);
    Chains chains = {.contacts = contacts, .a = a, .b = b, .b_to_a = b_to_a};
    detail->curve_count = detail->point_count = 0;
    rehash(&chains, 64);
    Box3d box = box3d_empty();
    for (size_t i = 0; i < contacts->point_count; ++i)
        box = box3d_including(box, contacts->points[i]);
    for (size_t i = 0; i < contacts->count && !chains.failed; ++i)
        add_contact(&chains, i);
    if (!chains.failed && chains.segment_count > 0) {
        settle(&chains);
        // Witnesses are good to 1e-9 of the pair of triangles they belong to (tri.h).
        double size = vec3d_distance(box.lo, box.hi) + 1e-3 * (a->radius + b->radius);
        join_loose(&chains, 1e-9 * size);
        settle(&chains);
    }
    bool ok = !chains.failed && emit(&chains, cluster_of, detail);
    mem_free(chains.ends);
    mem_free(chains.segments);
    mem_free(chains.slots);
    return ok;
}
