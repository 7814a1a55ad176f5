#!/usr/bin/env bash
# Runs benchmarks and keeps their figures here as CSV, with the machine, the commit and the command; the
# manual's chapters "results" and "figures" are made from these files (SNUG_RENEW=1 ctest -R window_manual).
# usage: core/bench/results/collect.sh PROGRAM [papers|hybrid|cost|build|refit|ray|assembly|check|parallel|motion|cache]...    one at a time, at a quiet moment
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
here=$root/core/bench/results
program=$1
shift
[ $# -gt 0 ] || set -- papers hybrid cost build refit ray assembly check parallel motion cache

head_of() {
    local model
    model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
    echo "# machine: ${model:-unknown processor}, $(nproc) cores, ${CC:-gcc} $("${CC:-gcc}" -dumpfullversion), load $(cut -d' ' -f1 /proc/loadavg)"
    echo "# commit: ${SNUG_COMMIT:-$(git -C "$root" log -1 --format=%h)}"
    echo "# command: ${SNUG_FULL:+SNUG_FULL=1 }snug bench $1"
    echo "section,what,paper,prototype,ours,verdict"
}

# Tables of claims: a title over a line of =, then rows in columns of fixed width (claims.c).
rows_papers() {
    awk '
        function quoted(text) { gsub(/^ +| +$/, "", text); gsub(/"/, "\"\"", text); return "\"" text "\"" }
        /^===/ { section = before; on = 0 }
        { before = $0 }
        /holds\?$/ { on = 1; next }
        /^$/ { on = 0 }
        on {
            what = substr($0, 1, 62)
            if (what ~ /^  /) what = first ": " substr(what, 3)
            else { first = what; gsub(/ +$/, "", first); sub(/: time .*/, "", first) }
            print quoted(section) "," quoted(what) "," quoted(substr($0, 64, 11)) "," \
                quoted(substr($0, 76, 11)) "," quoted(substr($0, 88, 11)) "," quoted(substr($0, 101))
        }'
}

# On how many of the four sets a claim of the paper holds, and the factors of time.
rows_hybrid() {
    awk -F, '
        /^# .*paper.s types/ {
            n = split($0, parts, /[:;] */)
            for (i = 2; i <= n; ++i) {
                claim = parts[i]
                holds = claim !~ /does not hold/
                factor = claim; if (sub(/.*\(x /, "", factor)) sub(/\).*/, "", factor); else factor = ""
                sub(/ (holds|does not hold).*/, "", claim)
                if (claim == "two-level fastest") claim = "coincident objects: two-level fastest"
                if (claim ~ /^[a-z-]+ < /) claim = kind " " claim
                else { kind = claim; sub(/ .*/, "", kind) }
                if (!(claim in seen)) { order[++count] = claim; seen[claim] = 0 }
                seen[claim]++; good[claim] += holds
                if (factor != "") {
                    if (!(claim in least) || factor + 0 < least[claim]) least[claim] = factor + 0
                    if (factor + 0 > most[claim]) most[claim] = factor + 0
                }
            }
        }
        $4 == "paper'"'"'s" && $3 ~ /^B&B/ {
            if (low == "" || $5 < low) low = $5
            if ($5 > high) high = $5
        }
        END {
            section = "Hybrid hierarchies (Andersen and Bay 2006): four stand-ins"
            for (i = 1; i <= count; ++i) {
                c = order[i]
                verdict = good[c] == seen[c] ? "yes" : good[c] == 0 ? "NO" : "in part"
                if (c ~ /coincident/ && c !~ /fastest/) continue
                printf "\"%s\",\"%s: sets\",\"all\",\"\",\"%d of %d\",\"%s\"\n", section, c, good[c], seen[c], verdict
                if (c in least)
                    printf "\"%s\",\"%s: times faster\",\"1.3-5\",\"\",\"%.2f-%.2f\",\"%s\"\n", section, c, least[c], most[c],
                        least[c] >= 1.3 && most[c] <= 5 ? "yes" : least[c] > 1 ? "other" : "NO"
            }
            printf "\"%s\",\"building by branch and bound (s)\",\"1.8-12240\",\"\",\"%.4f-%.4f\",\"%s\"\n", section, low / 1000, high / 1000,
                low >= 1800 && high <= 12240000 ? "yes" : "other"
        }'
}

rows_cost() {
    awk -F, '
        $1 == "torus" || $1 == "soup" {
            ++n
            error = $15 > 1 ? $15 - 1 : 1 - $15
            if (error > most) most = error
            split($19, of, "/"); inside += of[1]; poses += of[2]
        }
        END {
            s = "\"Cost model\""
            printf "%s,\"combinations of mesh, volume, test and node work\",\"\",\"\",\"%d\",\"\"\n", s, n
            printf "%s,\"largest error of the predicted time over all new poses (%%)\",\"\",\"\",\"%.0f\",\"\"\n", s, 100 * most
            printf "%s,\"single poses predicted within 25 %% (%%)\",\"\",\"\",\"%.0f\",\"\"\n", s, 100 * inside / poses
        }'
}

rows_build() {
    awk -F, '$3 == 81920 || $3 == 1310720 { printf "\"Building\",\"%d triangles: %s, %s (ms)\",\"\",\"\",\"%s\",\"\"\n", $3, $1, $2, $4 }'
}

rows_assembly() {
    awk -F, '$1 ~ /^[0-9]+$/ {
        printf "\"Assemblies\",\"%d parts, %d triangles: contacts after one part moved (us)\",\"\",\"\",\"%.0f\",\"\"\n", $1, $2, $7
        printf "\"Assemblies\",\"%d parts, %d triangles: of it, finding the neighbours (us)\",\"\",\"\",\"%.1f\",\"\"\n", $1, $2, $8
    }'
}

# How it grows is measured with SNUG_FULL=1 in the environment.
rows_check() {
    awk -F, '$1 == "growth" && $2 ~ /^[0-9]+$/ {
        printf "\"Checks\",\"%d parts of 64 triangles: CPU / that of %d\",\"\",\"\",\"%.2f\",\"%s\"\n", $2, $5, $6, ($6 <= $7 ? "yes" : "no")
        next
    }
    $2 ~ /^[0-9]+$/ {
        printf "\"Checks\",\"%d parts, %d pairs, %s: CPU on two threads / on one\",\"\",\"\",\"%s\",\"%s\"\n", $2, $3, $1, $6, ($6 <= 1.15 ? "yes" : "no")
        printf "\"Checks\",\"%d parts, %d pairs, %s: larger share of two threads (%%)\",\"\",\"\",\"%.0f\",\"%s\"\n", $2, $3, $1, 100 * $7, ($7 <= 0.6 ? "yes" : "no")
    }'
}

rows_parallel() {
    awk -F, '$3 + 0 > 0 {
        printf "\"One search\",\"%s, %s, %d tests of volumes: CPU on two threads / on one\",\"\",\"\",\"%s\",\"%s\"\n", $1, $2, $4, $8, ($8 <= 1.1 ? "yes" : "no")
        printf "\"One search\",\"%s, %s, %d tests of volumes: larger share of two threads (%%)\",\"\",\"\",\"%.1f\",\"%s\"\n", $1, $2, $4, 100 * $9, ($9 <= 0.55 ? "yes" : "no")
    }'
}

# Times are CPU of the caller in frames in which something holds the part.
rows_cache() {
    awk -F, '/^(OBJ|STEP)/ {
        printf "\"Cache\",\"%s, %d triangles: CPU without the cache (ms)\",\"\",\"\",\"%s\",\"\"\n", $1, $2, $3
        printf "\"Cache\",\"%s, %d triangles: for the first time (ms)\",\"\",\"\",\"%s\",\"\"\n", $1, $2, $4
        printf "\"Cache\",\"%s, %d triangles: again (ms)\",\"\",\"\",\"%s\",\"\"\n", $1, $2, $5
        printf "\"Cache\",\"%s, %d triangles: times faster than without\",\"%s\",\"\",\"%s\",\"%s\"\n", $1, $2, "", $6, ($6 >= $7 ? "yes" : "no")
    }'
}

rows_motion() {
    awk -F, '$3 ~ /^[0-9]+$/ {
        s = "\"Motion\",\"" $1 ", " $2 ": "
        printf "%sat the grab, with the first list (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $4
        printf "%sa frame, median (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $6
        printf "%sa frame, 99 of 100 below (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $7
        printf "%sthe same with a second thread (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $8
        printf "%sthe same with the budget of the viewer (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $9
        printf "%sclosest points of triangles, 99 of 100 below\",\"\",\"\",\"%s\",\"\"\n", s, $10
        printf "%spairs of triangles listed at most\",\"\",\"\",\"%s\",\"\"\n", s, $13
        printf "%sframes behind the drag without a budget, 99 of 100 below\",\"\",\"\",\"%s\",\"\"\n", s, $17
    }'
}

rows_refit() {
    awk -F, '$2 == 40000 { printf "\"Refitting\",\"%d triangles: %s, building / refitting\",\"\",\"\",\"%s\",\"\"\n", $2, $1, $5 }'
}

# All sizes are measured with SNUG_FULL=1 in the environment.
rows_ray() {
    awk -F, '$1 ~ /^[0-9]+$/ {
        s = "\"Rays\",\"" $1 " triangles: "
        printf "%sbuilding the tree (ms)\",\"\",\"\",\"%s\",\"\"\n", s, $3
        printf "%sbytes of the tree per triangle\",\"\",\"\",\"%s\",\"\"\n", s, $4
        printf "%snearest hit, mean (us)\",\"\",\"\",\"%s\",\"\"\n", s, $5
        printf "%snearest hit, 99 of 100 below (us)\",\"\",\"\",\"%s\",\"\"\n", s, $7
        printf "%snearest hit, longest of 4000 (us)\",\"\",\"\",\"%s\",\"\"\n", s, $8
        printf "%slooking at every triangle / mean\",\"\",\"\",\"%s\",\"\"\n", s, $10
    }'
}

for name in "$@"; do
    output=$("$program" bench "$name") || [ $? -eq 1 ] # 1: a figure misses its target
    {
        head_of "$name"
        "rows_$name" <<<"$output"
    } >"$here/$name.csv.new"
    mv "$here/$name.csv.new" "$here/$name.csv"
    echo "$name: $(($(wc -l <"$here/$name.csv") - 4)) figures"
done
