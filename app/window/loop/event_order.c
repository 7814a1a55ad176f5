#include "app/window/loop/event_order.h"

#include <string.h>

// Where this frame ends:
// - before a press after the mouse moved. Tabs and rows react to a press only where the mouse was in the
//   frame before; a tap whose way there, press and release come in one frame would be lost;
// - before Ctrl, Shift or Alt change after another key was pressed. Who lets go of Ctrl quickly means
//   Ctrl+A all the same.
static int end_of_frame(const ImVector_ImGuiInputEvent *queue)
{
    bool moved = false, pressed = false;
    for (int i = 0; i < queue->Size; ++i) {
        const ImGuiInputEvent *event = &queue->Data[i];
        if (event->Type == ImGuiInputEventType_MousePos) {
            moved = true;
        } else if (event->Type == ImGuiInputEventType_MouseButton) {
            if (event->MouseButton.Down && moved)
                return i;
        } else if (event->Type == ImGuiInputEventType_Key) {
            bool modifier = (event->Key.Key & ImGuiMod_Mask_) != 0;
            if (modifier && pressed)
                return i;
            pressed = pressed || (!modifier && event->Key.Down);
        }
    }
    return queue->Size;
}

void event_order_new_frame(void)
{
    ImVector_ImGuiInputEvent *queue = &igGetCurrentContext()->InputEventsQueue;
    int end = end_of_frame(queue), late = queue->Size - end;
    queue->Size = end;
    igNewFrame();
    if (late > 0)
        memmove(queue->Data + queue->Size, queue->Data + end, (size_t)late * sizeof *queue->Data);
    queue->Size += late;
}
