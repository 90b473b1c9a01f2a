"""Parts of a round as tasks of Dask."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import dask
import distributed

from ._errors import Interrupted
from ._part import Job, Played, Refused, play

PARTS_PER_THREAD = 3
"""Parts that end at different times leave few threads idle at the end of a round, and each costs the time to begin it."""

MOST_PARTS = 9_999

FEW_PER_THREAD = 2
"""A round of at most so many parts a thread is small: Dask would give all its tasks to the worker that holds the job."""

THREADS_TO_COME = 8
"""What a cluster is taken for whose first worker is yet to come."""


class Workers:
    """The workers of a client, which play rounds."""

    def __init__(self, client: distributed.Client, command: str, retries: int) -> None:
        # The package says nothing of its types.
        self._client: Any = client
        if not isinstance(client, distributed.Client) or self._client.asynchronous:
            raise TypeError(f"`client` is {client!r}; expected a distributed.Client that is not asynchronous")
        self._command, self._retries = command, retries

    def parts(self) -> int:
        """In how many parts a run goes best."""
        return min(PARTS_PER_THREAD * (self._threads() or THREADS_TO_COME), MOST_PARTS)

    def _threads(self) -> int:
        return sum(self._client.nthreads().values())

    def play(self, job: Job, parts: list[int], arrived: Callable[[int, Played], None]) -> dict[int, str]:
        """Has parts played, hands over each as it arrives, and says why others failed."""
        failed: dict[int, str] = {}
        name = f"lanchester-{self._command}-{uuid.uuid4().hex[:8]}"
        futures: dict[Any, int] = {}
        as_completed: Any = distributed.as_completed
        try:
            with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GiB"}):
                # Dask takes tasks for alike, and as short, whose keys begin alike; and in one call, for a round that all workers share.
                few = len(parts) <= FEW_PER_THREAD * self._threads()
                given = job if few else self._sent(job, name)
                keys = [f"{name}-part-{part}-of-{job.parts}" for part in parts]
                made = self._client.map(play, [given] * len(parts), parts, key=keys, retries=self._retries)
                futures.update(zip(made, parts))
            for future in as_completed(list(futures)):
                part = futures.pop(future)
                outcome = _outcome(future)
                future.release()
                if isinstance(outcome, Refused):
                    raise outcome.error
                if isinstance(outcome, Played):
                    arrived(part, outcome)
                else:
                    failed[part] = outcome
        except KeyboardInterrupt:
            raise Interrupted from None
        finally:
            if futures:
                self._client.cancel(list(futures))
        return failed

    def _sent(self, job: Job, name: str) -> Any:
        """The job, sent once for all its parts. It is a task: should the workers that hold it be lost, Dask makes it again."""
        return self._client.submit(_itself, job, key=f"given-to-{name}")


def _itself(job: Job) -> Job:
    return job


def _outcome(future: Any) -> Played | Refused | str:
    """What came of a part; a text says why nothing did."""
    try:
        outcome: Played | Refused = future.result()
    except distributed.CancelledError:
        return "cancelled: the scheduler was lost, or somebody cancelled the task"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return outcome
