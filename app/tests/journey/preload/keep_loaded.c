// Preloaded into the program under AddressSanitizer: drivers stay loaded until its end, so that
// their leaks can be told by name from ours. GLFW would unload them before leaks are looked for.
int dlclose(void *handle);
int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
