#include "app/stages/frame_log.h"

#include "app/stages/stage.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const LoggedFrame *frame_log_at(const FrameLog *log, int i)
{
    return i >= 0 && i < log->count ? &log->frames[(log->first + i) % LOG_FRAMES] : NULL;
}

int frame_log_ghost(const FrameLog *log, int i)
{
    const LoggedFrame *one = frame_log_at(log, i);
    for (int k = i - 1; one && k >= 0; --k) {
        const LoggedFrame *other = frame_log_at(log, k);
        if (other->setting != one->setting && other->places == one->places)
            return k;
    }
    return -1;
}

bool frame_log_change(const FrameLog *log, FrameChange *out)
{
    assert(log && out);
    int at = log->count - 1;
    const LoggedFrame *now = frame_log_at(log, at);
    while (at > 0 && frame_log_at(log, at - 1)->setting == now->setting)
        --at;
    *out = (FrameChange){.before = frame_log_at(log, at - 1), .after = frame_log_at(log, at)};
    out->from = out->before ? frame_log_setting(log, out->before->setting) : NULL;
    out->to = out->after ? frame_log_setting(log, out->after->setting) : NULL;
    return out->from && out->to;
}

const LoggedSetting *frame_log_setting(const FrameLog *log, uint32_t number)
{
    const LoggedSetting *setting = &log->settings[number % LOG_SETTINGS];
    return number > 0 && setting->number == number ? setting : NULL;
}

void frame_log_setting_name(const LoggedSetting *setting, char *text, size_t size)
{
    const BvType *type = setting->build.type;
    snprintf(text, size, "%s, %s, %s%s", type->name, bvh_criterion_name(&setting->build),
             type->tests[setting->query.test].name, setting->query.lift ? ", lifted" : "");
}

// The first exits of a separating axis test are faces of the two boxes, the others pairs of edges: six of
// fifteen, or, where blocks are tested, two of three.
enum { SAT_FACES = 6, SAT_AXES = 15, BLOCK_FACES = 2 };

double frame_log_edge_share(const FrameLog *log, const LoggedFrame *frame)
{
    const LoggedSetting *setting = frame_log_setting(log, frame->setting);
    const OverlapTest *test = setting ? &setting->build.type->tests[setting->query.test] : NULL;
    if (!test || (test->exit_count != SAT_AXES && !test->blocks))
        return NAN;
    int faces = test->blocks ? BLOCK_FACES : SAT_FACES;
    double all = 0, edges = 0;
    for (int e = 1; e <= test->exit_count; ++e) {
        all += (double)frame->exits[e];
        edges += e > faces ? (double)frame->exits[e] : 0;
    }
    return all > 0 ? edges / all : NAN;
}

void frame_log_clear(FrameLog *log)
{
    for (int i = 0; i < log->count; ++i)
        free(log->frames[(log->first + i) % LOG_FRAMES].moves);
    free(log->frames);
    free(log->places);
    free(log->gone_back);
    *log = (FrameLog){
        .shown = LOG_LIVE, .version = log->version + 1, .report_version = log->report_version};
}

static bool stays(const Document *document, int32_t part)
{
    return document->parts[part].removed || document->parts[part].locked;
}

bool frame_log_go(App *app, int frame, Error *err)
{
    FrameLog *log = &app->frames;
    Document *document = &app->document;
    if (!frame_log_at(log, frame))
        return error_set(err, "there are frames 1 to %d", log->count);
    Affine *places = malloc((size_t)log->part_count * sizeof *places + 1);
    if (!places)
        return error_set(err, "not enough memory to go back");
    memcpy(places, log->places, (size_t)log->part_count * sizeof *places);
    for (int i = log->count - 1; i > frame; --i) {
        const LoggedFrame *later = frame_log_at(log, i);
        for (int32_t m = 0; m < later->move_count; ++m)
            places[later->moves[m].part] = later->moves[m].from;
    }
    for (int32_t i = 0; i < document->part_count && i < log->part_count; ++i)
        if (stays(document, i))
            places[i] = document->parts[i].placement;
        else
            document->parts[i].placement = places[i];
    free(log->gone_back);
    log->gone_back = places;
    log->shown = frame;
    return true;
}

void frame_log_follow(App *app)
{
    FrameLog *log = &app->frames;
    const Document *document = &app->document;
    bool there = log->gone_back && document->part_count == log->part_count;
    for (int32_t i = 0; there && i < log->part_count; ++i)
        there = document->parts[i].removed ||
                memcmp(&document->parts[i].placement, &log->gone_back[i], sizeof(Affine)) == 0;
    if (!there)
        log->shown = LOG_LIVE;
}

enum { MOST_LINE = 512 };

static size_t number_text(char *text, double value)
{
    return (size_t)(isnan(value) ? snprintf(text, 32, ",") : snprintf(text, 32, ",%.9g", value));
}

// Names of volumes and tests are ours; a quote in one would be doubled all the same.
static size_t quoted(char *text, const char *name)
{
    size_t used = 0;
    text[used++] = ',';
    text[used++] = '"';
    for (; *name && used < 200; ++name) {
        if (*name == '"')
            text[used++] = '"';
        text[used++] = *name;
    }
    text[used++] = '"';
    return used;
}

char *frame_log_csv(const FrameLog *log)
{
    static const char heading[] = "frame,N_v,N_p,N_u,front_tests,wall_ms,contacts,C_v_ms,C_p_ms,"
                                  "C_u_ms,edge_share,setting\n";
    char *text = malloc(sizeof heading + (size_t)log->count * MOST_LINE);
    if (!text)
        return NULL;
    size_t used = sizeof heading - 1;
    memcpy(text, heading, used);
    for (int i = 0; i < log->count; ++i) {
        const LoggedFrame *f = frame_log_at(log, i);
        const LoggedSetting *setting = frame_log_setting(log, f->setting);
        char name[160] = "";
        if (setting)
            frame_log_setting_name(setting, name, sizeof name);
        used += (size_t)snprintf(text + used, 32, "%u", f->number);
        for (int t = 0; t < COST_TERMS; ++t)
            used += number_text(text + used, f->counts[t]);
        used += number_text(text + used, f->front_tests);
        used += number_text(text + used, f->ms);
        used += number_text(text + used, (double)f->contacts);
        for (int t = 0; t < COST_TERMS; ++t)
            used += number_text(text + used, f->cost_ms[t]);
        used += number_text(text + used, frame_log_edge_share(log, f));
        used += quoted(text + used, name);
        text[used++] = '\n';
    }
    text[used] = 0;
    return text;
}
