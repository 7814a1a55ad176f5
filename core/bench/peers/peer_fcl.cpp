// FCL: trees of OBBRSS, OBB and AABB with its default split. Queries of AABB trees move and refit
// the whole model per call, so that only their building is compared.
#include "core/bench/peers/peers.h"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>
#include <vector>

namespace
{

template <typename Volume> using Model = fcl::BVHModel<Volume>;

template <typename Volume> void *build(const PeerMesh *mesh)
{
    std::vector<fcl::Vector3d> points(mesh->vertex_count);
    std::vector<fcl::Triangle> triangles(mesh->triangle_count);
    for (size_t i = 0; i < mesh->vertex_count; ++i)
        points[i] = fcl::Vector3d(mesh->vertices[i][0], mesh->vertices[i][1], mesh->vertices[i][2]);
    for (size_t i = 0; i < mesh->triangle_count; ++i)
        triangles[i] = fcl::Triangle(static_cast<size_t>(mesh->triangles[i][0]),
                                     static_cast<size_t>(mesh->triangles[i][1]),
                                     static_cast<size_t>(mesh->triangles[i][2]));
    auto *model = new Model<Volume>;
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

template <typename Volume> void release(void *model)
{
    delete static_cast<Model<Volume> *>(model);
}

fcl::Transform3d transform(const PeerPose *pose)
{
    fcl::Transform3d result = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i) {
        result.translation()[i] = pose->t[i];
        for (int j = 0; j < 3; ++j)
            result.linear()(i, j) = pose->m[i][j];
    }
    return result;
}

template <typename Volume>
size_t collide(void *a, void *b, const PeerPose *pose, size_t limit, fcl::CollisionResultd &result)
{
    fcl::CollisionRequestd request(limit, false);
    return fcl::collide(static_cast<Model<Volume> *>(a), fcl::Transform3d::Identity(),
                        static_cast<Model<Volume> *>(b), transform(pose), request, result);
}

template <typename Volume> bool first(void *a, void *b, const PeerPose *pose)
{
    fcl::CollisionResultd result;
    return collide<Volume>(a, b, pose, 1, result) > 0;
}

template <typename Volume>
size_t all(void *a, void *b, const PeerPose *pose, PeerPair *pair, void *user)
{
    fcl::CollisionResultd result;
    size_t count = collide<Volume>(a, b, pose, std::numeric_limits<int>::max(), result);
    for (size_t i = 0; pair && i < result.numContacts(); ++i)
        pair(user, static_cast<int>(result.getContact(i).b1),
             static_cast<int>(result.getContact(i).b2));
    return count;
}

template <typename Volume> double distance(void *a, void *b, const PeerPose *pose)
{
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    double d = fcl::distance(static_cast<Model<Volume> *>(a), fcl::Transform3d::Identity(),
                             static_cast<Model<Volume> *>(b), transform(pose), request, result);
    return d > 0 ? d : 0;
}

template <typename Volume> Peer peer(const char *name)
{
    Peer made = {};
    made.name = name;
    made.build = build<Volume>;
    made.release = release<Volume>;
    return made;
}

template <typename Volume> Peer searching(const char *name)
{
    Peer made = peer<Volume>(name);
    made.first = first<Volume>;
    made.all = all<Volume>;
    return made;
}

Peer with_distance()
{
    Peer made = searching<fcl::OBBRSSd>("FCL OBBRSS");
    made.distance = distance<fcl::OBBRSSd>;
    return made;
}

const Peer obbrss = with_distance();
const Peer obb = searching<fcl::OBBd>("FCL OBB");
const Peer aabb = peer<fcl::AABBd>("FCL AABB");
const Peer *const list[] = {&obbrss, &obb, &aabb, nullptr};

} // namespace

extern "C" {
const PeerLibrary peer_fcl = {"FCL", FCL_VERSION, list};
}
