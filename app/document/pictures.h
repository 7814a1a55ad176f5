// Pictures that are to be taken of the view: one as it is, or a full turn in so many steps.
#ifndef SNUG_APP_DOCUMENT_PICTURES_H
#define SNUG_APP_DOCUMENT_PICTURES_H

#include "app/picture/camera.h"

enum { PICTURES_MOST = 720 };

typedef struct PictureWish {
    int count; // 0: none are wanted
    int taken;
    bool panels; // the whole window
    bool begun;
    Camera camera; // to go back to
    char path[1024];
} PictureWish;

#endif
