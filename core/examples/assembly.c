// Does an assembly fit? A pin is pressed into a plate on purpose, a lid comes too near to it.
#include "shapes.h"

static void add(snug_assembly *assembly, const char *name, snug_mesh *mesh, double height)
{
    const double at[12] = {1, 0, 0, 0, 0, 1, 0, height, 0, 0, 1, 0};
    snug_part_desc part = {.struct_size = sizeof part, .name = name, .mesh = mesh, .placement = at};
    snug_error error;
    must(snug_assembly_add(assembly, &part, NULL, &error), &error);
    snug_mesh_release(mesh);
}

int main(void)
{
    snug_assembly_desc desc = {.struct_size = sizeof desc, .unit = "mm"};
    snug_assembly *assembly = NULL;
    snug_error error;
    must(snug_assembly_create(&desc, &assembly, &error), &error);
    add(assembly, "Plate", make_box(100, 10, 100), 0);
    add(assembly, "Pin", make_box(5, 30, 5), 10);
    add(assembly, "Lid", make_box(90, 2, 90), 27);
    must(snug_assembly_set_rules(assembly, "intentional \"Pin*\" Plate\n", SIZE_MAX, &error),
         &error);

    snug_check_desc how = {.struct_size = sizeof how, .clearance = 2};
    snug_check check = {.struct_size = sizeof check};
    must(snug_assembly_check(assembly, &how, &check, &error), &error);
    printf("%s\n", check.summary);
    for (uint64_t i = 0; i < check.row_count; ++i) {
        const snug_check_row *row = snug_check_row_at(&check, i);
        printf("  %s %s (%s)\n", row->violation ? "!" : " ", row->text, row->verdict);
    }
    int found = check.violations == 1;

    const double higher[12] = {1, 0, 0, 0, 0, 1, 0, 30, 0, 0, 1, 0};
    must(snug_assembly_place(assembly, 2, higher, &error), &error);
    must(snug_assembly_check(assembly, &how, &check, &error), &error); // only what moved
    printf("with the lid 3 mm higher: %s\n", check.summary);
    int fits = check.violations == 0;
    snug_check_free(&check);
    snug_assembly_release(assembly);
    return found && fits ? 0 : 1;
}
