// Runs the passes over one frame. What each draws is in its own file; the order is in pass_list.h.
#include "app/gfx/fingerprint.h"
#include "app/gfx/pass.h"
#include "app/gfx/pass_list.h"
#include "app/gfx/target.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(name) extern const PassType pass_##name;
PASS_LIST(X)
#undef X
#define X(name) &pass_##name,
static const PassType *const pass_types[] = {PASS_LIST(X)};
#undef X
enum { PASS_COUNT = sizeof pass_types / sizeof pass_types[0] };

typedef union PassState {
    unsigned char bytes[PASS_STATE_BYTES];
    max_align_t align;
} PassState;

typedef struct Passes {
    Program lines, thin_lines, joined_lines;
    PassState states[PASS_COUNT];
    int created;
} Passes;

// What the target shows. While only panels change, or the mouse wanders, it is shown again, as fine
// as it was drawn when there was time for it.
typedef struct Held {
    bool valid;
    uint64_t scene, without_hover; // fingerprints
    int samples;
    bool occlusion, no_edges, thin_wires, keep_shadow;
    size_t volume_lines;
} Held;

enum { SOFTWARE_PACE = 3 << 18 }; // indices: a list of about 100 MB

struct Renderer {
    Passes passes;
    int samples;
    Target target; // only when samples > 1
    Held held;
    bool reused;   // the last picture was the one before
    bool batching; // see renderer_set_batching
    size_t pace;   // see renderer_set_pace
    bool software;
};

static void passes_destroy(Passes *passes)
{
    for (int i = 0; i < passes->created; ++i)
        if (pass_types[i]->destroy)
            pass_types[i]->destroy(&passes->states[i]);
    program_destroy(&passes->lines);
    program_destroy(&passes->thin_lines);
    program_destroy(&passes->joined_lines);
    *passes = (Passes){0};
}

static bool passes_create(Passes *passes, Error *err)
{
    *passes = (Passes){0};
    bool ok = program_create(&passes->lines, "line", err) &&
              program_create(&passes->thin_lines, "line_thin", err) &&
              program_create(&passes->joined_lines, "line_joined", err);
    for (int i = 0; ok && i < PASS_COUNT; ++i) {
        assert(pass_types[i]->state_size <= PASS_STATE_BYTES);
        ok = !pass_types[i]->create || pass_types[i]->create(&passes->states[i], err);
        passes->created = i + 1;
    }
    if (!ok)
        passes_destroy(passes);
    return ok;
}

static bool gl_is_good_enough(Error *err)
{
    const char *version = glGetString ? (const char *)glGetString(GL_VERSION) : NULL;
    int major = 0, minor = 0;
    if (!version || sscanf(version, "%d.%d", &major, &minor) != 2)
        return error_set(err, "OpenGL 3.3 is needed, but no OpenGL context is there");
    if (major * 10 + minor < 33)
        return error_set(err, "OpenGL 3.3 is needed, this machine has %s", version);
    return true;
}

Renderer *renderer_create(Error *err)
{
    if (!gl_is_good_enough(err))
        return NULL;
    Renderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) {
        error_set(err, "out of memory");
        return NULL;
    }
    if (!passes_create(&renderer->passes, err)) {
        free(renderer);
        return NULL;
    }
    renderer->batching = true;
    const char *device = (const char *)glGetString(GL_RENDERER);
    renderer->software = device && (strstr(device, "llvmpipe") || strstr(device, "softpipe") ||
                                    strstr(device, "swrast"));
    renderer->pace = renderer->software ? SOFTWARE_PACE : SIZE_MAX;
    return renderer;
}

void renderer_destroy(Renderer *renderer)
{
    if (!renderer)
        return;
    passes_destroy(&renderer->passes);
    target_destroy(&renderer->target);
    free(renderer);
}

void renderer_set_samples(Renderer *renderer, int samples)
{
    renderer->samples = samples;
}

int renderer_samples(const Renderer *renderer)
{
    return renderer->samples;
}

void renderer_set_batching(Renderer *renderer, bool on)
{
    renderer->batching = on;
    renderer->held.valid = false;
}

void renderer_set_pace(Renderer *renderer, size_t indices)
{
    renderer->pace = indices;
    renderer->held.valid = false;
}

bool renderer_is_software(const Renderer *renderer)
{
    return renderer->software;
}

static void draw_passes(Renderer *renderer, Frame *frame)
{
    frame->lines = &renderer->passes.lines;
    frame->thin_lines = &renderer->passes.thin_lines;
    frame->joined_lines = &renderer->passes.joined_lines;
    frame->batching = renderer->batching;
    gpu_pace_begin(renderer->pace);
    glViewport(frame->x, frame->y, frame->width, frame->height);
    glScissor(frame->x, frame->y, frame->width, frame->height);
    glEnable(GL_SCISSOR_TEST); // keeps the clear, and everything else, inside
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glDisable(GL_STENCIL_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_DEPTH_TEST);
    glClearStencil(0);
    glStencilMask(0xFF);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    for (int i = 0; i < PASS_COUNT; ++i)
        pass_types[i]->draw(&renderer->passes.states[i], frame);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(0);
    glBindVertexArray(0);
}

// A target of the wanted size and quality, made anew only when either changed.
static bool prepare_target(Renderer *r, bool wanted, int width, int height)
{
    Target *t = &r->target;
    if (r->samples <= 1 && !wanted)
        return false;
    int samples = r->samples < 1 ? 1 : r->samples;
    if (t->draw && t->width == width && t->height == height && t->samples == samples)
        return true;
    target_destroy(t);
    r->held.valid = false;
    if (!target_create(t, width, height, samples, NULL))
        return false;        // drawn without antialiasing: a picture beats none
    r->samples = t->samples; // fewer than wished where the machine has no more
    return true;
}

static Held held_of(const Renderer *r, const DrawScene *scene)
{
    return (Held){.valid = true,
                  .scene = draw_scene_fingerprint(scene, 0),
                  .samples = r->samples,
                  .occlusion = scene->occlusion,
                  .no_edges = scene->no_edges,
                  .thin_wires = scene->thin_wires,
                  .keep_shadow = scene->keep_shadow,
                  .volume_lines = scene->volume_lines};
}

// The same scene, nowhere drawn more coarsely.
static bool serves(const Held *held, const Held *wanted)
{
    return held->valid && held->scene == wanted->scene && held->samples >= wanted->samples &&
           held->occlusion >= wanted->occlusion && held->no_edges <= wanted->no_edges &&
           held->thin_wires <= wanted->thin_wires && held->keep_shadow <= wanted->keep_shadow &&
           (held->volume_lines == 0 ||
            (wanted->volume_lines > 0 && held->volume_lines >= wanted->volume_lines));
}

static void show_target(const Renderer *r, GLuint draw, int x, int y)
{
    int width = r->target.width, height = r->target.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, r->target.resolved);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw);
    glBlitFramebuffer(0, 0, width, height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

void renderer_draw(Renderer *renderer, const DrawScene *scene, int x, int y, int width, int height)
{
    if (width < 1 || height < 1)
        return;
    GLint read, draw;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
    Held wanted = held_of(renderer, scene);
    const Target *target = &renderer->target;
    renderer->reused =
        target->width == width && target->height == height && serves(&renderer->held, &wanted);
    if (!renderer->reused) {
        if (!prepare_target(renderer, scene->occlusion, width, height)) {
            Frame frame = frame_create(scene, x, y, width, height);
            draw_passes(renderer, &frame);
            return;
        }
        Frame frame = frame_create(scene, 0, 0, width, height);
        frame.own_target = true;
        glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
        draw_passes(renderer, &frame);
        target_resolve(target);
        renderer->held = wanted;
        renderer->held.without_hover = draw_scene_fingerprint(scene, DRAW_HOVERED);
    }
    show_target(renderer, (GLuint)draw, x, y);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
}

bool renderer_differs_by_hover(const Renderer *renderer, const DrawScene *scene)
{
    const Held *held = &renderer->held;
    return held->valid && held->without_hover == draw_scene_fingerprint(scene, DRAW_HOVERED);
}

bool renderer_reused(const Renderer *renderer)
{
    return renderer->reused;
}
