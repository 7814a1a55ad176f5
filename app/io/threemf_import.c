// 3MF: an archive with models as XML. By a reader of our own: libassimp refuses what OpenSCAD writes,
// and lib3mf cannot be stopped, is not known to stand up to hostile files and reads everything into
// memory twice.
#include "app/io/group_path.h"
#include "app/io/threemf_model.h"
#include "app/io/tokens.h"
#include "app/io/zip_read.h"
#include "core/base/array.h"

enum { MOST_DEPTH = 64, MOST_VISITS = 1000000, MOST_PARTS = 200000 };

typedef struct Walk {
    ThreemfModel *model;
    int64_t copied, visits, supports, empty;
    char path[GROUP_PATH_MAX + 1];
} Walk;

int32_t threemf_path(ThreemfModel *model, const char *path, size_t length)
{
    for (; length > 0 && *path == '/'; --length)
        ++path;
    for (int32_t i = 0; i < model->path_count; ++i)
        if (strlen(model->paths[i]) == length && memcmp(model->paths[i], path, length) == 0)
            return i;
    ImportFile *file = model->file;
    if (model->path_count >= THREEMF_MOST_FILES || length > 1000 || length == 0) {
        error_set(file->err, "%s: too many models in it, or names that are too long", file->name);
        return -1;
    }
    char *copy = strndup(path, length);
    if (!copy || !array_reserve(&model->paths, &model->path_capacity, (size_t)model->path_count + 1,
                                sizeof *model->paths)) {
        free(copy);
        import_out_of_memory(file);
        return -1;
    }
    model->paths[model->path_count] = copy;
    return model->path_count++;
}

void threemf_model_free(ThreemfModel *model)
{
    for (int32_t i = 0; i < model->path_count; ++i)
        free(model->paths[i]);
    for (size_t i = 0; i < model->object_count; ++i)
        shared_mesh_free(&model->objects[i].shared);
    free((void *)model->paths);
    free(model->objects);
    free(model->components);
    free(model->items);
    *model = (ThreemfModel){0};
}

static int by_file_and_id(const void *a, const void *b)
{
    const ThreemfObject *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static ThreemfObject *find(const ThreemfModel *model, const ThreemfComponent *use)
{
    ThreemfObject key = {.file = use->file, .id = use->object};
    return model->object_count > 0
               ? bsearch(&key, model->objects, model->object_count, sizeof key, by_file_and_id)
               : NULL;
}

static bool add_part(Walk *walk, ThreemfObject *object, const Affine *world)
{
    ThreemfModel *model = walk->model;
    ImportFile *file = model->file;
    char name[TEXT_NAME_MAX + 1];
    if (file->out->part_count >= MOST_PARTS)
        return error_set(file->err, "%s: it has more than %d parts", file->name, MOST_PARTS);
    memcpy(name, object->name, sizeof name);
    if (!name[0])
        import_file_stem(file->name, name);
    ImportedPart part = {.name = strdup(name),
                         .first_line = object->line,
                         .group = walk->path[0] ? strdup(walk->path) : NULL};
    return import_instance(file, &object->shared, world, &part, &walk->copied);
}

static bool visit(Walk *walk, const ThreemfComponent *use, const Affine *above, int depth)
{
    ThreemfModel *model = walk->model;
    ImportFile *file = model->file;
    Affine world = affine_compose(above, &use->placement);
    ThreemfObject *object = find(model, use);
    if (!object)
        return error_set(file->err, "%s: there is no object %u in %.200s", file->name, use->object,
                         model->paths[use->file]);
    if (depth > MOST_DEPTH)
        return error_set(file->err, "%s: components are nested too deeply, or within themselves",
                         file->name);
    if (++walk->visits > MOST_VISITS)
        return error_set(file->err, "%s: it has more than %d components", file->name, MOST_VISITS);
    if (!affine_is_finite(&world) || !import_check_point(&world.p))
        return error_set(file->err, "%s: object %u is too far away", file->name, use->object);
    if (walk->visits % 1024 == 0 && job_cancelled(file->job))
        return import_cancelled(file);
    if (object->support) {
        ++walk->supports;
        return true;
    }
    if (object->shared.mesh)
        return add_part(walk, object, &world);
    walk->empty += object->count == 0;
    size_t length = strlen(walk->path);
    group_path_add(walk->path, object->name);
    bool good = true;
    for (size_t i = 0; i < object->count && good; ++i)
        good = visit(walk, &model->components[object->first + i], &world, depth + 1);
    walk->path[length] = '\0';
    return good;
}

// What is to be built; of a file that says nothing about that, all that belongs to nothing else.
static bool build(Walk *walk)
{
    ThreemfModel *model = walk->model;
    Affine here = affine_identity();
    for (size_t i = 0; i < model->item_count; ++i)
        if (!visit(walk, &model->items[i], &here, 0))
            return false;
    for (size_t i = 0; i < model->component_count && model->item_count == 0; ++i) {
        ThreemfObject *object = find(model, &model->components[i]);
        if (object)
            object->used = true;
    }
    for (size_t i = 0; i < model->object_count && model->item_count == 0; ++i) {
        const ThreemfObject *object = &model->objects[i];
        ThreemfComponent use = {object->file, object->id, here};
        if (!object->used && !visit(walk, &use, &here, 0))
            return false;
    }
    return true;
}

static bool make_parts(ThreemfModel *model)
{
    Walk walk = {.model = model};
    ImportFile *file = model->file;
    ImportResult *out = file->out;
    enum LengthUnit is = (enum LengthUnit)model->unit;
    bool overruled = out->options.unit_said && out->options.unit != is;
    out->options.unit = overruled ? out->options.unit : is;
    if (model->object_count > 0)
        qsort(model->objects, model->object_count, sizeof *model->objects, by_file_and_id);
    for (size_t i = 1; i < model->object_count; ++i)
        if (by_file_and_id(&model->objects[i - 1], &model->objects[i]) == 0)
            return error_set(file->err, "%s: two objects have the id %u", file->name,
                             model->objects[i].id);
    job_step(file->job, "Building parts");
    if (!build(&walk))
        return false;
    if (out->part_count == 0)
        return error_set(file->err, "%s: there are no triangles in it that are to be built",
                         file->name);
    if (overruled)
        import_notice(out, "the file says that it is in %s; read as %s, as you said",
                      length_unit_info(is)->suffix, length_unit_info(out->options.unit)->suffix);
    if (walk.supports > 0)
        import_notice(out, "%lld supports for printing were left out", (long long)walk.supports);
    if (walk.empty > 0)
        import_notice(out, "%lld objects without triangles were left out", (long long)walk.empty);
    if (model->has_beams)
        import_notice(out, "beams are not read, only triangles");
    import_note_degenerate(out);
    return (import_name_parts(out) && import_tidy_groups(out)) || import_out_of_memory(file);
}

// The model that the archive's own list names, or the usual one.
static bool find_root(ThreemfModel *model, ZipRead *zip)
{
    const ZipEntry *list = zip_read_find(zip, "_rels/.rels");
    char *text = list ? zip_read_unpack(zip, list, model->file->job, model->file->err) : NULL;
    if (list && !text)
        return false;
    // Its elements are told apart by their type, which ends in "/3dmodel".
    const char *type = text ? strstr(text, "/3dmodel\"") : NULL, *target = NULL;
    if (type) {
        const char *begin = type;
        while (begin > text && *begin != '<')
            --begin;
        size_t length = strcspn(begin, ">");
        target = strstr(begin, "Target=\"");
        target = target && target < begin + length ? target + strlen("Target=\"") : NULL;
    }
    bool good = threemf_path(model, target ? target : "3D/3dmodel.model",
                             target ? strcspn(target, "\"") : strlen("3D/3dmodel.model")) == 0;
    free(text);
    return good;
}

// One after the other, as they are named.
static bool read_models(ThreemfModel *model, ZipRead *zip)
{
    ImportFile *file = model->file;
    for (int32_t i = 0; i < model->path_count; ++i) {
        const ZipEntry *entry = zip_read_find(zip, model->paths[i]);
        if (!entry)
            return error_set(file->err, "%s: there is no 3D model '%.200s' in the archive",
                             file->name, model->paths[i]);
        char *text = zip_read_unpack(zip, entry, file->job, file->err);
        bool good = text && threemf_parse(model, i, text, (size_t)entry->size);
        free(text);
        if (!good)
            return false;
    }
    return true;
}

static bool read(ImportFile *file)
{
    ThreemfModel *model = file->state;
    ZipRead zip;
    model->file = file;
    if (file->size < 4 || memcmp(file->bytes, "PK\3\4", 4) != 0)
        return error_set(file->err, "%s: this is no 3MF file: it is no archive", file->name);
    if (!zip_read_begin(&zip, file->name, file->bytes, file->size, file->err))
        return false;
    void *before = plain_numbers_begin();
    bool good = find_root(model, &zip) && read_models(model, &zip) && make_parts(model);
    plain_numbers_end(before);
    zip_read_end(&zip);
    return good;
}

static bool knows(const FileHead *head)
{
    return head->size > 30 && memcmp(head->bytes, "PK\3\4", 4) == 0 &&
           (file_head_find(head, "3D/") || file_head_find(head, "[Content_Types].xml") ||
            file_head_find(head, "_rels/.rels"));
}

static void end(void *state)
{
    threemf_model_free(state);
}

const ImportFormat format_threemf = {.name = "3MF",
                                     .endings = {".3mf"},
                                     .most_bytes = (uint64_t)1 << 30,
                                     .knows = knows,
                                     .state_size = sizeof(ThreemfModel),
                                     .read = read,
                                     .end = end};
