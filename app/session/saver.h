// What save.c and save_auto.c share: the scene's place, what is on the disk, and what is being
// written.
#ifndef SNUG_APP_SESSION_SAVER_H
#define SNUG_APP_SESSION_SAVER_H

#include "app/session/autosave.h"
#include "app/session/save.h"
#include "app/stages/stage.h"

typedef struct SaveTask {
    StageTask head;
    char *path, *text;
    bool plot;             // the text is SVG, to be written as PNG
    Mesh *mesh;            // instead of a text, retained
    unsigned char *pixels; // likewise
    int width, height;
    const char *what; // of a text that is no scene, a literal; else NULL
    bool autosave;
    bool moves;            // it is the path that parts move along, as it was then: ...
    uint32_t path_version; // ... this one
    bool removes;          // the file goes, instead
    bool told;             // that it failed
    char *taken;           // or this autosave of another program, owned, becomes the file
    struct SaveTask *next; // waits behind this one
} SaveTask;

typedef struct Saver {
    SaveTask *waiting; // to be written, one after the other
    char *path;        // of the scene, NULL: none yet
    Document saved;    // as it is on the disk
    bool has_saved;
    bool never_saved; // recovered: what is open is on no disk but ours
    bool demo;        // a built-in scene that was never saved
    char *recovering; // an autosave of another program that is being opened
    // Autosave.
    bool on, dirty;
    double period, changed; // seconds; when the document was first found changed
    double autosaved_at;    // seconds
    bool keeps;             // the program ends, but its autosave stays
    Document autosaved;     // as it is in our autosave
    bool has_autosave;
    Autosave place;
} Saver;

Saver *saver_of(const App *app); // the private state of the save stage

// The scene as text for a file; NULL: err says why.
SaveTask *save_make_task(App *app, const char *path, bool autosave, Error *err);
void save_task_free(void *task);           // NULL is fine
void save_start(App *app, SaveTask *task); // or after what is being written
void save_write(SaveTask *task);           // on this thread
bool save_remember(Document *to, bool *has, const Document *from);
void save_forget(Document *document, bool *has);
void save_note_recent(App *app, const char *path); // in the list of recent files

void save_auto_update(App *app);         // autosaves when it is due
bool save_wants_keeping(const App *app); // something that would be lost
void save_before_build(App *app);        // autosaves, unless that was only seconds ago
void save_drop_autosave(App *app);       // what it holds is on the disk, or was discarded

#endif
