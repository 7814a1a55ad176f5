#include "core/meaning/sheets.h"

#include "core/base/memory.h"

enum { MOST_PLACES = 16, DIRECTIONS = 8, MOST_CONTACTS = 100000 };

typedef struct SheetTest {
    const PosedPart *a, *b;
    const Material *of_a, *of_b;
    const Affine *b_to_a;
    double length;
    Job *job;
    ContactList moved; // contacts after a step
} SheetTest;

static bool of_sheet(const SheetTest *test, const Contact *c)
{
    return (test->of_a->sheets && test->of_a->sheets[c->a]) ||
           (test->of_b->sheets && test->of_b->sheets[c->b]);
}

typedef struct Directions {
    Vec3d way[DIRECTIONS];
    int count;
} Directions;

// Both ways along a line, unless it is known already.
static void add_line(Directions *directions, Vec3d along)
{
    double length = vec3d_length(along);
    if (!(length > 0) || directions->count + 2 > DIRECTIONS)
        return;
    along = vec3d_scale(along, 1 / length);
    for (int i = 0; i < directions->count; ++i)
        if (fabs(vec3d_dot(directions->way[i], along)) > 0.99)
            return;
    directions->way[directions->count++] = along;
    directions->way[directions->count++] = vec3d_scale(along, -1);
}

static bool within(const Box3d *box, Vec3d p, double margin)
{
    for (int k = 0; k < 3; ++k)
        if (p.v[k] < box->lo.v[k] - margin || p.v[k] > box->hi.v[k] + margin)
            return false;
    return true;
}

// Is the place free of contacts with sheets once b has made the step?
static bool frees(SheetTest *test, const ContactCluster *place, Vec3d step, bool *ok)
{
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true, .limit = MOST_CONTACTS};
    Affine moved = *test->b_to_a;
    moved.p = vec3d_add(moved.p, step);
    if (!query_contacts(test->a->tree, test->b->tree, &moved, &all, test->job, &test->moved, NULL,
                        NULL))
        return *ok = false;
    if (test->moved.truncated)
        return false;
    for (size_t i = 0; i < test->moved.count; ++i) {
        const Contact *c = &test->moved.items[i];
        if (!of_sheet(test, c))
            continue;
        for (uint32_t k = 0; k < c->point_count; ++k)
            if (within(&place->box, test->moved.points[c->first_point + k], 2 * test->length))
                return false;
    }
    return true;
}

// A little less than the tolerance, so that rounding makes no step too long.
static bool place_is_free(SheetTest *test, const ContactCluster *place,
                          const Directions *directions, bool *ok)
{
    for (int i = 0; i < directions->count && *ok; ++i)
        if (frees(test, place, vec3d_scale(directions->way[i], test->length * (1 - 1e-9)), ok))
            return true;
    return false;
}

bool sheets_touch(const PosedPart *a, const PosedPart *b, const Affine *b_to_a,
                  const Material *of_a, const Material *of_b, const ContactList *contacts,
                  const int32_t *cluster_of, const ContactDetail *detail, double length, Job *job,
                  bool *touch)
{
    SheetTest test = {
        .a = a, .b = b, .of_a = of_a, .of_b = of_b, .b_to_a = b_to_a, .length = length, .job = job};
    *touch = true;
    if (!of_a->sheets && !of_b->sheets)
        return true;
    size_t places = detail->cluster_count;
    Directions *directions = mem_calloc(places + 1, sizeof *directions);
    bool *concerned = mem_calloc(places + 1, sizeof *concerned);
    bool ok = directions && concerned;
    int32_t count = 0;
    for (size_t i = 0; ok && i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        int32_t place = cluster_of[i];
        if (!of_sheet(&test, c))
            continue;
        count += !concerned[place];
        if (!concerned[place])
            add_line(&directions[place], detail->clusters[place].normal);
        concerned[place] = true;
        Triangle other = mesh_triangle(b->tree->mesh, c->b);
        other = triangle_transformed(&other, b_to_a);
        add_line(&directions[place], mesh_normal(a->tree->mesh, c->a));
        add_line(&directions[place], triangle_normal(&other));
    }
    *touch = count <= MOST_PLACES && !contacts->truncated;
    for (size_t i = 0; ok && *touch && i < places; ++i)
        *touch = !concerned[i] || place_is_free(&test, &detail->clusters[i], &directions[i], &ok);
    contact_list_free(&test.moved);
    mem_free(directions);
    mem_free(concerned);
    return ok;
}
