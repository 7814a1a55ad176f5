#include "core/mesh/topology_keep.h"

#include "core/base/array.h"

void topology_pieces(const MeshTopology *topology, const Mesh *mesh, TopologyHead *head,
                     Piece out[TOPOLOGY_PIECES])
{
    size_t triangles = (size_t)mesh->triangle_count;
    *head = (TopologyHead){.vertex_count = mesh->vertex_count,
                           .triangle_count = mesh->triangle_count,
                           .body_count = topology->body_count,
                           .edge_count = topology->edge_count,
                           .open_count = topology->open_count,
                           .crowded_count = topology->crowded_count,
                           .turned_count = topology->turned_count,
                           .outward = topology->outward};
    out[0] = (Piece){head, sizeof *head};
    out[1] = (Piece){topology->point_of, (size_t)mesh->vertex_count * sizeof *topology->point_of};
    out[2] = (Piece){topology->next, 3 * triangles * sizeof *topology->next};
    out[3] = (Piece){topology->creases, triangles * sizeof *topology->creases};
    out[4] = (Piece){topology->bodies, (size_t)topology->body_count * sizeof *topology->bodies};
}

static bool head_is_sound(const TopologyHead *head, const Mesh *mesh)
{
    return head->vertex_count == mesh->vertex_count &&
           head->triangle_count == mesh->triangle_count && head->body_count >= 0 &&
           head->body_count <= mesh->vertex_count && (head->outward == 0 || head->outward == 1);
}

// Each vertex names the first one at its place, and that one itself.
static bool points_are_sound(const MeshTopology *topology, const Mesh *mesh)
{
    bool sound = true;
    for (int32_t i = 0; i < mesh->vertex_count && sound; ++i) {
        int32_t point = topology->point_of[i];
        sound = point >= 0 && point <= i && topology->point_of[point] == point;
    }
    for (int32_t i = 0; i < topology->body_count && sound; ++i)
        sound = topology->bodies[i] >= 0 && topology->bodies[i] < mesh->vertex_count;
    return sound;
}

// Nobody is named twice, and whoever is named names somebody: so all who go from one to the next come
// back to where they began.
static bool rings_are_sound(const MeshTopology *topology, const Mesh *mesh)
{
    int32_t sides = 3 * mesh->triangle_count;
    uint8_t *named = mem_calloc((size_t)sides / 8 + 1, 1);
    bool sound = named != NULL;
    for (int32_t i = 0; i < sides && sound; ++i) {
        int32_t next = topology->next[i];
        if (next == -1)
            continue;
        sound = next >= 0 && next < sides && topology->next[next] >= 0 &&
                !(named[next / 8] >> next % 8 & 1);
        if (sound)
            named[next / 8] |= (uint8_t)(1 << next % 8);
    }
    for (int32_t i = 0; i < mesh->triangle_count && sound; ++i)
        sound = topology->creases[i] < 8;
    mem_free(named);
    return sound;
}

// As topology.c counts; the rings are sound.
static void count_edges(MeshTopology *topology, const Mesh *mesh)
{
    for (int32_t last = 0; last < 3 * mesh->triangle_count; ++last) {
        int32_t first = topology->next[last];
        if (first < 0 || first > last)
            continue;
        bool two = side_twin(topology, last) >= 0;
        ++topology->edge_count;
        topology->open_count += first == last;
        topology->crowded_count += first != last && !two;
        topology->turned_count +=
            two && side_point(topology, mesh, first) == side_point(topology, mesh, last);
    }
    topology->closed = topology->edge_count > 0 && topology->open_count == 0 &&
                       topology->crowded_count == 0 && topology->turned_count == 0;
}

static bool is_sound(MeshTopology *topology, const Mesh *mesh, const TopologyHead *head)
{
    if (!points_are_sound(topology, mesh) || !rings_are_sound(topology, mesh))
        return false;
    count_edges(topology, mesh);
    topology->outward = head->outward;
    return topology->edge_count == head->edge_count && topology->open_count == head->open_count &&
           topology->crowded_count == head->crowded_count &&
           topology->turned_count == head->turned_count && (topology->closed || !topology->outward);
}

bool topology_read(Mesh *mesh, PieceReadFn *next, void *from)
{
    TopologyHead head;
    size_t triangles = (size_t)mesh->triangle_count, vertices = (size_t)mesh->vertex_count;
    if (mesh->triangle_count > INT32_MAX / 3 || !next(from, &head, sizeof head) ||
        !head_is_sound(&head, mesh))
        return false;
    MeshTopology *topology = mem_calloc(1, sizeof *topology);
    if (!topology)
        return false;
    size_t bodies = (size_t)head.body_count;
    topology->version = mesh->version;
    topology->body_count = head.body_count;
    topology->point_of = array_alloc(vertices, sizeof *topology->point_of);
    topology->next = array_alloc(3 * triangles, sizeof *topology->next);
    topology->creases = array_alloc(triangles, sizeof *topology->creases);
    topology->bodies = bodies > 0 ? array_alloc(bodies, sizeof *topology->bodies) : NULL;
    bool good = topology->point_of && topology->next && topology->creases &&
                (topology->bodies || bodies == 0) &&
                next(from, topology->point_of, vertices * sizeof *topology->point_of) &&
                next(from, topology->next, 3 * triangles * sizeof *topology->next) &&
                next(from, topology->creases, triangles * sizeof *topology->creases) &&
                next(from, topology->bodies, bodies * sizeof *topology->bodies) &&
                is_sound(topology, mesh, &head);
    if (good)
        mesh_topology_give(mesh, topology);
    else
        topology_free(topology);
    return good;
}
