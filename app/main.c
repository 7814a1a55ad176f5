// snug: one program, one command per purpose. See commands/list.h.
#include "app/commands/command.h"

#include "app/commands/options_shell.h"
#include "app/lab/commit.h"
#include "app/lab/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Command commands[] = {
#define X(name, note) {#name, note, command_##name},
    COMMAND_LIST(X)
#undef X
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("usage: snug [COMMAND] [ARGUMENTS]\n"
         "       snug FILE...\n"
         "Moves parts of an assembly and shows where they meet.\n");
    for (int i = 0; i < COMMAND_COUNT; ++i)
        printf("  snug %-8s %s%s\n", commands[i].name, commands[i].note,
               i == 0 ? " (the default)" : "");
    puts("\n  snug COMMAND --help   what a command understands\n"
         "  snug --completion bash|zsh|fish   what these shells complete, to be read by them\n"
         "  snug --version");
}

static const Command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

// What is no command may be what is to be opened, or how. A single word that names no file is
// more likely a command that is spelt wrong.
static bool is_for_the_viewer(const char *word)
{
    return word[0] == '-' || strpbrk(word, "./") || access(word, F_OK) == 0;
}

// The usual command with all of the arguments.
static int run_default(int argc, char **argv)
{
    static char name[] = "view";
    char **all = calloc((size_t)argc + 2, sizeof *all); // with a name, and a NULL at the end
    if (!all) {
        fputs("snug: not enough memory\n", stderr);
        return 1;
    }
    memcpy(all, argv, (size_t)argc * sizeof *all);
    all[0] = name;
    int code = commands[0].run(argc > 0 ? argc : 1, all);
    free(all);
    return code;
}

// Lists for other programs. -1: not asked for.
static int print_for_programs(int argc, char **argv)
{
    bool completion = strcmp(argv[1], "--completion") == 0;
    if (!completion && strcmp(argv[1], "--roff") != 0)
        return -1;
    if (argc == 3 && (completion ? options_print_completion : options_print_roff)(argv[2]))
        return 0;
    fprintf(stderr, "snug: %s: %s\n", argv[1],
            completion ? "bash, zsh or fish must follow" : "the name of a command must follow");
    return 2;
}

int main(int argc, char **argv)
{
    lab_set_commit(snug_commit);
    if (argc < 2)
        return run_default(argc, argv);
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        print_help();
        return 0;
    }
    if (strcmp(first, "--version") == 0) {
        puts("snug " SNUG_VERSION);
        return 0;
    }
    int code = print_for_programs(argc, argv);
    if (code >= 0)
        return code;
    const Command *command = find(first);
    if (command)
        return command->run(argc - 1, argv + 1);
    if (is_for_the_viewer(first))
        return run_default(argc, argv);
    fprintf(stderr, "snug: there is no command and no file \"%.200s\"; see snug --help\n", first);
    return 2;
}
