// Polygons in contact, filled with a signal colour over the surfaces they belong to.
#include "app/gfx/pass.h"

static bool create(void *state, Error *err)
{
    return program_create(state, "highlight", err);
}

// hidden: what something else is in front of; it leaves no depth behind.
static void draw_all(const Program *h, const Frame *frame, bool hidden)
{
    float rgb[3], model_view[16];
    for (size_t i = 0; i < frame->scene->triangle_count; ++i) {
        const DrawTriangles *t = &frame->scene->triangles[i];
        float opacity = hidden ? t->hidden_opacity : t->opacity;
        if (t->batch->count == 0 || !(opacity > 0))
            continue;
        frame_model_view(frame, &t->placement, model_view, NULL);
        colour_to_screen(t->colour, rgb);
        // The same triangles as below have the same depths; this decides against near misses.
        glPolygonOffset(-0.25f * (float)(1 + t->layer), -2.0f * (float)(1 + 2 * t->layer));
        glUniformMatrix4fv(h->model_view, 1, GL_FALSE, model_view);
        glUniform4f(h->colour, rgb[0], rgb[1], rgb[2], opacity);
        glBindVertexArray(t->batch->array);
        glDrawArrays(GL_TRIANGLES, 0, t->batch->count);
    }
}

static void draw(const void *state, const Frame *frame)
{
    const Program *h = state;
    frame_use(frame, h);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_POLYGON_OFFSET_FILL);
    draw_all(h, frame, false);
    // After all that is seen: the rest may shine through anything but contacts in front.
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    draw_all(h, frame, true);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    section_end();
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
}

const PassType pass_highlight = {"highlight", sizeof(Program), create, draw, program_destroy};
