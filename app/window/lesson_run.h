// The lesson that is open: how far it has come. The loop plays it (loop/lesson_play.c), a strip beside the
// parts shows it (panels/lesson_strip.c).
#ifndef SNUG_APP_WINDOW_LESSON_RUN_H
#define SNUG_APP_WINDOW_LESSON_RUN_H

#include "app/script/lesson.h"
#include "app/window/panel.h"

// What happens in the step that was reached.
enum LessonPhase { PHASE_SETUP, PHASE_TASK, PHASE_HELP, PHASE_REVEAL, PHASE_DONE };

enum { ANSWER_OPEN = -1, ANSWER_SHOWN = -2 }; // not yet; revealed without a guess

// What the lesson has replaced or changed.
typedef struct LessonBefore {
    Sources sources;
    char title[128];
    char scene[1024]; // file of the scene that was open, or ""
    double *fields;   // in the order of document_fields
    bool panels[PANELS_MOST], in_front[PANELS_MOST];
} LessonBefore;

typedef struct Tour Tour; // loop/tour_play.h

typedef struct LessonRun {
    Lesson lesson;
    Tour *tour;      // NULL: it waits for a student
    char path[1024]; // of its file
    LessonValues values;
    int reached, shown; // steps; what is behind is only looked at
    enum LessonPhase phase;
    size_t next; // command
    int answers[LESSON_MOST_STEPS], right[LESSON_MOST_STEPS];
    int frames;   // since the last command ...
    double since; // ... which was done at this time
    bool over;    // all that is left is the offer to go back
    LessonBefore before;
} LessonRun;

static inline const LessonStep *lesson_step(const LessonRun *run, int step)
{
    return &run->lesson.steps[step];
}
// What follows the task of a step is to be seen.
static inline bool lesson_revealed(const LessonRun *run, int step)
{
    return step < run->reached || (step == run->reached && run->phase >= PHASE_REVEAL);
}
static inline bool lesson_done(const LessonRun *run, int step)
{
    return step < run->reached || (step == run->reached && run->phase == PHASE_DONE);
}

// light.c: the outline around the control that is to be used.
void light_set(UiState *ui, const char *control); // action or rectangle; "": none
void light_draw(UiState *ui);                     // after the panels
bool light_moves(const UiState *ui);              // it still pulses: frames are wanted

#endif
