#include "third_party/assimp/only_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Names {
    const char *path, *name;
} Names;
static Names names;

static FILE *stream_of(struct aiFile *file)
{
    return (FILE *)(void *)file->UserData;
}

static size_t read_some(struct aiFile *file, char *to, size_t size, size_t count)
{
    return fread(to, size, count, stream_of(file));
}

static size_t write_none(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    long at = ftell(stream_of(file));
    return at < 0 ? 0 : (size_t)at;
}

static size_t size_of(struct aiFile *file)
{
    FILE *stream = stream_of(file);
    long at = ftell(stream);
    if (fseek(stream, 0, SEEK_END) != 0)
        return 0;
    size_t size = tell(file);
    fseek(stream, at, SEEK_SET);
    return size;
}

static enum aiReturn seek(struct aiFile *file, size_t to, enum aiOrigin from)
{
    int whence = from == aiOrigin_SET ? SEEK_SET : from == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return fseek(stream_of(file), (long)to, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static void flush_none(struct aiFile *file)
{
    (void)file;
}

// The library asks for names that it has made of the given one, folders included.
static bool is_name(const char *asked)
{
    const char *slash = strrchr(asked, '/');
    return strcmp(slash ? slash + 1 : asked, names.name) == 0;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *mode)
{
    (void)io;
    if (!is_name(name) || mode[0] != 'r')
        return NULL;
    FILE *stream = fopen(names.path, "rb");
    struct aiFile *file = stream ? calloc(1, sizeof *file) : NULL;
    if (!file) {
        if (stream)
            fclose(stream);
        return NULL;
    }
    *file = (struct aiFile){.ReadProc = read_some,
                            .WriteProc = write_none,
                            .TellProc = tell,
                            .FileSizeProc = size_of,
                            .SeekProc = seek,
                            .FlushProc = flush_none,
                            .UserData = (aiUserData)(void *)stream};
    return file;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    fclose(stream_of(file));
    free(file);
}

struct aiFileIO only_file(const char *path, const char *name)
{
    names = (Names){path, name};
    return (struct aiFileIO){.OpenProc = open_file, .CloseProc = close_file, .UserData = NULL};
}
