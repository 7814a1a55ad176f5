#include "app/window/rules_follow.h"

#include "app/actions/list_rules.h"

#include <stdio.h>
#include <string.h>

void rules_follow_update(RulesFollow *follow, App *app)
{
    if (!follow->path || app->document.part_count == 0 || stages_loading(app) ||
        follow->version == app->assembly_version)
        return;
    FileStamp now = file_stamp(follow->path);
    bool first = follow->version == 0, changed = !file_stamp_equal(&now, &follow->stamp);
    follow->version = app->assembly_version;
    follow->stamp = now;
    // Rules that were said by hand since then stay, unless the file says something new.
    if (!first && !changed)
        return;
    ActionArgs args = {.part = NO_PART};
    if (strlen(follow->path) >= sizeof args.text) {
        app_notify(app, NOTICE_ERROR, "The path of the rules file is too long.");
        return;
    }
    snprintf(args.text, sizeof args.text, "%s", follow->path);
    app_do(app, &action_rules_open, &args, 0);
}
