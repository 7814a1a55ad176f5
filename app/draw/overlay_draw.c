#include "app/draw/overlay_draw.h"

#include "app/stages/explode.h"

#include <stdlib.h>

static void forget(OverlayBuffers *buffers)
{
    for (int kind = 0; kind < 2; ++kind)
        volume_batch_destroy(buffers->batch[kind]);
    *buffers = (OverlayBuffers){0};
}

void overlay_draw_free(OverlayDraw *draw)
{
    for (size_t i = 0; i < draw->count; ++i)
        forget(&draw->buffers[i]);
    free(draw->buffers);
    *draw = (OverlayDraw){0};
}

static bool follow_entries(OverlayDraw *draw, size_t count)
{
    for (size_t i = count; i < draw->count; ++i)
        forget(&draw->buffers[i]);
    OverlayBuffers *buffers = realloc(draw->buffers, (count + 1) * sizeof *buffers);
    if (!buffers) {
        draw->count = count < draw->count ? count : draw->count;
        return false;
    }
    draw->buffers = buffers;
    for (; draw->count < count; ++draw->count)
        buffers[draw->count] = (OverlayBuffers){0};
    draw->count = count;
    return true;
}

// What failed once would fail again in every frame: it is tried once.
static void load(OverlayBuffers *buffers, const OverlayEntry *entry, Error *err)
{
    uint32_t wanted = entry->ready ? entry->number : 0;
    if (buffers->number == wanted)
        return;
    forget(buffers);
    buffers->number = wanted;
    for (int kind = 0; kind < 2 && wanted; ++kind)
        if (entry->lines[kind].count > 0)
            buffers->batch[kind] = volume_batch_create(&entry->lines[kind], err);
}

void overlay_draw_update(OverlayDraw *draw, const App *app, Error *err)
{
    const Overlay *overlay = &app->overlay;
    tree_palette(draw->palette);
    if (draw->count != overlay->count && !follow_entries(draw, overlay->count))
        error_set(err, "not enough memory to draw the volumes");
    for (size_t i = 0; i < draw->count; ++i)
        load(&draw->buffers[i], &overlay->entries[i], err);
}

size_t overlay_draw_list(const OverlayDraw *draw, const App *app, bool beside, DrawVolumes *out)
{
    const Overlay *overlay = &app->overlay;
    const PartOverlay *parts = beside ? overlay->beside : overlay->parts;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    size_t drawn = 0;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        int32_t shown = parts[i].shown;
        for (int kind = 0; shown != NO_OVERLAY && (size_t)shown < draw->count && kind < 2; ++kind)
            if (draw->buffers[shown].batch[kind])
                out[drawn++] =
                    (DrawVolumes){.batch = draw->buffers[shown].batch[kind],
                                  .placement = app_shown_placement(app, i),
                                  .hues = kind == VOLUMES_FILLED,
                                  .palette = overlay->entries[shown].paint ? draw->palette : NULL,
                                  .colour = theme->empty_cell,
                                  .opacity = app->document.view.overlay_opacity};
    }
    return drawn;
}
