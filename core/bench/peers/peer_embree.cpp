// Embree: its builder of medium quality for triangles; and rtcCollide, which knows user geometry
// only and both models in one frame, so that B is moved and refitted for every pose, and the
// triangles are tested by the program's own test. It has no early exit. One thread.
#include "core/bench/peers/peers.h"

#include <embree3/rtcore.h>

#include <vector>

namespace
{

long in_use; // bytes of all scenes

bool monitor(void *, ssize_t bytes, bool)
{
    in_use += static_cast<long>(bytes);
    return true;
}

RTCDevice device()
{
    static RTCDevice one = nullptr;
    if (!one) {
        one = rtcNewDevice("threads=1,set_affinity=0");
        rtcSetDeviceMemoryMonitorFunction(one, monitor, nullptr);
    }
    return one;
}

struct Model {
    const PeerMesh *mesh;
    size_t bytes = 0;
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
    device();
    long before = in_use;
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
    model->bytes = static_cast<size_t>(in_use - before);
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
    PeerPair *pair;
    void *user;
    size_t count;
};

void on_pairs(void *user, RTCCollision *pairs, unsigned count)
{
    auto *found = static_cast<Found *>(user);
    for (unsigned i = 0; i < count; ++i) {
        int a = static_cast<int>(pairs[i].primID0), b = static_cast<int>(pairs[i].primID1);
        if (!peer_triangles(found->a->mesh, a, found->b->mesh, b, found->pose))
            continue;
        ++found->count;
        if (found->pair)
            found->pair(found->user, a, b);
    }
}

size_t all(void *opaque_a, void *opaque_b, const PeerPose *pose, PeerPair *pair, void *user)
{
    auto *a = static_cast<Model *>(opaque_a), *b = static_cast<Model *>(opaque_b);
    if (!a->boxes)
        place(a, nullptr);
    place(b, pose);
    Found found = {a, b, pose, pair, user, 0};
    rtcCollide(a->boxes, b->boxes, on_pairs, &found);
    return found.count;
}

bool first(void *a, void *b, const PeerPose *pose)
{
    return all(a, b, pose, nullptr, nullptr) > 0;
}

size_t bytes(void *model)
{
    return static_cast<Model *>(model)->bytes;
}

const Peer peer = {"Embree", "moved and refitted for each pose, our triangle test, no early exit",
                   build,    release,
                   first,    all,
                   nullptr,  bytes,
                   false};
const Peer *const list[] = {&peer, nullptr};

} // namespace

extern "C" {
const PeerLibrary peer_embree = {"Embree", RTC_VERSION_STRING, list};
}
