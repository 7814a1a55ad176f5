// The one place where stb_image_write is compiled; being a system header, its warnings stay quiet.
#include <stdlib.h>
#include <zlib.h>

// Its own compressor makes pictures half as large again, and takes longer.
static unsigned char *compress_rows(unsigned char *rows, int size, int *out_size, int quality)
{
    uLongf bytes = compressBound((uLong)size);
    unsigned char *out = malloc(bytes);
    if (out && compress2(out, &bytes, rows, (uLong)size, quality) != Z_OK) {
        free(out);
        out = NULL;
    }
    *out_size = out ? (int)bytes : 0;
    return out;
}

#define STBIW_ZLIB_COMPRESS compress_rows
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
