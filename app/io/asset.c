#include "app/io/asset.h"

#include "app/io/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool asset_path(const char *name, char *path, size_t size)
{
    static const char *const places[] = {"../share/snug/", "../../share/snug/", "../../assets/",
                                         "../assets/"};
    char program[1024];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        length = 0;
    program[length] = '\0';
    program[length - (ssize_t)strlen(file_base_name(program))] = '\0'; // its folder
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        int written = snprintf(path, size, "%s%s%s", program, places[i], name);
        if (written > 0 && (size_t)written < size && access(path, R_OK) == 0)
            return true;
    }
    snprintf(path, size, "assets/%s", name);
    return access(path, R_OK) == 0;
}
