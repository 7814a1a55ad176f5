// The rows of a scene file's objects. What is added to the document and should be saved gets a row
// here, and is then read, written and checked.
#include "app/io/json_fields.h"
#include "app/scenes/scene.h"
#include "app/session/scene_file.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static const char *scene_name(const void *of, int i)
{
    (void)of;
    return scenes[i]->name;
}
static const char *unit_name(const void *of, int i)
{
    (void)of;
    return length_unit_info((enum LengthUnit)i)->suffix;
}
static const char *up_name(const void *of, int i)
{
    (void)of;
    return up_axis_name((enum UpAxis)i);
}
static const char *deform_name(const void *of, int i)
{
    (void)of;
    return deform_rules[i]->name;
}
static const char *volume_name(const void *of, int i)
{
    (void)of;
    return bv_types[i]->name;
}
static const char *builder_name(const void *of, int i)
{
    (void)of;
    return builders[i]->name;
}
static const char *criterion_name(const void *of, int i)
{
    (void)of;
    return split_rules[i]->name;
}
static const char *test_name(const void *of, int i)
{
    return ((const BvType *)of)->tests[i].name;
}
static const char *rule_name(const void *of, int i)
{
    (void)of;
    return descent_rules[i].name;
}
static const char *triangle_test_name(const void *of, int i)
{
    (void)of;
    return tri_tests[i]->name;
}
static const char *word(const void *of, int i)
{
    return ((const char *const *)of)[i];
}
static const char *const MODES[] = {[QUERY_FIRST] = "first", [QUERY_ALL] = "all"};
static const char *const ORDERS[] = {
    [ORDER_LIFO] = "stack", [ORDER_FIFO] = "queue", [ORDER_BEST_FIRST] = "best first"};

#define CHOICE(key_, value_, name_, of_, count_)                                                   \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_CHOICE, .value = value_, .name = name_, .of = of_,              \
        .count = count_                                                                            \
    }
#define FLAG(key_, value_)                                                                         \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_BOOL, .value = value_                                           \
    }
#define NUMBER(key_, value_, lo_, hi_)                                                             \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_NUMBER, .value = value_, .lo = lo_, .hi = hi_                   \
    }
#define TEXT(key_, value_)                                                                         \
    (JsonField)                                                                                    \
    {                                                                                              \
        .key = key_, .kind = FIELD_TEXT, .value = value_                                           \
    }

static JsonField optional(JsonField field, double usual)
{
    field.optional = true;
    field.usual = usual;
    return field;
}

int scene_source_fields(SceneSource *source, JsonField *fields)
{
    int n = 0;
    fields[n++] = TEXT("path", &source->path);
    fields[n++] = optional(CHOICE("scene", &source->scene, scene_name, NULL, SCENE_COUNT), -1);
    fields[n++] = CHOICE("unit", &source->unit, unit_name, NULL, UNIT_COUNT);
    fields[n++] = CHOICE("up", &source->up, up_name, NULL, UP_COUNT);
    fields[n++] = optional(FLAG("drop_degenerate", &source->drop_degenerate), false);
    return n;
}

int scene_part_fields(ScenePart *part, JsonField *fields)
{
    int n = 0;
    fields[n++] = TEXT("key", &part->key);
    fields[n++] = optional(
        (JsonField){
            .key = "file", .kind = FIELD_INT, .value = &part->file, .hi = SCENE_MAX_FILES - 1},
        -1);
    fields[n++] = TEXT("name", &part->name);
    fields[n++] = TEXT("copy_of", &part->copy_of);
    fields[n++] = TEXT("title", &part->title);
    fields[n++] = TEXT("group", &part->group);
    fields[n++] = optional(FLAG("visible", &part->visible), true);
    fields[n++] = optional(FLAG("ghost", &part->ghost), false);
    fields[n++] = optional(FLAG("locked", &part->locked), false);
    fields[n++] = optional(FLAG("selected", &part->selected), false);
    fields[n++] = optional(FLAG("removed", &part->removed), false);
    fields[n++] =
        optional((JsonField){.key = "colour", .kind = FIELD_COLOUR, .value = &part->colour},
                 SCENE_NO_COLOUR);
    fields[n++] = optional((JsonField){.key = "overlay_level",
                                       .kind = FIELD_INT,
                                       .value = &part->overlay_level,
                                       .lo = OVERLAY_OFF,
                                       .hi = 1000},
                           OVERLAY_OFF);
    fields[n++] = optional(
        CHOICE("deformation", &part->deform_rule, deform_name, NULL, DEFORM_RULE_COUNT), 0);
    fields[n++] = optional(NUMBER("deformed_by", &part->deform_amount, -1, 1), 0);
    fields[n++] =
        (JsonField){.key = "placement", .kind = FIELD_PLACEMENT, .value = &part->placement};
    return n;
}

int scene_build_fields(SceneBuild *build, JsonField *fields)
{
    int n = 0;
    fields[n++] = CHOICE("volume", &build->volume, volume_name, NULL, BV_TYPE_COUNT);
    fields[n++] = CHOICE("builder", &build->builder, builder_name, NULL, BUILDER_COUNT);
    fields[n++] = CHOICE("criterion", &build->criterion, criterion_name, NULL, SPLIT_RULE_COUNT);
    fields[n++] = (JsonField){.key = "leaf_size",
                              .kind = FIELD_INT,
                              .value = &build->leaf_size,
                              .lo = 1,
                              .hi = BVH_MAX_LEAF};
    fields[n++] =
        (JsonField){.key = "arity", .kind = FIELD_INT, .value = &build->arity, .lo = 2, .hi = 8};
    return n;
}

int scene_param_fields(double *params, const BvType *type, JsonField *fields)
{
    for (int i = 0; i < type->param_count; ++i)
        fields[i] =
            NUMBER(type->params[i].name, &params[i], type->params[i].min, type->params[i].max);
    return type->param_count;
}

int scene_query_fields(SceneQuery *query, const BvType *type, JsonField *fields)
{
    int n = 0;
    fields[n++] = CHOICE("mode", &query->mode, word, MODES, 2);
    fields[n++] = CHOICE("test", &query->test, test_name, type, type->test_count);
    fields[n++] = CHOICE("rule", &query->rule, rule_name, NULL, DESCENT_RULE_COUNT);
    fields[n++] = CHOICE("order", &query->order, word, ORDERS, 3);
    fields[n++] =
        CHOICE("triangle_test", &query->triangle_test, triangle_test_name, NULL, TRI_TEST_COUNT);
    fields[n++] = FLAG("lift", &query->lift);
    fields[n++] = FLAG("leaf_volumes", &query->leaf_volumes);
    return n;
}

int scene_effort_fields(QueryEffort *effort, JsonField *fields)
{
    int n = 0;
    fields[n++] = FLAG("fronts", &effort->fronts);
    fields[n++] = FLAG("threads", &effort->threads);
    fields[n++] = NUMBER("budget_us", &effort->budget_us, 0, MOST_BUDGET_US);
    return n;
}

int scene_panel_fields(PanelSettings *settings, JsonField *fields)
{
    int n = 0;
    fields[n++] =
        CHOICE("fit", &settings->primitive_type, word, volume_type_names, VOLUME_TYPE_COUNT);
    fields[n++] = FLAG("lasso_through", &settings->lasso_through);
    fields[n++] = FLAG("pose_from_home", &settings->pose_from_home);
    return n;
}

int scene_camera_fields(Camera *camera, JsonField *fields)
{
    int n = 0;
    fields[n++] = (JsonField){
        .key = "target", .kind = FIELD_POINT, .value = &camera->target, .hi = MESH_MAX_COORDINATE};
    fields[n++] = NUMBER("yaw", &camera->yaw, -1e6, 1e6);
    fields[n++] = NUMBER("pitch", &camera->pitch, -1.5707963267948966, 1.5707963267948966);
    fields[n++] = optional(NUMBER("roll", &camera->roll, -1e6, 1e6), 0);
    fields[n++] = NUMBER("distance", &camera->distance, 1e-30, 1e17);
    fields[n++] = NUMBER("field_of_view", &camera->fov_y, 0, 3);
    return n;
}

int scene_view_fields(ViewSettings *view, JsonField *fields)
{
    int n = 0;
    fields[n++] = FLAG("edges", &view->feature_edges);
    fields[n++] = FLAG("wire_on_contact", &view->wire_on_contact);
    fields[n++] = FLAG("intersection_lines", &view->intersection_lines);
    fields[n++] = FLAG("contacts_through", &view->contact.through);
    fields[n++] = FLAG("contact_marks", &view->contact.marks);
    fields[n++] = FLAG("bands", &view->contact.bands);
    fields[n++] = NUMBER("band_limit", &view->contact.band_limit, 0, MESH_MAX_COORDINATE);
    fields[n++] = FLAG("dimension", &view->contact.dimension);
    fields[n++] = FLAG("legend", &view->contact.legend);
    fields[n++] = (JsonField){
        .key = "overlay_opacity", .kind = FIELD_FLOAT, .value = &view->overlay_opacity, .hi = 1};
    fields[n++] = FLAG("empty_cells", &view->empty_cells);
    fields[n++] = FLAG("grid", &view->grid);
    fields[n++] = CHOICE("look", &view->look, word, look_names, LOOK_COUNT);
    fields[n++] = CHOICE("shading", &view->shading, word, shading_names, SHADING_COUNT);
    fields[n++] = FLAG("section", &view->section.on);
    fields[n++] = (JsonField){.key = "section_point",
                              .kind = FIELD_POINT,
                              .value = &view->section.point,
                              .hi = MESH_MAX_COORDINATE};
    fields[n++] = (JsonField){
        .key = "section_normal", .kind = FIELD_POINT, .value = &view->section.normal, .hi = 1};
    fields[n++] = NUMBER("explode", &view->explode, 0, 1);
    fields[n++] = FLAG("trackball", &view->trackball);
    fields[n++] = FLAG("occlusion", &view->occlusion);
    return n;
}
