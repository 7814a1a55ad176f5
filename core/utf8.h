// Text from files made safe to show.
#ifndef SNUG_CORE_UTF8_H
#define SNUG_CORE_UTF8_H

// In place: each byte that is not part of valid UTF-8 becomes '?', each control character a blank.
// A character cut in two by the end of the text becomes '?' too.
void utf8_sanitise(char *text);

#endif
