// One line per format of meshes; the file is <name>_import.c, or one
// that several share, and defines `const ImportFormat
// format_<name>`. The first one is taken for names without an ending.
#define FORMAT_LIST(X)                                                                             \
    X(obj) X(stl) X(ply) X(off) X(threemf) X(gltf) X(step) X(iges) X(brep) X(dae) X(fbx) X(max3ds)
