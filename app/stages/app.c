#include "app/stages/app.h"

#include "app/document/fields.h"
#include "app/document/history.h"
#include "app/document/primitive_follow.h"
#include "app/stages/app_joints.h"
#include "app/stages/parts.h"
#include "app/stages/stage.h"
#include "app/stages/task_guard.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/utf8.h"
#include "core/mesh/topology.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { MAX_NOTICES = 200 }; // the oldest go first

bool app_init(App *app, Error *err)
{
    *app = (App){.gap = {.part = NO_PART, .other = NO_PART},
                 .least_gap = {.part = NO_PART, .other = NO_PART},
                 .hovered = NO_PART,
                 .roots = {.part = NO_PART, .other = NO_PART}};
    if (!document_init(&app->document, &app->assembly))
        return error_set(err, "not enough memory to start");
    app->history = history_create();
    app->stages = stages_create(err);
    if (!app->stages) {
        app_free(app);
        return false;
    }
    return true;
}

const Bvh *app_part_rays(const App *app, int32_t part)
{
    const PartResult *made = &app->parts[part];
    const VariantMesh *variant = made->variant.made;
    return made->shape.rays           ? made->shape.rays
           : variant && variant->rays ? variant->rays
                                      : made->rays;
}

const RenderMesh *app_part_drawn_instead(const App *app, int32_t part)
{
    const PartResult *made = &app->parts[part];
    return made->shape.drawn    ? made->shape.drawn
           : made->variant.made ? made->variant.made->drawn
                                : NULL;
}

Vec3d app_up_in(const App *app, int32_t part)
{
    Affine back;
    Vec3d up = app->assembly.up == UP_Z ? vec3d(0, 0, 1) : vec3d(0, 1, 0);
    return affine_invert(&app->document.parts[part].placement, &back)
               ? affine_apply_vector(&back, up)
               : up;
}

const Mesh *app_path_mesh(const App *app, int32_t part)
{
    const Part *from = &app->assembly.parts[part];
    const Mesh *mesh = app_part_mesh(app, part);
    return mesh == from->mesh ? from->loaded : mesh;
}

bool app_part_is_solid(const App *app, int32_t part)
{
    const Bvh *rays = app_part_rays(app, part); // none where nothing is drawn
    const MeshTopology *topology =
        mesh_topology(rays ? rays->mesh : app_part_mesh(app, part), NULL);
    return topology && topology->outward;
}

void app_free(App *app)
{
    if (app->stages)
        stages_free(app);
    history_free(app->history);
    document_free(&app->document);
    hand_free(&app->hand);
    free(app->outside_path);
    free(app->notices);
    free(app->queue.items);
    *app = (App){0};
}

void app_notify(App *app, enum NoticeKind kind, const char *format, ...)
{
    Notice notice = {.kind = kind, .time = clock_seconds()};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice.text, sizeof notice.text, format, arguments);
    va_end(arguments);
    utf8_sanitise(notice.text); // a long one may have been cut inside a character
    Notice *last = app->notice_count > 0 ? &app->notices[app->notice_count - 1] : NULL;
    if (last && last->kind == kind && strcmp(last->text, notice.text) == 0) {
        last->time = notice.time; // a drag may be refused in every frame: once is enough
        return;
    }
    ++app->notice_posts;
    if (app->notice_count == MAX_NOTICES) {
        memmove(app->notices, app->notices + 1, (MAX_NOTICES - 1) * sizeof *app->notices);
        --app->notice_count;
    }
    if (array_reserve(&app->notices, &app->notice_capacity, app->notice_count + 1,
                      sizeof *app->notices))
        app->notices[app->notice_count++] = notice; // else no memory for the message that says so
}

void action_submit_merged(ActionQueue *queue, const Action *action, const ActionArgs *args,
                          uint64_t merge_key)
{
    assert(action);
    if (!array_reserve(&queue->items, &queue->capacity, queue->count + 1, sizeof *queue->items)) {
        fputs("snug: out of memory\n", stderr);
        abort();
    }
    QueuedAction *item = &queue->items[queue->count++];
    *item = (QueuedAction){.action = action, .merge_key = merge_key};
    if (args)
        item->args = *args;
}

void action_submit_back(ActionQueue *queue, const Action *action, const ActionArgs *args,
                        uint64_t merge_key)
{
    action_submit_merged(queue, action, args, merge_key);
    queue->items[queue->count - 1].takes_back = true;
}

void action_submit(ActionQueue *queue, const Action *action, const ActionArgs *args)
{
    action_submit_merged(queue, action, args, 0);
}

// Whatever would change what a tour moves or shows.
static bool tour_holds(const App *app, const Action *action)
{
    return app->lesson.tour && !app->lesson.tour_acts &&
           ((action->flags & ACTION_UNDOABLE) || strncmp(action->name, "part", 4) == 0 ||
            strncmp(action->name, "pair.", 5) == 0 || strncmp(action->name, "edit.", 5) == 0);
}

static const char *obstacle_of(const App *app, const Action *action)
{
    if (tour_holds(app, action))
        return "a tour is being played: stop it first";
    if (action->field)
        return action->field->obstacle ? action->field->obstacle(&app->document) : NULL;
    if (action->obstacle)
        return action->obstacle(app);
    bool part = action_takes(action, ARG_PART) || action_takes(action, ARG_SELECTED);
    if (part && app->document.part_count == 0)
        return "nothing is open";
    bool none = primitive_list_count(app->document.primitives.list) == 0;
    return none && action_takes(action, ARG_PRIMITIVE) ? "there are no primitives" : NULL;
}

bool app_can(const App *app, const Action *action, const char **why)
{
    const char *obstacle = obstacle_of(app, action);
    if (obstacle)
        *why = obstacle;
    return !obstacle;
}

static bool apply(App *app, const Action *action, const ActionArgs *args, Error *err)
{
    const Field *field = action->field;
    if (field)
        return field_set(field, &app->document, field_argument(field, args), err);
    if (!action_check(action, &app->document, args, err))
        return false;
    if (action->apply)
        return action->apply(app, args, err);
    action->act(app, args);
    return true;
}

static const char *subject_of(const App *app, const Action *action, const ActionArgs *args)
{
    const Field *field = action->field;
    if (field)
        return field_word(field, &app->document, field_argument(field, args));
    if (action->subject)
        return action->subject(app, args);
    const Arg *part = action_takes(action, ARG_PART), *index = action_takes(action, ARG_INDEX);
    if ((part && !part->optional) || action_takes(action, ARG_SELECTED))
        return app->assembly.parts[args->part].name;
    return index && index->list ? index->list->name(&app->document, args->index) : NULL;
}

bool app_do(App *app, const Action *action, const ActionArgs *args, uint64_t merge_key)
{
    static const ActionArgs no_arguments;
    const char *why = NULL;
    if (!args)
        args = &no_arguments;
    if (!app_can(app, action, &why)) {
        app_notify(app, NOTICE_INFO, "%s: %s", action->title, why ? why : "not possible now");
        return false;
    }
    app->joint_text[0] = app->done_text[0] = 0;
    bool undoable = action->flags & ACTION_UNDOABLE;
    bool records = undoable && !((action->flags & ACTION_MERGES) &&
                                 history_merges(app->history, action, merge_key));
    Document before = {0};
    if (records && !document_copy(&before, &app->document)) {
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to be able to undo it", action->title);
        return false;
    }
    app->step_start = records ? &before : undoable ? history_newest(app->history) : NULL;
    Error err = {""};
    const PrimitiveList *primitives = app->document.primitives.list;
    stages_before_action(app, action, args, merge_key);
    JointGuard guard = {0};
    TaskGuard task = {0};
    bool done = !app->step_start ||
                (joint_guard_take(&guard, &app->document) && task_guard_take(&task, app)) ||
                error_set(&err, "not enough memory");
    done = done && apply(app, action, args, &err);
    if (done && app->step_start)
        done = app_joints_hold(app, &guard, &err) && task_guard_holds(&task, app, &err);
    if (app->step_start && done)
        primitives_follow_parts(&app->document, app->step_start, primitives);
    app->step_start = NULL;
    parts_follow_document(app);
    if (done)
        stages_after_action(app);
    else
        app_notify(app, NOTICE_ERROR, "%s: %s", action->title, err.text);
    if (done && app->done_text[0])
        app_notify(app, NOTICE_INFO, "%s", app->done_text);
    bool changed = before.said != app->document.said || !document_equal(&before, &app->document);
    if (records && done && changed)
        history_record(app->history, &before, action, merge_key, action->title,
                       subject_of(app, action, args));
    if (undoable && !records && done)
        history_forget_unchanged(app->history, &app->document);
    document_free(&before);
    joint_guard_free(&guard);
    task_guard_free(&task);
    return done;
}

void app_apply_actions(App *app)
{
    // An action may submit another one: it joins the end of the queue, which may move in memory.
    for (size_t i = 0; i < app->queue.count; ++i) {
        QueuedAction item = app->queue.items[i];
        bool taken = item.takes_back ? hand_take_back(app, item.merge_key)
                                     : !app->lesson.tour && hand_takes(app, item.action) &&
                                           hand_want(app, item.action, &item.args, item.merge_key);
        if (!taken)
            app_do(app, item.action, &item.args, item.merge_key);
    }
    app->queue.count = 0;
}
