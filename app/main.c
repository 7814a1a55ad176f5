// snug: one program, one command per purpose. See commands/list.h.
#include "app/commands/command.h"

#include <stdio.h>
#include <string.h>

static const Command commands[] = {
#define X(name, note) {#name, note, command_##name},
    COMMAND_LIST(X)
#undef X
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("usage: snug [COMMAND] [ARGUMENTS]\n"
         "Moves parts of an assembly and shows where they meet.\n");
    for (int i = 0; i < COMMAND_COUNT; ++i)
        printf("  snug %-8s %s%s\n", commands[i].name, commands[i].note,
               i == 0 ? " (the default)" : "");
    puts("\n  snug COMMAND --help   what a command understands\n"
         "  snug --version");
}

static const Command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    char default_name[] = "view";
    if (argc < 2) {
        char *alone[] = {default_name, NULL};
        return commands[0].run(1, alone);
    }
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        print_help();
        return 0;
    }
    if (strcmp(first, "--version") == 0) {
        puts("snug " SNUG_VERSION);
        return 0;
    }
    const Command *command = find(first);
    if (!command) {
        fprintf(stderr, "snug: there is no command of this name; see snug --help\n");
        return 2;
    }
    return command->run(argc - 1, argv + 1);
}
