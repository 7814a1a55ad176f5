// Meshes into files: for what the program makes itself.
#ifndef SNUG_APP_IO_MESH_WRITE_H
#define SNUG_APP_IO_MESH_WRITE_H

#include "core/base/error.h"
#include "core/mesh/mesh.h"

// .obj: vertices and triangles as text, read back bit for bit. .stl: binary, in single precision.
bool mesh_can_write(const char *path, Error *err); // the ending says one of these
bool mesh_write(const Mesh *mesh, const char *path, Error *err);

#endif
