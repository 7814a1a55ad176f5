// Volumes of the hierarchies, up to hundreds of thousands of them: lines of one pixel as GL draws
// them, each volume in as much detail as it has pixels and as the frame can afford.
#include "app/gfx/pass.h"
#include "core/base/array.h"

// Quads with soft borders, as other lines have, up to this many lines; beyond they cost too much.
enum { MAX_SOFT_LINES = 3000 };
static const float SOFT_WIDTH = 1.3f, HIDDEN_OPACITY = 0.2f;

// Of one batch in one frame: volumes [until[k-1], until[k]) are drawn in detail k.
typedef struct Ranges {
    size_t until[VOLUME_DETAIL_COUNT];
} Ranges;

static bool create(void *state, Error *err)
{
    return program_create(state, "thin", err);
}

// How many volumes are at least this large. Sizes go down.
static size_t count_larger(const VolumeBatch *batch, double size)
{
    size_t low = 0, high = batch->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)batch->sizes[middle] >= size)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t points_until(const DetailBuffer *detail, size_t volumes)
{
    return volumes > 0 ? detail->ends[volumes - 1] : 0;
}

// thrift: raises the number of pixels from which on a volume gets a detail. Returns lines.
static size_t find_ranges(const VolumeBatch *batch, double per_unit, double thrift, Ranges *ranges)
{
    const double least_px[VOLUME_DETAIL_COUNT] = {
        [VOLUME_FINE] = fmax(48, 5 * thrift),    [VOLUME_COARSE] = fmax(14, 2.5 * thrift),
        [VOLUME_ROUGH] = fmax(6, thrift),        [VOLUME_SKETCH] = fmax(2.5, thrift / 4),
        [VOLUME_SPECK] = fmax(0.5, thrift / 16),
    };
    size_t before = 0, points = 0;
    for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
        const DetailBuffer *detail = &batch->detail[k];
        size_t n = per_unit > 0 ? count_larger(batch, least_px[k] / per_unit) : 0;
        n = n < detail->count ? n : detail->count;
        n = n > before ? n : before;
        if (n > before)
            points += points_until(detail, n) - points_until(detail, before);
        before = ranges->until[k] = n;
    }
    return points / 2;
}

static size_t count_lines(const DrawScene *scene, const double *per_unit, double thrift)
{
    size_t lines = 0;
    Ranges ignored;
    for (size_t i = 0; i < scene->volume_count; ++i)
        lines += find_ranges(scene->volumes[i].batch, per_unit[i], thrift, &ignored);
    return lines;
}

// The least thrift that keeps within the budget.
static double find_thrift(const DrawScene *scene, const double *per_unit, size_t *lines)
{
    const double step = 1.2, most = 4096;
    double thrift = 1;
    *lines = count_lines(scene, per_unit, thrift);
    while (scene->volume_lines > 0 && *lines > scene->volume_lines && thrift < most)
        *lines = count_lines(scene, per_unit, thrift *= step);
    return thrift;
}

// The same for soft lines and thin ones: what a volume is drawn with has been set.
static void draw_ranges(const VolumeBatch *batch, const Ranges *ranges)
{
    size_t before = 0;
    for (int k = 0; k < VOLUME_DETAIL_COUNT; before = ranges->until[k++]) {
        const DetailBuffer *detail = &batch->detail[k];
        if (ranges->until[k] == before)
            continue;
        size_t from = points_until(detail, before), to = points_until(detail, ranges->until[k]);
        glBindVertexArray(detail->array);
        glDrawArrays(GL_LINES, (GLint)from, (GLsizei)(to - from));
    }
}

// projection * pull * model_view
static void set_thin(const Program *v, const Frame *frame, const float model_view[16],
                     const LineStyle *style)
{
    float m[16], section[4];
    for (int c = 0; c < 4; ++c) {
        section[c] = 0;
        for (int k = 0; k < 4; ++k)
            section[c] += frame->section[k] * model_view[4 * c + k];
        for (int r = 0; r < 4; ++r) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) {
                float eye = model_view[4 * c + k] * (k < 3 ? frame->pull[0] : 1);
                if (k == 2 && c == 3)
                    eye += frame->pull[1];
                sum += frame->projection[4 * k + r] * eye;
            }
            m[4 * c + r] = sum;
        }
    }
    glUniformMatrix4fv(v->to_clip, 1, GL_FALSE, m);
    glUniform4fv(v->section, 1, section);
    glUniform1i(v->use_hues, style->hues);
    glUniform4f(v->colour, style->rgb[0], style->rgb[1], style->rgb[2], style->opacity);
}

// opacity: a factor.
static void draw_batches(const Program *v, const Frame *frame, const double *per_unit,
                         double thrift, bool soft, float opacity)
{
    for (size_t i = 0; i < frame->scene->volume_count; ++i) {
        const DrawVolumes *volumes = &frame->scene->volumes[i];
        Ranges ranges;
        if (find_ranges(volumes->batch, per_unit[i], thrift, &ranges) == 0)
            continue;
        float model_view[16];
        LineStyle style = {.opacity = opacity * volumes->opacity,
                           .width = SOFT_WIDTH * frame->pixel_scale,
                           .hues = volumes->hues};
        colour_to_screen(volumes->colour, style.rgb);
        if (volumes->hues && volumes->palette)
            set_hues(soft ? frame->lines : v, volumes->palette, VOLUME_PALETTE);
        else if (volumes->hues)
            set_hues(soft ? frame->lines : v, frame->theme->hues, THEME_HUES);
        frame_model_view(frame, &volumes->placement, model_view, NULL);
        if (soft)
            line_program_set(frame->lines, model_view, NULL, &style);
        else
            set_thin(v, frame, model_view, &style);
        draw_ranges(volumes->batch, &ranges);
    }
}

static void draw_all(const Program *v, const Frame *frame, const double *per_unit)
{
    size_t lines;
    double thrift = find_thrift(frame->scene, per_unit, &lines);
    bool soft = lines <= MAX_SOFT_LINES;
    line_program_begin_cut(frame->lines, frame); // blending too
    if (!soft)
        frame_use(frame, v);
    draw_batches(v, frame, per_unit, thrift, soft, 1);
    if (soft) { // what lies behind or inside the parts is faint: the shape can be read as a whole
        glDepthFunc(GL_GREATER);
        draw_batches(v, frame, per_unit, thrift, soft, HIDDEN_OPACITY);
        glDepthFunc(GL_LEQUAL);
    }
    section_end();
    line_program_end();
}

static void draw(const void *state, const Frame *frame)
{
    const DrawScene *scene = frame->scene;
    double *per_unit =
        scene->volume_count > 0 ? array_alloc(scene->volume_count, sizeof *per_unit) : NULL;
    if (!per_unit)
        return;
    for (size_t i = 0; i < scene->volume_count; ++i) {
        const DrawVolumes *v = &scene->volumes[i];
        const VolumeBatch *batch = v->batch;
        bool seen = frame_ball_visibility(frame, &v->placement, batch->centre, batch->radius) !=
                    OUT_OF_VIEW;
        per_unit[i] = seen ? frame_pixels_per_unit(frame, &v->placement, batch->centre) /
                                 (double)frame->pixel_scale
                           : 0;
    }
    draw_all(state, frame, per_unit);
    free(per_unit);
}

const PassType pass_volumes = {"volumes", sizeof(Program), create, draw, program_destroy};
