#include "app/stages/variant_book.h"

#include "app/stages/stage.h"
#include "core/base/array.h"
#include "core/motion/shrink.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"

// So many that no list of the document names stay for undoing and redoing.
enum { UNLISTED_MOST = 24 };

void variant_mesh_free(VariantMesh *made)
{
    if (!made)
        return;
    mesh_release(made->donor);
    mesh_release(made->mesh);
    render_mesh_free(made->drawn);
    bvh_release(made->rays);
    free(made);
}

bool variant_mesh_make(VariantMesh *out, bool draws_nothing, Job *job, Error *err)
{
    Affine same = affine_identity();
    out->mesh = affine_equal(&out->map, &same) ? mesh_retain(out->donor)
                                               : mesh_placed(out->donor, &out->map, err);
    if (!out->mesh || draws_nothing)
        return out->mesh != NULL;
    BvhDesc rays = ray_tree_desc();
    out->rays = bvh_build(out->mesh, &rays, job, err);
    out->drawn = out->rays ? render_mesh_create(out->mesh, job) : NULL;
    return out->drawn || job_cancelled(job) ||
           error_set(err, err->text[0] ? "%s" : "not enough memory to draw it", err->text);
}

VariantMesh *variant_book_find(const VariantBook *book, const Mesh *donor, const Affine *map)
{
    for (size_t i = book->count; i-- > 0;)
        if (book->items[i]->donor == donor && affine_equal(&book->items[i]->map, map))
            return book->items[i];
    return NULL;
}

bool variant_book_has(const VariantBook *book, const Mesh *mesh)
{
    for (size_t i = 0; i < book->count; ++i)
        if (book->items[i]->mesh == mesh)
            return true;
    return false;
}

bool variant_book_add(VariantBook *book, VariantMesh *made)
{
    if (!array_reserve(&book->items, &book->capacity, book->count + 1, sizeof *book->items))
        return false;
    book->items[book->count++] = made;
    return true;
}

void variant_book_free(VariantBook *book)
{
    for (size_t i = 0; i < book->count; ++i)
        variant_mesh_free(book->items[i]);
    free((void *)book->items);
    *book = (VariantBook){0};
}

// --- what parts are to have

static bool resolve(const App *app, const Variant *variant, Mesh **donor, Affine *map)
{
    int32_t from = assembly_find(&app->assembly, variant->donor);
    if (from < 0)
        return false;
    *donor = app->assembly.parts[from].loaded;
    *map = variant_map(variant);
    return true;
}

bool variant_wanted(const App *app, int32_t part, Mesh **donor, Affine *map)
{
    const PartState *state = &app->document.parts[part];
    Variant variant;
    return variants_find(state->variants, state->variant, &variant) &&
           resolve(app, &variant, donor, map);
}

bool variant_behind(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    const PartVariant *shown = &app->parts[part].variant;
    return !state->removed && (state->variant != shown->number ||
                               (state->variant != VARIANT_LOADED && state->variants != shown->of));
}

bool variants_behind(const App *app)
{
    for (int32_t i = 0; app->parts && i < app->document.part_count; ++i)
        if (variant_behind(app, i))
            return true;
    return false;
}

// Where its tree is in the cache, nobody has to wait for it; else all are looked for again.
static void exchange(App *app, int32_t part, VariantMesh *made)
{
    Stages *stages = app->stages;
    PartResult *result = &app->parts[part];
    result->variant.made = made;
    assembly_exchange(&app->assembly, part, made ? made->mesh : app->assembly.parts[part].loaded);
    Bvh *tree = tree_cache_find(&app->trees, app->assembly.parts[part].mesh, &stages->tree_desc);
    if (stages->trees_ready && tree) {
        bvh_release(result->tree);
        result->tree = bvh_retain(tree);
    } else {
        stages->trees_ready = false;
    }
    stage_shape_other_mesh(app, part);
}

static bool is_listed(const App *app, const VariantMesh *made)
{
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        Variant list[VARIANTS_MOST];
        int count = 0;
        Error err;
        if (app->parts[i].variant.made == made)
            return true;
        if (app->document.parts[i].variants)
            variants_read(app->document.parts[i].variants, list, &count, &err);
        for (int k = 0; k < count; ++k) {
            Mesh *donor;
            Affine map;
            if (resolve(app, &list[k], &donor, &map) && made->donor == donor &&
                affine_equal(&made->map, &map))
                return true;
        }
    }
    return false;
}

static bool not_of(void *mesh, const Bvh *tree)
{
    return tree->mesh != mesh;
}

// The oldest that nobody names go; whoever scales a variant makes a new one with every step.
static void trim(App *app)
{
    VariantBook *book = &app->stages->variants;
    size_t kept = 0;
    if (book->count <= UNLISTED_MOST)
        return;
    size_t extra = book->count - UNLISTED_MOST;
    for (size_t i = 0; i < book->count; ++i) {
        VariantMesh *made = book->items[i];
        if (extra == 0 || is_listed(app, made)) {
            book->items[kept++] = made;
            continue;
        }
        --extra;
        if (made->mesh != made->donor)
            tree_cache_filter(&app->trees, not_of, made->mesh);
        variant_mesh_free(made);
    }
    book->count = kept;
}

void variants_follow(App *app)
{
    bool changed = false;
    for (int32_t i = 0; app->parts && i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        PartVariant *shown = &app->parts[i].variant;
        Mesh *donor;
        Affine map;
        if (!variant_behind(app, i))
            continue;
        VariantMesh *made = NULL;
        if (state->variant != VARIANT_LOADED &&
            !(variant_wanted(app, i, &donor, &map) &&
              (made = variant_book_find(&app->stages->variants, donor, &map))))
            continue; // the stage makes it
        if (made != shown->made)
            exchange(app, i, made);
        shown->of = state->variants;
        shown->number = state->variant;
        changed = true;
    }
    if (changed)
        trim(app);
}
