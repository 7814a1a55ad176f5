#!/usr/bin/env bash
# Prints third_party/dependencies.tsv as the table of the manual; with --check FILE, tells whether
# FILE holds every row of it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

table() {
    awk -F '\t' '
        NR == 1 { print "| name | version | licence | origin | use |\n|---|---|---|---|---|"; next }
        {
            origin = $4
            sub(/^package:/, "package ", origin)
            sub(/^archive:.*\//, "source archive ", origin)
            print "| " $1 " | " $2 " | " $3 " | " origin " | " $6 " |"
        }' "$root/third_party/dependencies.tsv"
}

if [ "${1:-}" != --check ]; then
    table
    exit 0
fi
status=0
while IFS= read -r row; do
    grep -qsxF -- "$row" "$2" || {
        echo "$2 lacks this row of third_party/dependencies.tsv: $row"
        status=1
    }
done < <(table)
exit $status
