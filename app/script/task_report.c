// What came of a task, for a browser: one file, nothing loaded from elsewhere, no script.
#include "app/io/tokens.h"
#include "app/io/xml_text.h"
#include "app/script/task_run.h"

#include <math.h>
#include <stdio.h>

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

static const char STYLE[] =
    "<style>\n"
    "body{font:16px/1.45 system-ui,sans-serif;color:#1b1e24;background:#f3f4f6;margin:0}\n"
    "main{max-width:960px;margin:0 auto;padding:24px}\n"
    "h1{font-size:26px;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:19px;margin:28px 0 8px}\n"
    ".faint{color:#5b6470}.result{display:inline-block;margin:14px 0;padding:6px 14px;"
    "border-radius:6px;font-weight:600;color:#fff}\n"
    ".bad{background:#c0392b}.good{background:#2c8a3f}.open{background:#8a5a00}\n"
    "table{border-collapse:collapse;background:#fff;width:100%}\n"
    "th,td{border:1px solid #d8dce2;padding:6px 10px;text-align:left;vertical-align:top;"
    "overflow-wrap:anywhere}\n"
    "th{background:#eceff3}td.n,th.n{text-align:right;white-space:nowrap}\n"
    "tr.wrong td{background:#fbe6e3}\n"
    "@media print{body{background:#fff}tr{break-inside:avoid}}\n"
    "</style>\n";

void task_time_words(double seconds, char *text, size_t size)
{
    double tenths = floor(seconds * 10 + 0.5);
    int minutes = (int)(tenths / 600);
    double rest = tenths / 10 - 60.0 * minutes;
    if (minutes > 0)
        snprintf(text, size, "%d min %04.1f s", minutes, rest);
    else
        snprintf(text, size, "%.1f s", rest);
}

static void add_cell(TextBuffer *out, const char *text)
{
    text_add(out, "<td>");
    xml_add_text(out, text);
    text_add(out, "</td>");
}

static void add_count(TextBuffer *out, int count)
{
    text_add(out, "<td class=\"n\">%d</td>", count);
}

static void add_steps(TextBuffer *out, const App *app, const TaskRun *run)
{
    static const char *const words[] = {
        [STEP_LATER] = "later", [STEP_NOW] = "open", [STEP_DONE] = "done"};
    text_add(out, "<h2>Steps</h2>\n<table>\n<tr><th class=\"n\">#</th><th>Step</th><th>Part</th>"
                  "<th>State</th><th class=\"n\">Done after</th><th class=\"n\">Forbidden "
                  "contacts</th><th class=\"n\">Not judged</th><th class=\"n\">Refused</th>"
                  "<th class=\"n\">Hints</th></tr>\n");
    for (int i = 0; i < run->task.step_count; ++i) {
        const TaskStepRun *step = &run->steps[i];
        char time[48] = "";
        if (step->done)
            task_time_words(step->done_at, time, sizeof time);
        text_add(out, "<tr%s><td class=\"n\">%d</td>",
                 step->forbidden > 0 ? " class=\"wrong\"" : "", i + 1);
        add_cell(out, run->task.steps[i].title);
        add_cell(out, app->assembly.parts[step->part].name);
        add_cell(out, words[task_step_state(run, i)]);
        text_add(out, "<td class=\"n\">%s</td>", time);
        add_count(out, step->forbidden);
        add_count(out, step->unjudged);
        add_count(out, step->refused);
        add_count(out, step->hints);
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table>\n");
}

static void add_log(TextBuffer *out, const TaskRun *run)
{
    text_add(out, "<h2>Log</h2>\n<table>\n<tr><th class=\"n\">Time</th><th>Event</th>"
                  "<th>About</th></tr>\n");
    for (size_t i = 0; i < run->log_count; ++i) {
        const TaskEntry *entry = &run->log[i];
        char time[48];
        task_time_words(entry->time, time, sizeof time);
        text_add(out, "<tr%s><td class=\"n\">%s</td>",
                 entry->event == TASK_FORBIDDEN ? " class=\"wrong\"" : "", time);
        add_cell(out, task_event_words[entry->event]);
        add_cell(out, entry->text);
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table>\n");
    if (run->log_count == TASK_MOST_ENTRIES)
        text_add(out, "<p>What happened after this was too much to be kept.</p>\n");
}

char *task_report_html(const App *app, const TaskRun *run)
{
    TextBuffer out = {0};
    TaskSums sums = task_sums(run);
    char verdict[TASK_TEXT], time[48];
    void *before = plain_numbers_begin();
    task_verdict(run, verdict, sizeof verdict);
    task_time_words(task_seconds(app), time, sizeof time);
    text_add(&out, "%s<title>", HEAD);
    xml_add_text(&out, run->task.title);
    text_add(&out, "</title>\n%s</head>\n<body>\n<main>\n<h1>", STYLE);
    xml_add_text(&out, run->task.title);
    text_add(&out, "</h1>\n<p class=\"faint\">");
    xml_add_text(&out, run->task.about);
    text_add(&out, "</p>\n<p class=\"result %s\">",
             run->phase != TASK_OVER ? "open"
             : sums.forbidden > 0    ? "bad"
             : sums.unjudged > 0     ? "open"
                                     : "good");
    xml_add_text(&out, verdict);
    text_add(&out, "</p>\n<p>Time: %s. Attempts before their turn: %d. Hints: %d.</p>\n", time,
             sums.refused, sums.hints);
    add_steps(&out, app, run);
    add_log(&out, run);
    text_add(&out, "</main>\n</body>\n</html>\n");
    plain_numbers_end(before);
    return text_take(&out);
}
