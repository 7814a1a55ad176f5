// What shells and the manual page know of the options, written from the same lists as --help.
#include "app/commands/options_shell.h"
#include "app/commands/command.h"
#include "app/commands/options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const OptionList *const lists[] = {&view_options,  &check_options, &compare_options,
                                          &merge_options, &tour_options,  &cache_options,
                                          &bench_options};
enum { LIST_COUNT = sizeof lists / sizeof *lists, NAME_SIZE = 128 };

static const char *command_note(const char *name)
{
#define X(command, note)                                                                           \
    if (strcmp(name, #command) == 0)                                                               \
        return note;
    COMMAND_LIST(X)
#undef X
    return "";
}

// Names of the list, or of benchmarks where an option has none, each after a blank.
static void print_values(const OptionRow *row)
{
    char name[NAME_SIZE];
    for (int i = 0; option_value(row->values, i, name, NAME_SIZE); ++i)
        printf("%s%s", i > 0 ? " " : "", name);
}

static void print_benchmarks(void)
{
    for (int i = 0; command_bench_name(i); ++i)
        printf("%s%s", i > 0 ? " " : "", command_bench_name(i));
}

static void print_bash_values(const OptionList *list)
{
    printf("    %s)\n        case $before in\n", list->command);
    for (int i = 0; i < list->count; ++i) {
        const OptionRow *row = &list->rows[i];
        if (row->values == VALUES_NONE)
            continue;
        printf("        %s) ", row->name);
        if (row->values == VALUES_FILES) {
            printf("files=1 ;;\n");
        } else {
            printf("words='");
            print_values(row);
            printf("' ;;\n");
        }
    }
    printf("        *)\n            files=%d\n            words='", list != &bench_options);
    for (int i = 0; i < list->count; ++i)
        printf("%s ", list->rows[i].name);
    printf("--help");
    if (list == &bench_options) {
        putchar(' ');
        print_benchmarks();
    }
    printf("' ;;\n        esac ;;\n");
}

// Words are proposed only where they fit what was typed, files wherever one may stand.
static void print_bash(void)
{
    puts("# Completion of snug in bash, written by `snug --completion bash`.\n"
         "_snug() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    local command=${COMP_WORDS[1]} words='' files=''\n"
         "    COMPREPLY=()");
    printf("    case $command in\n    ");
    for (int l = 0; l < LIST_COUNT; ++l)
        printf("%s%s", l > 0 ? " | " : "", lists[l]->command);
    puts(") ;;\n    *) command=view ;;\n    esac\n    case $command in");
    for (int l = 0; l < LIST_COUNT; ++l)
        print_bash_values(lists[l]);
    printf("    esac\n    [ \"$COMP_CWORD\" -gt 1 ] || words+=' --version");
    for (int l = 0; l < LIST_COUNT; ++l)
        printf(" %s", lists[l]->command);
    puts("'\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "    if [ \"$files\" = 1 ]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
         "    fi\n"
         "}\n"
         "complete -F _snug snug");
}

// Within single quotes of zsh and fish; brackets and colons mean something to zsh.
static void print_quoted(const char *text, bool zsh)
{
    for (; *text; ++text)
        if (*text == '\'')
            fputs(zsh ? "'\\''" : "\\'", stdout);
        else if (zsh && strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

static void print_zsh_row(const OptionRow *row)
{
    printf("        '%s%s[", row->name, row->values == VALUES_NONE ? "" : "=");
    print_quoted(row->note, true);
    putchar(']');
    int words = row->values == VALUES_NONE ? 0 : strchr(row->value, ' ') ? 2 : 1;
    for (int i = 0; i < words; ++i) {
        putchar(':');
        print_quoted(row->value, true);
        putchar(':');
        if (row->values == VALUES_FILES)
            printf("_files");
        else if (row->values != VALUES_TEXT) {
            putchar('(');
            print_values(row);
            putchar(')');
        }
    }
    puts("' \\");
}

static void print_zsh(void)
{
    puts("#compdef snug\n"
         "# Completion of snug in zsh, written by `snug --completion zsh`.\n"
         "local command=view\n"
         "local -a commands=(");
    for (int l = 0; l < LIST_COUNT; ++l) {
        printf("    '%s:", lists[l]->command);
        print_quoted(command_note(lists[l]->command), true);
        puts("'");
    }
    puts(")\n"
         "if ((CURRENT == 2)); then\n"
         "    _describe command commands\n"
         "elif (($commands[(I)$words[2]:*])); then\n"
         "    command=$words[2]\n"
         "    shift words\n"
         "    ((CURRENT--))\n"
         "fi\n"
         "case $command in");
    for (int l = 0; l < LIST_COUNT; ++l) {
        printf("%s)\n    _arguments \\\n", lists[l]->command);
        for (int i = 0; i < lists[l]->count; ++i)
            print_zsh_row(&lists[l]->rows[i]);
        puts("        '--help[what the command understands]' \\");
        if (lists[l] == &bench_options) {
            printf("        '*:benchmark:(");
            print_benchmarks();
            puts(")' ;;");
        } else {
            puts("        '*:file:_files' ;;");
        }
    }
    puts("esac");
}

static void print_fish(void)
{
    puts("# Completion of snug in fish, written by `snug --completion fish`.");
    for (int l = 0; l < LIST_COUNT; ++l) {
        const char *command = lists[l]->command;
        printf("complete -c snug -n __fish_use_subcommand -a %s -d '", command);
        print_quoted(command_note(command), false);
        puts("'");
        for (int i = 0; i < lists[l]->count; ++i) {
            const OptionRow *row = &lists[l]->rows[i];
            printf("complete -c snug -n '__fish_seen_subcommand_from %s' -l %s", command,
                   row->name + 2);
            if (row->values == VALUES_FILES) {
                printf(" -r");
            } else if (row->values != VALUES_NONE) {
                printf(" -x -a '");
                print_values(row);
                putchar('\'');
            }
            printf(" -d '");
            print_quoted(row->note, false);
            puts("'");
        }
    }
    printf("complete -c snug -f -n '__fish_seen_subcommand_from bench' -a '");
    print_benchmarks();
    puts("'");
}

bool options_print_completion(const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; ++i)
        if (strcmp(shell, shells[i].name) == 0) {
            shells[i].print();
            return true;
        }
    return false;
}

// Text for roff: hyphens stay hyphens, and a line never begins with a request.
static void print_roff(const char *text)
{
    for (; *text; ++text)
        if (*text == '-' || *text == '\\')
            printf("\\%s", *text == '-' ? "-" : "e");
        else
            putchar(*text);
}

bool options_print_roff(const char *command)
{
    for (int l = 0; l < LIST_COUNT; ++l) {
        if (strcmp(command, lists[l]->command) != 0)
            continue;
        for (int i = 0; i < lists[l]->count; ++i) {
            const OptionRow *row = &lists[l]->rows[i];
            printf(".TP\n.B%s ", *row->value ? "I" : "");
            print_roff(row->name);
            if (*row->value) {
                printf(" \" ");
                print_roff(row->value);
                putchar('"');
            }
            printf("\n%c", toupper((unsigned char)row->note[0]));
            print_roff(row->note + 1);
            puts(".");
        }
        return true;
    }
    return false;
}
