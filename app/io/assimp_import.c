// COLLADA, FBX and 3DS, through an importer of its own with libassimp: its parsers crash or never end on
// some damaged files. They say themselves which axis points up, and all but 3DS what their unit is.
#include "app/io/cad_launch.h"
#include "app/io/import_part.h"

static bool read_with(ImportFile *file, const char *format, const char *kind)
{
    // The importer has turned y up already; what the user says holds over that.
    ImportOptions *options = &file->out->options;
    bool said = options->up_said;
    if (said && options->up != UP_Y)
        import_notice(file->out, "%s files say which axis points up; read with %s up, as you said",
                      format, up_axis_name(options->up));
    if (!said)
        options->up = UP_Y;
    options->up_said = true;
    bool good = cad_import(file, &cad_importer_assimp, kind);
    options->up_said = said;
    return good;
}

static bool read_dae(ImportFile *file)
{
    return read_with(file, "COLLADA", "--dae");
}

static bool read_fbx(ImportFile *file)
{
    return read_with(file, "FBX", "--fbx");
}

static bool read_3ds(ImportFile *file)
{
    return read_with(file, "3DS", "--3ds");
}

static bool knows_dae(const FileHead *head)
{
    return file_head_begins(head, "<") && file_head_find(head, "<COLLADA");
}

static bool knows_fbx(const FileHead *head)
{
    return file_head_begins(head, "Kaydara FBX Binary  ") ||
           (file_head_begins(head, ";") && file_head_find(head, "FBXHeaderExtension"));
}

// The first piece is the whole file.
static bool knows_3ds(const FileHead *head)
{
    const unsigned char *p = (const unsigned char *)head->bytes;
    return head->size > 16 && p[0] == 0x4D && p[1] == 0x4D &&
           ((uint32_t)p[2] | (uint32_t)p[3] << 8 | (uint32_t)p[4] << 16 | (uint32_t)p[5] << 24) ==
               head->whole;
}

#define MOST_BYTES ((uint64_t)1 << 30)
const ImportFormat format_dae = {.name = "COLLADA",
                                 .endings = {".dae"},
                                 .most_bytes = MOST_BYTES,
                                 .importer = &cad_importer_assimp,
                                 .knows = knows_dae,
                                 .read = read_dae};
const ImportFormat format_fbx = {.name = "FBX",
                                 .endings = {".fbx"},
                                 .most_bytes = MOST_BYTES,
                                 .importer = &cad_importer_assimp,
                                 .knows = knows_fbx,
                                 .read = read_fbx};
const ImportFormat format_max3ds = {.name = "3DS",
                                    .endings = {".3ds"},
                                    .most_bytes = MOST_BYTES,
                                    .importer = &cad_importer_assimp,
                                    .knows = knows_3ds,
                                    .read = read_3ds};
