#!/usr/bin/env bash
# `@COMMAND@` in @PARTS@ parts, as an array of Slurm jobs for each round. Run it on a node that may submit, in a folder that
# all nodes see; it waits until the result is there. To go on after whatever cut it, run it again. Written after the manual; not
# tried on a cluster.
set -euo pipefail
run=@NAME@-parts parts=@PARTS@
mkdir -p "$run"
for ((round = 1; ; round++)); do
    whole=$run/whole-$round.store before=$run/whole-$((round - 1)).store
    from="" known=()
    if [ "$round" -gt 1 ]; then from="--from $before" known=("$before"); fi
    if [ ! -e "$whole" ]; then
        # A job that is preempted is told so by SIGTERM, keeps what it has played, and goes on when it is requeued.
        sbatch --wait --requeue --array="1-$parts" --cpus-per-task=1 --job-name="$run-$round" --output="$run/$round-%a.txt" \
            --wrap "exec @COMMAND@ --threads 1 --quiet \
                --store $run/$round-\$SLURM_ARRAY_TASK_ID.store --shard \$SLURM_ARRAY_TASK_ID/$parts $from --resume"
        lanchester merge "$run/$round"-*.store "${known[@]}" --out "$whole" --quiet > "$whole.txt"
    fi
    code=0
    @COMMAND@ --store "$whole" --resume --no-play --audit "$parts" || code=$?
    # 75: the next round follows from this one.
    if [ "$code" -ne 75 ]; then exit "$code"; fi
done
