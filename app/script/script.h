// Scripts: actions and what goes between them as text, one command per line:
//
//     # bring the pin into contact
//     scene.open "Pin and plate"
//     part.move "Pin" by=0,-4,0
//     expect contacts > 0
//     drag "Pin" by=0,-120              # by the mouse, in pixels of the window
//     screenshot contact.png
//     app.quit
//
// A line is the name of an action (action.h) and its arguments, by name or, for the first one, by
// place: a part, an entry of the action's list or a path, whichever it reads.
//     part="Shaft 2"   or #3 by number, or none; the selected part when it is not given
//     other="Gear"     the second part of a pair
//     index="AABB"     an entry of the action's list by name, or a number
//     number=0.5   flag=on   text="file.obj"
//     at=x,y,z   by=x,y,z   placement=9 numbers of the matrix by rows, then x,y,z
//     camera=target x,y,z, yaw, pitch, distance, field of view (0: orthographic)
// Further commands belong to the window, see window/loop/script_player.h; some of them take several words.
// Every line waits until nothing is under way; with `now` before it, it only waits for a file that
// is being opened. Words with blanks stand in quotes, in which a backslash protects a quote or
// itself; # after a blank begins a comment. What is not understood is refused with its line.
// Scripts are not asked about unsaved changes: file.open, scene.open and app.quit discard them;
// file.save before them keeps them.
#ifndef SNUG_APP_SCRIPT_SCRIPT_H
#define SNUG_APP_SCRIPT_SCRIPT_H

#include "app/io/text_buffer.h"
#include "app/stages/app.h"

typedef struct ScriptWord {
    const char *key; // "part" in part=Shaft; NULL: without a name
    const char *value;
    bool quoted;
} ScriptWord;

typedef struct ScriptCommand {
    int line;
    bool now;
    const char *name;     // as written
    const Action *action; // NULL: a command of the window
    const ScriptWord *words;
    int count;
} ScriptCommand;

typedef struct Script {
    char *name;  // for messages
    char *bytes; // what keys and values point into
    ScriptWord *words;
    ScriptCommand *commands;
    size_t word_count, command_count, word_capacity, command_capacity;
} Script;

enum { SCRIPT_MAX_BYTES = 16 << 20, SCRIPT_MAX_WORDS = 64 };

// Whole or not at all: a command that does not exist or an argument it does not read is refused
// before anything is played. `extra` decides about names that are no actions; NULL: none are known.
typedef bool ScriptExtra(const ScriptCommand *command, Error *err);
bool script_parse(Script *script, const char *name, const char *text, size_t size,
                  ScriptExtra *extra, Error *err);
// Of files that people send each other: bytes that are no UTF-8 become '?', and there are at most so many.
// what: "a lesson".
bool script_parse_clean(Script *script, const char *name, const char *text, size_t size,
                        size_t most, const char *what, ScriptExtra *extra, Error *err);
bool script_read(Script *script, const char *path, ScriptExtra *extra, Error *err);
void script_free(Script *script);
// Fills err with "name:line: what" and returns false. `what` may be err's own text.
bool script_refuse(const Script *script, int line, const char *what, Error *err);

// The arguments of an action's command; names are looked up in what is open now.
bool script_arguments(const App *app, const ScriptCommand *command, ActionArgs *args, Error *err);
bool script_check_arguments(const ScriptCommand *command, Error *err); // what can be said before
bool script_find_part(const App *app, const ScriptWord *word, int32_t *part, Error *err);
bool script_numbers(const char *text, double *numbers, int count); // "1,2.5,-3", exactly so many

// The line that does the same again, without an end of line.
void script_line(TextBuffer *out, const App *app, const Action *action, const ActionArgs *args);
void script_quote(TextBuffer *out, const char *text);

#endif
