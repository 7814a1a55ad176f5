// CGAL: its AABB tree and Rigid_triangle_mesh_collision_detection for the first contact; boxes by
// box_intersection_d and its own exact triangle test for all of them, as its Boolean operations do.
// CGAL's parts used here are under the GPL: this program is for measuring and is never installed.
#include "core/bench/peers/peers.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include <memory>
#include <vector>

namespace
{

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Tree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Surface>>>;
using Detector = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, int>;

struct Model {
    const PeerMesh *mesh = nullptr;
    Surface surface = {};
    Tree tree = {};
    std::unique_ptr<Detector> detector = {}; // with `partner` before this one
    const Model *partner = nullptr;
    std::vector<Point> moved = {};
    CGAL::Bbox_3 whole = {};
    std::vector<Box> boxes = {};
};

void *build(const PeerMesh *mesh)
{
    auto *model = new Model;
    model->mesh = mesh;
    std::vector<Surface::Vertex_index> vertices;
    for (size_t i = 0; i < mesh->vertex_count; ++i)
        vertices.push_back(model->surface.add_vertex(
            Point(mesh->vertices[i][0], mesh->vertices[i][1], mesh->vertices[i][2])));
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const int *t = mesh->triangles[i];
        model->surface.add_face(vertices[static_cast<size_t>(t[0])],
                                vertices[static_cast<size_t>(t[1])],
                                vertices[static_cast<size_t>(t[2])]);
    }
    model->tree.insert(faces(model->surface).first, faces(model->surface).second, model->surface);
    model->tree.build();
    return model;
}

void release(void *model)
{
    delete static_cast<Model *>(model);
}

bool first(void *opaque_a, void *opaque_b, const PeerPose *pose)
{
    auto *a = static_cast<Model *>(opaque_a), *b = static_cast<Model *>(opaque_b);
    if (b->partner != a) {
        b->detector.reset(new Detector);
        b->detector->add_mesh(a->surface);
        b->detector->add_mesh(b->surface);
        b->partner = a;
    }
    const auto &m = pose->m;
    b->detector->set_transformation(
        1, CGAL::Aff_transformation_3<Kernel>(m[0][0], m[0][1], m[0][2], pose->t[0], m[1][0],
                                              m[1][1], m[1][2], pose->t[1], m[2][0], m[2][1],
                                              m[2][2], pose->t[2]));
    return !b->detector->get_all_intersections(1).empty();
}

// The corners of the mesh at the pose, or where they are, and the box of them all.
void place(Model *model, const PeerPose *pose)
{
    const PeerMesh *mesh = model->mesh;
    model->moved.clear();
    model->whole = CGAL::Bbox_3();
    for (size_t i = 0; i < mesh->vertex_count; ++i) {
        const double *p = mesh->vertices[i];
        double to[3];
        for (int k = 0; k < 3; ++k)
            to[k] = pose ? pose->m[k][0] * p[0] + pose->m[k][1] * p[1] + pose->m[k][2] * p[2] +
                               pose->t[k]
                         : p[k];
        model->moved.emplace_back(to[0], to[1], to[2]);
        model->whole += model->moved.back().bbox();
    }
}

// The boxes of triangles that are near the other mesh.
void box_near(Model *model, const CGAL::Bbox_3 &other)
{
    const PeerMesh *mesh = model->mesh;
    model->boxes.clear();
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        CGAL::Bbox_3 box;
        for (int c = 0; c < 3; ++c)
            box += model->moved[static_cast<size_t>(mesh->triangles[i][c])].bbox();
        if (CGAL::do_overlap(box, other))
            model->boxes.emplace_back(box, static_cast<int>(i));
    }
}

Kernel::Triangle_3 triangle(const Model *model, int i)
{
    const int *t = model->mesh->triangles[i];
    return Kernel::Triangle_3(model->moved[static_cast<size_t>(t[0])],
                              model->moved[static_cast<size_t>(t[1])],
                              model->moved[static_cast<size_t>(t[2])]);
}

size_t all(void *opaque_a, void *opaque_b, const PeerPose *pose, PeerPair *pair, void *user)
{
    auto *a = static_cast<Model *>(opaque_a), *b = static_cast<Model *>(opaque_b);
    if (a->moved.empty())
        place(a, nullptr);
    place(b, pose);
    box_near(a, b->whole);
    box_near(b, a->whole);
    size_t count = 0;
    CGAL::box_intersection_d(
        a->boxes.begin(), a->boxes.end(), b->boxes.begin(), b->boxes.end(),
        [&](const Box &x, const Box &y) {
            if (!CGAL::do_intersect(triangle(a, x.info()), triangle(b, y.info())))
                return;
            ++count;
            if (pair)
                pair(user, x.info(), y.info());
        });
    return count;
}

const Peer peer = {"CGAL",  "exact; all contacts by sorted boxes, not by trees",
                   build,   release,
                   first,   all,
                   nullptr, nullptr,
                   false};
const Peer *const list[] = {&peer, nullptr};

} // namespace

extern "C" {
const PeerLibrary peer_cgal = {"CGAL", CGAL_VERSION_STR, list};
}
