#include "app/report/report_checked.h"

#include "app/io/rules_file.h"
#include "core/base/address_table.h"
#include "core/base/array.h"

#include <stdlib.h>

// Whatever a verdict or a sentence may follow from.
static void add_mesh(Sha256 *digest, const Mesh *mesh)
{
    size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
    sha256_add_number(digest, (double)vertices);
    sha256_add_number(digest, (double)triangles);
    sha256_add(digest, mesh->vertices, vertices * sizeof *mesh->vertices);
    sha256_add(digest, mesh->triangles, triangles * sizeof *mesh->triangles);
    sha256_add(digest, mesh->polygon_of, triangles * sizeof *mesh->polygon_of);
    sha256_add_number(digest, mesh->stated_chord_error);
}

static bool conditions(const FitCheck *check, char out[SHA256_TEXT])
{
    const ContactDesc *contact = &check->contact;
    RuleSet *set = check->desc.rules ? check->desc.rules->set : NULL;
    char *rules = set ? rules_text(set, UNIT_M) : strdup("");
    if (!rules)
        return false;
    Sha256 digest = sha256_begin();
    sha256_add_text(&digest, SNUG_VERSION);
    sha256_add_number(&digest, contact->tolerance);
    sha256_add_number(&digest, contact->relative);
    sha256_add_number(&digest, contact->link);
    sha256_add_number(&digest, contact->samples);
    sha256_add_number(&digest, contact->decide);
    sha256_add_number(&digest, check->desc.clearance);
    sha256_add_number(&digest, check->assembly->unit);
    sha256_add_text(&digest, rules);
    const uint64_t *bodies = check->desc.rules ? check->desc.rules->bodies : NULL;
    if (bodies)
        sha256_add(&digest, bodies, (size_t)check->assembly->part_count * sizeof *bodies);
    sha256_end(&digest, out);
    free(rules);
    return true;
}

// Parts of one mesh share its digest: it is the long part of the work.
typedef struct MeshDigests {
    char (*texts)[SHA256_TEXT];
    AddressTable by_mesh;
    size_t count, capacity;
} MeshDigests;

static const char *mesh_digest(MeshDigests *known, const Mesh *mesh)
{
    size_t at = 0, number;
    if (address_table_next(&known->by_mesh, mesh, &at, &number))
        return known->texts[number];
    if (!array_reserve(&known->texts, &known->capacity, known->count + 1, sizeof *known->texts) ||
        !address_table_add(&known->by_mesh, mesh, known->count))
        return NULL;
    Sha256 digest = sha256_begin();
    add_mesh(&digest, mesh);
    sha256_end(&digest, known->texts[known->count]);
    return known->texts[known->count++];
}

bool report_checked_make(ReportChecked *out, const FitCheck *check)
{
    const Assembly *assembly = check->assembly;
    MeshDigests known = {0};
    *out = (ReportChecked){.parts = calloc((size_t)assembly->part_count + 1, sizeof *out->parts)};
    bool ok = out->parts && conditions(check, out->conditions);
    for (int32_t i = 0; ok && i < assembly->part_count; ++i) {
        const Part *part = &assembly->parts[i];
        const PosedPart *posed = &check->parts[i];
        if (part->gone) // deleted: whoever opens the scene that is saved has none
            continue;
        const char *mesh = mesh_digest(&known, posed->tree->mesh);
        CheckedPart *to = &out->parts[out->count++];
        to->key = strdup(part->key);
        ok = mesh && to->key;
        if (!ok)
            break;
        Sha256 digest = sha256_begin();
        sha256_add_text(&digest, part->key);
        sha256_add_text(&digest, part->name);
        sha256_add_text(&digest, mesh);
        sha256_add_number(&digest, posed->active);
        sha256_add(&digest, &posed->placement, sizeof posed->placement);
        sha256_end(&digest, to->digest);
    }
    mem_free(known.texts);
    address_table_free(&known.by_mesh);
    if (!ok)
        report_checked_free(out);
    return ok;
}

void report_checked_free(ReportChecked *checked)
{
    for (int32_t i = 0; i < checked->count; ++i)
        free(checked->parts[i].key);
    free(checked->parts);
    free(checked->notes);
    *checked = (ReportChecked){0};
}
