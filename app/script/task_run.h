// The task that is open (task.h): which steps are done, what is held back and why, what touched what it must
// not, and when all of it happened. The stage disassembly looks at the document with every update; a step is done
// while its goals hold, no forbidden contact of its part is there, and what it comes after is done. Goals
// that cease to hold open their step again, except contacts: once made they are.
#ifndef SNUG_APP_SCRIPT_TASK_RUN_H
#define SNUG_APP_SCRIPT_TASK_RUN_H

#include "app/script/task.h"

enum TaskPhase { TASK_SETUP, TASK_GOES, TASK_OVER };
enum TaskStepState { STEP_LATER, STEP_NOW, STEP_DONE };

typedef struct TaskStepRun {
    int32_t part, others[TASK_MOST_GOALS];
    bool met[TASK_MOST_GOALS]; // now; contacts: at any time
    bool done;
    double done_at;
    int hints;     // shown
    int refused;   // attempts before its turn
    int forbidden; // contacts that count
    int unjudged;  // contacts that went by before anybody could say whether they count
} TaskStepRun;

enum TaskEvent {
    TASK_BEGAN,
    TASK_STEP_DONE,
    TASK_STEP_OPEN, // again
    TASK_REFUSED,
    TASK_FORBIDDEN,
    TASK_UNJUDGED,
    TASK_HINT,
    TASK_FINISHED,
    TASK_EVENTS
};
extern const char *const task_event_words[TASK_EVENTS];

enum { TASK_MOST_ENTRIES = 2000, TASK_TEXT = 224, NO_STEP = -1 };
typedef struct TaskEntry {
    double time; // seconds since it began
    enum TaskEvent event;
    int step; // or NO_STEP
    char text[TASK_TEXT];
} TaskEntry;

// Two parts that touch and are looked at, as long as they do.
typedef struct TaskTouch {
    int32_t a, b; // a < b
    bool forbidden;
    bool judged; // it is known whether it counts
    bool old;    // it was there when the task began
    bool counted;
    bool here; // in this update
} TaskTouch;

typedef struct TaskRun {
    Task task;
    char path[1024];
    enum TaskPhase phase;
    size_t next; // line of the setup
    int idle;    // updates in which nothing was done about it
    double began, ended;
    TaskStepRun steps[TASK_MOST_STEPS];
    TaskEntry *log;
    size_t log_count, log_capacity;
    TaskTouch *touches;
    size_t touch_count, touch_capacity;
    const char **held; // what TaskLink points to
    bool *bends;       // likewise
    Document start;    // likewise
    char reasons[TASK_MOST_STEPS][TASK_TEXT];
    uint32_t refusals; // of TaskLink, as it was noted
    int32_t refused_part;
    double refused_at;
    uint32_t version; // goes up with everything that is shown
} TaskRun;

const TaskRun *task_run(const App *app); // NULL: none is open
double task_seconds(const App *app);     // since it began, up to its end
enum TaskStepState task_step_state(const TaskRun *run, int step);
int task_step_now(const TaskRun *run); // the first that can be done now; NO_STEP: none
int task_steps_done(const TaskRun *run);
// Over all steps.
typedef struct TaskSums {
    int forbidden, unjudged, refused, hints;
} TaskSums;
TaskSums task_sums(const TaskRun *run);
// "The task is done, with 1 forbidden contact"
void task_verdict(const TaskRun *run, char *text, size_t size);

// With the next update; a notice says so if there is none of this name, or something is wrong with it.
void task_begin(App *app, const char *called);
void task_restart(App *app);
void task_end(App *app);
void task_hint(App *app); // the next one of the step that can be done now
bool task_has_hint(const TaskRun *run);

// task_goals.c: names are looked up in what is open. False: err says by file and line what is not there.
bool task_resolve(const App *app, TaskRun *run, Error *err);
void task_goals_look(const App *app, TaskRun *run);
// "turn 12.5° of at least 60°"
void task_goal_words(const App *app, const TaskRun *run, int step, int goal, char *text,
                     size_t size);

// task_joined.c: their pipe ends are known; else they are asked for, one part after the other.
bool task_ends_known(App *app, const TaskRun *run);
bool task_can_join(const App *app, int32_t part, int32_t other, Error *err); // both have ends
bool task_joined(const App *app, int32_t part, int32_t other);

// task_watch.c: who touches whom. first: what touches now was there before.
bool task_watch(App *app, TaskRun *run, bool first); // false: memory ran short
// Contacts and safety distances of the part are known where it stands, and none is violated.
bool task_is_clean(const App *app, const TaskRun *run, int32_t part);
bool task_touching(const App *app, int32_t a, int32_t b);
void task_note(App *app, TaskRun *run, enum TaskEvent event, int step, const char *text);

// task_report.c: what came of it, for a browser; to be freed. NULL: memory ran short.
char *task_report_html(const App *app, const TaskRun *run);
// "2 min 05.3 s"
void task_time_words(double seconds, char *text, size_t size);

#endif
