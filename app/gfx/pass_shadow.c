// What stands on the floor darkens it, softly, as under an overcast sky: parts look placed instead
// of pasted. The parts are drawn once from above into a small picture, which is blurred and then
// laid on the floor. The picture is made anew only when a part has moved; where that would cost a
// drag its fluency (keep_shadow), the last one serves until everything stands still again.
#include "app/gfx/pass.h"
#include "app/gfx/target.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 256 };
static const double MARGIN = 0.1; // share of the width of what is shown

typedef struct ShadowPicture {
    GLuint textures[2], frames[2];
    bool made, drawn;
    uint64_t casters; // what it shows
    Vec3d centre;     // on the floor
    double half;      // of its width
} ShadowPicture;

typedef struct Shadow {
    Program cast, blur, apply;
    GLuint array;
    ShadowPicture *picture;
} Shadow;

static bool create(void *state, Error *err)
{
    Shadow *s = state;
    if (!program_create(&s->cast, "shadow", err) || !program_create(&s->blur, "shadow_blur", err) ||
        !program_create(&s->apply, "shadow_apply", err))
        return false;
    s->picture = calloc(1, sizeof *s->picture);
    if (!s->picture)
        return error_set(err, "out of memory");
    glGenVertexArrays(1, &s->array);
    return true;
}

static bool prepare(ShadowPicture *p)
{
    if (p->made)
        return p->frames[0];
    p->made = true;
    bool ok = true;
    glGenTextures(2, p->textures);
    glGenFramebuffers(2, p->frames);
    for (int i = 0; i < 2; ++i)
        ok = target_texture(p->frames[i], p->textures[i], false, SIZE, SIZE) && ok;
    if (!ok) { // not tried again in every frame
        glDeleteFramebuffers(2, p->frames);
        p->frames[0] = p->frames[1] = 0;
    }
    return ok;
}

static bool casts(const DrawPart *part)
{
    return !(part->flags & (DRAW_GHOST | DRAW_DIMMED));
}

static uint64_t hash_casters(const DrawScene *scene)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < scene->part_count; ++i) {
        const DrawPart *part = &scene->parts[i];
        uint64_t words[13];
        if (!casts(part))
            continue;
        memcpy(words, &part->placement.m, 9 * sizeof *words);
        memcpy(words + 9, &part->placement.p, 3 * sizeof *words);
        words[12] = part->mesh->serial;
        for (int k = 0; k < 13; ++k)
            hash = (hash ^ words[k] ^ words[k] >> 29) * 0x100000001B3u;
    }
    // What else it depends on: the floor, and what is cut away.
    const SectionPlane *cut = &scene->section;
    const double more[7] = {scene->floor.lo.y, cut->point.x,  cut->point.y, cut->point.z,
                            cut->normal.x,     cut->normal.y, cut->normal.z};
    for (int k = 0; k < (cut->on ? 7 : 1); ++k) {
        uint64_t word;
        memcpy(&word, &more[k], sizeof word);
        hash = (hash ^ word ^ word >> 29) * 0x100000001B3u;
    }
    return hash;
}

// From the part's frame to the picture: left and right, up and down, height over the floor in
// widths of the picture. In doubles, rounded at the end.
static void placement_matrix(const ShadowPicture *p, const Affine *placement, float out[16])
{
    static const int rows[3] = {0, 2, 1};
    for (int r = 0; r < 3; ++r) {
        int axis = rows[r];
        for (int c = 0; c < 3; ++c)
            out[4 * c + r] = (float)(placement->m[axis][c] / p->half);
        out[12 + r] = (float)((placement->p.v[axis] - p->centre.v[axis]) / p->half);
        out[4 * r + 3] = 0;
    }
    out[15] = 1;
}

// The section plane, where placement_matrix leads to. What it cuts away casts nothing.
static void set_section(const Shadow *s, const SectionPlane *cut)
{
    const ShadowPicture *p = s->picture;
    if (!cut->on) {
        glUniform4f(s->cast.section, 0, 0, 0, 1);
        return;
    }
    double rest = section_depth(cut, p->centre) / p->half;
    glUniform4f(s->cast.section, (float)-cut->normal.x, (float)-cut->normal.z,
                (float)-cut->normal.y, (float)rest);
    glEnable(GL_CLIP_DISTANCE0);
}

static void cast_all(const Shadow *s, const DrawScene *scene)
{
    float matrix[16];
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->picture->frames[0]);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(s->cast.program);
    set_section(s, &scene->section);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX); // what is nearest to the floor counts
    for (size_t i = 0; i < scene->part_count; ++i) {
        const DrawPart *part = &scene->parts[i];
        if (!casts(part))
            continue;
        placement_matrix(s->picture, &part->placement, matrix);
        glUniformMatrix4fv(s->cast.placement, 1, GL_FALSE, matrix);
        glBindVertexArray(part->mesh->faces);
        gpu_draw(GL_TRIANGLES, &part->mesh->face_start, 0, part->mesh->index_count);
    }
    section_end();
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
}

// There and back, along the rows and along the columns.
static void soften(const Shadow *s)
{
    const float step = 1.0f / SIZE;
    glUseProgram(s->blur.program);
    glBindVertexArray(s->array);
    for (int i = 0; i < 2; ++i) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->picture->frames[1 - i]);
        glBindTexture(GL_TEXTURE_2D, s->picture->textures[i]);
        glUniform2f(s->blur.step_size, i == 0 ? step : 0, i == 0 ? 0 : step);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void renew(const Shadow *s, const Frame *frame, uint64_t casters)
{
    ShadowPicture *p = s->picture;
    const DrawScene *scene = frame->scene;
    const Box3d *box = &scene->bounds;
    double width = fmax(box->hi.x - box->lo.x, box->hi.z - box->lo.z);
    p->casters = casters;
    p->half = width * (0.5 + MARGIN);
    p->centre = vec3d_lerp(box->lo, box->hi, 0.5);
    p->centre.y = scene->floor.lo.y;
    p->drawn = isfinite(p->half) && p->half > 0;
    GLint draws, reads;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draws);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads);
    if (p->drawn && prepare(p)) {
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_DEPTH_TEST);
        glViewport(0, 0, SIZE, SIZE);
        cast_all(s, scene);
        soften(s);
        glViewport(frame->x, frame->y, frame->width, frame->height);
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_SCISSOR_TEST);
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draws);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)reads);
}

static void lay_down(const Shadow *s, const Frame *frame)
{
    const ShadowPicture *p = s->picture;
    Affine placement = affine_identity();
    float model_view[16], tint[3];
    placement.p = p->centre;
    placement.m[0][0] = placement.m[2][2] = p->half;
    frame_model_view(frame, &placement, model_view, NULL);
    colour_to_screen(frame->theme->shadow, tint);
    glUseProgram(s->apply.program);
    glUniformMatrix4fv(s->apply.model_view, 1, GL_FALSE, model_view);
    glUniformMatrix4fv(s->apply.projection, 1, GL_FALSE, frame->projection);
    glUniform3fv(s->apply.tint, 1, tint);
    glBindTexture(GL_TEXTURE_2D, p->textures[0]);
    glBindVertexArray(s->array);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_COLOR, GL_ZERO);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void draw(const void *state, const Frame *frame)
{
    const Shadow *s = state;
    const DrawScene *scene = frame->scene;
    ShadowPicture *p = s->picture;
    // From below the floor would be in front of everything.
    if (!scene->shadow || scene->part_count == 0 ||
        camera_eye(&scene->camera).y <= scene->floor.lo.y)
        return;
    if (!p->drawn || !scene->keep_shadow) {
        uint64_t casters = hash_casters(scene);
        if (!p->drawn || casters != p->casters)
            renew(s, frame, casters);
    }
    if (p->drawn && p->frames[0])
        lay_down(s, frame);
}

static void destroy(void *state)
{
    Shadow *s = state;
    if (s->picture) {
        glDeleteTextures(2, s->picture->textures);
        glDeleteFramebuffers(2, s->picture->frames);
    }
    free(s->picture);
    program_destroy(&s->cast);
    program_destroy(&s->blur);
    program_destroy(&s->apply);
    glDeleteVertexArrays(1, &s->array);
}

const PassType pass_shadow = {"shadow", sizeof(Shadow), create, draw, destroy};
