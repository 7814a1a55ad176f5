#include "app/io/gltf_files.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stream {
    const char *bytes;
    size_t size, at;
    const Job *job;
} Stream;

static size_t stream_read(struct aiFile *file, char *to, size_t size, size_t count)
{
    Stream *stream = (Stream *)file->UserData;
    if (size == 0 || job_cancelled(stream->job))
        return 0;
    size_t whole = (stream->size - stream->at) / size;
    if (count < whole)
        whole = count;
    memcpy(to, stream->bytes + stream->at, whole * size);
    stream->at += whole * size;
    return whole;
}

static size_t stream_write(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t stream_tell(struct aiFile *file)
{
    return ((const Stream *)(void *)file->UserData)->at;
}

static size_t stream_size(struct aiFile *file)
{
    return ((const Stream *)(void *)file->UserData)->size;
}

static enum aiReturn stream_seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    Stream *stream = (Stream *)(void *)file->UserData;
    size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? stream->at : stream->size;
    if (offset > stream->size || base > stream->size - offset)
        return aiReturn_FAILURE;
    stream->at = base + offset;
    return aiReturn_SUCCESS;
}

static void stream_flush(struct aiFile *file)
{
    (void)file;
}

static bool ends_with(const char *path, const char *name)
{
    size_t length = strlen(path), wanted = strlen(name);
    return length >= wanted && strcmp(path + length - wanted, name) == 0;
}

static struct aiFile *open_stream(struct aiFileIO *io, const char *path, const char *mode)
{
    const MemoryFiles *files = (const MemoryFiles *)(void *)io->UserData;
    bool text = ends_with(path, "scene.gltf");
    if ((!text && !ends_with(path, "data.bin")) || !mode || mode[0] != 'r')
        return NULL;
    struct aiFile *file = calloc(1, sizeof *file);
    Stream *stream = calloc(1, sizeof *stream);
    if (!file || !stream) {
        free(file);
        free(stream);
        return NULL;
    }
    const GltfReduced *reduced = files->reduced;
    stream->bytes = text ? reduced->text.text : (const char *)reduced->data.data;
    stream->size = text ? reduced->text.length : reduced->data.size;
    stream->job = files->job;
    *file = (struct aiFile){.ReadProc = stream_read,
                            .WriteProc = stream_write,
                            .TellProc = stream_tell,
                            .FileSizeProc = stream_size,
                            .SeekProc = stream_seek,
                            .FlushProc = stream_flush,
                            .UserData = (void *)stream};
    return file;
}

static void close_stream(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    if (file)
        free((void *)file->UserData);
    free(file);
}

struct aiFileIO memory_file_io(MemoryFiles *files)
{
    return (struct aiFileIO){open_stream, close_stream, (void *)files};
}
