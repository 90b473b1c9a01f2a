#!/usr/bin/env bash
# `@COMMAND@` in @PARTS@ parts, as many at a time as there are cores, by GNU parallel.
# Add --sshlogin to play on several machines that see this folder. To go on after whatever cut it, run it again.
set -euo pipefail
run=@NAME@-parts parts=@PARTS@
mkdir -p "$run"
# What parallel is given is read by a shell once more: it is given functions.
play() { @COMMAND@ "$@"; }
# One part, by its number.
part() {
    play --threads 1 --quiet --store "$run/$round-$1.store" --shard "$1/$parts" ${known:+--from "$known"} --resume > "$run/$round-$1.txt"
}
export -f play part
export run parts round known
# How many chunks a merged store has.
chunks() { sed 's/.*: //' "$1.txt"; }
for ((round = 1; ; round++)); do
    whole=$run/whole-$round.store known=""
    if [ "$round" -gt 1 ]; then known=$run/whole-$((round - 1)).store; fi
    if [ ! -e "$whole" ]; then
        # Exit code 2 is bad input, which no second try mends: parallel tries three times all the same, at no cost.
        seq "$parts" | SHELL=$(command -v bash) parallel --retries 3 --halt soon,fail=1 part
        lanchester merge "$run/$round"-*.store ${known:+"$known"} --out "$whole" --quiet > "$whole.txt"
    fi
    code=0
    play --store "$whole" --resume --no-play --audit "$parts" || code=$?
    # 75: the next round follows from this one. If this one has brought no chunk, it is the disk of the result that is full.
    if [ "$code" -ne 75 ]; then exit "$code"; fi
    if [ -n "$known" ] && [ "$(chunks "$whole")" = "$(chunks "$known")" ]; then exit 75; fi
done
