// Which commit the program was made of; "unknown" outside of a repository. Made by the build.
#ifndef SNUG_APP_LAB_COMMIT_H
#define SNUG_APP_LAB_COMMIT_H

extern const char snug_commit[];

#endif
