// Embree: its builder of medium quality for triangles; and rtcCollide, which knows user geometry
// only and both models in one frame, so that B is moved and refitted for every pose, and the
// triangles are tested by the program's own test. One thread.
#include "core/bench/peers/peers.h"

#include <embree3/rtcore.h>

#include <vector>

namespace
{

RTCDevice device()
{
    static RTCDevice one = rtcNewDevice("threads=1,set_affinity=0");
    return one;
}

struct Model {
    const PeerMesh *mesh;
    RTCScene triangles = nullptr; // what building is measured with
    RTCScene boxes = nullptr;     // what collides, made at the first query
    RTCGeometry geometry = nullptr;
    std::vector<double> moved = {};
};

void bounds(const RTCBoundsFunctionArguments *arguments)
{
    const auto *model = static_cast<const Model *>(arguments->geometryUserPtr);
    const int *t = model->mesh->triangles[arguments->primID];
    float *box = &arguments->bounds_o->lower_x;
    for (int k = 0; k < 3; ++k) {
        double lo = model->moved[3 * static_cast<size_t>(t[0]) + static_cast<size_t>(k)], hi = lo;
        for (int c = 1; c < 3; ++c) {
            double x = model->moved[3 * static_cast<size_t>(t[c]) + static_cast<size_t>(k)];
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
        box[k] = static_cast<float>(lo - 1e-6);
        box[4 + k] = static_cast<float>(hi + 1e-6);
    }
}

void *build(const PeerMesh *mesh)
{
    auto *model = new Model{mesh};
    model->triangles = rtcNewScene(device());
    RTCGeometry geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_TRIANGLE);
    auto *v = static_cast<float *>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                           RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                           mesh->vertex_count));
    for (size_t i = 0; i < 3 * mesh->vertex_count; ++i)
        v[i] = static_cast<float>(mesh->vertices[i / 3][i % 3]);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                               mesh->triangles, 0, 3 * sizeof(int), mesh->triangle_count);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(model->triangles, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(model->triangles);
    return model;
}

void release(void *opaque)
{
    auto *model = static_cast<Model *>(opaque);
    rtcReleaseScene(model->triangles);
    if (model->boxes)
        rtcReleaseScene(model->boxes);
    delete model;
}

void place(Model *model, const PeerPose *pose)
{
    const PeerMesh *mesh = model->mesh;
    bool fresh = !model->boxes;
    model->moved.resize(3 * mesh->vertex_count);
    for (size_t i = 0; i < mesh->vertex_count; ++i) {
        const double *p = mesh->vertices[i];
        for (size_t k = 0; k < 3; ++k)
            model->moved[3 * i + k] = pose ? pose->m[k][0] * p[0] + pose->m[k][1] * p[1] +
                                                 pose->m[k][2] * p[2] + pose->t[k]
                                           : p[k];
    }
    if (fresh) {
        model->boxes = rtcNewScene(device());
        rtcSetSceneBuildQuality(model->boxes, RTC_BUILD_QUALITY_LOW);
        rtcSetSceneFlags(model->boxes, RTC_SCENE_FLAG_DYNAMIC);
        model->geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(model->geometry,
                                         static_cast<unsigned>(mesh->triangle_count));
        rtcSetGeometryUserData(model->geometry, model);
        rtcSetGeometryBoundsFunction(model->geometry, bounds, nullptr);
        rtcSetGeometryBuildQuality(model->geometry, RTC_BUILD_QUALITY_REFIT);
        rtcAttachGeometry(model->boxes, model->geometry);
        rtcReleaseGeometry(model->geometry);
    }
    rtcCommitGeometry(model->geometry);
    rtcCommitScene(model->boxes);
}

struct Found {
    const Model *a, *b;
    const PeerPose *pose;
    size_t count;
};

void on_pairs(void *user, RTCCollision *pairs, unsigned count)
{
    auto *found = static_cast<Found *>(user);
    for (unsigned i = 0; i < count; ++i)
        found->count +=
            peer_triangles(found->a->mesh, static_cast<int>(pairs[i].primID0), found->b->mesh,
                           static_cast<int>(pairs[i].primID1), found->pose);
}

size_t all(void *opaque_a, void *opaque_b, const PeerPose *pose)
{
    auto *a = static_cast<Model *>(opaque_a), *b = static_cast<Model *>(opaque_b);
    if (!a->boxes)
        place(a, nullptr);
    place(b, pose);
    Found found = {a, b, pose, 0};
    rtcCollide(a->boxes, b->boxes, on_pairs, &found);
    return found.count;
}

} // namespace

extern "C" {
const char *const peer_embree_version = RTC_VERSION_STRING;
const Peer peer_embree = {"Embree", build, release, nullptr, all, nullptr};
}
