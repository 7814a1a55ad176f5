#include "third_party/occt/cad_write.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static FILE *out;
static struct {
    enum CadTag tag;
    unsigned char *bytes;
    size_t size, capacity;
} record;

static void put(const void *from, size_t size)
{
    if (size > 0 && fwrite(from, size, 1, out) != 1)
        _exit(CAD_EXIT_REFUSED);
}

static void flush(void)
{
    if (fflush(out) != 0)
        _exit(CAD_EXIT_REFUSED);
}

void cad_begin(void)
{
    int to = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    out = to < 0 ? NULL : fdopen(to, "wb");
    if (!out || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        _exit(CAD_EXIT_REFUSED);
    const uint32_t version = CAD_STREAM_VERSION;
    put(CAD_STREAM_MAGIC, strlen(CAD_STREAM_MAGIC));
    put(&version, sizeof version);
    flush();
}

// The soft one ends the program with a signal that says why; the hard one is `grace` above it.
static void limit(int what, uint64_t most, uint64_t grace)
{
    struct rlimit is;
    if (getrlimit(what, &is) == 0 && (is.rlim_max == RLIM_INFINITY || most + grace < is.rlim_max)) {
        is.rlim_cur = most;
        is.rlim_max = most + grace;
        setrlimit(what, &is);
    }
}

void cad_limit(uint64_t bytes, uint64_t seconds)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 0, 0);
    if (bytes > 0)
        limit(RLIMIT_AS, bytes, 0);
    if (seconds > 0)
        limit(RLIMIT_CPU, seconds, 5);
}

void cad_open(enum CadTag tag)
{
    record.tag = tag;
    record.size = 0;
}

void cad_bytes(const void *from, size_t size)
{
    if (size > record.capacity - record.size) {
        size_t more = 2 * (record.size + size);
        unsigned char *bytes = realloc(record.bytes, more);
        if (!bytes)
            cad_refuse("not enough memory");
        record.bytes = bytes;
        record.capacity = more;
    }
    if (size > 0)
        memcpy(record.bytes + record.size, from, size);
    record.size += size;
}

void cad_u32(uint32_t value)
{
    cad_bytes(&value, sizeof value);
}

void cad_f64(double value)
{
    cad_bytes(&value, sizeof value);
}

size_t cad_length(const char *text)
{
    return strnlen(text, CAD_MOST_TEXT);
}

// Past the record: it may be the one that found no memory.
static void put_record(enum CadTag tag, const void *from, size_t size)
{
    const uint32_t head[2] = {(uint32_t)tag, 0};
    const uint64_t length = size;
    put(head, sizeof head);
    put(&length, sizeof length);
    put(from, size);
}

void cad_send(void)
{
    put_record(record.tag, record.bytes, record.size);
}

void cad_text(enum CadTag tag, const char *text)
{
    put_record(tag, text, cad_length(text));
}

void cad_refuse(const char *why)
{
    cad_text(CAD_ERROR, why);
    flush();
    _exit(CAD_EXIT_REFUSED);
}

void cad_progress(enum CadStep step, double fraction)
{
    static int last_step = -1, last = -1;
    int percent = (int)(100 * (fraction < 0 ? 0 : fraction > 1 ? 1 : fraction));
    if ((int)step == last_step && percent == last)
        return;
    last_step = (int)step;
    last = percent;
    const uint32_t said[2] = {(uint32_t)step, (uint32_t)percent * 10};
    put_record(CAD_PROGRESS, said, sizeof said);
    flush();
}

void cad_end(void)
{
    put_record(CAD_END, NULL, 0);
    flush();
}
