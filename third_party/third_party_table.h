// What others wrote and we use, as listed in dependencies.tsv; shown under About.
#ifndef SNUG_THIRD_PARTY_THIRD_PARTY_TABLE_H
#define SNUG_THIRD_PARTY_THIRD_PARTY_TABLE_H

typedef struct ThirdParty {
    const char *name;
    const char *version;
    const char *licence;
    const char *origin;   // "package:NAME" or "archive:PATH" of a Debian archive
    const char *checksum; // sha256 of the archive's file, "-" for packages
    const char *use;
} ThirdParty;

extern const ThirdParty third_party_table[];
extern const int third_party_count;

#endif
