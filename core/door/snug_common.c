// What two parts share: common_volume and common_solid.
#include "core/door/snug_assembly.h"
#include "core/meaning/common_solid.h"
#include "core/meaning/common_volume.h"
#include "core/tree/build/build.h"

typedef struct CommonMemory {
    CommonSolid solid;
    char why[512];
} CommonMemory;

static void free_memory(CommonMemory *memory)
{
    if (memory)
        common_solid_free(&memory->solid);
    mem_free(memory);
}

// Trees of checks are taken as they are; others are made for this call only.
static bool pose(const snug_assembly *assembly, const int32_t parts[2], PosedPart posed[2],
                 Bvh *made[2], Job *job, Error *err)
{
    for (int i = 0; i < 2; ++i) {
        Mesh *mesh = assembly->inner.parts[parts[i]].mesh;
        posed[i] = assembly->posed[parts[i]];
        if (posed[i].tree && posed[i].tree->mesh_version == mesh->version)
            continue;
        made[i] = bvh_build(mesh, NULL, job, err);
        posed[i].tree = made[i];
        if (!made[i])
            return false;
    }
    return true;
}

static bool measure(const snug_assembly *assembly, const int32_t parts[2], bool solid, Job *job,
                    CommonMemory *memory, CommonVolume *volume, Error *err)
{
    PosedPart posed[2];
    Bvh *made[2] = {NULL, NULL};
    SolidCache solids = {0};
    bool good = pose(assembly, parts, posed, made, job, err) &&
                common_volume(&posed[0], &posed[1], job, volume, err);
    if (good)
        common_volume_why(volume, assembly->inner.parts[parts[0]].name,
                          assembly->inner.parts[parts[1]].name, memory->why, sizeof memory->why);
    if (good && solid && volume->state == COMMON_KNOWN)
        good = common_solid_make(&memory->solid, &posed[0], &posed[1], &solids, job, err);
    solid_cache_free(&solids);
    bvh_release(made[0]);
    bvh_release(made[1]);
    return good;
}

snug_status snug_assembly_common(snug_assembly *assembly, int32_t a, int32_t b,
                                 const snug_common_desc *desc, snug_common *common,
                                 snug_error *error)
{
    snug_common_desc own = {0};
    snug_status status = door_ready(common, DOOR_END_OF(snug_common, coarse), error);
    if (status == SNUG_OK && !assembly)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly");
    const int32_t parts[2] = {a, b};
    for (int i = 0; status == SNUG_OK && i < 2; ++i)
        if (parts[i] < 0 || parts[i] >= assembly->inner.part_count)
            status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no part %d", (int)parts[i]);
    if (status == SNUG_OK && a == b)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "a part shares all of itself with itself");
    if (status == SNUG_OK)
        status = DOOR_TAKE(own, desc, error);
    if (status == SNUG_OK)
        status = door_job_open(door_job(own.job), error);
    if (status != SNUG_OK)
        return status;
    CommonMemory *memory = mem_calloc(1, sizeof *memory);
    if (!memory)
        return door_no_memory(error);
    CommonVolume volume;
    Error err = {""};
    if (!measure(assembly, parts, own.solid != 0, door_job(own.job), memory, &volume, &err)) {
        free_memory(memory);
        if (job_cancelled(door_job(own.job)))
            err.text[0] = '\0';
        return door_core_failed(error, &err, SNUG_NO_MEMORY);
    }
    bool known = volume.state == COMMON_KNOWN;
    free_memory(common->memory);
    snug_common result = {.memory = memory,
                          .known = known,
                          .volume = known ? volume.volume : 0,
                          .error = known ? volume.error : 0,
                          .why = memory->why,
                          .triangle_count = memory->solid.count / 3,
                          .points = (const double *)memory->solid.points,
                          .coarse = memory->solid.coarse};
    door_give(common, &result, sizeof result);
    return SNUG_OK;
}

void snug_common_free(snug_common *common)
{
    if (!common || door_ready(common, DOOR_END_OF(snug_common, coarse), NULL) != SNUG_OK)
        return;
    free_memory(common->memory);
    snug_common none = {.memory = NULL};
    door_give(common, &none, sizeof none);
}
