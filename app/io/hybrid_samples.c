#include "app/io/hybrid_samples.h"

#include "app/io/asset.h"

#include <stdio.h>

const char *const hybrid_samples[HYBRID_SAMPLES] = {"chair", "helicopter", "cannon", "interceptor"};

void hybrid_sample_path(const char *name, char *path, size_t size)
{
    char relative[64];
    snprintf(relative, sizeof relative, "hybrid/%.40s.xml", name);
    asset_path(relative, path, size); // if it is nowhere, whoever reads it says so
}
