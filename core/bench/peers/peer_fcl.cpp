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

template <typename Volume> size_t collide(void *a, void *b, const PeerPose *pose, size_t limit)
{
    fcl::CollisionRequestd request(limit, false);
    fcl::CollisionResultd result;
    return fcl::collide(static_cast<Model<Volume> *>(a), fcl::Transform3d::Identity(),
                        static_cast<Model<Volume> *>(b), transform(pose), request, result);
}

template <typename Volume> bool first(void *a, void *b, const PeerPose *pose)
{
    return collide<Volume>(a, b, pose, 1) > 0;
}

template <typename Volume> size_t all(void *a, void *b, const PeerPose *pose)
{
    return collide<Volume>(a, b, pose, std::numeric_limits<int>::max());
}

template <typename Volume> double distance(void *a, void *b, const PeerPose *pose)
{
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    double d = fcl::distance(static_cast<Model<Volume> *>(a), fcl::Transform3d::Identity(),
                             static_cast<Model<Volume> *>(b), transform(pose), request, result);
    return d > 0 ? d : 0;
}

} // namespace

extern "C" {
const char *const peer_fcl_version = FCL_VERSION;
const Peer peer_fcl_obbrss = {"FCL OBBRSS",        build<fcl::OBBRSSd>, release<fcl::OBBRSSd>,
                              first<fcl::OBBRSSd>, all<fcl::OBBRSSd>,   distance<fcl::OBBRSSd>};
const Peer peer_fcl_obb = {"FCL OBB",        build<fcl::OBBd>, release<fcl::OBBd>,
                           first<fcl::OBBd>, all<fcl::OBBd>,   nullptr};
const Peer peer_fcl_aabb = {"FCL AABB", build<fcl::AABBd>, release<fcl::AABBd>,
                            nullptr,    nullptr,           nullptr};
}
