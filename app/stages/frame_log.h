// What the last searches took: a frame for every list of contacts that was shown, with counts, time, the
// settings that it was made with, and where parts were. Frames can be gone back to.
#ifndef SNUG_APP_STAGES_FRAME_LOG_H
#define SNUG_APP_STAGES_FRAME_LOG_H

#include "app/document/document.h"
#include "core/query/cost_model.h"

typedef struct App App;

enum { LOG_FRAMES = 600, LOG_SETTINGS = 32 };
#define LOG_LIVE (-1)       // no earlier frame is shown
#define PLOTS_PANEL "Plots" // the title of the panel that shows it

typedef struct LoggedMove {
    int32_t part;
    Affine from, to;
} LoggedMove;

typedef struct LoggedFrame {
    uint32_t number;            // counts since something was opened, from 1 on
    double counts[COST_TERMS];  // N_v, N_p, N_u, with tests at fronts
    double cost_ms[COST_TERMS]; // each times its constant; NAN: it is not known
    double front_tests;         // of the volume tests
    double ms;                  // by the clock on the wall
    int64_t contacts;           // pairs of triangles
    uint64_t exits[QUERY_MAX_EXITS];
    uint32_t setting;  // its number
    uint64_t places;   // a number for where all parts were
    LoggedMove *moves; // since the frame before
    int32_t move_count;
} LoggedFrame;

// How frames were searched.
typedef struct LoggedSetting {
    uint32_t number;
    BvhDesc build;
    QueryDesc query;
    double build_ms, bytes; // of all parts
} LoggedSetting;

typedef struct FrameLog {
    LoggedFrame *frames; // a ring of LOG_FRAMES
    int first, count;
    uint32_t frame_count, setting_count; // ever
    LoggedSetting settings[LOG_SETTINGS];
    Affine *places; // of all parts in the newest frame
    int32_t part_count;
    uint32_t report_version; // of the newest frame
    int shown;               // 0 .. count - 1: gone back to this one; or LOG_LIVE
    Affine *gone_back;       // of all parts in that one
    uint32_t version;        // goes up with every frame
} FrameLog;

const LoggedFrame *frame_log_at(const FrameLog *log, int i); // 0: the oldest
// The last one before it with other settings in which all parts were at the same places, so that the two can be
// compared; -1: there is none.
int frame_log_ghost(const FrameLog *log, int i);
// What the last change of settings did: the last frame before it, and the first one after it. False: there was none,
// or it is forgotten.
typedef struct FrameChange {
    const LoggedFrame *before, *after;
    const LoggedSetting *from, *to;
} FrameChange;
bool frame_log_change(const FrameLog *log, FrameChange *out);
const LoggedSetting *frame_log_setting(const FrameLog *log, uint32_t number); // NULL: forgotten
// "AABB, spatial median, SAT lite"
void frame_log_setting_name(const LoggedSetting *setting, char *text, size_t size);
// Of separated pairs, the share that only axes made of two edges told apart; NAN: no SAT, or no pair.
double frame_log_edge_share(const FrameLog *log, const LoggedFrame *frame);
// Parts back to where they were in that frame. False: memory ran short.
bool frame_log_go(App *app, int frame, Error *err);
void frame_log_follow(App *app); // who moved on from an earlier frame is in the present again
void frame_log_clear(FrameLog *log);
// One line per frame, with a heading; to be freed. NULL: memory ran short.
char *frame_log_csv(const FrameLog *log);

#endif
