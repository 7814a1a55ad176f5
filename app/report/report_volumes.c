// How much space the two of each row share, for the reports that say it.
#include "app/report/report_file.h"

#include <stdlib.h>

CommonVolume *report_volumes(const FitCheck *check, Job *job)
{
    const FitReport *fit = &check->fit;
    CommonVolume *volumes = calloc(fit->count + 1, sizeof *volumes);
    Job alone = {.pool = check->contact.pool}, *watched = job ? job : &alone;
    bool ok = volumes != NULL;
    for (size_t i = 0; ok && i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        Error err = {""};
        if (row->state == PAIR_CLEAR) // nothing to measure: they are apart
            continue;
        job_step(watched, "measuring common volumes");
        ok =
            common_volume(&check->parts[row->a], &check->parts[row->b], watched, &volumes[i], &err);
    }
    if (!ok) {
        free(volumes);
        volumes = NULL;
    }
    return volumes;
}

void report_volume_words(const ReportInput *in, const FitRow *row, char *text, size_t size)
{
    const CommonVolume *volume = report_volume(in, row);
    const Part *parts = in->assembly->parts;
    text[0] = 0;
    if (volume && volume->state != COMMON_UNASKED)
        common_volume_words(volume, parts[row->a].name, parts[row->b].name, in->assembly->unit,
                            text, size);
}

void report_volume_why(const ReportInput *in, const FitRow *row, char *text, size_t size)
{
    const CommonVolume *volume = report_volume(in, row);
    const Part *parts = in->assembly->parts;
    text[0] = 0;
    if (volume)
        common_volume_why(volume, parts[row->a].name, parts[row->b].name, text, size);
}
