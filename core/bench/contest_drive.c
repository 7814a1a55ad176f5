#include "core/bench/contest_drive.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 10 }; // of each round: short, so that all kinds meet the same load

typedef struct Drive {
    const ContestField *field;
    int kinds, frames;
    ContestListener listener;
    ContestResult *results;
    uint64_t *hashes; // of the contacts of each frame, of the first kind that was counted
    int first;        // that kind; -1: none yet
    double clock_cost;
    Job *job;
    Error *err;
} Drive;

static void go_on(const Drive *drive, double done)
{
    job_progress(drive->job, done);
    if (drive->listener.went_on)
        drive->listener.went_on(drive->listener.user, done);
}

static void tell(const Drive *drive, int kind)
{
    if (drive->listener.heard)
        drive->listener.heard(drive->listener.user, kind, &drive->results[kind]);
}

uint64_t contest_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 32;
}

static bool search(Drive *drive, int kind, int frame, ContestFrame *counts, uint64_t *hash)
{
    Error why = {""};
    if (drive->field->search(drive->field->data, kind, frame, drive->job, counts, hash, &why))
        return true;
    ContestResult *result = &drive->results[kind];
    snprintf(result->failure, sizeof result->failure, "%.120s", why.text);
    return false;
}

// False: cancelled. What else fails is said in the result.
static bool count_frames(Drive *drive, int kind, uint64_t *hashes)
{
    ContestResult *result = &drive->results[kind];
    for (int f = 0; f < drive->frames; ++f) {
        ContestFrame *frame = &result->frames[f];
        if (job_cancelled(drive->job) || !search(drive, kind, f, frame, &hashes[f]))
            return !job_cancelled(drive->job);
        result->volume_tests += (double)frame->volume_tests / drive->frames;
        result->triangle_tests += (double)frame->triangle_tests / drive->frames;
        result->updates += (double)frame->updates / drive->frames;
        result->contacts += (double)frame->contacts / drive->frames;
    }
    result->counted = true;
    return true;
}

static bool same_contacts(Drive *drive, int kind, const uint64_t *hashes)
{
    if (drive->first < 0) {
        drive->first = kind;
        memcpy(drive->hashes, hashes, (size_t)drive->frames * sizeof *hashes);
    }
    for (int f = 0; f < drive->frames; ++f)
        if (hashes[f] != drive->hashes[f]) {
            char names[2][160];
            drive->field->name(drive->field->data, drive->first, names[0], sizeof names[0]);
            drive->field->name(drive->field->data, kind, names[1], sizeof names[1]);
            return error_set(drive->err, "%s and %s find other contacts in frame %d", names[0],
                             names[1], f + 1);
        }
    return true;
}

static bool count_all(Drive *drive)
{
    uint64_t *hashes = array_alloc((size_t)drive->frames, sizeof *hashes);
    bool ok = hashes || error_set(drive->err, "not enough memory to measure");
    for (int kind = 0; ok && kind < drive->kinds; ++kind) {
        ContestResult *result = &drive->results[kind];
        go_on(drive, kind / (double)drive->kinds / (1 + CONTEST_ROUNDS));
        ok = !job_cancelled(drive->job) &&
             drive->field->build(drive->field->data, kind, result, drive->job, drive->err) &&
             (result->failure[0] || count_frames(drive, kind, hashes)) &&
             (!result->counted || same_contacts(drive, kind, hashes));
        if (ok)
            tell(drive, kind);
    }
    mem_free(hashes);
    return ok;
}

// The clock itself takes about as long as a small search.
static double cost_of_clock(void)
{
    double least = INFINITY, before = clock_cpu_seconds();
    for (int i = 0; i < 200; ++i) {
        double now = clock_cpu_seconds();
        least = fmin(least, now - before);
        before = now;
    }
    return least;
}

static bool time_block(Drive *drive, int kind, int round, int first, int end)
{
    ContestResult *result = &drive->results[kind];
    double before = clock_cpu_seconds();
    for (int f = first; f < end; ++f) {
        if (!search(drive, kind, f, NULL, NULL))
            return false;
        double now = clock_cpu_seconds();
        double us = 1e6 * fmax(now - before - drive->clock_cost, 0);
        before = now;
        result->us[round] += us / drive->frames;
        result->frames[f].us = round == 0 ? us : fmin(result->frames[f].us, us);
        if (job_cancelled(drive->job))
            return false;
    }
    return true;
}

// What is known after each round is told at once.
static void end_round(Drive *drive, int round)
{
    for (int kind = 0; kind < drive->kinds; ++kind) {
        ContestResult *result = &drive->results[kind];
        if (!result->counted)
            continue;
        double us = result->us[round];
        result->us_least = round == 0 ? us : fmin(result->us_least, us);
        result->us_most = round == 0 ? us : fmax(result->us_most, us);
        result->rounds = round + 1;
        result->timed = result->rounds == CONTEST_ROUNDS;
        tell(drive, kind);
    }
}

static bool time_all(Drive *drive)
{
    int block = (drive->frames + BLOCKS - 1) / BLOCKS, done = 0;
    int turns = CONTEST_ROUNDS * ((drive->frames + block - 1) / block) * drive->kinds;
    drive->clock_cost = cost_of_clock();
    for (int round = 0; round < CONTEST_ROUNDS; ++round) {
        for (int first = 0; first < drive->frames; first += block)
            for (int kind = 0; kind < drive->kinds; ++kind) {
                int end = first + block < drive->frames ? first + block : drive->frames;
                go_on(drive,
                      (1.0 + CONTEST_ROUNDS * (double)done++ / turns) / (1 + CONTEST_ROUNDS));
                if (drive->results[kind].counted && !time_block(drive, kind, round, first, end))
                    return job_cancelled(drive->job) ||
                           error_set(drive->err, "not enough memory to measure");
            }
        end_round(drive, round);
    }
    return true;
}

bool contest_drive(const ContestField *field, int kinds, int frames,
                   const ContestListener *listener, ContestResult *results, Job *job, Error *err)
{
    assert(kinds > 0 && frames > 0);
    Error unheard;
    Drive drive = {.field = field,
                   .kinds = kinds,
                   .frames = frames,
                   .listener = *listener,
                   .results = results,
                   .first = -1,
                   .job = job,
                   .err = err ? err : &unheard};
    memset(results, 0, (size_t)kinds * sizeof *results);
    drive.hashes = array_alloc((size_t)frames, sizeof *drive.hashes);
    bool ok = field->ready && drive.hashes;
    for (int kind = 0; ok && kind < kinds; ++kind) {
        results[kind].frames = mem_calloc((size_t)frames, sizeof *results[kind].frames);
        ok = results[kind].frames != NULL;
    }
    if (!ok)
        error_set(drive.err, "not enough memory to measure");
    job_step(job, "Measuring");
    ok = ok && count_all(&drive) && time_all(&drive) && !job_cancelled(job);
    for (int kind = 0; field->ready && kind < kinds; ++kind)
        field->let_go(field->data, kind);
    mem_free(drive.hashes);
    if (!ok && job_cancelled(job))
        drive.err->text[0] = 0;
    return ok;
}
