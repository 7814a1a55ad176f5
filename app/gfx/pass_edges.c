// Feature edges over the surfaces: thin and dark, or in the accent colour where a part is selected.
#include "app/gfx/part_batch.h"
#include "app/gfx/pass.h"

static bool create(void *state, Error *err)
{
    (void)err;
    part_programs_batch(state, "line"); // by themselves parts have those of the frame
    return true;
}

// What is the same for all parts of a batch.
enum EdgeLook { EDGES_PLAIN, EDGES_DRAWN, EDGES_BLOCKER, EDGES_SELECTED, EDGES_XRAY = 16 };

static LineStyle style_of(const Frame *frame, unsigned look)
{
    const Theme *theme = frame->theme;
    const struct {
        uint32_t colour;
        float width;
    } looks[] = {[EDGES_PLAIN] = {theme->edge, 1.1f},
                 [EDGES_DRAWN] = {theme->ink, 1.3f},
                 [EDGES_BLOCKER] = {theme->alert, 1.6f},
                 [EDGES_SELECTED] = {theme->accent, 2}};
    unsigned kind = look & ~(unsigned)EDGES_XRAY;
    LineStyle style = {.opacity = 1, .width = looks[kind].width, .hidden_opacity = 1};
    style.width *= frame->pixel_scale;
    colour_to_screen(looks[kind].colour, style.rgb);
    return style;
}

// Whether the part shows its edges, and how.
static bool edge_look(const Frame *frame, const DrawPart *part, unsigned *look, float *opacity)
{
    bool selected = part->flags & DRAW_SELECTED, blocker = part->flags & DRAW_BLOCKER;
    bool drawing = part->flags & (DRAW_OUTLINED | DRAW_XRAY);
    // A selected part shows its edges even where edges are switched off.
    bool edges = part->flags & DRAW_EDGES && !frame->scene->no_edges;
    if (!edges && !selected && !drawing && !blocker)
        return false;
    if (part->flags & DRAW_WIREFRAME || frame_visibility(frame, part) == OUT_OF_VIEW)
        return false;
    *look = selected  ? EDGES_SELECTED
            : blocker ? EDGES_BLOCKER
            : drawing ? EDGES_DRAWN
                      : EDGES_PLAIN;
    *opacity = selected ? 1 : blocker ? BLOCKER_OPACITY : drawing ? 1 : 0.8f;
    float gap = frame_pixels(frame, part, part->mesh->feature_spacing) / frame->pixel_scale;
    *opacity *=
        blocker && !selected ? blocker_density_opacity(gap) : line_density_opacity(gap, 5, 0.3f);
    if (part->flags & (DRAW_FADED | DRAW_GHOST))
        *opacity *= 0.35f;
    if (part->flags & DRAW_XRAY) {
        *look |= EDGES_XRAY;
        *opacity *= 0.5f; // seen through everything else, too
    }
    return true;
}

// Without specks.
static GLsizei features_seen(const Frame *frame, const DrawPart *part)
{
    const GpuMesh *mesh = part->mesh;
    double pixels = (double)(frame_pixels(frame, part, 1) / frame->pixel_scale);
    return (GLsizei)(2 *
                     render_mesh_features_seen(mesh->feature_counts, (double)mesh->radius, pixels));
}

static void draw_singly(const Frame *frame, bool through)
{
    float model_view[16], opacity;
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        unsigned look;
        if ((through && !(part->flags & DRAW_XRAY)) || !edge_look(frame, part, &look, &opacity))
            continue;
        LineStyle style = style_of(frame, look);
        style.opacity = opacity;
        frame_model_view(frame, &part->placement, model_view, NULL);
        line_program_set(frame->lines, model_view, NULL, &style);
        glBindVertexArray(part->mesh->edges);
        gpu_draw(GL_LINES, &part->mesh->edge_start, 0, features_seen(frame, part));
    }
}

static void gather(PartBatch *batch, const Frame *frame)
{
    for (size_t i = 0; i < frame->scene->part_count; ++i) {
        const DrawPart *part = &frame->scene->parts[i];
        unsigned look;
        float extra[3] = {0, 0, 0};
        if (edge_look(frame, part, &look, &extra[0]))
            part_batch_add(batch, part->mesh->edges, look, &part->mesh->edge_start,
                           features_seen(frame, part), frame, &part->placement, extra);
    }
}

static void draw_batch(const PartPrograms *e, const Frame *frame, bool through)
{
    static const float unused[16] = {0};
    for (size_t i = 0; i < e->batch->run_count; ++i) {
        const BatchRun *run = &e->batch->runs[i];
        if (through && !(run->look & EDGES_XRAY))
            continue;
        LineStyle style = style_of(frame, (unsigned)run->look);
        line_program_set(&e->many, unused, NULL, &style);
        part_batch_draw(e->batch, run, GL_LINES);
    }
}

static void draw(const void *state, const Frame *frame)
{
    const PartPrograms *e = state;
    bool many = frame->batching && e->batch;
    if (many) {
        part_batch_begin(e->batch);
        gather(e->batch, frame);
        part_batch_send(e->batch);
        many = !e->batch->failed;
    }
    line_program_begin_cut(many ? &e->many : frame->lines, frame);
    for (int through = 0; through < 2; ++through) {
        glDepthFunc(through ? GL_GREATER : GL_LEQUAL);
        if (many)
            draw_batch(e, frame, through);
        else
            draw_singly(frame, through);
    }
    glDepthFunc(GL_LEQUAL);
    line_program_end();
}

const PassType pass_edges = {"edges", sizeof(PartPrograms), create, draw, part_programs_destroy};
