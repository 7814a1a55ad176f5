// What snug-import-step writes to its standard output and app/io/cad_stream.c reads: the only thing
// that the two programs share. Little-endian, IEEE doubles. To C and to C++.
//
// First CAD_STREAM_MAGIC, 8 bytes, and the version, 4 bytes. Then records: u32 tag, u32 0, u64 size
// of what follows. Texts are UTF-8 without a final 0.
//
//   PROGRESS  u32 step (CadStep), u32 permille of it                    any time
//   ERROR     text: why nothing comes                                   the last one
//   NOTICE    text: what the user should know
//   HEAD      f64 metres per unit of the coordinates, 0: the file does not say
//             f64 deflection that facets were made with, in that unit, f64 angle in radians
//             u32 meshes, u32 nodes
//   MESH      u32 vertices, u32 triangles, u32 faces of the shape, u32 faces that have no triangles,
//             f64 deflection (0: nothing in it is curved), u32 length of the name, u32 0,
//             the name, then per vertex f64 x y z, per triangle u32 corners[3],
//             per triangle u32 polygon, ascending, per triangle i32 colour 0xRRGGBB or -1
//   NODE      u32 parent, which was written before, or CAD_NONE; u32 mesh or CAD_NONE: a group,
//             f64 placement[12], rows of 3 and then the place, within the parent; the rest is the name
//   END       nothing: all of it was written
#ifndef SNUG_THIRD_PARTY_OCCT_CAD_STREAM_H
#define SNUG_THIRD_PARTY_OCCT_CAD_STREAM_H

#define CAD_STREAM_MAGIC "SnugCAD\n"
#define CAD_NONE 0xffffffffu

enum { CAD_STREAM_VERSION = 1 };
enum CadTag { CAD_PROGRESS = 1, CAD_ERROR, CAD_NOTICE, CAD_HEAD, CAD_MESH, CAD_NODE, CAD_END };
enum CadStep { CAD_READING, CAD_CONVERTING, CAD_FACETING, CAD_WRITING, CAD_STEP_COUNT };

// Assemblies within assemblies, and how many parts there may be: a small file can say very many.
enum { CAD_MOST_DEPTH = 100, CAD_MOST_NODES = 200000 };
// Bytes of a text or of a name; longer ones are cut by whoever writes them.
enum { CAD_MOST_TEXT = 3800 };

// Exit codes of the importer, besides 0; what it died of otherwise says the system.
enum CadExit { CAD_EXIT_REFUSED = 1, CAD_EXIT_USAGE = 2 };

#endif
