#include "app/document/document.h"

#include "app/document/fields.h"
#include "app/document/names.h"
#include "app/document/rigid.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "core/base/array.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <stdio.h>

const char *const look_names[LOOK_COUNT] = {"Light scene, dark panels", "Light", "Dark"};

const char *const tree_colour_names[TREE_COLOURS] = {"Role", "Visits", "Tightness"};
const char *const shading_names[SHADING_COUNT] = {"Shaded", "Hidden line", "X-ray", "Wireframe"};

enum ThemeId look_theme(int look)
{
    return look == LOOK_DARK ? THEME_DARK : THEME_LIGHT;
}

static Camera default_camera(void)
{
    return (Camera){.yaw = 0.7, .pitch = 0.45, .distance = 1, .fov_y = CAMERA_FOV};
}

// "Pump/Shaft" and "Pump/Housing" are in the group "Pump": importers name parts of objects with
// groups like that.
static bool find_groups(PartState *parts, const Assembly *assembly)
{
    GroupedPart *found = array_alloc((size_t)assembly->part_count, sizeof *found);
    size_t count = 0;
    for (int32_t i = 0; found && i < assembly->part_count; ++i) {
        const char *key = assembly->parts[i].key, *slash = strrchr(key, '/');
        if (slash && slash > key)
            found[count++] = (GroupedPart){key, (size_t)(slash - key), i};
    }
    if (found)
        group_paths_tidy(found, count);
    for (size_t i = 0; i < count; ++i)
        parts[found[i].part].group = group_intern(found[i].path, found[i].length);
    free(found);
    return found != NULL;
}

const char *group_intern(const char *path, size_t length)
{
    char raw[4 * GROUP_PATH_MAX], clean[GROUP_PATH_MAX + 1];
    snprintf(raw, sizeof raw, "%.*s", (int)(length < sizeof raw ? length : sizeof raw - 1), path);
    group_path_clean(raw, clean);
    return clean[0] ? name_intern(clean) : NULL;
}

PartState part_state_usual(const Affine *placement)
{
    return (PartState){.placement = *placement,
                       .visible = true,
                       .overlay_level = OVERLAY_OFF,
                       .colour = OWN_COLOUR};
}

bool document_init(Document *document, const Assembly *assembly)
{
    int32_t count = assembly->part_count;
    PartState *parts = array_alloc((size_t)count, sizeof *parts);
    if (!parts)
        return false;
    for (int32_t i = 0; i < count; ++i)
        parts[i] = part_state_usual(&assembly->parts[i].rest);
    if (!find_groups(parts, assembly)) {
        free(parts);
        return false;
    }
    // Everything is listed with its witnesses from the start: the viewer shows where parts meet.
    *document = (Document){.parts = parts,
                           .part_count = count,
                           .selected = NO_PART,
                           .build = bvh_desc_filled(NULL),
                           .query = {.witnesses = true},
                           .primitives = {.desc = hybrid_desc_filled(NULL)},
                           .compare = {.volume = bv_types[0]},
                           .view = {.camera = default_camera(), .shown_pair = {NO_PART, NO_PART}}};
    fields_default(document);
    return true;
}

bool document_copy(Document *to, const Document *from)
{
    PartState *parts = array_alloc((size_t)from->part_count, sizeof *parts);
    if (!parts)
        return false;
    if (from->part_count > 0)
        memcpy(parts, from->parts, (size_t)from->part_count * sizeof *parts);
    *to = *from;
    to->parts = parts;
    clash_word_retain(to->said);
    rule_set_retain(to->rules);
    joint_list_retain(to->joints);
    primitive_list_retain(to->primitives.list);
    return true;
}

void document_free(Document *document)
{
    free(document->parts);
    clash_word_release(document->said);
    rule_set_release(document->rules);
    joint_list_release(document->joints);
    primitive_list_release(document->primitives.list);
    *document = (Document){.selected = NO_PART};
}

static bool part_state_equal(const PartState *a, const PartState *b)
{
    if (a->removed || b->removed)
        return a->removed == b->removed;
    return a->visible == b->visible && a->ghost == b->ghost && a->selected == b->selected &&
           a->locked == b->locked && a->colour == b->colour && a->name == b->name &&
           a->group == b->group && a->rigid == b->rigid && a->connectors == b->connectors &&
           a->variants == b->variants && a->variant == b->variant &&
           a->overlay_level == b->overlay_level && a->shape.rule == b->shape.rule &&
           !(a->shape.amount < b->shape.amount) && !(a->shape.amount > b->shape.amount) &&
           a->joint.turn == b->joint.turn && a->joint.shift == b->joint.shift &&
           affine_equal(&a->placement, &b->placement);
}

bool document_pair_shown(const Document *document)
{
    const int32_t *pair = document->view.shown_pair;
    return pair[0] >= 0 && pair[1] >= 0 && pair[0] < document->part_count &&
           pair[1] < document->part_count && !document->parts[pair[0]].removed &&
           !document->parts[pair[1]].removed;
}

bool document_in_full(const Document *document, int32_t part)
{
    const int32_t *pair = document->view.shown_pair;
    return !document_pair_shown(document) || part == pair[0] || part == pair[1];
}

// A part that one of the two does not know yet is one that is removed there.
static bool parts_equal(const Document *a, const Document *b)
{
    static const PartState unknown = {.removed = true};
    int32_t most = a->part_count > b->part_count ? a->part_count : b->part_count;
    for (int32_t i = 0; i < most; ++i)
        if (!part_state_equal(i < a->part_count ? &a->parts[i] : &unknown,
                              i < b->part_count ? &b->parts[i] : &unknown))
            return false;
    return true;
}

bool document_equal(const Document *a, const Document *b)
{
    // Descriptions also hold parameters.
    return fields_equal(a, b) && a->selected == b->selected &&
           bvh_desc_equal(&a->build, &b->build) && query_desc_equal(&a->query, &b->query) &&
           rule_set_equal(a->rules, b->rules) && joint_list_equal(a->joints, b->joints) &&
           hybrid_desc_equal(&a->primitives.desc, &b->primitives.desc) &&
           primitive_list_equal(a->primitives.list, b->primitives.list) && parts_equal(a, b);
}

bool document_extend(Document *document, const Document *by)
{
    if (document->part_count >= by->part_count)
        return true;
    PartState *parts = array_alloc((size_t)by->part_count, sizeof *parts);
    if (!parts)
        return false;
    memcpy(parts, by->parts, (size_t)by->part_count * sizeof *parts);
    if (document->part_count > 0)
        memcpy(parts, document->parts, (size_t)document->part_count * sizeof *parts);
    for (int32_t i = document->part_count; i < by->part_count; ++i)
        parts[i].removed = true;
    free(document->parts);
    document->parts = parts;
    document->part_count = by->part_count;
    document_settle(document);
    return true;
}

void document_settle(Document *document)
{
    for (int32_t i = 0; i < document->part_count; ++i) {
        PartState *part = &document->parts[i];
        if (!part->removed)
            continue;
        part->visible = false;
        part->overlay_level = OVERLAY_OFF;
        selection_remove(document, i);
    }
    // Neighbours in the list are mostly of one body.
    const PartState *seen = NULL;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *part = &document->parts[i];
        if (part->rigid == 0 || !selection_has(document, i) || (seen && rigid_same(seen, part)))
            continue;
        selection_set_body(document, i, true);
        seen = part;
    }
}

JointList *document_edit_joints(Document *document)
{
    if (document->joints && document->joints->references == 1)
        return document->joints;
    JointList *copy = joint_list_copy(document->joints);
    if (!copy)
        return NULL;
    joint_list_release(document->joints);
    return document->joints = copy;
}

bool document_drop_joints(Document *document)
{
    const JointList *list = document->joints;
    for (int32_t i = joint_list_count(list); i-- > 0;) {
        int32_t ends[2] = {list->joints[i].parent, list->joints[i].child};
        bool gone = document->parts[ends[1]].removed ||
                    (ends[0] != JOINT_GROUND && document->parts[ends[0]].removed);
        JointList *edited = gone ? document_edit_joints(document) : NULL;
        if (gone && !edited)
            return false;
        if (gone) {
            joint_list_remove(edited, i);
            document->parts[ends[1]].joint = (JointCoordinates){{0, 0}};
            list = edited;
        }
    }
    return true;
}

int32_t document_live_count(const Document *document)
{
    int32_t count = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        count += !document->parts[i].removed;
    return count;
}

size_t document_bytes(const Document *document)
{
    return sizeof *document + (size_t)document->part_count * sizeof *document->parts +
           joint_list_bytes(document->joints) + primitive_list_bytes(document->primitives.list);
}

bool affine_equal(const Affine *a, const Affine *b)
{
    for (int i = 0; i < 3; ++i) {
        if (!(a->p.v[i] == b->p.v[i]))
            return false;
        for (int j = 0; j < 3; ++j)
            if (!(a->m[i][j] == b->m[i][j]))
                return false;
    }
    return true;
}

bool query_desc_equal(const QueryDesc *a, const QueryDesc *b)
{
    return a->mode == b->mode && a->test == b->test && a->rule == b->rule && a->order == b->order &&
           a->lift == b->lift && a->tri == b->tri && a->witnesses == b->witnesses &&
           a->leaf_volumes == b->leaf_volumes && a->limit == b->limit;
}
