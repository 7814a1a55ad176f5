// What went to graphics memory since the program began: for tests that nothing goes there twice.
#include "app/gfx/gpu.h"

static GfxUploads total;

GfxUploads gfx_uploads(void)
{
    return total;
}

void uploads_count_mesh(size_t bytes)
{
    ++total.meshes;
    total.bytes += bytes;
}

void uploads_count_batch(size_t bytes)
{
    ++total.batches;
    total.bytes += bytes;
}
