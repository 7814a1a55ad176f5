#include "app/commands/bench_frames.h"

#include "app/actions/list_parts.h"
#include "app/draw/scene_draw.h"
#include "core/base/clock.h"
#include "core/bench/run.h"
#include "core/mesh/shapes.h"

#include <string.h>

enum { WIDTH = 1280, HEIGHT = 800, FRAMES = 21, SIDE = 5, DRAGGED = 12 };
static const double REACH = 16.5; // of a knot, from its middle

#define TARGET 1.3

typedef struct Stand {
    App app;
    ContactState nothing; // always empty: as if nobody looked for contacts
    Renderer *renderer;
    SceneDraw *scene, *plain;
    double unit; // 1 for knots
} Stand;

typedef struct Cost {
    double wall, cpu; // ms; of all threads
} Cost;

static Cost now(void)
{
    return (Cost){clock_seconds() * 1e3, bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID)};
}

// 25 knots of 8,000 triangles that share nothing, so that all of them are drawn and kept apart; or somebody's own
// meshes in turn, as near to each other for their size.
static bool open_parts(Stand *s)
{
    Assembly assembly = {.title = strdup("knots")};
    bool good = assembly.title != NULL;
    const BenchOwn *own = bench_own();
    s->unit = own->mesh_count > 0 ? 0 : 1;
    for (int i = 0; i < own->mesh_count; ++i)
        s->unit = fmax(s->unit, mesh_radius(own->meshes[i].mesh) / REACH);
    for (int i = 0; good && i < SIDE * SIDE; ++i) {
        Affine at =
            affine_translation(vec3d(40 * s->unit * (i % SIDE), 0, 40 * s->unit * (i / SIDE)));
        Mesh *mesh = own->mesh_count > 0 ? mesh_retain(own->meshes[i % own->mesh_count].mesh)
                                         : shape_knot(2, 3, 10, 4, 2.5, 200, 20);
        good = mesh && assembly_add(&assembly, "Part", mesh, &at, theme_part_colour(i));
    }
    if (!good) {
        assembly_free(&assembly);
        return false;
    }
    stages_open_assembly(&s->app, &assembly);
    stages_wait(&s->app);
    return s->app.document.part_count == SIDE * SIDE;
}

static Cost frame(Stand *s, int step, bool collision)
{
    Cost start = now();
    // Deep in its neighbour all the time, at another place in every frame.
    Affine to = affine_rotation(vec3d(0, 1, 0), 0.03 * step);
    Vec3d home = s->app.assembly.parts[DRAGGED].rest.p;
    to.p = vec3d_add_scaled(home, vec3d(24 + 0.4 * step, 0, 0.2 * step), s->unit);
    ActionArgs args = {.part = DRAGGED, .placement = to};
    app_do(&s->app, &action_part_move, &args, 1);
    DrawScene drawn;
    if (collision) {
        stages_update(&s->app, 1000); // until this very placement's contacts are there
        scene_draw_update(s->scene, &s->app, &s->app.contacts, DRAGGED, 1, &drawn);
    } else {
        scene_draw_update(s->plain, &s->app, &s->nothing, DRAGGED, 1, &drawn);
    }
    drawn.thin_wires = drawn.keep_shadow = true; // as in the window while something moves
    renderer_draw(s->renderer, &drawn, 0, 0, WIDTH, HEIGHT);
    offscreen_finish();
    Cost end = now();
    return (Cost){end.wall - start.wall, end.cpu - start.cpu};
}

// The lower quartile: what other programs do to a frame only ever makes it longer.
static double typical(double *values, int count)
{
    return bench_quantile(values, count, 0.25);
}

static bool measure(Stand *s, FILE *out)
{
    double wall[2][FRAMES], cpu[2][FRAMES];
    size_t contacts = 0;
    int frames = bench_is_quick() ? FRAMES / 3 : FRAMES;
    for (int i = 0; i < 4; ++i)
        frame(s, i / 2, i % 2); // buffers and memory are there
    for (int i = 0; i < frames; ++i) {
        bench_went_on((double)i / frames);
        for (int k = 0; k < 2; ++k) {
            Cost cost = frame(s, i, k);
            wall[k][i] = cost.wall;
            cpu[k][i] = cost.cpu;
        }
        contacts += (size_t)s->app.report.contact_count;
    }
    Spread ranges[] = {bench_range(wall[0], frames), bench_range(wall[1], frames)};
    double plain = typical(wall[0], frames), with = typical(wall[1], frames);
    double plain_cpu = typical(cpu[0], frames), with_cpu = typical(cpu[1], frames);
    fprintf(out, "triangles,contacts,ms_without,ms_with,ratio,cpu_ms_without,cpu_ms_with,"
                 "cpu_ratio,target_ratio,ms_without_least,ms_without_most,"
                 "ms_with_least,ms_with_most,tie\n");
    fprintf(out, "%lld,%zu,%.1f,%.1f,%.2f,%.1f,%.1f,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%s\n",
            (long long)assembly_triangles(&s->app.assembly), contacts / (size_t)frames, plain, with,
            with / plain, plain_cpu, with_cpu, with_cpu / plain_cpu, TARGET, ranges[0].least,
            ranges[0].most, ranges[1].least, ranges[1].most,
            spread_overlap(ranges[0], ranges[1]) ? "yes" : "no");
    fflush(out);
    return !bench_has_targets() || (contacts > 0 && with <= TARGET * plain);
}

bool bench_drag(FILE *out)
{
    Stand s = {0};
    Error err = {""};
    Offscreen *offscreen = offscreen_create_sampled(WIDTH, HEIGHT, 1, &err);
    s.renderer = offscreen ? renderer_create(&err) : NULL;
    bool started = s.renderer && app_init(&s.app, &err);
    bool good = started && open_parts(&s);
    if (good) {
        DrawScene drawn;
        s.scene = scene_draw_create();
        s.plain = scene_draw_create();
        scene_draw_update(s.scene, &s.app, &s.app.contacts, NO_PART, 1, &drawn);
        Camera *camera = &s.app.document.view.camera;
        *camera = camera_fitted(camera, drawn.bounds, (double)WIDTH / HEIGHT);
        if (bench_wants("%lld", (long long)assembly_triangles(&s.app.assembly)))
            good = measure(&s, out);
        scene_draw_destroy(s.scene);
        scene_draw_destroy(s.plain);
    } else {
        fprintf(out, "%s\n", err.text[0] ? err.text : "not enough memory");
    }
    if (started)
        app_free(&s.app);
    renderer_destroy(s.renderer);
    offscreen_destroy(offscreen);
    return good;
}
