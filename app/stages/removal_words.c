// The answers in words.
#include "app/stages/removal_state.h"
#include "core/shape/up_axis.h"

#include <stdio.h>

static const char *name_of(const App *app, int32_t part)
{
    return app->assembly.parts[part].name;
}

void removal_direction_words(const App *app, Vec3d direction, char *text, size_t size)
{
    static const char *const WORDS[3][2] = {{"-x", "+x"}, {"-y", "+y"}, {"-z", "+z"}};
    Vec3d d = up_axis_to_file(app->assembly.up, direction);
    if (fabs(direction.y) > 1 - 1e-9) {
        snprintf(text, size, "%s", direction.y > 0 ? "up" : "down");
        return;
    }
    for (int k = 0; k < 3; ++k) {
        if (fabs(d.v[k]) > 1 - 1e-9) {
            snprintf(text, size, "%s", WORDS[k][d.v[k] > 0]);
            return;
        }
        d.v[k] = fabs(d.v[k]) < 0.005 ? 0 : d.v[k]; // no "-0"
    }
    snprintf(text, size, "%.2f %.2f %.2f", d.x, d.y, d.z);
}

static size_t add(char *text, size_t size, size_t used, const char *more)
{
    int length = used < size ? snprintf(text + used, size - used, "%s", more) : 0;
    return used + (length > 0 ? (size_t)length : 0);
}

// The names of those in this state, the nearest first, and how many more there are.
static size_t list_names(const App *app, const RemovalBlock *blocks, size_t count,
                         enum PullState state, const char *before, size_t most, char *text,
                         size_t size, size_t used)
{
    size_t named = 0, left = 0;
    for (size_t i = 0; i < count; ++i) {
        if (blocks[i].state != state)
            continue;
        if (named == most) {
            ++left;
            continue;
        }
        used = add(text, size, used, named == 0 ? before : ", ");
        used = add(text, size, used, name_of(app, blocks[i].part));
        ++named;
    }
    if (left > 0) {
        char more[48];
        snprintf(more, sizeof more, " and %zu more", left);
        used = add(text, size, used, more);
    }
    return used;
}

static void block_words(const App *app, const RemovalBlock *blocks, size_t count, size_t most,
                        char *text, size_t size)
{
    size_t used = list_names(app, blocks, count, PULL_BLOCKED, "blocked by ", most, text, size, 0);
    list_names(app, blocks, count, PULL_UNKNOWN, used > 0 ? "; not proven: " : "not proven: ", most,
               text, size, used);
}

void removal_way_words(const App *app, const RemovalWays *ways, const RemovalWay *way, size_t most,
                       char *text, size_t size)
{
    if (way->state == PULL_FREE)
        snprintf(text, size, "free");
    else
        block_words(app, &ways->blocks[way->first], way->count, most, text, size);
}

void removal_step_words(const App *app, const RemovalOrder *order, const RemovalStep *step,
                        char *text, size_t size)
{
    const char *first = name_of(app, order->parts[step->first]);
    if (step->count == 1)
        snprintf(text, size, "%s", first);
    else if (step->count == 2)
        snprintf(text, size, "%s with %s", first, name_of(app, order->parts[step->first + 1]));
    else
        snprintf(text, size, "%s with %zu more", first, step->count - 1);
}

void removal_rest_words(const App *app, const RemovalOrder *order, const RemovalRest *rest,
                        char *text, size_t size)
{
    char why[512];
    block_words(app, &order->blocks[rest->first], rest->count, 6, why, sizeof why);
    snprintf(text, size, "%.200s: %s", name_of(app, rest->part), why);
}

void removal_order_words(const App *app, char *text, size_t size)
{
    const RemovalState *state = removal_state(app);
    const RemovalOrder *order = &state->order;
    size_t used = 0;
    char line[256];
    if (order->step_count == 0)
        snprintf(line, sizeof line, "No part comes out by a straight pull.");
    else
        snprintf(line, sizeof line, "%zu step%s take%s out %zu part%s.", order->step_count,
                 order->step_count == 1 ? "" : "s", order->step_count == 1 ? "s" : "",
                 order->part_count, order->part_count == 1 ? "" : "s");
    used = add(text, size, used, line);
    if (state->base != NO_PART) {
        snprintf(line, sizeof line, " %.100s is what they are taken off: no part is locked.",
                 name_of(app, state->base));
        used = add(text, size, used, line);
    } else if (state->staying > 0) {
        snprintf(line, sizeof line, " %d part%s locked or fixed to the ground.",
                 (int)state->staying, state->staying == 1 ? " is" : "s are");
        used = add(text, size, used, line);
    }
    if (order->rest_count > 0) {
        snprintf(line, sizeof line,
                 " %zu stay%s: in none of the %lld directions tried was a straight pull proven to "
                 "be free.",
                 order->rest_count, order->rest_count == 1 ? "s" : "",
                 (long long)order->directions);
        add(text, size, used, line);
    }
}
