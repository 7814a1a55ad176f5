// snug tour: plays a scene's tour without a window, reports each step and draws the most telling
// collision into a picture.
#include "app/actions/list_parts.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/draw/scene_draw.h"
#include "app/picture/image.h"
#include "app/scenes/scene.h"
#include "core/base/array.h"

#include <stdio.h>
#include <string.h>

typedef struct Options {
    int scene;
    const char *output;
    int width, height;
} Options;

static void print_help(void)
{
    puts("usage: snug tour --output FILE.png [options]\n"
         "Plays a scene's tour without a window, prints what meets what at each step and writes a\n"
         "picture of the richest collision.");
    options_print(&tour_options);
}

static bool take(const OptionWords *words, Options *options, Error *err)
{
    const char *scene = words->text[TOUR_SCENE], *size = words->text[TOUR_SIZE];
    *options = (Options){.output = words->text[TOUR_OUTPUT], .width = 1280, .height = 800};
    if (words->other_count > 0)
        return error_set(err, "%.200s: opens no files", words->others[0]);
    if (scene && (options->scene = scene_find(scene)) < 0)
        return error_set(err, "--scene: there is no scene \"%.100s\"", scene);
    if (size && !command_parse_size(size, &options->width, &options->height))
        return error_set(err, "--size: a size is written as 1280x800");
    return options->output || error_set(err, "--output FILE.png is missing");
}

// False: exit with *code.
static bool parse(int argc, char **argv, Options *options, int *code)
{
    OptionWords words;
    Error err = {""};
    bool good = options_parse(&tour_options, argc, argv, &words, &err);
    *code = good && words.help ? 0 : 2;
    if (good && words.help)
        print_help();
    else if (good)
        good = take(&words, options, &err);
    if (!good)
        fprintf(stderr, "snug tour: %s\n", err.text);
    good = good && !words.help;
    options_free(&words);
    return good;
}

static void print_report(const App *app)
{
    const AssemblyReport *report = &app->report;
    if (report->count == 0)
        puts("    nothing touches");
    for (size_t p = 0; p < report->count; ++p) {
        const PairReport *pair = &report->pairs[p];
        char verb[64];
        contact_verb(app, p, verb, sizeof verb);
        printf("    %s %s %s: %lld polygon pairs\n", app->assembly.parts[pair->a].name, verb,
               app->assembly.parts[pair->b].name, (long long)app->contacts.pair_polygons[p]);
    }
    printf("    N_v %llu, N_p %llu, %.2f ms wall clock\n",
           (unsigned long long)report->stats.volume_tests,
           (unsigned long long)report->stats.triangle_tests, app->last_query_ms);
}

// Applies the step's last pose and waits for the result.
static void play(App *app, const SceneData *data, const TourStep *step)
{
    ActionArgs args = {.part = step->part, .placement = scene_tour_placement(data, step, 1)};
    app_do(app, &action_part_move, &args, 0);
    stages_update(app, 0);
    stages_wait(app);
}

static bool render(const App *app, const Options *options, Error *err)
{
    Offscreen *offscreen = offscreen_create(options->width, options->height, err);
    if (!offscreen)
        return false;
    Renderer *renderer = renderer_create(err);
    unsigned char *pixels =
        array_alloc((size_t)options->width * (size_t)options->height, 4); // within int by parse
    bool good = renderer && pixels;
    SceneDraw *scene = scene_draw_create();
    if (good) {
        // The first pass loads buffers and finds the size of it all, the second one looks at it.
        DrawScene drawn;
        double aspect = (double)options->width / options->height;
        scene_draw_update(scene, app, &app->contacts, NO_PART, 1, &drawn);
        drawn.camera = camera_standard(&drawn.camera, VIEW_ISO);
        drawn.camera = camera_fitted(&drawn.camera, drawn.bounds, aspect);
        renderer_draw(renderer, &drawn, 0, 0, options->width, options->height);
        good = offscreen_read(offscreen, pixels) &&
               image_write_png(options->output, options->width, options->height, pixels, err);
    }
    free(pixels);
    scene_draw_destroy(scene);
    if (renderer)
        renderer_destroy(renderer);
    offscreen_destroy(offscreen);
    return good;
}

// The step after which most polygons are in contact; -1 if none is.
static int32_t play_all(App *app, const SceneData *data)
{
    int32_t best = -1;
    int64_t most = 0;
    app->document.effort.fronts = false; // N_v is that of searches from the roots
    puts("at rest");
    print_report(app);
    for (int32_t i = 0; i < data->tour_count; ++i) {
        play(app, data, &data->tour[i]);
        printf("%d. %s\n", (int)i + 1, data->tour[i].caption);
        print_report(app);
        if (app->contacts.polygon_pairs > most) {
            most = app->contacts.polygon_pairs;
            best = i;
        }
    }
    return best;
}

// Everything back to rest, then the tour again up to the chosen step.
static void replay_to(App *app, const SceneData *data, int32_t last)
{
    app_do(app, &action_parts_reset_all, NULL, 0);
    for (int32_t i = 0; i <= last; ++i)
        play(app, data, &data->tour[i]);
}

int command_tour(int argc, char **argv)
{
    Options options;
    int code;
    if (!parse(argc, argv, &options, &code))
        return code;
    App app = {0};
    SceneData data = {0};
    Error err = {""};
    bool good = app_init(&app, &err) && scene_load(scenes[options.scene], &data, &err) &&
                stages_open_scene(&app, options.scene, &err);
    if (good) {
        stages_wait(&app);
        printf("Scene %s: %d parts, %lld triangles\n", scenes[options.scene]->name,
               (int)app.assembly.part_count, (long long)assembly_triangles(&app.assembly));
        int32_t best = play_all(&app, &data);
        replay_to(&app, &data, best);
        good = render(&app, &options, &err);
        if (good)
            printf("picture: %s\n", options.output);
    }
    if (!good)
        fprintf(stderr, "snug tour: %s\n", err.text);
    scene_data_free(&data);
    app_free(&app);
    return good ? 0 : 1;
}
