#!/usr/bin/env bash
# `@COMMAND@` in @PARTS@ parts, as an array of Slurm jobs for each round. Run it on a node that may submit, in a folder that
# all nodes see; it waits until the result is there. To go on after whatever cut it, run it again. Written after the manual; not
# tried on a cluster.
set -euo pipefail
command=(@COMMAND@)
run=@NAME@-parts parts=@PARTS@
mkdir -p "$run"
# A part of a round: the folder, the round, the number of parts, the store of the rounds before, and the command, as arguments,
# which no shell reads again.
cat > "$run/part.sh" <<'PART'
#!/usr/bin/env bash
store=$1/$2-$SLURM_ARRAY_TASK_ID.store shard=$SLURM_ARRAY_TASK_ID/$3 known=$4
exec "${@:5}" --threads 1 --quiet --store "$store" --shard "$shard" ${known:+--from "$known"} --resume
PART
# How many chunks a merged store has.
chunks() { sed 's/.*: //' "$1.txt"; }
for ((round = 1; ; round++)); do
    whole=$run/whole-$round.store known=""
    if [ "$round" -gt 1 ]; then known=$run/whole-$((round - 1)).store; fi
    if [ ! -e "$whole" ]; then
        for ((try = 1; ; try++)); do
            code=0
            # A job that is preempted is told so by SIGTERM, keeps what it has played, and goes on when it is requeued.
            sbatch --wait --requeue --array="1-$parts" --cpus-per-task=1 --job-name="$run-$round" --output="$run/$round-%a.txt" \
                "$run/part.sh" "$run" "$round" "$parts" "$known" "${command[@]}" || code=$?
            # 75: a disk was full, say, and may have room again. Parts that have played all they can end at once.
            if [ "$code" -ne 75 ] || [ "$try" -eq 3 ]; then break; fi
            sleep "${PAUSE:-60}"
        done
        if [ "$code" -ne 0 ]; then exit "$code"; fi
        lanchester merge "$run/$round"-*.store ${known:+"$known"} --out "$whole" --quiet > "$whole.txt"
    fi
    code=0
    "${command[@]}" --store "$whole" --resume --no-play --audit "$parts" || code=$?
    # 75: the next round follows from this one. If this one has brought no chunk, it is the disk of the result that is full.
    if [ "$code" -ne 75 ]; then exit "$code"; fi
    if [ -n "$known" ] && [ "$(chunks "$whole")" = "$(chunks "$known")" ]; then exit 75; fi
done
