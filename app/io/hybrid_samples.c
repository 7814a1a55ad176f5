#include "hybrid_samples.h"
#include "file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const hybrid_samples[HYBRID_SAMPLES] = {"chair", "helicopter", "cannon", "interceptor"};

// In the folder it is started from; beside its build directory; where it was installed.
void hybrid_sample_path(const char *name, char *path, size_t size)
{
    static const char *const places[] = {"../../assets/hybrid", "../share/snug/assets/hybrid"};
    char program[512];
    snprintf(path, size, "assets/hybrid/%s.xml", name);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (access(path, R_OK) == 0 || length <= 0)
        return;
    program[length] = '\0';
    program[length - (ssize_t)strlen(file_base_name(program))] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && access(path, R_OK) != 0; ++i)
        snprintf(path, size, "%s%s/%s.xml", program, places[i], name);
}
