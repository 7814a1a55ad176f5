#include "app/commands/commands.h"

#include <stdlib.h>

bool command_parse_size(const char *text, int *width, int *height)
{
    char *end;
    long w = strtol(text, &end, 10);
    if (end == text || (*end != 'x' && *end != 'X'))
        return false;
    const char *second = end + 1;
    long h = strtol(second, &end, 10);
    if (end == second || *end || w < 64 || h < 64 || w > 16384 || h > 16384)
        return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}
