#include "app/session/adopt.h"
#include "app/io/group_path.h"

#include "app/document/connectors.h"
#include "app/document/fields.h"
#include "app/document/names.h"
#include "app/document/pose.h"
#include "app/stages/move.h"
#include "core/base/address_table.h"
#include "core/base/array.h"

#include <stdio.h>

void adoption_free(Adoption *adoption)
{
    assembly_free(&adoption->assembly);
    document_free(&adoption->document);
    sources_free(&adoption->sources);
    *adoption = (Adoption){0};
}

Box3d adoption_bounds(const Adoption *adoption)
{
    const Assembly *assembly = &adoption->assembly;
    Box3d bounds = box3d_empty();
    for (int32_t i = 0; i < assembly->part_count; ++i) {
        const Part *part = &assembly->parts[i];
        if (part->mesh->vertex_count > 0) {
            Box3d box = part_world_bounds(part->mesh, &part->rest);
            bounds = box3d_including(box3d_including(bounds, box.lo), box.hi);
        }
    }
    return bounds;
}

static bool failed(Adoption *adoption)
{
    adoption_free(adoption);
    return false;
}

static void take_state(PartState *to, const ScenePart *from)
{
    *to = from->state;
    to->name = from->title ? name_intern(from->title) : NULL;
    to->group = from->group ? group_intern(from->group, strlen(from->group)) : NULL;
    if (!to->group || to->rigid > group_path_depth(to->group))
        to->rigid = 0;
    to->connectors = connectors_accepted(from->connectors);
    to->variants = variants_accepted(from->variants);
}

// As the files have them.
static void take_groups(Document *document, const Sources *sources, int32_t first)
{
    for (int32_t i = first; i < document->part_count && i < sources->part_count; ++i) {
        const char *group = sources->parts[i].group;
        if (group)
            document->parts[i].group = group_intern(group, strlen(group));
    }
}

static void take_scene(Document *document, const Assembly *assembly, Opened *opened)
{
    SceneFile *scene = &opened->scene;
    PartState *parts = document->parts;
    int32_t count = document->part_count;
    document->parts = NULL;
    document_free(document);
    *document = scene->settings;
    scene->settings = (Document){.selected = NO_PART};
    document->parts = parts;
    document->part_count = count;
    for (int32_t i = 0; i < opened->scene_parts; ++i)
        take_state(&parts[i], &scene->parts[i]);
    document->selected = scene->selected ? assembly_find(assembly, scene->selected) : NO_PART;
    if (document->selected == NO_PART)
        for (int32_t i = 0; i < count; ++i)
            parts[i].selected = false;
    else
        parts[document->selected].selected = true;
    document_settle(document);
}

// Of a built-in scene: the variants that it comes with.
static void take_variants(Document *document, const Opened *opened)
{
    for (int32_t i = 0; i < opened->variant_count; ++i) {
        const OpenedVariant *from = &opened->variants[i];
        PartState *state = &document->parts[from->part];
        Variant list[VARIANTS_MOST];
        int count = 0;
        Error err;
        variants_read(state->variants, list, &count, &err);
        list[count] = (Variant){.scale = {{1, 1, 1}}};
        const char *key = opened->assembly.parts[from->donor].key;
        snprintf(list[count].donor, sizeof list[count].donor, "%s", key);
        variant_name_clean(key, list[count].name);
        state->variants = variants_intern(list, count + 1);
        document->parts[from->donor].removed = true;
    }
    document_settle(document);
}

bool adopt_new(const App *app, Opened *opened, Adoption *out)
{
    *out = (Adoption){.is_new = true, .looks_at_all = !opened->is_scene};
    if (!document_init(&out->document, &opened->assembly))
        return false;
    take_groups(&out->document, &opened->sources, 0);
    if (opened->is_scene) {
        take_scene(&out->document, &opened->assembly, opened);
    } else {
        // Settings outlive the assembly: whoever compares volumes does not want to choose them
        // again.
        out->document.joints = joint_list_retain(opened->joints);
        take_variants(&out->document, opened);
        out->document.build = app->document.build;
        out->document.query = app->document.query;
        out->document.effort = app->document.effort;
        out->document.view = app->document.view;
        out->document.view.section = (SectionPlane){0}; // it was somewhere in the other assembly
        out->document.view.explode = 0;
        out->document.view.shown_pair[0] = out->document.view.shown_pair[1] = NO_PART;
    }
    out->document.move = app->document.move;
    fields_keep_tools(&out->document, &app->document);
    out->document.move.pivot = PIVOT_ORIGIN; // no point of the other assembly
    out->assembly = opened->assembly;
    out->sources = opened->sources;
    out->added = out->assembly.part_count;
    opened->assembly = (Assembly){0};
    opened->sources = (Sources){0};
    return true;
}

static bool add_part(Adoption *out, const char *key, Mesh *mesh, const Affine *rest,
                     uint32_t colour)
{
    mesh_retain(mesh);
    if (assembly_add(&out->assembly, key, mesh, rest, colour))
        return true;
    mesh_release(mesh);
    return false;
}

// One that was just opened, with where it came from.
static bool add_opened(Adoption *out, const Part *part, int32_t source, const PartOrigin *origin)
{
    return add_part(out, part->key, part->loaded, &part->rest, part->own_colour) &&
           sources_add_part(&out->sources, source, origin->name) &&
           sources_set_group(&out->sources, origin->group);
}

// Title, unit, sources and settings of what is open; its parts are added by the caller.
static bool begin_from(const App *app, Adoption *out)
{
    *out = (Adoption){.keeps_history = true};
    out->assembly.title = strdup(app->assembly.title ? app->assembly.title : "");
    out->assembly.unit = app->assembly.unit;
    out->assembly.up = app->assembly.up;
    if (!out->assembly.title || !sources_copy(&out->sources, &app->sources) ||
        !document_copy(&out->document, &app->document))
        return failed(out);
    // Copies made since have no origin.
    while (out->sources.part_count < app->assembly.part_count)
        if (!sources_add_part(&out->sources, -1, NULL))
            return failed(out);
    return true;
}

// States for the parts from `first` on, as they are when nothing was done to them.
static bool end_document(Adoption *out, int32_t first)
{
    Document fresh;
    int32_t count = out->assembly.part_count;
    if (!document_init(&fresh, &out->assembly))
        return failed(out);
    take_groups(&fresh, &out->sources, first);
    if (first > 0)
        memcpy(fresh.parts, out->document.parts, (size_t)first * sizeof *fresh.parts);
    free(out->document.parts);
    out->document.parts = fresh.parts;
    out->document.part_count = count;
    fresh.parts = NULL;
    document_free(&fresh);
    return true;
}

// What is open is called by all its files.
static bool add_title(Assembly *assembly, const char *more)
{
    enum { MOST_TITLE = 200 };
    size_t length = strlen(assembly->title), wanted = length + (more ? strlen(more) : 0) + 3;
    if (!more || length == 0 || wanted > MOST_TITLE)
        return true;
    char *title = malloc(wanted);
    if (!title)
        return false;
    memcpy(title, assembly->title, length);
    memcpy(title + length, ", ", 2);
    memcpy(title + length + 2, more, wanted - length - 2);
    free(assembly->title);
    assembly->title = title;
    return true;
}

bool adopt_more(const App *app, Opened *opened, Adoption *out)
{
    if (!begin_from(app, out))
        return false;
    int32_t before = app->assembly.part_count, source = out->sources.count;
    for (int32_t i = 0; i < before; ++i) {
        const Part *part = &app->assembly.parts[i];
        if (!add_part(out, part->key, part->loaded, &part->rest, part->own_colour))
            return failed(out);
    }
    for (int32_t i = 0; i < opened->sources.count; ++i) {
        const SourceFile *file = &opened->sources.files[i];
        int32_t added = file->path  ? sources_add_file(&out->sources, file->path, &file->options)
                        : file->kit ? sources_add_kit(&out->sources, file->kit)
                                    : sources_add_scene(&out->sources, file->scene);
        if (added < 0)
            return failed(out);
        out->sources.files[added].stamp = file->stamp;
        out->sources.files[added].converted = file->converted;
    }
    for (int32_t i = 0; i < opened->assembly.part_count; ++i) {
        const Part *part = &opened->assembly.parts[i];
        const PartOrigin *origin = i < opened->sources.part_count ? &opened->sources.parts[i]
                                                                  : &(PartOrigin){.source = -1};
        if (!add_opened(out, part, origin->source < 0 ? -1 : source + origin->source, origin))
            return failed(out);
    }
    out->added = opened->assembly.part_count;
    out->joins = true;
    if (!add_title(&out->assembly, opened->assembly.title))
        return failed(out);
    return end_document(out, before);
}

// In the frame that both have in their files.
static void in_file_frame(Variant *variant, const Affine *own, const Affine *other)
{
    Affine back;
    if (!affine_invert(own, &back))
        return;
    Affine map = affine_compose(&back, other);
    Pose pose = pose_from(&map);
    variant->shift = pose.position;
    variant->turn = pose_angles(&pose);
    variant->scale = pose.scale;
}

bool adopt_variants(const App *app, Opened *opened, int32_t part, enum VariantAlign align,
                    Adoption *out)
{
    Variant list[VARIANTS_MOST];
    int count = 0;
    int32_t before = app->assembly.part_count;
    Error err;
    if (!adopt_more(app, opened, out))
        return false;
    out->joins = false; // the camera and the panels stay
    PartState *state = &out->document.parts[part];
    variants_read(state->variants, list, &count, &err);
    const Part *own = &out->assembly.parts[part];
    for (int32_t i = before; i < out->assembly.part_count; ++i) {
        const Part *other = &out->assembly.parts[i];
        out->document.parts[i].removed = true;
        if (count == VARIANTS_MOST || strlen(other->key) >= VARIANT_KEY_SIZE)
            continue;
        Variant *added = &list[count];
        *added = (Variant){.scale = {{1, 1, 1}}};
        memcpy(added->donor, other->key, strlen(other->key) + 1);
        in_file_frame(added, &own->rest, &other->rest);
        if (align != VARIANT_FRAMES)
            added->shift =
                variant_aligned(added, other->loaded, own->loaded, align, app_up_in(app, part));
        if (variant_name_clean(other->key, added->name) && variant_check(added, &err))
            ++count;
    }
    out->added = count - variants_count(state->variants);
    state->variants = variants_intern(list, count);
    document_settle(&out->document);
    return true;
}

// The part of the new version that has this name in this source, or -1. Looked for from *next on,
// which is then the one behind it: most files keep their order.
static int32_t find_again(const Opened *opened, const int32_t *source_of, const PartOrigin *origin,
                          int32_t *next)
{
    int32_t count = origin->source >= 0 ? opened->sources.part_count : 0;
    for (int32_t tried = 0; tried < count; ++tried) {
        int32_t i = (*next + tried) % count;
        const PartOrigin *other = &opened->sources.parts[i];
        if (other->source >= 0 && source_of[other->source] == origin->source &&
            strcmp(other->name, origin->name) == 0) {
            *next = i + 1;
            return i;
        }
    }
    return -1;
}

static bool is_reloaded(const Opened *opened, const int32_t *source_of, int32_t source)
{
    for (int32_t i = 0; i < opened->sources.count; ++i)
        if (source >= 0 && source_of[i] == source)
            return true;
    return false;
}

// A part that was moved stays moved by as much: its mesh may have another middle now.
static Affine moved_again(const Affine *placement, const Affine *before, const Affine *now)
{
    Affine back;
    if (affine_equal(placement, before) || !affine_invert(before, &back))
        return *now;
    if (affine_equal(before, now))
        return *placement;
    Affine move = affine_compose(placement, &back);
    return affine_compose(&move, now);
}

// What becomes of a part that is open.
typedef struct Successor {
    int32_t by;       // what replaces it, -1: nothing, or -2: it is no longer there
    int32_t original; // whose mesh it has: itself, or the part of a file that it is a copy of
} Successor;

static Successor *match(const App *app, const Opened *opened, const int32_t *source_of,
                        const Sources *sources)
{
    enum { STAYS = -1, GOES = -2 };
    int32_t count = app->assembly.part_count;
    int32_t next = 0;
    Successor *all = calloc((size_t)count + 1, sizeof *all);
    AddressTable read = {0}; // parts from files, by their meshes
    bool good = all != NULL;
    for (int32_t i = 0; good && i < count; ++i) {
        const PartOrigin *origin = &sources->parts[i];
        const Mesh *mesh = app->assembly.parts[i].loaded;
        size_t at = 0, original;
        bool known = address_table_next(&read, mesh, &at, &original);
        all[i] = (Successor){find_again(opened, source_of, origin, &next), i};
        if (all[i].by < 0)
            all[i].by = is_reloaded(opened, source_of, origin->source) ? GOES : STAYS;
        if (known && origin->source < 0)
            all[i] = all[original]; // copies follow the part whose mesh they share
        if (!known && origin->source >= 0)
            good = address_table_add(&read, mesh, (size_t)i);
    }
    address_table_free(&read);
    if (!good) {
        free(all);
        all = NULL;
    }
    return all;
}

// What is said in a part's coordinates stays where it was in the file: the mesh may have another
// middle now. False: memory ran short.
static bool remap_part(Document *document, int32_t part, const Affine *map)
{
    for (int32_t i = 0; i < joint_list_count(document->joints); ++i) {
        const Joint *joint = &document->joints->joints[i];
        if (joint->parent != part && joint->child != part)
            continue;
        JointList *list = document_edit_joints(document);
        if (!list)
            return false;
        JointFrame *frame = &list->joints[i].frame[list->joints[i].child == part];
        frame->origin = affine_apply(map, frame->origin);
        frame->axis = vec3d_normalised(affine_apply_vector(map, frame->axis));
        frame->side = vec3d_normalised(affine_apply_vector(map, frame->side));
    }
    NamedConnector made[CONNECTORS_MOST];
    PartState *state = &document->parts[part];
    int count = 0;
    Error err;
    if (!state->connectors || !connectors_read(state->connectors, made, &count, &err))
        return true;
    for (int i = 0; i < count; ++i) {
        Connector placed;
        if (connector_placed(&made[i].at, map, &placed))
            made[i].at = placed;
    }
    state->connectors = connectors_intern(made, count);
    return true;
}

static bool replace_parts(const App *app, const Opened *opened, const Successor *all, Adoption *out)
{
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        const Part *part = &app->assembly.parts[i];
        const Part *original = &app->assembly.parts[all[i].original];
        const Part *now = all[i].by >= 0 ? &opened->assembly.parts[all[i].by] : original;
        PartState *state = &out->document.parts[i];
        Affine rest = moved_again(&part->rest, &original->rest, &now->rest), back;
        if (!add_part(out, part->key, now->loaded, &rest, part->own_colour))
            return false;
        if (all[i].by == -2 && !state->removed) {
            state->removed = true;
            ++out->removed;
            out->keeps_history = false;
        }
        if (!affine_equal(&rest, &part->rest)) {
            out->keeps_history = false;
            Affine map = affine_identity();
            if (affine_invert(&now->rest, &back))
                map = affine_compose(&back, &original->rest);
            if (!remap_part(&out->document, i, &map))
                return false;
        }
        state->placement = moved_again(&state->placement, &part->rest, &rest);
        out->replaced += all[i].by >= 0;
    }
    return true;
}

bool adopt_again(const App *app, Opened *opened, const int32_t *source_of, Adoption *out)
{
    if (!begin_from(app, out))
        return false;
    int32_t before = app->assembly.part_count;
    Successor *all = match(app, opened, source_of, &out->sources);
    bool *used = calloc((size_t)opened->assembly.part_count + 1, sizeof *used);
    bool good = all && used && replace_parts(app, opened, all, out);
    for (int32_t i = 0; i < before && good; ++i)
        if (all[i].by >= 0)
            used[all[i].by] = true;
    for (int32_t i = 0; i < opened->assembly.part_count && good; ++i) {
        const Part *part = &opened->assembly.parts[i];
        const PartOrigin *origin = &opened->sources.parts[i];
        if (used[i])
            continue;
        good = add_opened(out, part, source_of[origin->source], origin);
        ++out->added;
    }
    for (int32_t i = 0; i < opened->sources.count && good; ++i) {
        out->sources.files[source_of[i]].stamp = opened->sources.files[i].stamp;
        out->sources.files[source_of[i]].options = opened->sources.files[i].options;
        out->sources.files[source_of[i]].converted = opened->sources.files[i].converted;
    }
    free(all);
    free(used);
    if (!good)
        return failed(out);
    if (!document_drop_joints(&out->document))
        return failed(out);
    document_settle(&out->document);
    return end_document(out, before);
}
