// What a comparison of kinds has found, or knows by now, as a sortable table.
#ifndef SNUG_APP_WINDOW_PANELS_BEST_ROWS_H
#define SNUG_APP_WINDOW_PANELS_BEST_ROWS_H

#include "app/lab/table.h"
#include "app/window/panels/widgets.h"

typedef struct BestOrder {
    int sorted[LAB_KINDS_MOST];
    int column; // as the headings say
    bool descending;
} BestOrder;

// table->subject is NULL while it is measured: then rows are marked as not finished, and nothing can be taken.
void best_rows(const PanelContext *context, const LabTable *table, BestOrder *order);

#endif
