#include "app/io/foreign.h"

#include "app/io/file.h"

#include <string.h>
#include <strings.h>

#define AS_STEP "save it as STEP (.step) there"
#define AS_GLTF "export it as glTF (.glb) there"

static const ForeignFormat formats[] = {
    {"SolidWorks", ".sldprt .sldasm .slddrw", NULL, AS_STEP},
    {"Inventor", ".ipt .iam", NULL, AS_STEP},
    {"CATIA", ".catpart .catproduct .cgr .model", "V5_CFV2", AS_STEP},
    {"Creo or NX", ".prt .asm", NULL, AS_STEP},
    {"Solid Edge", ".par .psm", NULL, AS_STEP},
    {"Parasolid", ".x_t .x_b .xmt_txt .xmt_bin", "**ABCDEFGHIJKLMNOPQRSTUVWXYZ",
     "convert it to STEP (.step)"},
    {"ACIS", ".sat .sab .asat", "ACIS BinaryFile", "convert it to STEP (.step)"},
    {"JT", ".jt", NULL, "convert it to STEP (.step)"},
    {"Fusion 360", ".f3d .f3z", NULL, AS_STEP},
    {"FreeCAD", ".fcstd", NULL, AS_STEP},
    {"Rhino", ".3dm", "3D Geometry File Format ", AS_STEP},
    {"DWG", ".dwg", "AC10", "export its solids as STEP (.step) or STL"},
    {"DXF", ".dxf", "AutoCAD Binary DXF", "export its solids as STEP (.step) or STL"},
    {"IFC", ".ifc .ifczip .ifcxml", NULL, "convert it to glTF (.glb) or OBJ, with IfcConvert"},
    {"OpenSCAD", ".scad", NULL, "export it as STL or 3MF there"},
    {"USD", ".usd .usda .usdc .usdz", "#usda ", AS_GLTF},
    {"USD", "", "PXR-USDC", AS_GLTF},
    {"Blender", ".blend", "BLENDER", AS_GLTF},
    {"SketchUp", ".skp", "\xff\xfe\xff\x0eS", AS_GLTF},
    {"Maya", ".ma .mb", "//Maya ", AS_GLTF},
    {"3ds Max", ".max", NULL, AS_GLTF},
    {"Cinema 4D", ".c4d", NULL, AS_GLTF},
    {"VRML or X3D", ".wrl .vrml .x3d", "#VRML ", "convert it to glTF (.glb) or OBJ"},
    {"AMF", ".amf", NULL, "export it as 3MF or STL"},
    {"packed COLLADA", ".zae", NULL, "unpack it"},
    {"VTK", ".vtk .vtp .vtu", "# vtk DataFile", "save its surface as PLY or STL"},
    {"PDF", ".pdf", "%PDF-", "ask for the model itself, as STEP (.step)"},
};
enum { COUNT = sizeof formats / sizeof *formats };

static const ForeignFormat *named(const char *name)
{
    for (int i = 0; i < COUNT; ++i)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const ForeignFormat *foreign_within(const FileHead *head)
{
    // The same kind of text as STEP, with other things in it.
    static const char schema[] = "FILE_SCHEMA";
    if (file_head_begins(head, "ISO-10303-21;")) {
        const char *at = file_head_find(head, schema);
        for (int i = 0; at && i < 20 && at + 3 <= head->bytes + head->size; ++i, ++at)
            if (memcmp(at, "IFC", 3) == 0)
                return named("IFC");
        return NULL;
    }
    for (int i = 0; i < COUNT; ++i)
        if (formats[i].signature && file_head_begins(head, formats[i].signature))
            return &formats[i];
    return NULL;
}

// The last ending but for numbers: *length of it, without what follows.
static const char *ending_of(const char *path, size_t *length)
{
    const char *base = file_base_name(path), *end = base + strlen(base);
    for (;;) {
        const char *dot = end;
        do
            if (dot-- <= base + 1)
                return NULL;
        while (*dot != '.');
        *length = (size_t)(end - dot);
        if (strspn(dot + 1, "0123456789") + 1 != *length || *length == 1)
            return dot;
        end = dot;
    }
}

const ForeignFormat *foreign_named(const char *path)
{
    size_t length;
    const char *ending = ending_of(path, &length);
    for (int i = 0; ending && i < COUNT; ++i)
        for (const char *p = formats[i].endings; *p;) {
            size_t own = strcspn(p, " ");
            if (own == length && strncasecmp(p, ending, own) == 0)
                return &formats[i];
            p += own + (p[own] == ' ');
        }
    return NULL;
}

bool foreign_refuse(const ForeignFormat *format, const char *path, Error *err)
{
    return error_set(err, "%s: %s files are not read here; %s, and open that", path, format->name,
                     format->advice);
}
