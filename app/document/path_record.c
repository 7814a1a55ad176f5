#include "app/document/path_record.h"

#include "app/document/document.h"
#include "core/base/array.h"

#include <math.h>

void path_record_free(PathRecord *record)
{
    for (size_t i = 0; i < record->part_count; ++i)
        free(record->parts[i].samples);
    free(record->parts);
    free(record->marks);
    *record = (PathRecord){0};
}

// A new gesture begins where the last one ended; one that led nowhere, such as a drag that was
// cancelled, is forgotten.
static const Affine *placement_at(const RecordedPart *part, double time)
{
    size_t i = part->count - 1;
    while (i > 0 && part->samples[i].time > time)
        --i;
    return &part->samples[i].at;
}

static bool is_as_at(const PathRecord *record, double time, PlacementFn *placement,
                     const void *user)
{
    for (size_t i = 0; i < record->part_count; ++i) {
        const RecordedPart *part = &record->parts[i];
        if (!affine_equal(placement_at(part, time), placement(user, part->part)))
            return false;
    }
    return true;
}

static void cut_after(PathRecord *record, double time)
{
    for (size_t i = 0; i < record->part_count; ++i) {
        RecordedPart *part = &record->parts[i];
        while (part->count > 1 && part->samples[part->count - 1].time > time) {
            --part->count;
            --record->sample_count;
        }
    }
    record->time = time;
}

bool path_record_back(PathRecord *record, PlacementFn *placement, const void *user)
{
    for (size_t i = record->mark_count; i-- > 0;) {
        if (!is_as_at(record, record->marks[i].time, placement, user))
            continue;
        cut_after(record, record->marks[i].time);
        record->mark_count = i;
        return true;
    }
    return false;
}

static const Affine *last_placement(const void *user, int32_t part)
{
    const PathRecord *record = user;
    for (size_t i = 0; i < record->part_count; ++i)
        if (record->parts[i].part == part)
            return &record->parts[i].samples[record->parts[i].count - 1].at;
    return NULL; // only parts of the record are asked for
}

static void forget_nothing(PathRecord *record)
{
    if (record->mark_count == 0)
        return;
    double begin = record->marks[record->mark_count - 1].time;
    if (record->time > begin && is_as_at(record, begin, last_placement, record)) {
        cut_after(record, begin);
        --record->mark_count;
    }
}

bool path_record_step(PathRecord *record, double clock, uint64_t gesture)
{
    double pause = clock - record->clock;
    bool first = !record->moving;
    const PathMark *mark = record->mark_count > 0 ? &record->marks[record->mark_count - 1] : NULL;
    if (!mark || gesture == 0 || mark->gesture != gesture) {
        forget_nothing(record);
        if (!array_reserve(&record->marks, &record->mark_capacity, record->mark_count + 1,
                           sizeof *record->marks))
            return false;
        record->marks[record->mark_count++] = (PathMark){record->time, gesture};
    }
    pause = fmin(fmax(pause, 1e-4), PATH_LONGEST_PAUSE); // clocks may stand still, times ascend
    record->step = gesture == 0 ? PATH_TYPED_TIME : PATH_STEP_TIME;
    record->last_time = record->time;
    record->time += first ? record->step : gesture == 0 ? fmax(pause, record->step) : pause;
    record->clock = clock;
    record->moving = true;
    return true;
}

static RecordedPart *find_or_add(PathRecord *record, int32_t part)
{
    for (size_t i = 0; i < record->part_count; ++i)
        if (record->parts[i].part == part)
            return &record->parts[i];
    if (record->part_count == PATH_MOST_PARTS ||
        !array_reserve(&record->parts, &record->part_capacity, record->part_count + 1,
                       sizeof *record->parts))
        return NULL;
    RecordedPart *added = &record->parts[record->part_count++];
    *added = (RecordedPart){.part = part};
    return added;
}

static bool add_sample(PathRecord *record, RecordedPart *part, double time, const Affine *at)
{
    if (record->sample_count == PATH_MOST_SAMPLES ||
        !array_reserve(&part->samples, &part->capacity, part->count + 1, sizeof *part->samples))
        return false;
    part->samples[part->count++] = (PathSample){time, *at};
    ++record->sample_count;
    return true;
}

// A part that rested until now did so until just before, and through the steps of others: where one part
// pushes another they move in turn.
bool path_record_part(PathRecord *record, int32_t part, const Affine *from, const Affine *to)
{
    RecordedPart *recorded = find_or_add(record, part);
    if (!recorded)
        return false;
    double before = record->time - record->step;
    if (recorded->count == 0 &&
        !add_sample(record, recorded, fmax(before, record->last_time), from)) {
        --record->part_count; // it would have no place
        return false;
    }
    if (recorded->samples[recorded->count - 1].time < record->last_time &&
        !add_sample(record, recorded, record->last_time, from))
        return false;
    double last = recorded->samples[recorded->count - 1].time;
    double rest = record->step > PATH_STEP_TIME ? 1e-6 : 4 * PATH_STEP_TIME;
    if (before > last + rest && !add_sample(record, recorded, before, from))
        return false;
    return add_sample(record, recorded, record->time, to);
}
