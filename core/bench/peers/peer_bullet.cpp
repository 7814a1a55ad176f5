// Bullet: the quantised AABB tree of its static triangle meshes, which cannot be searched against each
// other, so that only building is compared; and the quantised trees of GImpact, which can: they find
// pairs of boxes, and the triangles are tested by the program's own test. It has no early exit.
#include "core/bench/peers/peers.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <vector>

namespace
{

// Its numbers are floats: boxes are taken larger by what those may be off, in lengths of our scenes.
const btScalar MARGIN = btScalar(2e-5);

struct Model {
    const PeerMesh *mesh = nullptr;
    std::vector<btScalar> vertices;
    btTriangleIndexVertexArray arrays;
    btBvhTriangleMeshShape *quantised = nullptr;
    btGImpactMeshShape *gimpact = nullptr;
    btPairSet pairs;
};

Model *model_of(const PeerMesh *mesh)
{
    auto *model = new Model;
    model->mesh = mesh;
    model->vertices.resize(3 * mesh->vertex_count);
    for (size_t i = 0; i < model->vertices.size(); ++i)
        model->vertices[i] = static_cast<btScalar>(mesh->vertices[i / 3][i % 3]);
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(mesh->triangle_count);
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(mesh->triangles);
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(mesh->vertex_count);
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(model->vertices.data());
    part.m_vertexStride = 3 * sizeof(btScalar);
    model->arrays.addIndexedMesh(part, PHY_INTEGER);
    return model;
}

void *build_quantised(const PeerMesh *mesh)
{
    Model *model = model_of(mesh);
    model->quantised = new btBvhTriangleMeshShape(&model->arrays, true, true);
    return model;
}

void *build_gimpact(const PeerMesh *mesh)
{
    Model *model = model_of(mesh);
    model->gimpact = new btGImpactMeshShape(&model->arrays);
    model->gimpact->setMargin(MARGIN);
    model->gimpact->updateBound();
    return model;
}

void release(void *opaque)
{
    auto *model = static_cast<Model *>(opaque);
    delete model->quantised;
    delete model->gimpact;
    delete model;
}

size_t all(void *opaque_a, void *opaque_b, const PeerPose *pose, PeerPair *pair, void *user)
{
    auto *a = static_cast<Model *>(opaque_a), *b = static_cast<Model *>(opaque_b);
    btMatrix3x3 turn;
    btVector3 shift;
    for (int i = 0; i < 3; ++i) {
        shift[i] = static_cast<btScalar>(pose->t[i]);
        for (int j = 0; j < 3; ++j)
            turn[i][j] = static_cast<btScalar>(pose->m[i][j]);
    }
    b->pairs.resizeNoInitialize(0);
    btGImpactBoxSet::find_collision(
        a->gimpact->getMeshPart(0)->getBoxSet(), btTransform::getIdentity(),
        b->gimpact->getMeshPart(0)->getBoxSet(), btTransform(turn, shift), b->pairs);
    size_t count = 0;
    for (int i = 0; i < b->pairs.size(); ++i) {
        int ia = b->pairs[i].m_index1, ib = b->pairs[i].m_index2;
        if (!peer_triangles(a->mesh, ia, b->mesh, ib, pose))
            continue;
        ++count;
        if (pair)
            pair(user, ia, ib);
    }
    return count;
}

bool first(void *a, void *b, const PeerPose *pose)
{
    return all(a, b, pose, nullptr, nullptr) > 0;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const Peer quantised = {"Bullet quantised",
                        nullptr,
                        build_quantised,
                        release,
                        nullptr,
                        nullptr,
                        nullptr,
                        nullptr,
                        false};
const Peer gimpact = {"Bullet GImpact",
                      "floats, our triangle test, no early exit",
                      build_gimpact,
                      release,
                      first,
                      all,
                      nullptr,
                      nullptr,
                      false};
const Peer *const list[] = {&gimpact, &quantised, nullptr};

} // namespace

extern "C" {
const PeerLibrary peer_bullet = {"Bullet", TEXT(BT_BULLET_VERSION), list};
}
