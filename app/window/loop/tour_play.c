#include "app/window/loop/tour_play.h"

#include "app/actions/list_files.h"
#include "app/actions/list_joints.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/fields.h"
#include "app/document/rotation.h"
#include "app/scenes/scene.h"
#include "app/session/save.h"
#include "core/base/angle.h"
#include "core/base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOUR_FIRST_KEY ((uint64_t)1 << 42) // each motion is a gesture of its own

// A frame that took long is no leap.
static const double LONGEST_FRAME = 0.2;
static const double MOTION_SECONDS = 1.8;
static const double LEAST_REST = 1.5; // seconds from the last motion to the next stop
static const double READING_START = 1.5, LETTERS_A_SECOND = 18;

// An action that is done little by little, from how it was when it began.
typedef struct Motion {
    const Action *action; // NULL: none is going on
    ActionArgs args;      // its end
    double number;
    Affine placement;
    Camera camera;
    double began; // by the tour's clock
} Motion;

struct Tour {
    Document before, at[LESSON_MOST_STEPS]; // before the tour, and before each stop
    int stops;                              // that are in `at`
    History *history; // that of the document; while a tour is played it has another one
    uint32_t assembly_version;
    Motion motion;
    uint64_t motions;
    double clock, frame; // seconds that were played; when the last frame was
    double began, rests; // the stop began; its last motion ended
    bool paused, held;   // it does not go on to the next stop; nor does what moves
    bool hurries, failed;
};

bool tour_of_scene(const App *app, char *path, size_t size, Error *err)
{
    const SourceFile *first = app->sources.files;
    char name[NAMED_FILE_SIZE];
    if (app->sources.count == 0 || first->path || first->kit)
        return error_set(err, "Play the tour: no built-in scene is open");
    scene_file_name(scenes[first->scene], name, sizeof name);
    return tour_find(name, path, size) ||
           error_set(err, "The scene \"%.100s\" has no tour", scenes[first->scene]->name);
}

bool tour_may_begin(const View *view)
{
    return !stages_loading(view->app) && view->framed_version == view->app->framing_version &&
           view->app->queue.count == 0 &&
           view->ui.question.held.count == 0; // an answer would save or replace what the tour shows
}

bool tour_is_disturbed(const App *app, const Action *by)
{
    const char *why;
    return app_can(app, by, &why) && strncmp(by->name, "camera.", 7) != 0 &&
           (strncmp(by->name, "lesson.", 7) != 0 || by == &action_lesson_open) &&
           by != &action_picture_save;
}

static bool act(App *app, const Action *action, const ActionArgs *args, uint64_t key)
{
    app->lesson.tour_acts = true;
    bool done = app_do(app, action, args, key);
    app->lesson.tour_acts = false;
    return done;
}

// As undo does it, so that everybody follows; it leaves alone what nobody wants to undo.
static bool put(App *app, const Document *to)
{
    Document copy;
    if (!document_copy(&copy, to)) {
        app_notify(app, NOTICE_ERROR, "The tour: not enough memory");
        return false;
    }
    history_clear(app->history);
    history_record(app->history, &copy, &action_scene_tour, 0, "the tour", NULL);
    bool done = act(app, &action_edit_undo, NULL, 0);
    history_clear(app->history);
    if (!done)
        return false;
    Document *now = &app->document;
    now->view.camera = to->view.camera;
    memcpy(now->view.shown_pair, to->view.shown_pair, sizeof now->view.shown_pair);
    now->move = to->move;
    fields_keep_tools(now, to);
    return true;
}

// Those of the scene are at 0 there, but not those that somebody has added.
static void read_joints(Document *rest)
{
    for (int32_t i = 0; i < joint_list_count(rest->joints); ++i) {
        const Joint *joint = &rest->joints->joints[i];
        PartState *child = &rest->parts[joint->child];
        joint_coordinates(
            joint, joint->parent == JOINT_GROUND ? NULL : &rest->parts[joint->parent].placement,
            &child->placement, (JointCoordinates){0}, &child->joint);
    }
}

// Names, groups and colours are as somebody wanted them; nothing is in the way of what is shown.
static bool put_at_rest(App *app, const Document *before)
{
    Document rest;
    if (!document_copy(&rest, before))
        return false;
    for (int32_t i = 0; i < rest.part_count; ++i) {
        PartState *part = &rest.parts[i];
        part->placement = app->assembly.parts[i].rest;
        part->shape = (Deformation){0};
        part->variant = 0;
        part->visible = true;
        part->ghost = part->locked = part->selected = false;
        part->overlay_level = OVERLAY_OFF;
    }
    read_joints(&rest);
    rest.selected = NO_PART;
    rest.view.shown_pair[0] = rest.view.shown_pair[1] = NO_PART;
    rest.view.section.on = false;
    rest.view.explode = 0;
    rest.view.shading = SHADING_LIT;
    bool good = put(app, &rest);
    document_free(&rest);
    return good;
}

// Something else was opened.
static bool tour_is_lost(const View *view, const Tour *tour)
{
    return view->app->assembly_version != tour->assembly_version;
}

Tour *tour_begin(View *view)
{
    App *app = view->app;
    Tour *tour = calloc(1, sizeof *tour);
    if (!tour || !document_copy(&tour->before, &app->document)) {
        free(tour);
        return NULL;
    }
    save_before_risk(app); // nothing is autosaved while a tour is played
    tour->assembly_version = app->assembly_version;
    tour->history = app->history;
    tour->frame = clock_seconds();
    app->history = history_create();
    app->lesson.tour = true;
    if (put_at_rest(app, &tour->before))
        return tour;
    tour_end(view, tour);
    return NULL;
}

void tour_end(View *view, Tour *tour)
{
    App *app = view->app;
    if (!tour_is_lost(view, tour))
        put(app, &tour->before);
    else
        history_clear(tour->history); // it was of what is gone
    history_free(app->history);
    app->history = tour->history;
    app->lesson.tour = app->lesson.paused = false;
    document_free(&tour->before);
    for (int i = 0; i < tour->stops; ++i)
        document_free(&tour->at[i]);
    free(tour);
}

bool tour_stop_begins(View *view, Tour *tour, int stop)
{
    tour->motion.action = NULL;
    tour->hurries = tour->held = false;
    tour->began = tour->rests = tour->clock;
    if (stop < tour->stops)
        return put(view->app, &tour->at[stop]);
    tour->failed = !document_copy(&tour->at[stop], &view->app->document);
    tour->stops += !tour->failed;
    return !tour->failed;
}

bool tour_goes_on(const View *view, const Tour *tour)
{
    return !tour_is_lost(view, tour) && !tour->failed;
}

bool tour_runs(const LessonRun *run)
{
    const Tour *tour = run->tour;
    return !tour->held && (run->phase != PHASE_DONE || !tour->paused);
}

// --- motions

// False: it is done at once.
static bool begin_motion(const App *app, const Action *action, const ActionArgs *args,
                         Motion *motion)
{
    *motion = (Motion){.args = *args};
    if (action == &action_camera_set) {
        motion->camera = app->document.view.camera;
    } else if (action_takes(action, ARG_PART) &&
               !(args->part >= 0 && args->part < app->document.part_count)) {
        return false;
    } else if (action == &action_joint_set &&
               (args->index == JOINT_TURN || args->index == JOINT_SHIFT)) {
        double at = app->document.parts[args->part].joint.v[args->index];
        motion->number = args->index == JOINT_TURN ? at * DEGREES_PER_RADIAN : at;
    } else if (action == &action_part_deform) {
        const Deformation *shape = &app->document.parts[args->part].shape;
        motion->number = shape->rule == args->index ? shape->amount : 0;
    } else if (action == &action_part_move) {
        motion->placement = app->document.parts[args->part].placement;
    } else {
        return false;
    }
    motion->action = action;
    return true;
}

static double between(double a, double b, double t)
{
    return a + t * (b - a);
}

// By the shorter way round.
static double turned(double a, double b, double t)
{
    return a + t * remainder(b - a, 2 * PI);
}

static Camera camera_between(const Camera *a, const Camera *b, double t)
{
    Camera camera = *b;
    camera.target = vec3d_lerp(a->target, b->target, t);
    camera.yaw = turned(a->yaw, b->yaw, t);
    camera.pitch = between(a->pitch, b->pitch, t);
    camera.roll = turned(a->roll, b->roll, t);
    camera.distance = a->distance * pow(b->distance / a->distance, t);
    return camera;
}

// t from 0 to 1; the end is what was asked for, to the last digit.
static bool move_to(App *app, Tour *tour, double t)
{
    const Motion *motion = &tour->motion;
    ActionArgs args = motion->args;
    double eased = t * t * (3 - 2 * t);
    if (t < 1) {
        args.number = between(motion->number, args.number, eased);
        if (motion->action == &action_camera_set)
            args.camera = camera_between(&motion->camera, &args.camera, eased);
        if (motion->action == &action_part_move) {
            Vec3d to = args.placement.p;
            args.placement = motion->placement;
            args.placement.p = vec3d_lerp(motion->placement.p, to, eased);
        }
    }
    return act(app, motion->action, &args, TOUR_FIRST_KEY + tour->motions);
}

static void end_motion(Tour *tour)
{
    tour->motion.action = NULL;
    tour->rests = tour->clock;
}

bool tour_does(View *view, Tour *tour, const Action *action, const ActionArgs *args)
{
    ++tour->motions;
    tour->rests = tour->clock;
    if (tour->hurries || !begin_motion(view->app, action, args, &tour->motion))
        return act(view->app, action, args, TOUR_FIRST_KEY + tour->motions);
    tour->motion.began = tour->clock;
    return true;
}

bool tour_moves(const Tour *tour)
{
    return tour->motion.action || tour->held;
}

void tour_hurry(View *view, Tour *tour)
{
    tour->hurries = true;
    tour->held = false;
    if (tour->motion.action)
        move_to(view->app, tour, 1);
    end_motion(tour);
}

void tour_frame(View *view, Tour *tour)
{
    double now = clock_seconds(), passed = fmin(now - tour->frame, LONGEST_FRAME);
    tour->frame = now;
    view->app->lesson.paused = tour->paused;
    if (tour->held)
        return;
    tour->clock += passed;
    if (!tour->motion.action)
        return;
    double t = fmin(1, (tour->clock - tour->motion.began) / MOTION_SECONDS);
    view->frames_wanted = 2;
    if (!move_to(view->app, tour, t) || !(t < 1))
        end_motion(tour);
}

void tour_pause(Tour *tour)
{
    tour->paused = tour->held = !tour->paused;
}

static size_t letters_of(const LessonRun *run)
{
    const LessonStep *step = lesson_step(run, run->shown);
    size_t letters = 0;
    for (size_t i = step->first; i < step->end; ++i)
        if (lesson_is(&run->lesson.script.commands[i], "text"))
            letters += strlen(run->lesson.script.commands[i].words[0].value);
    return letters;
}

bool tour_is_seen(const LessonRun *run)
{
    const Tour *tour = run->tour;
    double reading = READING_START + (double)letters_of(run) / LETTERS_A_SECOND;
    return !tour->paused && tour->clock - tour->began > reading &&
           tour->clock - tour->rests > LEAST_REST;
}
