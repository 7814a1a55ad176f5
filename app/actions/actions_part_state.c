// How parts look, what they are called, and whether they can be moved.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/io/text.h"
#include "app/stages/parts.h"
#include "core/mesh/deform/variants.h"

// A flag of PartState that is set for the part and what is selected with it.
#define PART_FLAG(word, member, title_, shortcut_, note_)                                          \
    static void set_##member(App *app, const ActionArgs *args)                                     \
    {                                                                                              \
        action_set_part_field(app, args, offsetof(PartState, member), &args->flag, sizeof(bool));  \
    }                                                                                              \
    static bool member##_is_on(const App *app, int32_t part)                                       \
    {                                                                                              \
        return part != NO_PART && app->document.parts[part].member;                                \
    }                                                                                              \
    const Action action_part_##word = {.name = "part." #word,                                      \
                                       .title = (title_),                                          \
                                       .shortcut = (shortcut_),                                    \
                                       .note = (note_),                                            \
                                       .flags = ACTION_UNDOABLE,                                   \
                                       .args = {{.type = ARG_SELECTED}, {.type = ARG_FLAG}},       \
                                       .act = set_##member,                                        \
                                       .is_on = member##_is_on};

PART_FLAG(show, visible, "Show or hide part", "H",
          "part, flag: visible; hidden parts take no part in queries")
PART_FLAG(ghost, ghost, "Ghost part", "G",
          "part, flag: drawn transparent; the mouse reaches what is behind it, contacts stay")
PART_FLAG(lock, locked, "Lock part", "Shift+L", "part, flag: nothing moves it until it is unlocked")

static bool alone(const Document *document, int32_t part)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].visible != selection_goes_along(document, part, i))
            return false;
    return true;
}

// A second time it brings the others back.
static void part_isolate(App *app, const ActionArgs *args)
{
    Document *document = &app->document;
    bool others = alone(document, args->part);
    for (int32_t i = 0; i < document->part_count; ++i)
        document->parts[i].visible = others || selection_goes_along(document, args->part, i);
}

const Action action_part_isolate = {
    .name = "part.isolate",
    .title = "Isolate part",
    .shortcut = "I",
    .note = "part: hides all others, or shows them again if they are hidden",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .act = part_isolate,
};

static void parts_show_all(App *app, const ActionArgs *args)
{
    (void)args;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        app->document.parts[i].visible = true;
}

const Action action_parts_show_all = {
    .name = "parts.show_all",
    .title = "Show all parts",
    .shortcut = "Shift+H",
    .note = "makes every hidden part visible",
    .flags = ACTION_UNDOABLE,
    .obstacle = action_needs_parts,
    .act = parts_show_all,
};

static void part_colour(App *app, const ActionArgs *args)
{
    uint32_t colour = args->colour < 0 ? OWN_COLOUR : (uint32_t)args->colour;
    action_set_part_field(app, args, offsetof(PartState, colour), &colour, sizeof colour);
}

const Action action_part_colour = {
    .name = "part.colour",
    .title = "Colour part",
    .note = "part, index: red, green and blue as one number, or -1: as in the file",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .what = "colour", .least = -1, .most = 0xFFFFFF}},
    .act = part_colour,
    .example = "index=3381708",
};

static void part_deform(App *app, const ActionArgs *args)
{
    app->document.parts[args->part].shape = (Deformation){args->index, args->amount};
}

const Action action_part_deform = {
    .name = "part.deform",
    .title = "Deform part",
    .note = "part, index of the deformation, number: how much, -1 to 1",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .list = &list_deformations},
             {.type = ARG_NUMBER, .what = "how much a part is deformed", .least = -1, .most = 1}},
    .act = part_deform,
    .example = "index=\"bend\" number=0.25",
};

static bool part_rename(App *app, const ActionArgs *args, Error *err)
{
    char name[TEXT_NAME_MAX + 1];
    text_clean_name(args->text, strnlen(args->text, sizeof args->text), name);
    if (!name[0])
        return error_set(err, "a name must not be empty");
    int32_t other = parts_find_name(app, name);
    if (other != NO_PART && other != args->part)
        return error_set(err, "another part is already called %s", name);
    bool own = strcmp(name, app->assembly.parts[args->part].key) == 0;
    app->document.parts[args->part].name = own ? NULL : name_intern(name);
    return true;
}

const Action action_part_rename = {
    .name = "part.rename",
    .title = "Rename part",
    .shortcut = "F2",
    .note = "part, text: its new name; rules and reports still find it by the name in the file",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}, {.type = ARG_TEXT}},
    .apply = part_rename,
    .example = "text=\"A part of another name\"",
};

static void overlay_level(App *app, const ActionArgs *args)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (args->part == NO_PART || args->part == i)
            app->document.parts[i].overlay_level = args->level;
}

const Action action_overlay_level = {
    .name = "overlay.level",
    .title = "Show hierarchy level",
    .note = "part (or none for all), index: the level, -1 for none",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART, .optional = true},
             {.type = ARG_INDEX, .what = "level", .least = OVERLAY_OFF, .most = OVERLAY_MOST}},
    .act = overlay_level,
    .subject = action_part_name,
    .example = "part=none index=2",
};
