// Streams as the importer of CAD files writes them: pieces, and a whole machine of three parts.
#ifndef SNUG_APP_TESTS_CAD_MACHINE_H
#define SNUG_APP_TESTS_CAD_MACHINE_H

#include "app/tests/cad_bytes.h"

// A triangle mesh of one square in two triangles, the second one of another colour.
static inline void put_mesh(CadBytes *to, double deflection, const char *name)
{
    static const double corners[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    cad_put_open(to, CAD_MESH);
    cad_put_u32(to, 4);
    cad_put_u32(to, 2);
    cad_put_u32(to, 1);
    cad_put_u32(to, 0);
    cad_put_f64(to, deflection);
    cad_put_u32(to, (uint32_t)strlen(name));
    cad_put_u32(to, 0);
    cad_put(to, name, strlen(name));
    cad_put(to, corners, sizeof corners);
    cad_put(to, triangles, sizeof triangles);
    cad_put(to, (uint32_t[]){0, 1}, 8);
    cad_put(to, (int32_t[]){-1, 0x102030}, 8);
    cad_put_close(to);
}

static inline void put_head(CadBytes *to, double metres, uint32_t meshes, uint32_t nodes)
{
    cad_put_open(to, CAD_HEAD);
    cad_put_f64(to, metres);
    cad_put_f64(to, 0.01);
    cad_put_f64(to, 0.08);
    cad_put_u32(to, meshes);
    cad_put_u32(to, nodes);
    cad_put_close(to);
}

static inline void put_turned(CadBytes *to, uint32_t parent, uint32_t mesh, const double turn[9],
                              double x, const char *name)
{
    cad_put_open(to, CAD_NODE);
    cad_put_u32(to, parent);
    cad_put_u32(to, mesh);
    cad_put(to, turn, 9 * sizeof *turn);
    cad_put(to, (double[]){x, 0, 0}, 24);
    cad_put(to, name, strlen(name));
    cad_put_close(to);
}

// A quarter turn about z, then a shift.
static inline void put_node(CadBytes *to, uint32_t parent, uint32_t mesh, double x,
                            const char *name)
{
    static const double turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    put_turned(to, parent, mesh, turn, x, name);
}

static inline void put_end(CadBytes *to)
{
    cad_put_open(to, CAD_END);
    cad_put_close(to);
}

// Machine holds two arms of one mesh, and a plate of another.
static inline void put_machine(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 0.0254, 2, 5);
    put_mesh(to, 0.01, "Arm");
    put_mesh(to, 0, "Plate");
    put_node(to, CAD_NONE, CAD_NONE, 10, "Machine");
    put_node(to, 0, CAD_NONE, 1, "Arms");
    put_node(to, 1, 0, 0, "Arm");
    put_node(to, 1, 0, 5, "Arm");
    put_node(to, 0, 1, 0, "");
    put_end(to);
}

#endif
