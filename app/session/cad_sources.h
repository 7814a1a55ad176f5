// Which of the open files have curved surfaces, whose facets were made here.
#ifndef SNUG_APP_SESSION_CAD_SOURCES_H
#define SNUG_APP_SESSION_CAD_SOURCES_H

#include "app/stages/app.h"

bool cad_source(const App *app, int32_t source);
// By which they were read, metres; -1: not all by the same. That of the next one if none is open.
double cad_sources_deflection(const App *app);

#endif
