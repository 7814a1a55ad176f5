#include "app/window/panels/param_field.h"

#include <math.h>
#include <stdio.h>

void param_field(const PanelContext *context, const char *rect, const Action *action,
                 const Param *param, int index, double value)
{
    ActionArgs args = {.part = NO_PART, .index = index, .number = value};
    if (param->choice_count == 0) {
        widget_slider(context, rect, param->name, param->note, action, &args, param->min,
                      param->max, param->whole ? "%.0f" : "%.4g", 0);
        return;
    }
    Choice list[NAMED_MOST];
    char names[NAMED_MOST][24];
    int current = -1, count = 0;
    for (; count < param->choice_count && count < NAMED_MOST; ++count) {
        snprintf(names[count], sizeof names[count], "%g", param->choices[count]);
        list[count] = (Choice){names[count], param->note, NULL};
        if (fabs(param->choices[count] - value) < 1e-9)
            current = count;
    }
    int chosen = widget_choice(context, rect, param->name, param->note, list, count, current);
    if (chosen < 0)
        return;
    args.number = param->choices[chosen];
    action_submit(context->out, action, &args);
}
