// The rules file of the command line: read when the assembly is there, and again when it is
// reloaded and the rules file has changed meanwhile.
#ifndef SNUG_APP_WINDOW_RULES_FOLLOW_H
#define SNUG_APP_WINDOW_RULES_FOLLOW_H

#include "app/document/sources.h"
#include "app/stages/app.h"

typedef struct RulesFollow {
    const char *path; // NULL: none
    uint32_t version; // of the assembly that they were read for; 0: not read yet
    FileStamp stamp;
} RulesFollow;

void rules_follow_update(RulesFollow *follow, App *app); // once per frame

#endif
