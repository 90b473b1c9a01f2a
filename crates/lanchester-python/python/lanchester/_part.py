"""A part of a run, played by whoever has time: a worker of a cluster. Only bytes come in and go out."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._call import Words, answer, result_of
from ._errors import ScenarioError, UsageError
from ._lanchester import VERSION
from ._results import Result


@dataclass(frozen=True)
class Job:
    """What all parts of a round are given."""

    words: Words
    parts: int
    whole: bytes | None
    """The store of all that was played in earlier rounds; none where no part waits for others."""
    version: str = VERSION


@dataclass(frozen=True)
class Played:
    """A part that has played all it can."""

    store: bytes
    worker: str


@dataclass(frozen=True)
class Refused:
    """A part that will never be played: something is wrong with the arguments or the installation."""

    error: UsageError | ScenarioError
    worker: str


def of_part(words: Words, folder: Path, store: Path, part: int, parts: int, whole: Path | None) -> Words:
    """The words of a part. It writes its store and nothing else that lasts, and does not say how long it will take."""
    words = words.but(["out", "write"], quiet=True, store=os.fspath(store), shard=f"{part}/{parts}", **{"from": whole})
    if writes_tables(words):
        words.option(out=os.fspath(folder))
    return words


def writes_tables(words: Words) -> bool:
    """Whether the command writes tables unless it is told where."""
    return words.options[0] in ("validate", "sweep")


def play(job: Job, part: int) -> Played | Refused:
    """Plays a part as far as it goes without the others.

    Raises whatever may be gone on another machine, or later.
    """
    worker, stop = _worker()
    if job.version != VERSION:
        message = f"the worker {worker} has lanchester {VERSION}; expected {job.version}, which this call is made with"
        return Refused(UsageError(message), worker)
    with tempfile.TemporaryDirectory(prefix="lanchester-") as name:
        folder = Path(name)
        whole = None
        if job.whole is not None:
            whole = folder / "whole.store"
            whole.write_bytes(job.whole)
        store = folder / "part.store"
        words = of_part(job.words, folder, store, part, job.parts, whole)
        if not words.has("threads"):
            # A worker is given as many parts at a time as it has threads.
            words.option(threads=1)
        try:
            result_of(answer(words, stop), Result)
        except (ScenarioError, UsageError) as error:
            return Refused(error, worker)
        return Played(store.read_bytes(), worker)


class Cancelled(Exception):
    """Nobody waits for the part any more."""


def _worker() -> tuple[str, Callable[[str, int, int], object] | None]:
    """Who plays, in words, and what ends the battles when nobody waits for them any more."""
    host = socket.gethostname()
    try:
        from distributed import get_worker
        from distributed.worker import thread_state  # type: ignore[attr-defined]

        worker: Any = get_worker()
        key = thread_state.key
    except (ImportError, ValueError, AttributeError):
        return f"{host}, process {os.getpid()}", None

    def stop(*_: object) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Cancelled

    return f"{worker.address} on {host}", stop
