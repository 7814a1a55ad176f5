#include "app/commands/check_shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A whole number and nothing else; -1: it is none.
static long whole(const char *text)
{
    char *end;
    if (!text || text[0] < '0' || text[0] > '9')
        return -1;
    long value = strtol(text, &end, 10);
    return *end || value > INT32_MAX ? -1 : value;
}

static bool from_slurm(long *number, long *of)
{
    long id = whole(getenv("SLURM_ARRAY_TASK_ID")), least = whole(getenv("SLURM_ARRAY_TASK_MIN"));
    long step = whole(getenv("SLURM_ARRAY_TASK_STEP"));
    *of = whole(getenv("SLURM_ARRAY_TASK_COUNT"));
    *number = (id - (least >= 0 ? least : 1)) / (step > 0 ? step : 1) + 1;
    return id >= 0 && *of > 0;
}

static bool from_mpi(long *number, long *of)
{
    long rank = whole(getenv("OMPI_COMM_WORLD_RANK"));
    *of = whole(getenv("OMPI_COMM_WORLD_SIZE"));
    *number = rank + 1;
    return rank >= 0 && *of > 0;
}

static bool from_words(const char *text, long *number, long *of)
{
    char first[16];
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : sizeof first;
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    *number = whole(first);
    *of = whole(slash + 1);
    return true;
}

static bool name_output(CheckOptions *out, Error *err)
{
    static const char PLACE[] = "{shard}";
    const char *at = out->output ? strstr(out->output, PLACE) : NULL;
    if (!at)
        return true;
    int length =
        snprintf(out->shard_output, sizeof out->shard_output, "%.*s%d%s", (int)(at - out->output),
                 out->output, (int)out->shard, at + strlen(PLACE));
    if (length < 0 || (size_t)length >= sizeof out->shard_output)
        return error_set(err, "--output: the path is too long");
    out->output = out->shard_output;
    return true;
}

bool check_shard_take(const char *text, CheckOptions *out, Error *err)
{
    long number = 0, of = 0;
    bool automatic = strcmp(text, "auto") == 0;
    bool said = automatic ? from_slurm(&number, &of) || from_mpi(&number, &of)
                          : from_words(text, &number, &of);
    if (!said && automatic)
        return error_set(err,
                         "--shard auto: neither SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT "
                         "nor OMPI_COMM_WORLD_RANK and OMPI_COMM_WORLD_SIZE are set");
    if (!said || number < 1 || number > of || of > CHECK_MOST_SHARDS)
        return error_set(err,
                         "--shard: a share such as 3/16, the first is 1/16, at most %d of them",
                         (int)CHECK_MOST_SHARDS);
    out->shard = (int32_t)number;
    out->shards = (int32_t)of;
    return name_output(out, err);
}
