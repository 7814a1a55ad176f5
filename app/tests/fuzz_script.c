// Any bytes at all as a script: refused with a message that names the line, or read; then its
// arguments are looked up in a small assembly, and what they became is written and read alike.
// Build with -DSNUG_FUZZ=ON (clang).
#include "app/script/script.h"
#include "app/tests/fuzz_app.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"Pin", "Plate 2", "#1", "none"};

static bool any_command(const ScriptCommand *command, Error *err)
{
    (void)err;
    return command->name[0] != '\0';
}

static void again(const App *app, const ScriptCommand *command, const ActionArgs *args)
{
    TextBuffer line = {0};
    Script script;
    ActionArgs back;
    Error err = {""};
    script_line(&line, app, command->action, args);
    char *text = text_take(&line);
    require(text && script_parse(&script, "again", text, strlen(text), NULL, &err));
    require(script.command_count == 1 && script.commands[0].action == command->action);
    require(script_arguments(app, &script.commands[0], &back, &err));
    const Action *action = command->action;
    bool part = action_takes(action, ARG_PART) || action_takes(action, ARG_SELECTED);
    require(!part || back.part == args->part);
    require(!action_takes(action, ARG_FLAG) || back.flag == args->flag);
    require(!action_takes(action, ARG_NUMBER) ||
            memcmp(&back.number, &args->number, sizeof(double)) == 0);
    script_free(&script);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    App *app = fuzz_app(names, sizeof names / sizeof *names);
    Script script;
    Error err = {""};
    if (!script_parse(&script, "fuzz", (const char *)data, size, any_command, &err)) {
        require(strncmp(err.text, "fuzz:", 5) == 0);
        return 0;
    }
    for (size_t i = 0; i < script.command_count; ++i) {
        const ScriptCommand *command = &script.commands[i];
        ActionArgs args;
        require(command->name[0] && command->count >= 0 && command->count <= SCRIPT_MAX_WORDS);
        if (!command->action)
            continue;
        if (script_arguments(app, command, &args, &err))
            again(app, command, &args);
        else
            require(err.text[0] != '\0');
    }
    script_free(&script);
    return 0;
}
