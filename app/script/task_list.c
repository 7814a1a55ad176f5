#include "app/script/task.h"

static const char FOLDER[] = "tasks", ENDING[] = ".task";

void task_list(NamedFiles *out)
{
    named_files_list(FOLDER, ENDING, out);
}

bool task_find(const char *called, char *path, size_t size)
{
    return named_files_find(FOLDER, ENDING, called, path, size);
}
