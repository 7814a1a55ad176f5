// ODE: triangle meshes with its own trees (OPCODE) and its own triangle tests. What it gives are
// points of contact, at most 65,535 of them, and not all pairs: totals are its own. Numbers of a tree
// are floats. Asked for one unimportant point it still finds all pairs of boxes.
#include "core/bench/peers/peers.h"

#include <ode/ode.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace
{

enum { MOST_POINTS = 0xffff };

struct Model {
    dTriMeshDataID data;
    dGeomID geom;
    std::vector<dContactGeom> points = {};
};

void say_nothing(int, const char *, va_list)
{
}

bool begin()
{
    dSetMessageHandler(say_nothing); // of tables that are full it speaks thousands of times
    return dInitODE2(0) != 0;
}

void *build(const PeerMesh *mesh)
{
    static const bool ready = begin();
    if (!ready)
        return nullptr;
    auto *model = new Model{dGeomTriMeshDataCreate(), nullptr};
    dGeomTriMeshDataBuildDouble(model->data, mesh->vertices, 3 * sizeof(double),
                                static_cast<int>(mesh->vertex_count), mesh->triangles,
                                static_cast<int>(3 * mesh->triangle_count), 3 * sizeof(int));
    model->geom = dCreateTriMesh(nullptr, model->data, nullptr, nullptr, nullptr);
    dGeomTriMeshEnableTC(model->geom, dTriMeshClass, 0); // poses are searched anew
    return model;
}

void release(void *opaque)
{
    auto *model = static_cast<Model *>(opaque);
    dGeomDestroy(model->geom);
    dGeomTriMeshDataDestroy(model->data);
    delete model;
}

int collide(Model *a, Model *b, const PeerPose *pose, int flags)
{
    dMatrix3 turn = {};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            turn[4 * i + j] = pose->m[i][j];
    dGeomSetRotation(b->geom, turn);
    dGeomSetPosition(b->geom, pose->t[0], pose->t[1], pose->t[2]);
    b->points.resize(MOST_POINTS);
    return dCollide(a->geom, b->geom, flags, b->points.data(), sizeof(dContactGeom));
}

bool first(void *a, void *b, const PeerPose *pose)
{
    return collide(static_cast<Model *>(a), static_cast<Model *>(b), pose,
                   1 | static_cast<int>(CONTACTS_UNIMPORTANT)) > 0;
}

// Pairs that have a point.
size_t all(void *a, void *b, const PeerPose *pose, PeerPair *pair, void *user)
{
    auto *model = static_cast<Model *>(b);
    int count = collide(static_cast<Model *>(a), model, pose, MOST_POINTS);
    std::vector<std::pair<int, int>> pairs;
    pairs.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i)
        pairs.emplace_back(model->points[static_cast<size_t>(i)].side1,
                           model->points[static_cast<size_t>(i)].side2);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (size_t i = 0; pair && i < pairs.size(); ++i)
        pair(user, pairs[i].first, pairs[i].second);
    return pairs.size();
}

const Peer peer = {"ODE",   "points of contact, not all pairs; no early exit",
                   build,   release,
                   first,   all,
                   nullptr, nullptr,
                   true};
const Peer *const list[] = {&peer, nullptr};

} // namespace

extern "C" {
const PeerLibrary peer_ode = {"ODE", SNUG_ODE_VERSION, list};
}
