// Name and numbers of the selected primitive.
#include "app/actions/list_primitives.h"
#include "app/window/look.h"
#include "app/window/panels/primitive_rows.h"
#include "app/window/panels/widgets.h"
#include "app/window/primitive_handles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Fields {
    const PanelContext *context;
    HybridVolume volume;
    double speed;   // of dragging in a field
    char format[8]; // of lengths: thousandths of the volume's size are seen
    bool changed;
} Fields;

static bool row(Fields *f, const char *label, const char *note, double *values, int count,
                double speed, const char *format)
{
    igPushID_Str(label);
    widget_label(label, note);
    bool edited = igDragScalarN("##n", ImGuiDataType_Double, values, count, (float)speed, NULL,
                                NULL, format, 0);
    ui_note_rect(f->context->ui, label);
    widget_label_tooltip();
    igPopID();
    f->changed = f->changed || edited;
    return edited;
}

static bool numbers(Fields *f, const char *label, const char *note, double *values, int count)
{
    return row(f, label, note, values, count, f->speed, f->format);
}

static void size(Fields *f, const char *label, const char *note, double *value)
{
    if (numbers(f, label, note, value, 1))
        *value = *value > 0 ? *value : 0;
}

static void box(Fields *f)
{
    OrientedBox *b = &f->volume.box;
    static const char *const axes[] = {"Turn x", "Turn y", "Turn z"};
    double lengths[3] = {2 * b->half.x, 2 * b->half.y, 2 * b->half.z};
    numbers(f, "Centre", "Where it is in the world", b->centre.v, 3);
    if (numbers(f, "Lengths", "Along its own axes", lengths, 3))
        for (int k = 0; k < 3; ++k)
            b->half.v[k] = lengths[k] > 0 ? lengths[k] / 2 : 0;
    widget_label("Turn by 15\302\260", "About its own axes");
    for (int k = 0; k < 3; ++k) {
        if (k > 0)
            igSameLine(0, -1);
        if (igSmallButton(axes[k] + 5)) {
            f->volume = primitive_turned(&f->volume, k, 0.26179938779914944);
            f->changed = true;
        }
        widget_tooltip("Counter-clockwise seen against this axis");
    }
}

static void capsule(Fields *f)
{
    Capsule *c = &f->volume.capsule;
    Vec3d to = vec3d_add(c->from, c->along);
    if (numbers(f, "From", "Middle of one round end", c->from.v, 3) ||
        numbers(f, "To", "Middle of the other", to.v, 3))
        c->along = vec3d_sub(to, c->from);
    size(f, "Radius", "Of the cylinder and its ends", &c->radius);
}

static void slab_ball(Fields *f)
{
    SlabBall *b = &f->volume.slab_ball;
    numbers(f, "Centre", "Of the ball", b->centre.v, 3);
    size(f, "Radius", "Of the ball", &b->radius);
    Vec3d normal = b->normal;
    if (row(f, "Normal", "Of the two planes; its length does not matter", normal.v, 3, 0.01,
            "%.3f") &&
        vec3d_length(normal) > 0)
        b->normal = vec3d_normalised(normal);
    double planes[2] = {b->lo, b->hi};
    if (numbers(f, "Planes", "Where the ball is cut, from its centre along the normal", planes,
                2)) {
        b->lo = fmin(planes[0], planes[1]);
        b->hi = fmax(planes[0], planes[1]);
    }
    b->radius = fmax(b->radius, 0);
    b->lo = fmax(fmin(b->lo, b->radius), -b->radius);
    b->hi = fmax(fmin(b->hi, b->radius), -b->radius);
}

static void ball(Fields *f)
{
    numbers(f, "Centre", "Where it is in the world", f->volume.ball.centre.v, 3);
    size(f, "Radius", "Of the ball", &f->volume.ball.radius);
}

typedef struct TypedName {
    char text[64];
    int32_t of; // whose name that is
} TypedName;
static const UiPrivate name_memory = {.size = sizeof(TypedName)};

static void name(const PanelContext *context, int32_t index, const char *present)
{
    TypedName *typed = ui_own(context->ui, &name_memory);
    widget_label("Name", "Kept in the file");
    bool typing = igGetActiveID() == igGetID_Str("##name");
    if (!typing || typed->of != index) {
        snprintf(typed->text, sizeof typed->text, "%s", present);
        typed->of = index;
    }
    igInputText("##name", typed->text, sizeof typed->text, ImGuiInputTextFlags_AutoSelectAll, NULL,
                NULL);
    bool done = igIsItemDeactivatedAfterEdit();
    widget_explain(context, "primitive_name", NULL);
    if (!done || strcmp(typed->text, present) == 0)
        return;
    ActionArgs args = {.part = NO_PART, .index = index};
    snprintf(args.text, sizeof args.text, "%s", typed->text);
    action_submit(context->out, &action_primitive_rename, &args);
}

void primitive_fields(const PanelContext *context)
{
    const PrimitiveState *p = &context->app->document.primitives;
    int32_t index = p->selected;
    if (index < 0 || index >= primitive_list_count(p->list))
        return;
    const Primitive *item = &p->list->set.items[index];
    Fields f = {.context = context, .volume = item->volume};
    double radius = hybrid_volume_ball(&item->volume).radius;
    int digits = radius > 0 ? 3 - (int)floor(log10(radius)) : 3;
    f.speed = 0.01 * radius + 1e-6;
    snprintf(f.format, sizeof f.format, "%%.%df", digits < 0 ? 0 : digits > 9 ? 9 : digits);
    igPushID_Str("selected primitive");
    igSeparatorText("Selected primitive");
    name(context, index, item->name);
    switch (item->volume.kind) {
    case VOLUME_BOX:
        box(&f);
        break;
    case VOLUME_CAPSULE:
        capsule(&f);
        break;
    case VOLUME_SLAB_BALL:
        slab_ball(&f);
        break;
    default:
        ball(&f);
    }
    if (f.changed) {
        ActionArgs args = {.part = NO_PART, .index = index};
        primitive_to_text(&f.volume, args.text);
        action_submit_merged(context->out, &action_primitive_set, &args, context->ui->merge_key);
    }
    if (igButton("Delete", (ImVec2){0, 0}))
        submit_index(context, &action_primitive_delete, index);
    widget_explain(context, "primitive_delete", "Deletes this primitive");
    igPopID();
}
