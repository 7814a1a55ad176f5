// A chapter of the manual drawn as a page.
#ifndef SNUG_APP_WINDOW_PANELS_MANUAL_PAGE_H
#define SNUG_APP_WINDOW_PANELS_MANUAL_PAGE_H

#include "app/window/panels/manual.h"
#include "app/window/panels/manual_text.h"

void manual_page(ManualPage *page, const ManualChapter *chapter);

#endif
