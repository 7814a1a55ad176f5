#include "app/session/scene_file_joints.h"

#include "core/base/utf8.h"

#include <math.h>

// Between a child and where its coordinates put it: of lengths around it, and radians.
#define PLACE_SLACK 1e-6

static const char *kind_name(const void *of, int i)
{
    (void)of;
    return joint_kind_word((enum JointKind)i);
}

static const char *const FRAMES[2] = {"parent_frame", "child_frame"};

static int frame_fields(JointFrame *frame, JsonField *fields)
{
    fields[0] = (JsonField){
        .key = "origin", .kind = FIELD_POINT, .value = &frame->origin, .hi = MESH_MAX_COORDINATE};
    fields[1] = (JsonField){.key = "axis", .kind = FIELD_POINT, .value = &frame->axis, .hi = 2};
    fields[2] = (JsonField){.key = "side", .kind = FIELD_POINT, .value = &frame->side, .hi = 2};
    return 3;
}

static JsonField number(const char *key, double *value, double most, double usual)
{
    return (JsonField){.key = key,
                       .kind = FIELD_NUMBER,
                       .value = value,
                       .lo = -most,
                       .hi = most,
                       .optional = true,
                       .usual = usual};
}

typedef struct JointTexts {
    char *name, *child, *parent;
    int kind;
} JointTexts;

static int joint_fields(JointTexts *texts, Joint *joint, JointCoordinates *at, JsonField *fields)
{
    int n = 0;
    fields[n++] = (JsonField){.key = "name", .kind = FIELD_TEXT, .value = &texts->name};
    fields[n++] = (JsonField){.key = "kind",
                              .kind = FIELD_CHOICE,
                              .value = &texts->kind,
                              .name = kind_name,
                              .count = JOINT_KINDS};
    fields[n++] = (JsonField){.key = "child", .kind = FIELD_TEXT, .value = &texts->child};
    fields[n++] = (JsonField){.key = "parent", .kind = FIELD_TEXT, .value = &texts->parent};
    fields[n++] = number("pitch", &joint->pitch, MESH_MAX_COORDINATE, 0);
    fields[n++] = number("least_turn", &joint->low.turn, JOINT_MOST_TURN, -INFINITY);
    fields[n++] = number("most_turn", &joint->high.turn, JOINT_MOST_TURN, INFINITY);
    fields[n++] = number("least_shift", &joint->low.shift, MESH_MAX_COORDINATE, -INFINITY);
    fields[n++] = number("most_shift", &joint->high.shift, MESH_MAX_COORDINATE, INFINITY);
    fields[n++] = number("turn", &at->turn, JOINT_MOST_TURN, 0);
    fields[n++] = number("shift", &at->shift, MESH_MAX_COORDINATE, 0);
    return n;
}

static int coupling_fields(char **of, char **with, JointCoupling *coupling, JsonField *fields)
{
    fields[0] = (JsonField){.key = "of", .kind = FIELD_TEXT, .value = of};
    fields[1] = (JsonField){.key = "with", .kind = FIELD_TEXT, .value = with};
    fields[2] = number("ratio", &coupling->ratio, JOINT_MOST_RATIO, 0);
    fields[3] = number("offset", &coupling->offset, JOINT_MOST_OFFSET, 0);
    return 4;
}

// --- reading

// The number of the part among those of the file, or -1.
static int32_t part_of(const SceneReader *reader, const char *key)
{
    const ScenePart *part = scene_find_key(reader, key);
    return !part || part->state.removed ? -1 : (int32_t)(part - reader->file->parts);
}

// Files are written where each part stands as its joint says. One that does not was changed by hand,
// and nobody can say which of the two was meant.
static bool stands_there(const SceneFile *file, const Joint *joint)
{
    const PartState *child = &file->parts[joint->child].state;
    const Affine *parent =
        joint->parent == JOINT_GROUND ? NULL : &file->parts[joint->parent].state.placement;
    JointFrame is;
    JointResidual off;
    JointCoordinates at;
    if (!joint_frame_at(&joint->frame[1], &child->placement, &is) ||
        !joint_residual(joint, parent, &child->placement, &off) ||
        !joint_coordinates(joint, parent, &child->placement, child->joint, &at))
        return false;
    double size = 1 + vec3d_length(is.origin) + vec3d_length(child->placement.p) +
                  (parent ? vec3d_length(parent->p) : 0);
    return off.length <= PLACE_SLACK * size && off.angle <= PLACE_SLACK &&
           fabs(at.turn - child->joint.turn) <= PLACE_SLACK &&
           fabs(at.shift - child->joint.shift) <= PLACE_SLACK * size;
}

static bool read_frames(SceneReader *reader, const JsonValue *item, Joint *joint)
{
    for (int k = 0; k < 2; ++k) {
        JsonField fields[SCENE_MAX_FIELDS];
        int count = frame_fields(&joint->frame[k], fields);
        const JsonValue *object = json_member(item, FRAMES[k]);
        if (!object)
            return scene_refuse(reader, item, "a joint needs a parent_frame and a child_frame");
        if (!scene_read_object(reader, object, fields, count, NULL))
            return false;
    }
    return true;
}

static bool read_texts(SceneReader *reader, const JsonValue *item, const JointTexts *texts,
                       Joint *joint)
{
    if (!texts->name || !texts->name[0] || !utf8_is_clean(texts->name) ||
        strlen(texts->name) >= JOINT_NAME_SIZE)
        return scene_refuse(reader, item, "a joint needs a name of 1 to %d bytes of plain text",
                            JOINT_NAME_SIZE - 1);
    if (texts->kind < 0)
        return scene_refuse(reader, item, "joint \"%s\": it needs a kind", texts->name);
    joint->kind = (enum JointKind)texts->kind;
    joint->child = texts->child ? part_of(reader, texts->child) : -1;
    joint->parent = texts->parent ? part_of(reader, texts->parent) : JOINT_GROUND;
    if (joint->child < 0)
        return scene_refuse(reader, item, "joint \"%s\": its child is no part that is listed",
                            texts->name);
    return (!texts->parent || joint->parent >= 0) ||
           scene_refuse(reader, item, "joint \"%s\": its parent is no part that is listed",
                        texts->name);
}

static bool read_joint(SceneReader *reader, const JsonValue *item, JointList *list)
{
    static const char *const OTHERS[] = {"parent_frame", "child_frame", NULL};
    JointTexts texts = {.kind = -1};
    Joint joint = joint_default(JOINT_FIXED, JOINT_GROUND, 0);
    JointCoordinates at = {{0, 0}};
    JsonField fields[SCENE_MAX_FIELDS];
    int count = joint_fields(&texts, &joint, &at, fields);
    Error why = {""};
    bool good = scene_read_object(reader, item, fields, count, OTHERS) &&
                read_texts(reader, item, &texts, &joint) && read_frames(reader, item, &joint);
    if (good && !joint_check(&joint, reader->file->part_count, &why))
        good = scene_refuse(reader, item, "joint \"%s\": %s", texts.name, why.text);
    if (good) {
        PartState *child = &reader->file->parts[joint.child].state;
        child->joint = at;
        good = stands_there(reader->file, &joint) ||
               scene_refuse(reader, item,
                            "joint \"%s\": its child does not stand where turn and shift put it",
                            texts.name);
    }
    if (good && !joint_list_add(list, &joint, texts.name))
        good = scene_out_of_memory(reader);
    free(texts.name);
    free(texts.child);
    free(texts.parent);
    return good;
}

// The joint whose child has this key, or NO_JOINT.
static int32_t joint_of(const SceneReader *reader, const JointList *list, const char *key)
{
    int32_t child = key ? part_of(reader, key) : -1;
    return child < 0 ? NO_JOINT : joint_list_find(list, child);
}

static bool read_coupling(SceneReader *reader, const JsonValue *item, JointList *list)
{
    char *of = NULL, *with = NULL;
    JointCoupling coupling = {.ratio = 0};
    JsonField fields[SCENE_MAX_FIELDS];
    int count = coupling_fields(&of, &with, &coupling, fields);
    bool good = scene_read_object(reader, item, fields, count, NULL);
    coupling.joint[0] = joint_of(reader, list, with);
    coupling.joint[1] = joint_of(reader, list, of);
    if (good && (coupling.joint[0] < 0 || coupling.joint[1] < 0))
        good = scene_refuse(reader, item,
                            "a coupling is \"of\" one part \"with\" another, which have joints");
    if (good && !joint_list_couple(list, &coupling))
        good = scene_out_of_memory(reader);
    free(of);
    free(with);
    return good;
}

// Coupled joints stand as their ratio says.
static bool check_couplings(const SceneReader *reader, const JsonValue *at, const JointList *list)
{
    for (int32_t i = 0; i < list->coupling_count; ++i) {
        const JointCoupling *coupling = &list->couplings[i];
        double value[2];
        for (int k = 0; k < 2; ++k) {
            const Joint *joint = &list->joints[coupling->joint[k]];
            value[k] = reader->file->parts[joint->child].state.joint.v[joint_main(joint->kind)];
        }
        double should = coupling->ratio * value[0] + coupling->offset;
        if (!(fabs(value[1] - should) <= PLACE_SLACK * (1 + fabs(should))))
            return scene_refuse(
                reader, at, "joints \"%s\" and \"%s\" do not stand as their coupling says",
                list->names[coupling->joint[0]].text, list->names[coupling->joint[1]].text);
    }
    return true;
}

bool scene_read_joints(SceneReader *reader)
{
    const JsonValue *joints = json_member(reader->json.values, "joints");
    const JsonValue *couplings = json_member(reader->json.values, "couplings");
    if ((joints && !scene_expect_list(reader, joints, "joints", JOINTS_MOST)) ||
        (couplings && !scene_expect_list(reader, couplings, "couplings", JOINT_COUPLINGS_MOST)))
        return false;
    if (!joints || joints->count == 0)
        return !couplings || couplings->count == 0 ||
               scene_refuse(reader, couplings, "there are no joints that could be coupled");
    JointList *list = reader->file->settings.joints = joint_list_create();
    if (!list)
        return scene_out_of_memory(reader);
    for (const JsonValue *item = json_first(joints); item; item = json_next(item))
        if (!read_joint(reader, item, list))
            return false;
    for (const JsonValue *item = json_first(couplings); item; item = json_next(item))
        if (!read_coupling(reader, item, list))
            return false;
    Error why = {""};
    return (joint_list_check(list, reader->file->part_count, &why) ||
            scene_refuse(reader, joints, "%s", why.text)) &&
           check_couplings(reader, couplings ? couplings : joints, list);
}

// --- writing

static void write_joint(TextBuffer *out, const SceneFile *file, int32_t index)
{
    const JointList *list = file->settings.joints;
    Joint joint = list->joints[index];
    JointCoordinates at = file->parts[joint.child].state.joint;
    JointName name = list->names[index];
    JointTexts texts = {.name = name.text,
                        .child = file->parts[joint.child].key,
                        .parent =
                            joint.parent == JOINT_GROUND ? NULL : file->parts[joint.parent].key,
                        .kind = (int)joint.kind};
    JsonField fields[SCENE_MAX_FIELDS];
    bool none = true;
    text_add(out, "{");
    json_write_fields(out, fields, joint_fields(&texts, &joint, &at, fields), NULL, &none);
    for (int k = 0; k < 2; ++k) {
        json_write_key(out, FRAMES[k], NULL, &none);
        scene_write_object(out, fields, frame_fields(&joint.frame[k], fields));
    }
    text_add(out, "}");
}

void scene_write_joints(TextBuffer *out, const SceneFile *file, bool *first)
{
    const JointList *list = file->settings.joints;
    if (joint_list_count(list) == 0)
        return;
    json_write_key(out, "joints", "  ", first);
    text_add(out, "[");
    for (int32_t i = 0; i < list->count; ++i) {
        text_add(out, "%s\n    ", i > 0 ? "," : "");
        write_joint(out, file, i);
    }
    text_add(out, "\n  ]");
    if (list->coupling_count == 0)
        return;
    json_write_key(out, "couplings", "  ", first);
    text_add(out, "[");
    for (int32_t i = 0; i < list->coupling_count; ++i) {
        JointCoupling coupling = list->couplings[i];
        char *keys[2];
        for (int k = 0; k < 2; ++k)
            keys[k] = file->parts[list->joints[coupling.joint[k]].child].key;
        JsonField fields[SCENE_MAX_FIELDS];
        text_add(out, "%s\n    ", i > 0 ? "," : "");
        scene_write_object(out, fields, coupling_fields(&keys[1], &keys[0], &coupling, fields));
    }
    text_add(out, "\n  ]");
}
