// Text of others in XML and HTML: no way out of it.
#ifndef SNUG_APP_IO_XML_TEXT_H
#define SNUG_APP_IO_XML_TEXT_H

#include "app/io/text_buffer.h"

// As the content of an element or within an attribute's quotes. The text is clean (core/base/utf8.h);
// what XML 1.0 forbids all the same becomes '?'.
void xml_add_text(TextBuffer *out, const char *text);

#endif
