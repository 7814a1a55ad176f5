// The stage of notes about clashes: which of them belongs to which row follows the report.
#include "app/io/file.h"
#include "app/session/clash_state.h"
#include "app/session/save.h"
#include "app/stages/rows.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct NoteState {
    ClashBook *book; // NULL: none, or it could not be read
    ClashNotes notes;
    uint32_t fit_version;
    bool matched; // notes are those of fit_version and of the book
    char *path;   // of the file beside what is open; NULL: nowhere
    FileStamp stamp;
    ClashWord *said; // the words of the document that the notes follow ...
    bool follows;    // ... since what is open was
    bool bad;        // what is there could not be read: it is not written over
} NoteState;

static NoteState *mine(const App *app)
{
    return stage_state(app, &stage_clash_notes);
}

// The scene, or the first of the files.
static const char *model_path(const App *app)
{
    const char *scene = save_path(app);
    return scene ? scene : app->sources.count > 0 ? app->sources.files[0].path : NULL;
}

static void forget_matches(NoteState *state)
{
    clash_notes_free(&state->notes);
    state->matched = false;
}

static bool read_book(NoteState *state, Error *err)
{
    ClashBook *book = clash_book_create();
    state->stamp = file_stamp(state->path);
    bool ok = book && (!state->stamp.there || clash_book_read(book, state->path, err));
    state->bad = !ok;
    if (!ok) {
        clash_book_release(book);
        return false;
    }
    forget_matches(state);
    clash_book_release(state->book);
    state->book = book;
    return true;
}

static bool write_book(NoteState *state, const ClashBook *book, Error *err);

// Somebody else may have written there, or git.
static bool read_again(NoteState *state, Error *err)
{
    FileStamp now = state->path ? file_stamp(state->path) : state->stamp;
    return !state->path || file_stamp_equal(&now, &state->stamp) || read_book(state, err);
}

// A word was taken back, or said again.
static void follow_words(App *app, NoteState *state)
{
    Error err = {""};
    ClashWord *to = app->document.said;
    bool ok = read_again(state, &err);
    ClashBook *book = !ok ? NULL : state->book ? clash_book_copy(state->book) : clash_book_create();
    int kept = book ? clash_words_follow(book, state->said, to, &err) : -1;
    ok = kept >= 0 && (!state->path || write_book(state, book, &err));
    if (ok) {
        forget_matches(state);
        clash_book_release(state->book);
        state->book = clash_book_retain(book);
    }
    if (!ok)
        app_notify(app, NOTICE_ERROR, "Notes about clashes stay as they are: %s",
                   err.text[0] ? err.text : "not enough memory");
    else if (kept > 0)
        app_notify(app, NOTICE_WARNING,
                   "%d note%s about clashes stay%s: somebody else has changed %s since", kept,
                   kept == 1 ? "" : "s", kept == 1 ? "s" : "", kept == 1 ? "it" : "them");
    clash_book_release(book);
    clash_word_retain(to);
    clash_word_release(state->said);
    state->said = to;
}

static void open_beside(App *app, NoteState *state, const char *model)
{
    Error err = {"not enough memory"};
    char path[4096];
    snprintf(path, sizeof path, "%s%s", model, CLASH_BOOK_ENDING);
    free(state->path);
    state->path = strdup(path);
    if (state->path && !read_book(state, &err))
        app_notify(app, NOTICE_WARNING, "Notes about clashes are not shown: %s", err.text);
}

static void look(App *app)
{
    NoteState *state = mine(app);
    const char *model =
        app->draws_nothing || app->document.part_count == 0 ? NULL : model_path(app);
    size_t length = model ? strlen(model) : 0;
    bool same = state->path && model && strncmp(state->path, model, length) == 0 &&
                strcmp(state->path + length, CLASH_BOOK_ENDING) == 0;
    if (model && !same)
        open_beside(app, state, model);
    if (!state->follows)
        state->said = clash_word_retain(app->document.said);
    state->follows = true;
    if (state->said != app->document.said)
        follow_words(app, state);
    if (state->matched && state->fit_version == app->fit_version)
        return;
    forget_matches(state);
    state->matched = clash_notes_find(&state->notes, state->book, &app->fit, &app->assembly);
    state->fit_version = app->fit_version;
}

static void reset(App *app)
{
    NoteState *state = mine(app);
    forget_matches(state);
    clash_book_release(state->book);
    clash_word_release(state->said);
    free(state->path);
    *state = (NoteState){0};
}

const ClashNote *clash_state_note(const App *app, size_t row, size_t clash)
{
    const NoteState *state = mine(app);
    return state->matched && state->fit_version == app->fit_version
               ? clash_notes_of(&state->notes, row, clash)
               : NULL;
}

const ClashBook *clash_state_book(const App *app)
{
    return mine(app)->book;
}

const char *clash_state_obstacle(const App *app)
{
    return app->document.part_count == 0 ? "nothing is open"
           : !app->fit_current           ? "the contacts are still being looked for"
           : app->fit.count == 0         ? "there are no clashes"
           : mine(app)->bad              ? "the file of notes beside the model cannot be read"
                                         : NULL;
}

static bool replace(char **text, const char *by)
{
    if (!by)
        return true;
    char *copy = strdup(by);
    if (!copy)
        return false;
    if (strlen(copy) > CLASH_MOST_TEXT)
        copy[CLASH_MOST_TEXT] = '\0';
    utf8_sanitise(copy);
    free(*text);
    *text = copy;
    return true;
}

// One clash, with what was said before.
static bool say_one(App *app, ClashBook *book, const ClashSaying *saying, size_t row, size_t k,
                    Error *err)
{
    const FitRow *of = &app->fit.rows[row];
    const ClashNote *before = clash_state_note(app, row, k);
    ClashNote note;
    bool ok = clash_note_begin(&note, &app->assembly, of, &of->clashes.items[k]) &&
              replace(&note.assignee, saying->assignee ? saying->assignee
                                      : before         ? before->assignee
                                                       : "") &&
              replace(&note.comment, saying->comment ? saying->comment
                                     : before        ? before->comment
                                                     : "");
    note.status = before ? before->status : CLASH_NEW;
    if (!ok)
        error_set(err, "not enough memory for the note");
    ok = ok && (!saying->status || clash_status_parse(saying->status, &note.status) ||
                error_set(err, "the status is new, active, reviewed, approved or resolved"));
    if (ok && before) // under the id that it has now
        clash_book_remove(book, before->id, before->number);
    ok = ok && clash_book_put(book, &note, err);
    clash_note_free(&note);
    return ok;
}

static bool say_all(App *app, ClashBook *book, const ClashSaying *saying, Error *err)
{
    bool found = false;
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        for (size_t k = 0; k < row->clashes.count; ++k) {
            const FitClash *clash = &row->clashes.items[k];
            bool this_one = saying->number > 0
                                ? clash->id == saying->id && clash->number == saying->number
                                : row->id == saying->id;
            if (!this_one)
                continue;
            found = true;
            if (!say_one(app, book, saying, i, k, err))
                return false;
        }
    }
    return found || error_set(err, "there is no such clash");
}

static bool write_book(NoteState *state, const ClashBook *book, Error *err)
{
    char *text = clash_book_text(book);
    bool ok = text ? file_write_atomic(state->path, text, strlen(text), err)
                   : error_set(err, "not enough memory for the notes");
    free(text);
    if (ok)
        state->stamp = file_stamp(state->path);
    return ok;
}

bool clash_state_say(App *app, const ClashSaying *saying, Error *err)
{
    NoteState *state = mine(app);
    if (!read_again(state, err))
        return false;
    look(app);
    ClashBook *book = state->book ? clash_book_copy(state->book) : clash_book_create();
    ClashWord *word = book ? clash_word_create(app->document.said, state->book, book) : NULL;
    bool ok =
        word ? say_all(app, book, saying, err) && (!state->path || write_book(state, book, err))
             : error_set(err, "not enough memory for the notes");
    if (ok) {
        forget_matches(state);
        clash_book_release(state->book);
        state->book = clash_book_retain(book);
        clash_word_release(state->said);
        clash_word_release(app->document.said);
        app->document.said = word;
        state->said = clash_word_retain(word);
        look(app);
    } else {
        clash_word_release(word);
    }
    clash_book_release(book);
    return ok;
}

const Stage stage_clash_notes = {
    .name = "clash_notes", .state_size = sizeof(NoteState), .look = look, .reset = reset};
