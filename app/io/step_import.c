// STEP, IGES and OCCT's own BREP, through the importer: a part per solid, instances share meshes.
#include "app/io/cad_launch.h"
#include "app/io/import_part.h"

#include <string.h>

static bool read_step(ImportFile *file)
{
    return cad_import(file, &cad_importer_occt, "--step");
}

static bool read_iges(ImportFile *file)
{
    return cad_import(file, &cad_importer_occt, "--iges");
}

static bool read_brep(ImportFile *file)
{
    return cad_import(file, &cad_importer_occt, "--brep");
}

static bool knows_step(const FileHead *head)
{
    return file_head_begins(head, "ISO-10303-21;");
}

// Lines of 80 columns: the first belongs to the start section and is number 1 of it.
static bool knows_iges(const FileHead *head)
{
    const char *p = head->bytes;
    return head->size > 80 && p[72] == 'S' && p[79] == '1' && strspn(p + 73, " 0") >= 6;
}

static bool knows_brep(const FileHead *head)
{
    return file_head_begins(head, "DBRep_DrawableShape") ||
           file_head_begins(head, "CASCADE Topology V");
}

#define MOST_BYTES ((uint64_t)4 << 30)
const ImportFormat format_step = {.name = "STEP",
                                  .endings = {".step", ".stp"},
                                  .most_bytes = MOST_BYTES,
                                  .importer = &cad_importer_occt,
                                  .is_curved = true,
                                  .knows = knows_step,
                                  .read = read_step};
const ImportFormat format_iges = {.name = "IGES",
                                  .endings = {".iges", ".igs"},
                                  .most_bytes = MOST_BYTES,
                                  .importer = &cad_importer_occt,
                                  .is_curved = true,
                                  .knows = knows_iges,
                                  .read = read_iges};
const ImportFormat format_brep = {.name = "BREP",
                                  .endings = {".brep", ".brp"},
                                  .most_bytes = MOST_BYTES,
                                  .importer = &cad_importer_occt,
                                  .is_curved = true,
                                  .knows = knows_brep,
                                  .read = read_brep};
