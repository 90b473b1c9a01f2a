#!/usr/bin/env bash
# `@COMMAND@` in @PARTS@ parts, as many at a time as there are cores, by GNU parallel.
# Add --sshlogin to play on several machines that see this folder. To go on after whatever cut it, run it again.
set -euo pipefail
run=@NAME@-parts parts=@PARTS@
mkdir -p "$run"
for ((round = 1; ; round++)); do
    whole=$run/whole-$round.store before=$run/whole-$((round - 1)).store
    from=() known=()
    if [ "$round" -gt 1 ]; then from=(--from "$before") known=("$before"); fi
    if [ ! -e "$whole" ]; then
        # Exit code 2 is bad input, which no second try mends: parallel tries three times all the same, at no cost.
        seq "$parts" | parallel --retries 3 --halt soon,fail=1 @COMMAND@ --threads 1 --quiet \
            --store "$run/$round-{}.store" --shard "{}/$parts" "${from[@]}" --resume '>' "$run/$round-{}.txt"
        lanchester merge "$run/$round"-*.store "${known[@]}" --out "$whole" --quiet > "$whole.txt"
    fi
    code=0
    @COMMAND@ --store "$whole" --resume --no-play --audit "$parts" || code=$?
    # 75: the next round follows from this one.
    if [ "$code" -ne 75 ]; then exit "$code"; fi
done
