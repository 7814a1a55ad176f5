#include "app/commands/bench_frames.h"

#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/draw/scene_draw.h"
#include "app/draw/volume_budget.h"
#include "app/scenes/scene.h"
#include "core/bench/run.h"

#include <string.h>

enum { WIDTH = 1280, HEIGHT = 800, FRAMES = 9, LEAST_VOLUMES = 10000 };

// While a part or the camera moves; the volumes cover the whole picture then.
#define TARGET 1.6

typedef struct Stand {
    App app;
    Renderer *renderer;
    SceneDraw *scene;
} Stand;

// Of all threads of the process: drawing by the processor is what it measures, and other programs
// must not count.
static double now_ms(void)
{
    return bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
}

static double frame_ms(Stand *stand, int step, bool moving)
{
    DrawScene drawn;
    double start = now_ms();
    stand->app.document.view.camera.yaw = 0.7 + 0.1 * step; // every frame is another picture
    scene_draw_update(stand->scene, &stand->app, &stand->app.contacts, NO_PART, 1, &drawn);
    drawn.volume_lines = volume_budget(true, moving);
    renderer_draw(stand->renderer, &drawn, 0, 0, WIDTH, HEIGHT);
    offscreen_finish();
    return now_ms() - start;
}

// Until the lines are made and drawn once.
static void show_level(Stand *stand, int level)
{
    ActionArgs args = {.part = NO_PART, .level = level};
    app_do(&stand->app, &action_overlay_level, &args, 0);
    stages_wait(&stand->app);
    frame_ms(stand, 0, true);
}

// In turns, so that a busy moment of the machine does not hit one of them alone.
static bool measure(Stand *stand, int level, FILE *out)
{
    double with[FRAMES], still[FRAMES], without[FRAMES];
    int frames = bench_is_quick() ? FRAMES / 3 : FRAMES;
    OverlayCount count = stand->app.overlay.shown;
    DrawScene plain;
    for (int i = 0; i < frames; ++i) {
        with[i] = frame_ms(stand, i, true);
        still[i] = frame_ms(stand, i, false);
        double start = now_ms();
        scene_draw_update(stand->scene, &stand->app, &stand->app.contacts, NO_PART, 1, &plain);
        plain.volume_count = 0;
        renderer_draw(stand->renderer, &plain, 0, 0, WIDTH, HEIGHT);
        offscreen_finish();
        without[i] = now_ms() - start;
    }
    Spread ranges[] = {bench_range(without, frames), bench_range(with, frames),
                       bench_range(still, frames)};
    double base = bench_quantile(without, frames, 0.5), moving = bench_quantile(with, frames, 0.5);
    fprintf(out, "\"%s\",%d,%zu,%.1f,%.1f,%.2f,%.1f,%.1f", stand->app.document.build.type->name,
            level, count.volumes, base, moving, moving / base, bench_quantile(still, frames, 0.5),
            TARGET);
    for (int i = 0; i < 3; ++i)
        fprintf(out, ",%.1f,%.1f", ranges[i].least, ranges[i].most);
    fprintf(out, ",%s\n", spread_overlap(ranges[0], ranges[1]) ? "yes" : "no");
    fflush(out);
    return moving <= TARGET * base || !bench_has_targets();
}

// The gear unit, or all parts of somebody's own where they stand.
static bool open_parts(App *app, Error *err)
{
    const BenchOwn *own = bench_own();
    if (own->part_count == 0)
        return stages_open_scene(app, 0, err);
    Assembly assembly = {.title = strdup("own parts")};
    bool good = assembly.title != NULL;
    for (int32_t i = 0; good && i < own->part_count; ++i)
        good = assembly_add(&assembly, "Part", mesh_retain(own->parts[i].mesh),
                            &own->parts[i].placement, theme_part_colour(i));
    if (!good) {
        assembly_free(&assembly);
        return error_set(err, "not enough memory for the parts");
    }
    stages_open_assembly(app, &assembly);
    return true;
}

static bool measure_volume(Stand *stand, int type, FILE *out)
{
    app_do(&stand->app, &action_build_volume, &(ActionArgs){.part = NO_PART, .index = type}, 0);
    stages_update(&stand->app, 0);
    stages_wait(&stand->app);
    int level = 6;
    size_t before, now = 0;
    do {
        before = now;
        show_level(stand, ++level);
        now = stand->app.overlay.shown.volumes;
    } while (now < LEAST_VOLUMES && now != before && level < 40); // small parts have no more
    return measure(stand, level, out);
}

static void look_at_all(Stand *stand)
{
    DrawScene drawn;
    Camera *camera = &stand->app.document.view.camera;
    scene_draw_update(stand->scene, &stand->app, &stand->app.contacts, NO_PART, 1, &drawn);
    *camera = camera_fitted(camera, drawn.bounds, (double)WIDTH / HEIGHT);
}

bool bench_draw(FILE *out)
{
    Stand stand = {0};
    Error err = {""};
    Offscreen *offscreen = offscreen_create_sampled(WIDTH, HEIGHT, 1, &err);
    stand.renderer = offscreen ? renderer_create(&err) : NULL;
    bool started = stand.renderer && app_init(&stand.app, &err);
    bool good = started && open_parts(&stand.app, &err);
    if (good) {
        stages_wait(&stand.app);
        stand.scene = scene_draw_create();
        look_at_all(&stand);
        fprintf(out, "volume,level,volumes,ms_without,ms_moving,ratio,ms_still,target_ratio,"
                     "ms_without_least,ms_without_most,ms_moving_least,ms_moving_most,"
                     "ms_still_least,ms_still_most,tie\n");
        for (int i = 0; i < bv_type_count; ++i) {
            bench_went_on((double)i / bv_type_count);
            if (bench_wants("\"%s\"", bv_types[i]->name))
                good = measure_volume(&stand, i, out) && good;
        }
        scene_draw_destroy(stand.scene);
    } else {
        fprintf(out, "%s\n", err.text);
    }
    if (started)
        app_free(&stand.app);
    renderer_destroy(stand.renderer);
    offscreen_destroy(offscreen);
    return good;
}
