#!/usr/bin/env bash
# Include arrows between rooms point down (.ci/rooms.txt); includes are paths from the root. Prints every
# offence; exit 1 if there is one. With --graph: which room includes which, for the READMEs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

grep -rnoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' core app third_party \
    --include='*.c' --include='*.h' --include='*.inl' --include='*.cpp' |
    awk -F: -v graph="${1:-}" '
        function room_of(path,   folder) {
            folder = path
            while (sub(/\/[^\/]*$/, "", folder))
                if (folder in rank) return folder
            return ""
        }
        BEGIN {
            while ((getline line < ".ci/rooms.txt") > 0)
                if (line !~ /^#/ && line != "") { rank[line] = ++rooms; name[rooms] = line }
        }
        {
            file = $1
            if (file ~ /^core\/(examples|include)\// && $3 !~ /"(core|app)\//) next # they know what is installed
            target = $3
            sub(/^[^"]*"/, "", target)
            sub(/"$/, "", target)
            if (target !~ /^(core|app|third_party)\//) {
                # Headers that are made or installed are not ours to place.
                if (target ~ /^snug\//) next
                if (file ~ /^third_party\//) next
                print file ": \"" target "\" is not a path from the root"; bad = 1
                next
            }
            from = room_of(file)
            to = room_of(target)
            if (file ~ /^third_party\// || target ~ /^third_party\//) next
            # What lies in app/ itself are the programs, which stand on everything.
            if (from == "" && file !~ /^app\/[a-z]+\.c$/) {
                print file ": its folder is in no room"
                bad = 1
                next
            }
            if (to == "") { print file ": includes " target ", which is in no room"; bad = 1; next }
            if (from == to || from == "") next
            arrows[from, to]++
            if (rank[to] > rank[from]) {
                print file ": " from " includes " target " of the room above it"
                bad = 1
            }
        }
        END {
            if (graph == "--graph")
                for (i = rooms; i > 0; --i) {
                    line = ""
                    for (k = rooms; k > 0; --k)
                        if ((name[i], name[k]) in arrows) line = line " " name[k]
                    if (line != "") print name[i] " ->" line
                }
            exit bad
        }'
