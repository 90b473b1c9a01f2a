#!/usr/bin/env bash
# `@COMMAND@` in @PARTS@ parts, as an indexed Kubernetes job for each round. The image has `lanchester` on its path, and the files
# that the command names where it begins; the claim is a volume that many pods may write to, and is mounted here as $SHARED too. To
# go on after whatever cut it, run it again. Written after the manual; not tried on a cluster.
set -euo pipefail
IMAGE=${IMAGE:?the image that the pods run} CLAIM=${CLAIM:?the volume claim} SHARED=${SHARED:?where it is mounted here}
# The same words for this shell and for the pods, where no shell reads them: in YAML, and $ doubled.
command=(@COMMAND@)
arguments=@YAML@
run=@NAME@-parts parts=@PARTS@
mkdir -p "$SHARED/$run"
# How many chunks a merged store has.
chunks() { sed 's/.*: //' "$1.txt"; }
for ((round = 1; ; round++)); do
    whole=$SHARED/$run/whole-$round.store known="" from=""
    if [ "$round" -gt 1 ]; then
        known=$SHARED/$run/whole-$((round - 1)).store from="--from /shared/$run/whole-$((round - 1)).store"
    fi
    if [ ! -e "$whole" ]; then
        kubectl delete job "$run-$round" --ignore-not-found
        kubectl apply --filename - <<MANIFEST
apiVersion: batch/v1
kind: Job
metadata:
  name: $run-$round
spec:
  completionMode: Indexed
  completions: $parts
  parallelism: $parts
  # What fails, a disk that was full among it, is tried again after a while.
  backoffLimitPerIndex: 3
  podFailurePolicy:
    rules:
      # Bad input: no second try mends it.
      - action: FailJob
        onExitCodes: {operator: In, values: [2]}
      # Preempted: it does not count.
      - action: Ignore
        onPodConditions: [{type: DisruptionTarget}]
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: part
          image: $IMAGE
          command:
            - sh
            - -c
            - >-
              exec "\$@" --threads 1 --quiet --store /shared/$run/$round-\$((JOB_COMPLETION_INDEX + 1)).store
              --shard \$((JOB_COMPLETION_INDEX + 1))/$parts $from --resume
            - sh
          args: $arguments
          resources: {requests: {cpu: "1", memory: 256Mi}}
          volumeMounts: [{name: shared, mountPath: /shared}]
      volumes: [{name: shared, persistentVolumeClaim: {claimName: $CLAIM}}]
MANIFEST
        until state=$(kubectl get job "$run-$round" --output 'jsonpath={.status.conditions[?(@.status=="True")].type}') &&
            [[ $state == *Complete* ]]; do
            if [[ $state == *Failed* ]]; then
                echo "a part of round $round failed for good: kubectl logs --selector job-name=$run-$round" >&2
                exit 1
            fi
            sleep 10
        done
        lanchester merge "$SHARED/$run/$round"-*.store ${known:+"$known"} --out "$whole" --quiet > "$whole.txt"
    fi
    code=0
    "${command[@]}" --store "$whole" --resume --no-play --audit "$parts" || code=$?
    # 75: the next round follows from this one. If this one has brought no chunk, it is the disk of the result that is full.
    if [ "$code" -ne 75 ]; then exit "$code"; fi
    if [ -n "$known" ] && [ "$(chunks "$whole")" = "$(chunks "$known")" ]; then exit 75; fi
done
