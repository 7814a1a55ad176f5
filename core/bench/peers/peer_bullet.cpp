// Bullet: the quantised AABB tree of its static triangle meshes. Two such meshes cannot be queried
// against each other, so that only building is compared.
#include "core/bench/peers/peers.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include <vector>

namespace
{

struct Model {
    std::vector<btScalar> vertices;
    btTriangleIndexVertexArray arrays;
    btBvhTriangleMeshShape *shape = nullptr;
};

void *build(const PeerMesh *mesh)
{
    auto *model = new Model;
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
    model->shape = new btBvhTriangleMeshShape(&model->arrays, true, true);
    return model;
}

void release(void *model)
{
    delete static_cast<Model *>(model)->shape;
    delete static_cast<Model *>(model);
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

} // namespace

extern "C" {
const char *const peer_bullet_version = TEXT(BT_BULLET_VERSION);
const Peer peer_bullet = {"Bullet quantised", build, release, nullptr, nullptr, nullptr};
}
