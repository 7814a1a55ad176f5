// Where the fit report is to be written.
#ifndef SNUG_APP_PANELS_EXPORT_DIALOG_H
#define SNUG_APP_PANELS_EXPORT_DIALOG_H

#include "core/assembly.h"

typedef struct ExportDialog {
    bool wanted; // open the dialog in the next frame
    char path[1024];
} ExportDialog;

struct PanelContext;

void export_dialog_open(ExportDialog *dialog, const Assembly *assembly);
void export_dialog_draw(const struct PanelContext *context);

#endif
