#include "app/commands/bench_frames.h"

#include "app/gfx/gfx.h"
#include "core/bench/run.h"
#include "core/mesh/shapes.h"

enum { WIDTH = 1280, HEIGHT = 800, PARTS = 2000, PER_ROW = 50, FRAMES = 9, WAYS = 4 };
// Of all parts together, so that there are fewer of large ones; those of our own are far below.
enum { MOST_TRIANGLES = 2000000 };

// Of the time that the calling thread needs, which is the one of the user interface. With software
// GL the rest of a frame, on all threads, is for corners and pixels and stays as it is; with one
// mesh for all there is less to save.
static const double TARGETS[] = {1.05, 0.9};

typedef struct Stand {
    Renderer *renderer;
    GpuPool *pool;
    GpuMesh *shared, *own[PARTS], *pooled[PARTS];
    DrawPart parts[PARTS];
    int count;
    double pitch; // from part to part
    Camera camera;
    Box3d bounds;
} Stand;

typedef struct Times {
    double all, own; // of all threads, of the one that calls
} Times;

static Affine place_of(const Stand *stand, int i)
{
    double row = i / PER_ROW, column = i % PER_ROW;
    return affine_translation(vec3d_scale(vec3d(column, 0, row), stand->pitch));
}

// Half as far from each other as they are large.
static double pitch_of(Box3d box)
{
    Vec3d side = vec3d_sub(box.hi, box.lo);
    return 1.5 * fmax(side.x, fmax(side.y, side.z));
}

static int count_of(int32_t triangles)
{
    int most = MOST_TRIANGLES / (triangles > 0 ? triangles : 1);
    return most > PARTS ? PARTS : most > 2 ? most : 2;
}

static bool fill(Stand *stand, const Mesh *mesh, Error *err)
{
    RenderMesh *drawn = render_mesh_create(mesh, NULL);
    stand->pool = gpu_pool_create();
    bool good = drawn && stand->pool && (stand->shared = gpu_mesh_create(drawn, err));
    Box3d box = mesh_bounds(mesh);
    stand->bounds = box3d_empty();
    stand->count = count_of(mesh->triangle_count);
    stand->pitch = pitch_of(box);
    for (int i = 0; i < stand->count && good; ++i) {
        stand->own[i] = gpu_mesh_create(drawn, err);
        stand->pooled[i] = gpu_mesh_create_in(stand->pool, drawn, err);
        good = stand->own[i] && stand->pooled[i];
        Affine at = place_of(stand, i);
        stand->bounds = box3d_including(stand->bounds, affine_apply(&at, box.lo));
        stand->bounds = box3d_including(stand->bounds, affine_apply(&at, box.hi));
    }
    render_mesh_free(drawn);
    Camera camera = {.yaw = 0.7, .pitch = 0.5, .distance = 1, .fov_y = CAMERA_FOV};
    stand->camera = camera_fitted(&camera, stand->bounds, (double)WIDTH / HEIGHT);
    return good;
}

static void empty(Stand *stand)
{
    gpu_mesh_destroy(stand->shared);
    for (int i = 0; i < stand->count; ++i) {
        gpu_mesh_destroy(stand->own[i]);
        gpu_mesh_destroy(stand->pooled[i]);
    }
    gpu_pool_destroy(stand->pool);
    *stand = (Stand){.renderer = stand->renderer};
}

// Ways: singly and together, first with one mesh for all, then with one each.
static Times frame_times(Stand *stand, int way, int step)
{
    bool together = way % 2 == 1;
    for (int i = 0; i < stand->count; ++i)
        stand->parts[i] = (DrawPart){.mesh = way < 2    ? stand->shared
                                             : together ? stand->pooled[i]
                                                        : stand->own[i],
                                     .placement = place_of(stand, i),
                                     .colour = 0x8C9AA6,
                                     .flags = DRAW_EDGES};
    DrawScene scene = {.camera = stand->camera,
                       .bounds = stand->bounds,
                       .parts = stand->parts,
                       .part_count = (size_t)stand->count,
                       .theme = THEME_LIGHT};
    scene.camera.yaw += 0.05 * step; // every frame is another picture
    renderer_set_batching(stand->renderer, together);
    offscreen_finish();
    Times start = {bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID),
                   bench_clock_ms(CLOCK_THREAD_CPUTIME_ID)};
    renderer_draw(stand->renderer, &scene, 0, 0, WIDTH, HEIGHT);
    offscreen_finish();
    return (Times){bench_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start.all,
                   bench_clock_ms(CLOCK_THREAD_CPUTIME_ID) - start.own};
}

// In turns, so that a busy moment of the machine does not hit one of them alone.
static bool measure(Stand *stand, const char *name, FILE *out)
{
    static const char *const sharing[] = {"one", "one each"};
    double all[WAYS][FRAMES], own[WAYS][FRAMES];
    bool met = true, wanted[WAYS / 2];
    int frames = bench_is_quick() ? FRAMES / 3 : FRAMES;
    for (int k = 0; k < WAYS / 2; ++k)
        wanted[k] = bench_wants("\"%s\",\"%s\",%d", name, sharing[k], stand->count);
    for (int i = -1; i < frames; ++i) // the first one compiles and warms up
        for (int way = 0; way < WAYS; ++way) {
            if (!wanted[way / 2])
                continue;
            bench_went_on((i + 1 + (double)way / WAYS) / (frames + 1));
            Times times = frame_times(stand, way, i);
            all[way][i < 0 ? 0 : i] = times.all;
            own[way][i < 0 ? 0 : i] = times.own;
        }
    for (int way = 0; way < WAYS; way += 2) {
        if (!wanted[way / 2])
            continue;
        double singly = bench_quantile(own[way], frames, 0.5);
        double together = bench_quantile(own[way + 1], frames, 0.5);
        Spread one = bench_range(own[way], frames), many = bench_range(own[way + 1], frames);
        double all_singly = bench_quantile(all[way], frames, 0.5);
        double all_together = bench_quantile(all[way + 1], frames, 0.5);
        fprintf(out, "\"%s\",\"%s\",%d,%.1f,%.1f,%.2f,%.1f,%.1f,%.2f,%.2f,%.1f,%.1f,%.1f,%.1f,%s\n",
                name, sharing[way / 2], stand->count, singly, together, together / singly,
                all_singly, all_together, all_together / all_singly, TARGETS[way / 2], one.least,
                one.most, many.least, many.most, spread_overlap(one, many) ? "yes" : "no");
        met = met && (together <= TARGETS[way / 2] * singly || !bench_has_targets());
    }
    fflush(out);
    return met;
}

bool bench_parts(FILE *out)
{
    static Stand stand; // large
    Error err = {""};
    Offscreen *offscreen = offscreen_create_sampled(WIDTH, HEIGHT, 1, &err);
    stand.renderer = offscreen ? renderer_create(&err) : NULL;
    bool good = stand.renderer != NULL, met = true;
    fprintf(out, "shape,meshes,parts,ms_singly,ms_together,ratio,all_threads_ms_singly,"
                 "all_threads_ms_together,all_threads_ratio,target_ratio,ms_singly_least,"
                 "ms_singly_most,ms_together_least,ms_together_most,tie\n");
    const BenchMesh usual[] = {{"box", shape_box(vec3d(2, 2, 2))},
                               {"cylinder", shape_cylinder(1, 2, 24)}};
    BenchMesh meshes[BENCH_MESHES_MOST];
    int count = bench_meshes(usual, 2, meshes);
    for (int i = 0; i < count; ++i) {
        BenchSpan span = bench_span(i, count);
        good = good && meshes[i].mesh && fill(&stand, meshes[i].mesh, &err);
        met = good && measure(&stand, meshes[i].name, out) && met;
        bench_span_end(span);
        if (stand.renderer)
            empty(&stand);
        mesh_release(meshes[i].mesh);
    }
    if (!good)
        fprintf(out, "%s\n", err.text);
    renderer_destroy(stand.renderer);
    offscreen_destroy(offscreen);
    return met;
}
