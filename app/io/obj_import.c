// Wavefront OBJ with the diffuse colours of its MTL files: the scan while the bytes come in, then
// materials, then the parts. Parts:
// - every `o` and every `g` line begins a new part, if faces follow. It is named "object/group", or
//   by whichever of the two there is, or after the file. `o` ends the group before it; `g` keeps
//   the object; several names after `g` are one name with blanks. `usemtl` and `s` never split a
//   part.
// - a name that comes again is a new part too: "Bolt", "Bolt (2)" in order of appearance, the same
//   at every reload.
// Faces may use vertices that come later in the file. Numbers are rounded correctly.
#include "app/io/import_part.h"
#include "app/io/obj_load.h"
#include "app/io/text.h"

#include <stdio.h>
#include <string.h>

static bool scan_more(ImportFile *file, size_t available, bool last)
{
    ObjScan *scan = file->state;
    if (!scan->text)
        obj_scan_begin(scan, file->name, file->bytes);
    return obj_scan_more(scan, available, last, file->err);
}

static bool read_materials(const ImportFile *file, const ObjScan *scan, ObjMaterials *materials)
{
    ImportResult *out = file->out;
    if (scan->library_count > 0 && !file->path)
        import_notice(out, "%s: material libraries are not read here", file->name);
    for (int64_t i = 0; i < scan->library_count && file->path; ++i) {
        if (i == OBJ_MAX_LIBRARIES) {
            import_notice(out, "%s: only the first %d material libraries were read", file->name,
                          OBJ_MAX_LIBRARIES);
            break;
        }
        const ObjExample *library = &scan->libraries[i];
        // Exporters repeat the line before every object.
        bool repeated = false;
        for (int64_t j = 0; j < i && !repeated; ++j)
            repeated = scan->libraries[j].name.length == library->name.length &&
                       memcmp(scan->text + scan->libraries[j].name.at,
                              scan->text + library->name.at, library->name.length) == 0;
        if (!repeated &&
            !obj_mtl_load(materials, file->path, library->line, scan->text + library->name.at,
                          library->name.length, out, file->job))
            return error_set(file->err, "%s: not enough memory for its materials", file->name);
        if (job_cancelled(file->job))
            return import_cancelled(file);
    }
    return true;
}

// Appends ", word" or the first word, as far as it fits.
static void append(char *list, size_t room, const char *word, int64_t line)
{
    size_t used = strlen(list);
    const char *comma = used > 0 ? ", " : "";
    if (line > 0)
        snprintf(list + used, room - used, "%s%s (line %lld)", comma, word, (long long)line);
    else
        snprintf(list + used, room - used, "%s%s", comma, word);
}

static void list_left_out(const ObjScan *scan, ImportResult *out)
{
    char list[768] = "";
    for (int i = 0; i < OBJ_NAMED_EXAMPLES && i < scan->empty_count; ++i) {
        char name[TEXT_NAME_MAX + 1];
        text_clean_name(scan->text + scan->empty[i].name.at, scan->empty[i].name.length, name);
        append(list, sizeof list, name, scan->empty[i].line);
    }
    if (scan->empty_count > 0)
        import_notice(out, "%lld objects or groups without faces were left out: %s%s",
                      (long long)scan->empty_count, list,
                      scan->empty_count > OBJ_NAMED_EXAMPLES ? " ..." : "");
    list[0] = '\0';
    for (int i = 0; i < scan->unknown_kinds; ++i)
        append(list, sizeof list, scan->unknown[i].keyword, scan->unknown[i].line);
    if (scan->unknown_count > 0)
        import_notice(out, "%lld statements that are not supported were ignored: %s%s",
                      (long long)scan->unknown_count, list,
                      scan->unknown_kinds == OBJ_NAMED_EXAMPLES ? " ..." : "");
    if (scan->line_element_count + scan->point_count > 0)
        import_notice(out,
                      "%lld line elements and %lld point elements were ignored: only faces "
                      "can collide",
                      (long long)scan->line_element_count, (long long)scan->point_count);
}

static void list_oddities(const ObjLoad *load, ImportResult *out)
{
    const ObjScan *scan = load->scan;
    if (scan->cut_line > 0)
        import_note_cut(out, scan->cut_line);
    if (scan->tiny_count > 0)
        import_notice(out, "%lld coordinates below %g were read as 0 (first in line %lld)",
                      (long long)scan->tiny_count, MESH_NOISE, (long long)scan->tiny_line);
    if (scan->weight_count > 0)
        import_notice(out, "%lld vertex weights other than 1 were ignored (first in line %lld)",
                      (long long)scan->weight_count, (long long)scan->weight_line);
    if (scan->bad_attribute_count > 0)
        import_notice(out,
                      "%lld normals or texture coordinates are no numbers (first in line %lld); "
                      "they are not used",
                      (long long)scan->bad_attribute_count, (long long)scan->bad_attribute_line);
    char list[768] = "";
    for (int i = 0; i < load->missing_examples; ++i)
        append(list, sizeof list, load->missing[i], 0);
    if (load->missing_count > 0)
        import_notice(out, "materials that no library defines: %s%s", list,
                      load->missing_examples == OBJ_NAMED_EXAMPLES ? " ..." : "");
    import_note_polygons(out, &load->cutter);
}

static bool read(ImportFile *file)
{
    const ObjScan *scan = file->state;
    if (scan->face_count == 0)
        return error_set(file->err, "%s: there are no faces in it; is this an OBJ file?",
                         file->name);
    job_step(file->job, "Building parts");
    ObjMaterials materials = {0};
    ObjLoad load = {.name = file->name,
                    .scan = scan,
                    .materials = &materials,
                    .out = file->out,
                    .job = file->job,
                    .err = file->err};
    bool good =
        read_materials(file, scan, &materials) && obj_load_parts(&load, file->bytes, file->size);
    if (good) {
        list_left_out(scan, file->out);
        list_oddities(&load, file->out);
    }
    obj_load_free(&load);
    obj_mtl_free(&materials);
    return good;
}

// One of the words that lines begin with.
static bool is_word(const char *p, size_t length)
{
    static const char *const words[] = {"v", "vt", "vn", "vp", "f",      "l",
                                        "p", "o",  "g",  "s",  "usemtl", "mtllib"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strlen(words[i]) == length && memcmp(p, words[i], length) == 0)
            return true;
    return false;
}

// Every line begins as one of an OBJ file, and at least one is a vertex or names materials.
static bool knows(const FileHead *head)
{
    const char *p = head->bytes, *end = p + head->size;
    bool found = false, goes_on = false;
    while (p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        if (!line_end)
            break; // the last line need not be whole
        while (p < line_end && (*p == ' ' || *p == '\t' || *p == '\r'))
            ++p;
        const char *word_end = p;
        while (word_end<line_end && * word_end> ' ')
            ++word_end;
        size_t length = (size_t)(word_end - p);
        if (!goes_on && length > 0 && *p != '#') {
            if (!is_word(p, length))
                return false;
            found |= *p == 'v' || *p == 'm';
        }
        const char *last = line_end;
        while (last > p && (last[-1] == '\r' || last[-1] == ' '))
            --last;
        goes_on = last > p && last[-1] == '\\';
        p = line_end + 1;
    }
    return found;
}

static void end(void *state)
{
    obj_scan_free(state);
}

const ImportFormat format_obj = {.name = "OBJ",
                                 .endings = {".obj"},
                                 .most_bytes = (uint64_t)4 << 30,
                                 .knows = knows,
                                 .state_size = sizeof(ObjScan),
                                 .scan = scan_more,
                                 .read = read,
                                 .end = end};
