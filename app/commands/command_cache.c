// snug cache: where results are kept between runs, how much, and how to be rid of it.
#include "app/commands/command.h"
#include "app/commands/options.h"
#include "app/io/cache_folder.h"

#include <stdio.h>

static void print_help(void)
{
    puts("usage: snug cache [options]\n"
         "Says where is kept what was made of files that were opened before, and how much it is.\n"
         "The environment variable SNUG_CACHE_SIZE limits it: a size such as 500MB, none, or off.");
    options_print(&cache_options);
}

static double megabytes(uint64_t bytes)
{
    return 1e-6 * (double)bytes;
}

static int list(const char *folder, bool every)
{
    CacheList files;
    Error err = {""};
    if (!cache_list(folder, &files, &err)) {
        fprintf(stderr, "snug cache: %s\n", err.text);
        return 2;
    }
    for (size_t i = 0; i < files.count && every; ++i) {
        struct tm when;
        char text[32] = "";
        if (localtime_r(&files.files[i].used.tv_sec, &when))
            strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &when);
        printf("%s  %9.3f MB  %s\n", text, megabytes(files.files[i].bytes), files.files[i].name);
    }
    uint64_t limit = cache_limit(&err);
    printf("%s: %zu files, %.1f MB", folder, files.count, megabytes(files.bytes));
    if (limit == 0)
        puts("; it is switched off by SNUG_CACHE_SIZE");
    else if (limit == UINT64_MAX)
        puts("; there is no limit");
    else
        printf(" of at most %.0f MB\n", megabytes(limit));
    cache_list_free(&files);
    if (err.text[0])
        fprintf(stderr, "snug cache: %s\n", err.text);
    return 0;
}

static int clear(const char *folder)
{
    size_t count;
    uint64_t bytes;
    Error err = {""};
    bool good = cache_clear(folder, &count, &bytes, &err);
    printf("%s: removed %zu files, %.1f MB\n", folder, count, megabytes(bytes));
    if (!good)
        fprintf(stderr, "snug cache: %s\n", err.text);
    return good ? 0 : 2;
}

int command_cache(int argc, char **argv)
{
    OptionWords words;
    Error err = {""};
    char folder[PATH_MAX];
    int code = 2;
    bool good = options_parse(&cache_options, argc, argv, &words, &err);
    if (good && words.other_count > 0)
        good = error_set(&err, "%.200s: opens no files", words.others[0]);
    if (good && words.help) {
        print_help();
        code = 0;
    } else if (good && cache_folder(false, folder, &err)) {
        code = words.text[CACHE_CLEAR] ? clear(folder) : list(folder, words.text[CACHE_LIST]);
    }
    if (err.text[0])
        fprintf(stderr, "snug cache: %s\n", err.text);
    options_free(&words);
    return code;
}
