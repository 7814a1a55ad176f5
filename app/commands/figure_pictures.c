#include "app/commands/figure_pictures.h"

#include "app/draw/scene_draw.h"
#include "app/picture/image.h"
#include "app/script/lesson.h"
#include "core/base/array.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 860, HEIGHT = 560 };

struct FigurePictures {
    Offscreen *offscreen;
    Renderer *renderer;
    unsigned char *pixels;
};

FigurePictures *figure_pictures_begin(Error *err)
{
    FigurePictures *p = mem_calloc(1, sizeof *p);
    if (!p) {
        error_set(err, "not enough memory");
        return NULL;
    }
    p->pixels = array_alloc((size_t)WIDTH * HEIGHT, 4);
    p->offscreen = offscreen_create(WIDTH, HEIGHT, err);
    p->renderer = p->offscreen ? renderer_create(err) : NULL;
    if (p->renderer && p->pixels)
        return p;
    figure_pictures_end(p);
    return NULL;
}

void figure_pictures_end(FigurePictures *pictures)
{
    if (!pictures)
        return;
    if (pictures->renderer)
        renderer_destroy(pictures->renderer);
    offscreen_destroy(pictures->offscreen);
    mem_free(pictures->pixels);
    mem_free(pictures);
}

// Panels, lights and figures are the window's; they are taken as they are.
static bool any_condition(const ScriptWord *words, int count, Error *err)
{
    (void)words, (void)count, (void)err;
    return true;
}

static bool any_name(const char *name)
{
    (void)name;
    return true;
}

static const LessonChecks checks = {any_condition, any_name, any_name};

static bool play(App *app, const Lesson *lesson, size_t first, size_t end, Error *err)
{
    for (size_t i = first; i < end; ++i) {
        const ScriptCommand *command = &lesson->script.commands[i];
        const char *why = NULL;
        ActionArgs args;
        if (!command->action || !app_can(app, command->action, &why))
            continue;
        if (!script_arguments(app, command, &args, err))
            return script_refuse(&lesson->script, command->line, err->text, err);
        app_do(app, command->action, &args, 0);
        stages_update(app, 0);
        stages_wait(app);
    }
    return true;
}

static bool draw(FigurePictures *p, const App *app, SceneDraw *scene, const char *path, Error *err)
{
    DrawScene drawn;
    scene_draw_update(scene, app, &app->contacts, NO_PART, 1, &drawn);
    // Two settings are compared side by side, as in the window.
    bool halves = compare_on(app);
    int width = halves ? WIDTH / 2 : WIDTH;
    renderer_draw(p->renderer, &drawn, 0, 0, width, HEIGHT);
    if (halves) {
        scene_draw_beside(scene, app, &drawn);
        renderer_draw(p->renderer, &drawn, WIDTH - width, 0, width, HEIGHT);
    }
    if (!offscreen_read(p->offscreen, p->pixels))
        return false;
    for (int y = 0; halves && y < HEIGHT; ++y) // a line between them
        memset(p->pixels + 4 * ((size_t)y * WIDTH + (size_t)width - 1), 0x90, 8);
    return image_write_png(path, WIDTH, HEIGHT, p->pixels, err);
}

static int draw_steps(FigurePictures *p, App *app, const Lesson *lesson, const char *id,
                      const char *folder, FigurePicture *out, int most, Error *err)
{
    int count = 0;
    SceneDraw *scene = scene_draw_create();
    app_do(app, action_find("view.grid"), &(ActionArgs){.part = NO_PART, .flag = false}, 0);
    for (int i = 0; i < lesson->step_count && count >= 0 && count < most; ++i) {
        const LessonStep *step = &lesson->steps[i];
        char path[4096];
        bool ok = play(app, lesson, step->first, step->task, err);
        FigurePicture *picture = &out[count];
        snprintf(picture->file, sizeof picture->file, "%.64s-%d.png", id, i + 1);
        snprintf(picture->title, sizeof picture->title, "%s", step->title);
        if (snprintf(path, sizeof path, "%s/%s", folder, picture->file) >= (int)sizeof path)
            ok = error_set(err, "%.200s: the name is too long", folder);
        count = ok && draw(p, app, scene, path, err) ? count + 1 : -1;
    }
    scene_draw_destroy(scene);
    return count;
}

int figure_pictures_draw(FigurePictures *pictures, const char *id, const char *folder,
                         FigurePicture *out, int most, Error *err)
{
    char path[1024];
    Lesson lesson;
    App app = {0};
    if (!lesson_find(id, path, sizeof path)) {
        error_set(err, "%s.lesson is not there", id);
        return -1;
    }
    if (!lesson_read(&lesson, path, &checks, err))
        return -1;
    int count =
        app_init(&app, err) ? draw_steps(pictures, &app, &lesson, id, folder, out, most, err) : -1;
    app_free(&app);
    lesson_free(&lesson);
    return count;
}
