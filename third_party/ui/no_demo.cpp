// The C interface of ImPlot names its demonstration, which we neither compile nor show.
namespace ImPlot
{
void ShowDemoWindow(bool *);
void ShowDemoWindow(bool *)
{
}
} // namespace ImPlot
