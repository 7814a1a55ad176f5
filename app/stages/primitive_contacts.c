#include "app/stages/primitive_contacts.h"

#include "core/base/array.h"
#include "core/shape/triangle/tri.h"

typedef struct PosedTriangle {
    Triangle t;
    Box3d box;
} PosedTriangle;

// In the world; *count gets how many of them there are.
static PosedTriangle *pose(const Coverage *covers, const PosedMesh *parts, int32_t part_count,
                           int32_t *count)
{
    PosedTriangle *out = array_alloc((size_t)covers->count, sizeof *out);
    *count = 0;
    for (int32_t i = 0; out && i < covers->count; ++i) {
        const CoveredTriangle *c = &covers->items[i];
        if (c->part >= part_count || c->triangle >= parts[c->part].mesh->triangle_count)
            continue;
        Triangle local = mesh_triangle(parts[c->part].mesh, c->triangle);
        PosedTriangle *p = &out[(*count)++];
        p->t = triangle_transformed(&local, &parts[c->part].placement);
        p->box = box3d_empty();
        for (int k = 0; k < 3; ++k)
            p->box = box3d_including(p->box, p->t.p[k]);
    }
    return out;
}

enum Answer { NO, YES, STOPPED };

static enum Answer triangles_meet(const Coverage *a, const Coverage *b, const PosedMesh *parts,
                                  int32_t part_count, Job *job)
{
    int32_t count_a, count_b;
    PosedTriangle *of_a = pose(a, parts, part_count, &count_a);
    PosedTriangle *of_b = pose(b, parts, part_count, &count_b);
    enum Answer answer = of_a && of_b ? NO : STOPPED;
    Box3d all = box3d_empty();
    for (int32_t i = 0; answer == NO && i < count_b; ++i) {
        all = box3d_including(all, of_b[i].box.lo);
        all = box3d_including(all, of_b[i].box.hi);
    }
    for (int32_t i = 0; answer == NO && i < count_a; ++i) {
        if (!box3d_meet(&of_a[i].box, &all))
            continue;
        if (job_cancelled(job))
            answer = STOPPED;
        for (int32_t k = 0; answer == NO && k < count_b; ++k)
            if (box3d_meet(&of_a[i].box, &of_b[k].box) &&
                tri_tests[0]->contact(&of_a[i].t, &of_b[k].t, NULL) != TRI_DISJOINT)
                answer = YES;
    }
    free(of_a);
    free(of_b);
    return answer;
}

static int32_t owner(const PrimitiveList *list, int32_t i)
{
    const Coverage *covers = list->covers[i];
    return covers && covers->count > 0 ? covers->items[0].part : -1;
}

bool primitive_contacts(const HybridTree *tree, const PrimitiveList *list, const PosedMesh *parts,
                        int32_t count, bool go_on, Job *job, PrimitiveContacts *out)
{
    const Affine same = affine_identity();
    HybridCollision collision = {0};
    *out = (PrimitiveContacts){.went_on = go_on};
    bool ok = hybrid_collide(tree, tree, &same, true, &collision);
    for (int32_t i = 0; ok && i < collision.count; ++i) {
        int32_t a = collision.contacts[i].a, b = collision.contacts[i].b;
        int32_t of_a = owner(list, a), of_b = owner(list, b);
        if (a >= b || of_a < 0 || of_b < 0 || of_a == of_b)
            continue;
        ++out->volumes;
        if (!go_on)
            continue;
        enum Answer answer = triangles_meet(list->covers[a], list->covers[b], parts, count, job);
        ok = answer != STOPPED;
        out->triangles += answer == YES;
    }
    out->tests = collision.tests;
    out->known = ok;
    hybrid_collision_free(&collision);
    return ok;
}
